"""What the sizes of clubs, countries and teams force, whoever plans."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.players.models import Player
from tournament.seating.planner.bounds import club_bound
from tournament.seating.wishes.models import SharedBy
from tournament.seating.wishes.queries import groups


def pairs_forced(people: int, tables: int) -> int:
    """Pairs of one group that meet in each hanchan in any seating, none where there is no table.

    >>> pairs_forced(20, 16), pairs_forced(16, 16), pairs_forced(5, 0)
    (4, 0, 0)
    """
    return club_bound(people, tables) if tables else 0


def forced_by(groups: Sequence[tuple[str, Sequence[Player]]], tables: int, hanchan: int) -> list[str]:
    """A sentence for each group that is larger than the number of tables."""
    return [
        sentence(name, len(people), tables, hanchan) for name, people in groups if pairs_forced(len(people), tables)
    ]


def sentence(name: str, people: int, tables: int, hanchan: int) -> str:
    """The 20 people of SE sit at 16 tables: 4 pairs meet in each hanchan, 32 in 8."""
    pairs = pairs_forced(people, tables)
    template = ngettext(
        "The %(people)d people of %(name)s sit at %(tables)d tables: "
        "%(pairs)d pair meets in each hanchan, %(all)d in %(hanchan)d. Nobody can do better.",
        "The %(people)d people of %(name)s sit at %(tables)d tables: "
        "%(pairs)d pairs meet in each hanchan, %(all)d in %(hanchan)d. Nobody can do better.",
        pairs,
    )
    numbers = {"people": people, "tables": tables, "pairs": pairs, "all": pairs * hanchan, "hanchan": hanchan}
    return template % {"name": name, **numbers}


def preview(people: Sequence[Player], tables: int, hanchan: int) -> list[tuple[str, list[str]]]:
    """For club, country and team: what a wish about it would be bound by."""
    return [(str(shared.label), _previewed(groups(people, shared), tables, hanchan)) for shared in SharedBy]


def _previewed(found: Sequence[tuple[str, Sequence[Player]]], tables: int, hanchan: int) -> list[str]:
    if not found:
        return [_("Nobody shares one.")]
    largest = _("The largest of %(count)d is %(name)s with %(people)d people; nobody of it has to meet.")
    name, people = found[0]
    free = largest % {"count": len(found), "name": name, "people": len(people)}
    return forced_by(found, tables, hanchan) or [free]
