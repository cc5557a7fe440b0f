"""Which ways are open in a situation, and in which tempers: close to the plan, or as even as can be."""

from tournament.seating.planner.repair import Kind, Way, ways
from tournament.seating.repair.situation import Situation


def ways_of(case: Situation) -> list[Way]:
    """Newcomers take empty places first; what they leave is for substitutes who wait. As many tables as now, planned
    anew, are offered only where nobody left or where people sit out now: else the substitutes who are needed can just
    as well take the places."""
    empty = max(0, len(case.gone) - len(case.newcomers))
    free = sum(one.pk not in case.holders for one in case.substitutes)
    found = ways(len(case.regular), len(case.substitutes), empty=empty, tables=case.tables, size=case.size)
    same = Way(Kind.SUBSTITUTES, case.tables, empty, missing=max(0, empty - free))
    others = [way for way in found if way.kind != Kind.SUBSTITUTES]
    if not (case.gone or case.newcomers):
        return others
    return [same, *(way for way in others if _differs(case, way))]


def _differs(case: Situation, way: Way) -> bool:
    """Whether the way is another than to fill the empty places: byes, other tables, or byes that come to an end."""
    return way.kind == Kind.BYES or way.tables != case.tables or case.has_byes


def tempers(case: Situation, way: Way) -> tuple[bool, ...]:
    """Close to the plan, as even as can be, or both where there is a choice."""
    if way.kind == Kind.SUBSTITUTES or way.missing or too_many(case, way):
        return (False,)
    if not (case.gone or case.newcomers) or len(case.planned) < len(case.hanchan):
        return (True,)
    return (False, True)


def too_many(case: Situation, way: Way) -> bool:
    """Whether the hall has not so many tables."""
    return case.hall is not None and way.tables > case.hall
