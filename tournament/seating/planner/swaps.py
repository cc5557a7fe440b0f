"""What it costs that two people change places, or that anything else changes, in sentences."""

from .counting import stays, table_visits
from .quality import Quality
from .words import Seating, Sentence, gettext_noop


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
