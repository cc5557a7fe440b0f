"""What the page of wishes shows."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.problems import Refused
from tournament.seating.draws.refusals import refuse_wishing
from tournament.seating.queries import Field, field_of
from tournament.seating.wishes.forced import forced_by, preview
from tournament.seating.wishes.models import Wish, WishKind
from tournament.seating.wishes.queries import groups, wishes_of, withdrawn_of
from tournament.seating.wishes.sentences import Kept, notes_on, said

KINDS = (
    (WishKind.SAME.value, _("same club …")),
    (WishKind.APART.value, _("apart")),
    (WishKind.TOGETHER.value, _("meet")),
    (WishKind.TABLES.value, _("at tables")),
)
ABOUT = {
    WishKind.SAME.value: _("People of one club, country or team, as it stands on the list of players."),
    WishKind.APART.value: _("A pair that must not meet, a family, or the seeds in the first hanchan."),
    WishKind.TOGETHER.value: _("Two people who are to meet: at the opening, for the camera, as neighbours."),
    WishKind.TABLES.value: _(
        "One person and one table: a fixed place. Several tables: those, say, where French is spoken."
    ),
}


def wishes_page(tournament: Tournament, kind: str) -> dict[str, Any]:
    """The wishes in sentences, and what the structure of the field forces; a constant number of queries."""
    field = field_of(tournament)
    tables, hanchan = field.tables, tournament.hanchan.count()
    return {
        "nav": "seating", "kind": kind, "kinds": KINDS, "about": ABOUT[kind],
        "kept": kept(tournament, field),
        "withdrawn": [(wish, said(wish)) for wish in withdrawn_of(tournament)],
        "forced": preview(field.seated, tables, hanchan) if kind == WishKind.SAME and field.seated else [],
        "tables": tables, "field": field, "still": _holding_still(tournament),
    }  # fmt: skip


def _holding_still(tournament: Tournament) -> Refused | None:
    """Why no wish may change now: a public draw is committed."""
    try:
        refuse_wishing(tournament)
    except Refused as refusal:
        return refusal
    return None


def kept(tournament: Tournament, field: Field) -> list[Kept]:
    """The wishes that count, in sentences; three queries."""
    tables, hanchan = field.tables, tournament.hanchan.count()
    return [_kept(wish, field, tables, hanchan) for wish in wishes_of(tournament)]


def _kept(wish: Wish, field: Field, tables: int, hanchan: int) -> Kept:
    found = _groups(wish, field.seated)
    notes = notes_on(wish, {player.pk for player in field.seated}, len(found))
    until = hanchan if wish.hanchan is None else wish.hanchan - 1
    return Kept(wish, said(wish), notes, forced_by(found, tables, until))


def _groups(wish: Wish, seated: Sequence[Player]) -> list[tuple[str, list[Player]]]:
    return groups(seated, wish.shared) if wish.kind == WishKind.SAME else []
