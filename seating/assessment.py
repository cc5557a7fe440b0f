"""Notes on the quality of a seating, and on who is worse off after a change."""

from seating.bounds import REACHED_UP_TO, most_hanchan_without_repeat
from seating.notes import Note, gettext_noop
from seating.quality import Quality
from seating.rounds import Seating, stays, table_visits

FEW_PAIRS = 3


def quality_sentences(quality: Quality, varied: bool = False) -> tuple[Note, ...]:
    """Return notes on meetings, winds, tables and common opponents, each thing once, for readers without the figures.

    `varied`: the players differ between hanchan.
    """
    return (*_meetings(quality, varied), *_winds(quality, varied), *_tables(quality), *_strangers(quality))


def quality_remarks(quality: Quality, varied: bool = False) -> tuple[Note, ...]:
    """Return notes on what the figures and their bounds do not say, for a page that shows them."""
    everybody = [_everybody_meets()] if quality.common_opponents is None else []
    return (*_without_repeats(quality, varied), *_uneven_winds(quality), *everybody)


def _meetings(quality: Quality, varied: bool) -> list[Note]:
    if not quality.repeats:
        return [Note("no_repeats", gettext_noop("No two players meet twice."))]
    found = [*_compared_with_bound(quality, varied), *_most_meetings(quality), *_first_repeat(quality, varied)]
    if len(quality.repeated_pairs) <= FEW_PAIRS:
        found += [_pair(*pair[:2], pair.hanchan) for pair in quality.repeated_pairs]
    return [*found, *_running_repeats(quality)]


def _compared_with_bound(quality: Quality, varied: bool) -> list[Note]:
    numbers = {"repeats": quality.repeats, "bound": quality.repeats_bound}
    if varied:
        template = gettext_noop(
            "Repeated pairings: {repeats}. No seating of these players can have fewer than {bound}."
        )
    elif quality.repeats <= quality.repeats_bound:
        template = gettext_noop("Repeated pairings: {repeats}. No seating of this size can have fewer.")
    elif quality.repeats_bound:
        template = gettext_noop("Repeated pairings: {repeats}. No seating of this size can have fewer than {bound}.")
    else:
        template = gettext_noop("Repeated pairings: {repeats}.")
    return [Note("repeats_and_bound", template, numbers), *_without_repeats(quality, varied)]


def _without_repeats(quality: Quality, varied: bool) -> list[Note]:
    """Return a note on whether nobody has to meet twice, where somebody does and no bound says that they must."""
    if varied or quality.repeats_bound or not quality.repeats:
        return []
    if quality.players <= REACHED_UP_TO or quality.size == 3:
        return [Note("known_without", gettext_noop("There is a seating of this size in which nobody meets twice."))]
    template = gettext_noop("Nobody knows whether there is a seating of this size in which nobody meets twice.")
    return [Note("unknown_without", template)]


def _most_meetings(quality: Quality) -> list[Note]:
    """Return a note on the pairs, where some meet more than twice; else there are as many as repeats."""
    if quality.most_meetings <= 2:
        return []
    numbers = {"count": len(quality.repeated_pairs), "times": quality.most_meetings}
    template = gettext_noop("{count} pairs of players meet more than once, up to {times} times.")
    if numbers["count"] == 1:
        template = gettext_noop("One pair of players meets {times} times.")
    return [Note("repeated_pairs", template, numbers)]


def _first_repeat(quality: Quality, varied: bool) -> list[Note]:
    if not quality.first_repeat:
        return []
    hanchan = {"hanchan": quality.first_repeat}
    longest = quality.hanchan if varied else most_hanchan_without_repeat(quality.players, quality.size)
    if quality.first_repeat > longest:
        late = gettext_noop("The first repeat is in hanchan {hanchan}, as late as possible.")
        return [Note("first_repeat", late, hanchan)]
    return [Note("first_repeat", gettext_noop("The first repeat is in hanchan {hanchan}."), hanchan)]


def _running_repeats(quality: Quality) -> list[Note]:
    if quality.running_repeats:
        template = gettext_noop("Repeats in two consecutive hanchan: {count}.")
        return [Note("running_repeats", template, {"count": quality.running_repeats})]
    return [Note("no_running_repeats", gettext_noop("No two players meet in two consecutive hanchan."))]


def _pair(one: int, other: int, hanchan: tuple[int, ...]) -> Note:
    template = gettext_noop("{one} and {other} meet in hanchan {hanchan}.")
    return Note("repeated_pair", template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})


def _winds(quality: Quality, varied: bool) -> list[Note]:
    return _uneven_winds(quality) or [_even_winds(quality, varied), *_winds_on_the_way(quality)]


def _uneven_winds(quality: Quality) -> list[Note]:
    """Return a note on the players whose winds differ by more than one at the end."""
    if quality.wind_gap <= 1:
        return []
    numbers = {"count": len(quality.uneven_players), "gap": quality.wind_gap}
    template = gettext_noop("{count} players have uneven winds: one wind up to {gap} more times than another.")
    if len(quality.uneven_players) == 1:
        numbers["player"] = quality.uneven_players[0]
        template = gettext_noop("{player} has one wind {gap} more times than another.")
    return [Note("uneven_winds", template, numbers, about_winds=True)]


def _even_winds(quality: Quality, varied: bool) -> Note:
    times, left = divmod(quality.hanchan, quality.size)
    template = gettext_noop("Everybody has each wind {times} times.")
    if varied and quality.wind_gap:
        template = gettext_noop("At the end, everybody’s winds differ by at most one.")
    elif varied:
        template = gettext_noop("At the end, everybody has had all winds equally often.")
    elif not times:
        template = gettext_noop("Nobody has the same wind twice.")
    elif left:
        template = gettext_noop("Everybody has each wind {times} or {more} times.")
    elif times == 1:
        template = gettext_noop("Everybody has each wind once.")
    return Note("even_winds", template, {"times": times, "more": times + 1}, about_winds=True)


def _winds_on_the_way(quality: Quality) -> list[Note]:
    """Return a note on the winds before the end; none where nobody has one twice."""
    if quality.wind_gap_any > 1:
        template = gettext_noop("Before the end, somebody has one wind {gap} more times than another.")
        return [Note("uneven_winds_on_the_way", template, {"gap": quality.wind_gap_any}, about_winds=True)]
    if quality.hanchan <= quality.size:
        return []
    template = gettext_noop("After every hanchan, everybody’s winds differ by at most one.")
    return [Note("even_winds_throughout", template, about_winds=True)]


def _tables(quality: Quality) -> list[Note]:
    if not quality.table_revisits:
        return [Note("no_returns", gettext_noop("Nobody sits at the same table twice."))]
    found = [Note("no_stays", gettext_noop("Nobody sits at the same table in two consecutive hanchan."))]
    if quality.consecutive_table:
        template = gettext_noop("Same table in two consecutive hanchan: {count}.")
        found = [Note("stays", template, {"count": quality.consecutive_table})]
    template = gettext_noop("Nobody sits at the same table more than {count} times.")
    return [*found, Note("most_visits", template, {"count": quality.most_table_visits})]


def _strangers(quality: Quality) -> list[Note]:
    if quality.common_opponents is None:
        return [_everybody_meets()]
    if not quality.common_opponents:
        return []
    template = gettext_noop("Any two players who never meet have at least {count} opponents in common.")
    if quality.common_opponents == 1:
        template = gettext_noop("Any two players who never meet have at least 1 opponent in common.")
    return [Note("common_opponents", template, {"count": quality.common_opponents})]


def _everybody_meets() -> Note:
    return Note("all_meet", gettext_noop("Everybody meets everybody."))


def cost_sentences(rounds: Seating, changed: Seating, before: Quality, after: Quality) -> tuple[Note, ...]:
    """Return notes on who is worse off in another seating, beside the figures of both; none when nobody is."""
    found = [*_changed_repeats(before, after), *_changed_winds(before, after)]
    if after.table_revisits > before.table_revisits or after.consecutive_table > before.consecutive_table:
        found += _changed_tables(rounds, changed)
    return tuple(found)


def _changed_repeats(before: Quality, after: Quality) -> list[Note]:
    already = {pair[:2]: len(pair.hanchan) for pair in before.repeated_pairs}
    template = gettext_noop("{one} and {other} would meet in hanchan {hanchan}.")
    return [
        Note("repeat_gained", template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})
        for one, other, hanchan in after.repeated_pairs
        if len(hanchan) > already.get((one, other), 1)
    ]


def _changed_winds(before: Quality, after: Quality) -> list[Note]:
    template = gettext_noop("{player}: the winds would differ by more than one.")
    worse = [player for player in after.uneven_players if player not in before.uneven_players]
    found = [Note("winds_worse", template, {"player": player}, about_winds=True) for player in worse]
    if not worse and after.wind_gap_any > max(1, before.wind_gap_any):
        template = gettext_noop("Before the end, somebody would have one wind {gap} more times than another.")
        found.append(Note("winds_worse_on_the_way", template, {"gap": after.wind_gap_any}, about_winds=True))
    return found


def _changed_tables(rounds: Seating, changed: Seating) -> list[Note]:
    """Return notes on players with the same table twice running, then on other repeated tables."""
    template = gettext_noop("{player} would sit at table {table} in hanchan {hanchan} and {next}.")
    staying = sorted(stays(changed) - stays(rounds))
    found = [Note("stay_gained", template, {**stay._asdict(), "next": stay.hanchan + 1}) for stay in staying]
    template = gettext_noop("{player} would sit at table {table} more than once: in hanchan {hanchan}.")
    already, reported = table_visits(rounds), {(stay.player, stay.table) for stay in staying}
    return found + [
        Note("return_gained", template, {"player": player, "table": table, "hanchan": ", ".join(map(str, hanchan))})
        for (player, table), hanchan in sorted(table_visits(changed).items())
        if len(hanchan) > max(1, len(already.get((player, table), ()))) and (player, table) not in reported
    ]
