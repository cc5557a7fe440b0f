"""The ways out of a situation as values: each with the seating it would make, or with what stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating.draft import Arranged, renamed
from tournament.seating.planner.repair import Kind, Way
from tournament.seating.repair.open_ways import tempers, too_many, ways_of
from tournament.seating.repair.situation import Situation
from tournament.seating.repair.solving import byes_of, solved
from tournament.seating.repair.words import explained, missing, tempered, title_of

LONG = 2_000
"""With more seats to come than this the way in which everything is planned again is worked out when it is asked for."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way: what it is called, what it does, and the seating it makes; `arranged` None when it cannot be done yet,
    and `against` says why. `brings` are substitutes who get a seat. `is_even`: the rest is as even as can be, and most
    people change tables; else as few as possible do."""

    kind: Kind
    title: str
    says: tuple[str, ...]
    way: Way
    arranged: Arranged | None = None
    against: str = ""
    brings: tuple[Player, ...] = ()
    is_even: bool = False
    is_long: bool = False
    """It takes some seconds to work out, so it is done when somebody asks for it alone."""

    @property
    def key(self) -> str:
        """How a form names it."""
        return f"{self.kind.value}-even" if self.is_even else self.kind.value


def options(tournament: Tournament, case: Situation, only: str = "") -> list[Option]:
    """Every way there is, or the one with that key; none when nothing has to be done."""
    made = [
        _later(case, way)
        if is_even and not only and _is_long(case, way)
        else _option(tournament, case, way, is_even=is_even)
        for way in ways_of(case)
        for is_even in tempers(case, way)
        if only in ("", f"{way.kind.value}-even" if is_even else way.kind.value)
    ]
    return [option for option in made if option]


def _is_long(case: Situation, way: Way) -> bool:
    """Whether planning it all again keeps somebody waiting, and there is another way that does not."""
    return len(tempers(case, way)) > 1 and way.tables * case.size * len(case.hanchan) > LONG


def _later(case: Situation, way: Way) -> Option:
    """What stands for a way that is worked out when it is asked for."""
    says = _("With so many people it takes some seconds to work out.")
    return Option(way.kind, tempered(case, way, is_even=True), (), way, against=says, is_even=True, is_long=True)


def _option(tournament: Tournament, case: Situation, way: Way, *, is_even: bool) -> Option | None:
    if way.kind == Kind.SUBSTITUTES:
        return _taking_places(case, way)
    if too_many(case, way):
        message = _("The hall has %(hall)d tables, and this needs %(needed)d.")
        return Option(
            way.kind, title_of(case, way), (), way, against=message % {"hall": case.hall, "needed": way.tables}
        )
    if way.missing:
        return Option(way.kind, title_of(case, way), (), way, against=missing(way.missing))
    brings = case.substitutes[: way.substitutes]
    people = sorted((*case.regular, *brings), key=lambda player: player.number)
    return _anew(tournament, case, way, people, brings, is_even=is_even)


# --- the same places, other people -------------------------------------------------------------------------------


def _taking_places(case: Situation, way: Way) -> Option | None:
    """Who comes, and then substitutes who wait, take the places of those who are gone; nobody else moves."""
    if not (case.gone or case.newcomers):
        return None
    if way.missing:
        return Option(way.kind, _("Substitutes take the empty places"), (), way, against=missing(way.missing))
    seated = [one for one in case.substitutes if one.pk in case.holders]
    waiting = [one for one in case.substitutes if one.pk not in case.holders]
    leaving = [*case.gone, *reversed(seated)][: max(len(case.gone), len(case.newcomers))]
    if len(leaving) < len(case.newcomers):
        return None
    brings = tuple(waiting[: len(leaving) - len(case.newcomers)])
    coming = [*case.newcomers, *brings]
    pairs = list(zip(leaving, coming, strict=True))
    arranged = renamed(case.now, case.first, {out.pk: into.pk for out, into in pairs})
    told = _("%(coming)s for %(leaving)s")
    says = tuple(told % {"coming": into, "leaving": out} for out, into in pairs)
    title = _("Substitutes take the empty places") if brings else _("Who comes takes the place of who leaves")
    return Option(way.kind, title, (*says, _("Nobody else moves.")), way, arranged, brings=brings)


# --- the rest planned anew ---------------------------------------------------------------------------------------


def _anew(
    tournament: Tournament, case: Situation, way: Way, people: Sequence[Player], brings: tuple[Player, ...],
    *, is_even: bool,
) -> Option:  # fmt: skip
    out = byes_of(case, way, people, is_even=is_even)
    everybody = frozenset(player.pk for player in people)
    sitting = [everybody - resting for resting in out]
    draft = solved(tournament, case, sitting, is_even=is_even)
    byes = dict(zip(case.hanchan, out, strict=True)) if way.byes else {}
    kept = {number: resting for number, resting in case.now.byes.items() if number < case.first}
    made, title = Arranged(draft, {**kept, **byes}), tempered(case, way, is_even=is_even)
    if made == case.now:
        against = _("Nothing more even was found: it stays as it is.")
        return Option(way.kind, title, (), way, against=against, is_even=is_even)
    says = explained(way, brings, is_even=is_even)
    return Option(way.kind, title, says, way, made, brings=brings, is_even=is_even)
