"""Notes on the quality of a seating, and on the cost of a change."""

from seating.bounds import REACHED_UP_TO, most_hanchan_without_repeat
from seating.notes import Note, gettext_noop
from seating.quality import Quality
from seating.rounds import Seating, stays, table_visits

FEW_PAIRS = 3


def quality_sentences(quality: Quality, wished: int = 0, varied: bool = False) -> tuple[Note, ...]:
    """Return notes on meetings, winds, tables and common opponents; `wished` counts repeated tables that are wanted.

    `varied`: the players differ between hanchan.
    """
    return (*_meetings(quality, varied), *_winds(quality, varied), *_tables(quality, wished), *_strangers(quality))


def _meetings(quality: Quality, varied: bool) -> list[Note]:
    if not quality.repeats:
        return [Note("no_repeats", gettext_noop("No two players meet twice."))]
    found = [_how_many_pairs(quality)]
    if quality.most_meetings > 2:
        found.append(
            Note(
                "most_meetings",
                gettext_noop("No two players meet more than {count} times."),
                {"count": quality.most_meetings},
            )
        )
    if quality.first_repeat and quality.first_repeat > 2:
        hanchan = {"hanchan": quality.first_repeat}
        found.append(Note("first_repeat", gettext_noop("The first repeat is in hanchan {hanchan}."), hanchan))
    if len(quality.repeated_pairs) <= FEW_PAIRS:
        found += [_pair(*pair[:2], pair.hanchan) for pair in quality.repeated_pairs]
    return [*found, _compared_with_bound(quality, varied), *_how_late(quality, varied)]


def _how_late(quality: Quality, varied: bool) -> list[Note]:
    """Return notes on whether repeats come as late as possible, and on meetings in consecutive hanchan."""
    found = []
    longest = quality.hanchan if varied else most_hanchan_without_repeat(quality.players, quality.size)
    if quality.first_repeat and quality.first_repeat > longest:
        found.append(
            Note(
                "repeats_late", gettext_noop("The repeats come as late as possible: from then on they are unavoidable.")
            )
        )
    if quality.running_repeats:
        template = gettext_noop("Repeats in two consecutive hanchan: {count}.")
        found.append(Note("running_repeats", template, {"count": quality.running_repeats}))
    elif quality.hanchan > 1:
        found.append(Note("no_running_repeats", gettext_noop("No two players meet in two consecutive hanchan.")))
    return found


def _how_many_pairs(quality: Quality) -> Note:
    pairs = len(quality.repeated_pairs)
    if pairs == 1:
        return Note("repeated_pairs", gettext_noop("One pair of players meets more than once."))
    return Note("repeated_pairs", gettext_noop("{count} pairs of players meet more than once."), {"count": pairs})


def _pair(one: int, other: int, hanchan: tuple[int, ...]) -> Note:
    template = gettext_noop("{one} and {other} meet in hanchan {hanchan}.")
    return Note("repeated_pair", template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})


def _compared_with_bound(quality: Quality, varied: bool) -> Note:
    numbers = {"repeats": quality.repeats, "bound": quality.repeats_bound}
    if varied:
        template = gettext_noop(
            "Repeated pairings: {repeats}. No seating of these players can have fewer than {bound}."
        )
    elif quality.repeats <= quality.repeats_bound:
        template = gettext_noop("Repeated pairings: {repeats}. No seating of this size can have fewer.")
    elif quality.repeats_bound:
        template = gettext_noop("Repeated pairings: {repeats}. No seating of this size can have fewer than {bound}.")
    elif quality.players <= REACHED_UP_TO or quality.size == 3:
        template = gettext_noop("Repeated pairings: {repeats}. A seating of this size without any is known to exist.")
    else:
        template = gettext_noop("Repeated pairings: {repeats}. A seating of this size without any may exist.")
    return Note("repeats_and_bound", template, numbers)


def _winds(quality: Quality, varied: bool) -> list[Note]:
    if quality.wind_gap > 1:
        numbers = {"count": len(quality.uneven_players), "gap": quality.wind_gap}
        if len(quality.uneven_players) == 1:
            numbers["player"] = quality.uneven_players[0]
            return [
                Note(
                    "uneven_winds",
                    gettext_noop("{player} has one wind {gap} more times than another."),
                    numbers,
                    about_winds=True,
                )
            ]
        template = gettext_noop("{count} players have uneven winds: one wind up to {gap} more times than another.")
        return [Note("uneven_winds", template, numbers, about_winds=True)]
    return [_even_winds(quality, varied), *_winds_on_the_way(quality)]


def _even_winds(quality: Quality, varied: bool) -> Note:
    times, left = divmod(quality.hanchan, quality.size)
    if varied and quality.wind_gap:
        return Note(
            "even_winds", gettext_noop("At the end, everybody’s winds differ by at most one."), about_winds=True
        )
    if varied:
        return Note(
            "even_winds", gettext_noop("At the end, everybody has had all winds equally often."), about_winds=True
        )
    if quality.hanchan < quality.size:
        return Note("even_winds", gettext_noop("Nobody has the same wind twice."), about_winds=True)
    if left:
        numbers = {"times": times, "more": times + 1}
        return Note(
            "even_winds", gettext_noop("Everybody has each wind {times} or {more} times."), numbers, about_winds=True
        )
    if times == 1:
        return Note("even_winds", gettext_noop("Everybody has each wind once."), about_winds=True)
    return Note(
        "even_winds", gettext_noop("Everybody has each wind {times} times."), {"times": times}, about_winds=True
    )


def _winds_on_the_way(quality: Quality) -> list[Note]:
    if quality.wind_gap_any > 1:
        template = gettext_noop("Before the end, somebody’s winds differ by {gap}.")
        return [Note("uneven_winds_on_the_way", template, {"gap": quality.wind_gap_any}, about_winds=True)]
    return [
        Note(
            "even_winds_throughout",
            gettext_noop("After every hanchan, everybody’s winds differ by at most one."),
            about_winds=True,
        )
    ]


def _tables(quality: Quality, wished: int) -> list[Note]:
    if not quality.table_revisits:
        return [Note("no_returns", gettext_noop("Nobody sits at the same table twice."))]
    if quality.table_revisits == wished:
        return [Note("no_returns", gettext_noop("Nobody sits at the same table twice, except as wished."))]
    found = [Note("no_stays", gettext_noop("Nobody sits at the same table in two consecutive hanchan."))]
    if quality.consecutive_table:
        template = gettext_noop("Same table in two consecutive hanchan: {count}.")
        found = [Note("stays", template, {"count": quality.consecutive_table})]
    template = gettext_noop("Nobody sits at the same table more than {count} times.")
    return [*found, Note("most_visits", template, {"count": quality.most_table_visits})]


def _strangers(quality: Quality) -> list[Note]:
    if quality.common_opponents is None:
        return [Note("all_meet", gettext_noop("Everybody meets everybody."))]
    if not quality.common_opponents:
        return []
    template = gettext_noop("Any two players who never meet have at least {count} opponents in common.")
    return [Note("common_opponents", template, {"count": quality.common_opponents})]


def cost_sentences(rounds: Seating, changed: Seating, before: Quality, after: Quality) -> tuple[Note, ...]:
    """Return notes on the differences between two seatings whose quality is known.

    One reassuring sentence when there are none.
    """
    found = [*_changed_repeats(before, after), *_changed_winds(before, after)]
    if after.table_revisits > before.table_revisits or after.consecutive_table > before.consecutive_table:
        found += _changed_tables(rounds, changed)
    return tuple(found) or (Note("no_cost", gettext_noop("The seating does not get worse.")),)


def _changed_repeats(before: Quality, after: Quality) -> list[Note]:
    already = {pair[:2]: len(pair.hanchan) for pair in before.repeated_pairs}
    template = gettext_noop("{one} and {other} would meet in hanchan {hanchan}.")
    found = [
        Note("repeat_gained", template, {"one": one, "other": other, "hanchan": ", ".join(map(str, hanchan))})
        for one, other, hanchan in after.repeated_pairs
        if len(hanchan) > already.get((one, other), 1)
    ]
    if after.repeats < before.repeats:
        saved = {"count": before.repeats - after.repeats}
        found.append(Note("repeats_saved", gettext_noop("Repeated pairings: {count} fewer."), saved))
    return found


def _changed_winds(before: Quality, after: Quality) -> list[Note]:
    template = gettext_noop("{player}: the winds would differ by more than one.")
    worse = [player for player in after.uneven_players if player not in before.uneven_players]
    found = [Note("winds_worse", template, {"player": player}, about_winds=True) for player in worse]
    if not worse and after.wind_gap_any > max(1, before.wind_gap_any):
        template = gettext_noop("Before the end, somebody’s winds would differ by {gap}.")
        found.append(Note("winds_worse_on_the_way", template, {"gap": after.wind_gap_any}, about_winds=True))
    if not after.uneven_players and before.uneven_players:
        found.append(Note("winds_better", gettext_noop("The winds would be even again."), about_winds=True))
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
