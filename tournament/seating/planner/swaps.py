"""Two people change places in one hanchan, and what that costs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .counting import stays, table_visits
from .quality import Quality, measure
from .words import Round, Rounds, Seating, Sentence, gettext_noop, table_of


class SwapCost(NamedTuple):
    """The seating before and after, and in sentences what gets better or worse."""

    before: Quality
    after: Quality
    sentences: tuple[Sentence, ...]


def swap(rounds: Seating, hanchan: int, one: int, other: int) -> Rounds:
    """The seating with the seats of two players exchanged in hanchan ``hanchan`` (from 1).

    Raises ``ValueError`` when the hanchan does not exist or one of the two does not play in it.
    """
    if not 1 <= hanchan <= len(rounds):
        raise ValueError(f"There is no hanchan {hanchan}; the seating has {len(rounds)}.")
    seated = {player for table in rounds[hanchan - 1] for player in table}
    for player in (one, other):
        if player not in seated:
            raise ValueError(f"Player {player} has no seat in hanchan {hanchan}.")
    exchange = {one: other, other: one}
    return tuple(
        _exchange(tables, exchange if number == hanchan else {}) for number, tables in enumerate(rounds, start=1)
    )


def _exchange(tables: Sequence[Sequence[int]], exchange: Mapping[int, int]) -> Round:
    return tuple(table_of([exchange.get(player, player) for player in table]) for table in tables)


def swap_cost(rounds: Seating, players: int, hanchan: int, one: int, other: int) -> SwapCost:
    """What the seating loses or gains when the two change places; errors as for :func:`swap`."""
    changed = swap(rounds, hanchan, one, other)
    before, after = measure(rounds, players), measure(changed, players)
    return SwapCost(before, after, cost_sentences(rounds, changed, before, after))


def cost_sentences(rounds: Seating, changed: Seating, before: Quality, after: Quality) -> tuple[Sentence, ...]:
    """The differences worth saying between two seatings of which the quality is known.

    One reassuring sentence when there are none.
    """
    found = [*_repeats(before, after), *_winds(before, after)]
    if after.table_revisits > before.table_revisits or after.consecutive_table > before.consecutive_table:
        found += _tables(rounds, changed)
    return tuple(found) or (Sentence(gettext_noop("The change costs nothing."), {}),)


def _repeats(before: Quality, after: Quality) -> list[Sentence]:
    already = {pair[:2]: len(pair.hanchan) for pair in before.repeated_pairs}
    template = gettext_noop("%(one)d and %(other)d would meet in hanchan %(hanchan)s.")
    found = [
        Sentence(template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})
        for one, other, hanchan in after.repeated_pairs
        if len(hanchan) > already.get((one, other), 1)
    ]
    if after.repeats < before.repeats:
        saved = {"count": before.repeats - after.repeats}
        found.append(Sentence(gettext_noop("Repeated meetings: %(count)d fewer in all."), saved))
    return found


def _winds(before: Quality, after: Quality) -> list[Sentence]:
    template = gettext_noop("%(player)d: the winds would differ by more than one.")
    worse = [player for player in after.uneven_players if player not in before.uneven_players]
    found = [Sentence(template, {"player": player}) for player in worse]
    if not worse and after.wind_gap_any > max(1, before.wind_gap_any):
        template = gettext_noop("On the way somebody would be %(gap)d ahead in one wind.")
        found.append(Sentence(template, {"gap": after.wind_gap_any}))
    if not after.uneven_players and before.uneven_players:
        found.append(Sentence(gettext_noop("The winds would be even again."), {}))
    return found


def _tables(rounds: Seating, changed: Seating) -> list[Sentence]:
    """Who would stay at a table, then who else would come to one again."""
    template = gettext_noop("%(player)d would stay at table %(table)d from hanchan %(hanchan)d to %(next)d.")
    staying = sorted(stays(changed) - stays(rounds))
    found = [Sentence(template, {**stay._asdict(), "next": stay.hanchan + 1}) for stay in staying]
    template = gettext_noop("%(player)d would sit at table %(table)d more than once: in hanchan %(hanchan)s.")
    already, told = table_visits(rounds), {(stay.player, stay.table) for stay in staying}
    return found + [
        Sentence(template, {"player": player, "table": table, "hanchan": ", ".join(map(str, hanchan))})
        for (player, table), hanchan in sorted(table_visits(changed).items())
        if len(hanchan) > max(1, len(already.get((player, table), ()))) and (player, table) not in told
    ]
