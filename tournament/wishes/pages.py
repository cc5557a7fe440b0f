"""The page of wishes, with the meetings that the sizes of clubs, countries and teams force."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from seating.bounds import club_bound
from tournament.core.models import Tournament
from tournament.players.models import Player
from tournament.players.queries import Field, field_of
from tournament.wishes.models import SharedBy, Wish, WishKind
from tournament.wishes.queries import groups, wishes_of, withdrawn_of
from tournament.wishes.sentences import WishLine, notes_on, wish_sentence


def implied_pairs(people: int, tables: int) -> int:
    """Pairs of one group that meet in each hanchan in any seating, none where there is no table.

    >>> implied_pairs(20, 16), implied_pairs(16, 16), implied_pairs(5, 0)
    (4, 0, 0)
    """
    return club_bound(people, tables) if tables else 0


def implied_meetings(groups: Sequence[tuple[str, Sequence[Player]]], tables: int, hanchan: int) -> list[str]:
    """A sentence for each group that is larger than the number of tables."""
    return [
        implied_sentence(name, len(people), tables, hanchan)
        for name, people in groups
        if implied_pairs(len(people), tables)
    ]


def implied_sentence(name: str, people: int, tables: int, hanchan: int) -> str:
    """SE has 20 players at 16 tables: at least 4 pairs meet in each hanchan, 32 in 8 hanchan."""
    pairs = implied_pairs(people, tables)
    template = ngettext(
        "{name} has {people} players at {tables} tables: at least {pairs} pair meets in each hanchan, "
        "{all} in {hanchan} hanchan. This cannot be avoided.",
        "{name} has {people} players at {tables} tables: at least {pairs} pairs meet in each hanchan, "
        "{all} in {hanchan} hanchan. This cannot be avoided.",
        pairs,
    )
    numbers = {"people": people, "tables": tables, "pairs": pairs, "all": pairs * hanchan, "hanchan": hanchan}
    return template.format(name=name, **numbers)


def preview(people: Sequence[Player], tables: int, hanchan: int) -> list[tuple[str, list[str]]]:
    """For club, country and team: the meetings that a wish about it could not avoid."""
    return [(str(shared.label), _previewed(groups(people, shared), tables, hanchan)) for shared in SharedBy]


def _previewed(found: Sequence[tuple[str, Sequence[Player]]], tables: int, hanchan: int) -> list[str]:
    if not found:
        return [_("No two players share one.")]
    largest = _("The largest of {count} is {name} with {people} players; none of them have to meet.")
    name, people = found[0]
    free = largest.format(count=len(found), name=name, people=len(people))
    return implied_meetings(found, tables, hanchan) or [free]


KINDS = (
    (WishKind.SAME.value, gettext_lazy("same club …")),
    (WishKind.APART.value, gettext_lazy("apart")),
    (WishKind.TOGETHER.value, gettext_lazy("meet")),
    (WishKind.TABLES.value, gettext_lazy("at tables")),
)
ABOUT = {
    WishKind.SAME.value: gettext_lazy("Players of the same club, country or team, as entered in the list of players."),
    WishKind.APART.value: gettext_lazy("A pair that must not meet, a family, or seeded players in the first hanchan."),
    WishKind.TOGETHER.value: gettext_lazy("Two players who should meet: at the opening, or for the stream."),
    WishKind.TABLES.value: gettext_lazy(
        "One player and one table: a fixed seat. Several tables: for example French-speaking tables."
    ),
}


def wishes_page(tournament: Tournament, kind: str) -> dict[str, object]:
    """The wishes in sentences, and the unavoidable meetings; a constant number of queries."""
    field = field_of(tournament)
    tables, hanchan = field.tables, tournament.hanchan.count()
    return {
        "nav": "seating",
        "kind": kind,
        "wish_kinds": KINDS,
        "about": ABOUT[kind],
        "wishes": wish_lines(tournament, field),
        "withdrawn": [(wish, wish_sentence(wish)) for wish in withdrawn_of(tournament)],
        "forced": preview(field.seated, tables, hanchan) if kind == WishKind.SAME and field.seated else [],
        "tables": tables,
        "field": field,
    }


def wish_lines(tournament: Tournament, field: Field) -> list[WishLine]:
    """The active wishes in sentences; three queries."""
    tables, hanchan = field.tables, tournament.hanchan.count()
    return [_wish_line(wish, field, tables, hanchan) for wish in wishes_of(tournament)]


def _wish_line(wish: Wish, field: Field, tables: int, hanchan: int) -> WishLine:
    found = _groups(wish, field.seated)
    notes = notes_on(wish, {player.pk for player in field.seated}, len(found))
    until = hanchan if wish.hanchan is None else wish.hanchan - 1
    return WishLine(wish, wish_sentence(wish), notes, implied_meetings(found, tables, until))


def _groups(wish: Wish, seated: Sequence[Player]) -> list[tuple[str, list[Player]]]:
    return groups(seated, wish.shared) if wish.kind == WishKind.SAME else []
