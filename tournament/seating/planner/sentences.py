"""What a seating is like, in sentences: template and params, for translation by whoever shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bounds import REACHED_UP_TO, most_hanchan_without_repeat
from .words import Sentence, gettext_noop

if TYPE_CHECKING:
    from .quality import Quality

FEW_PAIRS = 3


def quality_sentences(quality: Quality, wished: int = 0, varied: bool = False) -> tuple[Sentence, ...]:
    """Meetings first, then winds, tables and common opponents; so many returns to a table are ``wished``.

    ``varied``: people come and go, so not everybody plays each hanchan.
    """
    return (*_meetings(quality, varied), *_winds(quality, varied), *_tables(quality, wished), *_strangers(quality))


def _meetings(quality: Quality, varied: bool) -> list[Sentence]:
    if not quality.repeats:
        return [Sentence(gettext_noop("Nobody meets anybody twice."), {})]
    found = [_how_many_pairs(quality)]
    if quality.most_meetings > 2:
        found.append(
            Sentence(gettext_noop("Two players meet at most %(count)d times."), {"count": quality.most_meetings})
        )
    if quality.first_repeat and quality.first_repeat > 2:
        hanchan = {"hanchan": quality.first_repeat}
        found.append(Sentence(gettext_noop("The first to meet again do so in hanchan %(hanchan)d."), hanchan))
    if len(quality.repeated_pairs) <= FEW_PAIRS:
        found += [_pair(*pair[:2], pair.hanchan) for pair in quality.repeated_pairs]
    return [*found, _compared_with_bound(quality, varied), *_how_late(quality, varied)]


def _how_late(quality: Quality, varied: bool) -> list[Sentence]:
    """Whether the repeats come as late as they can, and whether people meet twice running."""
    found = []
    longest = quality.hanchan if varied else most_hanchan_without_repeat(quality.players, quality.size)
    if quality.first_repeat and quality.first_repeat > longest:
        found.append(Sentence(gettext_noop("They come as late as they can: nobody could do without by then."), {}))
    if quality.running_repeats:
        template = gettext_noop("Two players meet in two hanchan running: %(count)d times.")
        found.append(Sentence(template, {"count": quality.running_repeats}))
    elif quality.hanchan > 1:
        found.append(Sentence(gettext_noop("Nobody meets the same player in two hanchan running."), {}))
    return found


def _how_many_pairs(quality: Quality) -> Sentence:
    pairs = len(quality.repeated_pairs)
    if pairs == 1:
        return Sentence(gettext_noop("One pair of players meets more than once."), {})
    return Sentence(gettext_noop("%(count)d pairs of players meet more than once."), {"count": pairs})


def _pair(one: int, other: int, hanchan: tuple[int, ...]) -> Sentence:
    template = gettext_noop("%(one)d and %(other)d meet in hanchan %(hanchan)s.")
    return Sentence(template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})


def _compared_with_bound(quality: Quality, varied: bool) -> Sentence:
    numbers = {"repeats": quality.repeats, "bound": quality.repeats_bound}
    if varied:
        template = gettext_noop("Repeated meetings: %(repeats)d. No seating of these people has fewer than %(bound)d.")
    elif quality.repeats <= quality.repeats_bound:
        template = gettext_noop("Repeated meetings: %(repeats)d. No seating of this size can have fewer.")
    elif quality.repeats_bound:
        template = gettext_noop("Repeated meetings: %(repeats)d. No seating of this size has fewer than %(bound)d.")
    elif quality.players <= REACHED_UP_TO or quality.size == 3:
        template = gettext_noop("Repeated meetings: %(repeats)d. A seating of this size with none is known to exist.")
    else:
        template = gettext_noop("Repeated meetings: %(repeats)d. A seating of this size with none may exist.")
    return Sentence(template, numbers)


def _winds(quality: Quality, varied: bool) -> list[Sentence]:
    if quality.wind_gap > 1:
        numbers = {"count": len(quality.uneven_players), "gap": quality.wind_gap}
        if len(quality.uneven_players) == 1:
            numbers["player"] = quality.uneven_players[0]
            return [Sentence(gettext_noop("%(player)d has one wind %(gap)d times more than another."), numbers)]
        template = gettext_noop("%(count)d players have uneven winds: one wind up to %(gap)d times more than another.")
        return [Sentence(template, numbers)]
    return [_even_winds(quality, varied), *_winds_on_the_way(quality)]


def _even_winds(quality: Quality, varied: bool) -> Sentence:
    times, left = divmod(quality.hanchan, quality.size)
    if varied and quality.wind_gap:
        return Sentence(gettext_noop("Nobody has one wind two times more than another at the end."), {})
    if varied:
        return Sentence(gettext_noop("Everybody has all winds equally often at the end."), {})
    if quality.hanchan < quality.size:
        return Sentence(gettext_noop("Nobody sits the same wind twice."), {})
    if left:
        numbers = {"times": times, "more": times + 1}
        return Sentence(gettext_noop("Everybody sits each wind %(times)d or %(more)d times."), numbers)
    if times == 1:
        return Sentence(gettext_noop("Everybody sits each wind once."), {})
    return Sentence(gettext_noop("Everybody sits each wind %(times)d times."), {"times": times})


def _winds_on_the_way(quality: Quality) -> list[Sentence]:
    if quality.wind_gap_any > 1:
        template = gettext_noop("On the way there somebody is %(gap)d ahead in one wind.")
        return [Sentence(template, {"gap": quality.wind_gap_any})]
    return [Sentence(gettext_noop("The winds are even, up to one, after every hanchan."), {})]


def _tables(quality: Quality, wished: int) -> list[Sentence]:
    if not quality.table_revisits:
        return [Sentence(gettext_noop("Nobody sits at the same table twice."), {})]
    if quality.table_revisits == wished:
        return [Sentence(gettext_noop("Nobody sits at the same table twice, except as wished."), {})]
    found = [Sentence(gettext_noop("Nobody sits at the same table in two hanchan running."), {})]
    if quality.consecutive_table:
        template = gettext_noop("Somebody stays at the same table for the next hanchan: %(count)d in all.")
        found = [Sentence(template, {"count": quality.consecutive_table})]
    template = gettext_noop("Nobody sits at the same table more than %(count)d times.")
    return [*found, Sentence(template, {"count": quality.most_table_visits})]


def _strangers(quality: Quality) -> list[Sentence]:
    if quality.common_opponents is None:
        return [Sentence(gettext_noop("Everybody meets everybody."), {})]
    if not quality.common_opponents:
        return []
    template = gettext_noop("Two players who never meet have opponents in common: %(count)d or more.")
    return [Sentence(template, {"count": quality.common_opponents})]
