"""Reasons why two entries cannot be merged, or a merge cannot be undone. Pages ask before anybody types a reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.models import HanchanState, Tournament
from tournament.core.official_results import refuse_official
from tournament.persons.entries.rows import Lists, Moved, list_after, lists_before
from tournament.players.duplicates.queries import ids_of
from tournament.players.models import DifferentPeople, Player, PlayerStatus
from tournament.results.models import Penalty, PenaltyKind, SheetLine
from tournament.seats.queries import lineups
from tournament.seats.seat_map import spans

Tables = dict[int, int]
"""The table at which somebody has a seat, or plays one, by hanchan."""


def tables_of_both(tournament: Tournament, one: Player, other: Player) -> tuple[Tables, Tables]:
    """Return the seats of each of two entries by the seating in use, with substitutes; three queries."""
    found: dict[int, Tables] = {one.pk: {}, other.pk: {}}
    for number, tables in lineups(tournament).items():
        for table, places in tables.items():
            for pk in {pk for place in places for pk in (place.player.pk, place.holder.pk)} & found.keys():
                found[pk][number] = table
    return found[one.pk], found[other.pk]


def refuse_merge(tournament: Tournament, kept: Player, merged: Player) -> None:
    """Refuse two entries that cannot be one person: raises Refused with the remedy."""
    first, second = ids_of(kept, merged)
    if DifferentPeople.objects.filter(first_id=first, second_id=second).exists():
        text = _("{one} and {other} are marked as different people. Undo that under “Possible duplicates” first.")
        raise Refused.of("told-apart", text, **_named(kept, merged))
    out = [one for one in (kept, merged) if one.status == PlayerStatus.DISQUALIFIED]
    if len(out) == 1:
        text = _("{name} is disqualified, and the other entry is not. Disqualify the other one too, or lift it first.")
        raise Refused.of("one-disqualified", text, name=_numbered(out[0]))
    _refuse_announced(tournament, merged)
    tables = tables_of_both(tournament, kept, merged)
    _refuse_both_seated(tournament, kept, merged, tables)
    _refuse_lateness(kept, merged, tables)


def _refuse_announced(tournament: Tournament, player: Player) -> None:
    """Refuse to take an entry out of the lists of a ceremony that goes on."""
    running = Tournament.objects.filter(pk=tournament.pk, revealed_from__isnull=False)
    for lists in running.values_list("final_places", "final_prizes"):
        if any(row[-1] == player.pk for rows in lists for row in rows):
            text = _(
                "The ceremony has begun, and {name} is on its list. Finish it, or cancel it before a place is revealed."
            )
            raise Refused.of("ceremony-running", text, name=_numbered(player))


def _refuse_both_seated(tournament: Tournament, kept: Player, merged: Player, tables: tuple[Tables, Tables]) -> None:
    states = dict(tournament.hanchan.values_list("number", "state"))
    for number in sorted(tables[0].keys() & tables[1].keys()):
        at = {"number": number, "table": tables[0][number], "others": tables[1][number], **_named(kept, merged)}
        text = _(
            "Both have a seat in hanchan {number}: {one} at table {table}, {other} at table {others}. If they are one "
            "person, a name on a sheet is wrong: open the sheet, and correct it under “Change who played”."
        )
        if states.get(number) == HanchanState.PLANNED:
            text = _(
                "Both have a seat in hanchan {number}: {one} at table {table}, {other} at table {others}. Withdraw one "
                "of them and fill the empty seat first."
            )
        raise Refused.of("both-seated", text, **at)


def _refuse_lateness(kept: Player, merged: Player, tables: tuple[Tables, Tables]) -> None:
    """Refuse what only one of two entries can have had in a hanchan: lateness of both, or a forfeit and a seat."""
    kinds = (PenaltyKind.LATE, PenaltyKind.FORFEIT)
    given = Penalty.objects.filter(player__in=(kept, merged), kind__in=kinds, cancelled_at=None).order_by("hanchan")
    rows = list(given.values_list("player", "hanchan__number", "kind"))
    for at, player in enumerate((kept, merged)):
        others = {number for pk, number, _kind in rows if pk != player.pk}
        for pk, number, kind in rows:
            is_seated_elsewhere = kind == PenaltyKind.FORFEIT and number in tables[1 - at]
            if pk == player.pk and (number in others or is_seated_elsewhere):
                text = _(
                    "{name} was recorded as late for hanchan {number}, or as absent, and the other entry has a seat or "
                    "a lateness of its own there. Cancel the wrong one under “Penalties” first."
                )
                raise Refused.of("both-late", text, name=_numbered(player), number=number)


def refuse_official_figures(tournament: Tournament, changed: Sequence[int]) -> None:
    """Refuse to change the figures of official hanchan, the first one named."""
    for number in changed[:1]:
        refuse_official(tournament, number)


def refuse_undo(tournament: Tournament, made: Mapping[str, Any], kept: Player, merged: Player) -> None:
    """Refuse to undo a merge where seats, sheets or lists that it changed were changed since."""
    _refuse_announced(tournament, kept)
    if _is_seated_again(tournament, made) or _is_typed_again(tournament, made["moved"], kept):
        raise _changed_since(kept, merged)
    lists: Lists = made["lists"]
    for row, column, before in lists_before(tournament, lists):
        if getattr(row, column) != list_after(column, before, merged.pk, kept.pk):
            raise _changed_since(kept, merged)


def _is_seated_again(tournament: Tournament, made: Mapping[str, object]) -> bool:
    last = tournament.seatings.order_by("-number").values_list("number", flat=True).first()
    in_use = tournament.seating.number if tournament.seating else None
    return "version" in made and not made["version"] == last == in_use


def _is_typed_again(tournament: Tournament, rows: Moved, kept: Player) -> bool:
    lines = [pk + tournament.id_offset for pk in rows.get("sheetline.player", ())]
    sheets = SheetLine.objects.filter(pk__in=lines).values("version__sheet")
    return SheetLine.objects.filter(player=kept, version__sheet__in=sheets, pk__gt=max(lines, default=0)).exists()


def _changed_since(kept: Player, merged: Player) -> Refused:
    text = _(
        "Seats or sheets of {one} were changed after {other} was merged into it, so the merge can no longer be undone. "
        "If they are two people, add the second one to the list, and correct the sheets under “Change who played”."
    )
    return Refused.of("changed-since", text, **_named(kept, merged))


def _numbered(player: Player) -> str:
    return f"{player.name} ({player.number})"


def _named(kept: Player, merged: Player) -> dict[str, Any]:
    return {"one": _numbered(kept), "other": _numbered(merged)}


def hanchan_in_words(tables: Tables) -> str:
    """The hanchan of a table list, `1–3, 5`; a dash for none."""
    return spans(tables) or "–"
