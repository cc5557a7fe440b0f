"""The way of every row that names an entry which is merged into another, and its way back."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import models

from tournament.core.models import Tournament
from tournament.core.records import Recorded, moved
from tournament.players.models import Player
from tournament.standings.inputs import all_rows, one_entry

MOVED = {
    "alllastsheet.player": "",
    "dismissedproposal.player": "",
    "penalty.player": "",
    "protest.player": "",
    "registration.player": "player__tournament__players__registration__player",
    "sheetline.player": "version__lines__player",
    "sheetversion.agreed_player": "entered_player",
    "sheetversion.entered_player": "agreed_player",
    "standin.absent": "substitute",
    "standin.substitute": "absent",
    "tiedecisionplace.player": "decision__places__player",
    "winddraw.drawn_by": "",
    "wish_players.player": "wish__players",
}
"""The columns that name the entry which is kept from then on, with the lookup by which it is there already: such a row
stays as it is, an earlier version of a sheet that had both for example."""
STAYING = {
    "bye.player": "A new version of the seating has the byes of both; earlier versions stay what they were.",
    "differentpeople.first": "Somebody said it of that entry.",
    "differentpeople.second": "Somebody said it of that entry.",
    "personlink.player": "No event knows of persons; finding them again links the entry that stays.",
    "player.merged_into": "An entry that was merged before can be taken out of it again.",
    "qualifier.earlier": "The list of qualifiers follows an entry to the one that it was merged into.",
    "qualifier.player": "The list of qualifiers follows an entry to the one that it was merged into.",
    "seat.player": "A new version of the seating has the seats of both; earlier versions stay what they were.",
}
"""The columns that go on naming the entry which was merged, and why."""
EARLIER_LISTS = ("listed",)
"""The lists of ids that stay: the list of a draw from words is what anybody recomputes."""

SEVERAL_ROWS = ("final_prizes",)
"""The lists in which one entry may have several rows: who wins two prizes."""

Moved = dict[str, list[int]]
Lists = list[list[Any]]


def move_rows(tournament: Tournament, merged: Player, kept: Player) -> Moved:
    """Let the rows of an entry name the other one, and return their ids, as the history has them, by column."""
    found: Moved = {}
    for name, there in MOVED.items():
        model, field = _column(name)
        rows = model._base_manager.filter(**{field: merged})
        rows = rows.exclude(**{there: kept}) if there else rows
        if ids := sorted(rows.values_list("pk", flat=True)):
            model._default_manager.filter(pk__in=ids).update(**{field: kept})
            found[name] = [pk - tournament.id_offset for pk in ids]
    return found


def give_back_rows(tournament: Tournament, moved_rows: Moved, merged: Player) -> None:
    """Let the rows of `move_rows` name the entry again that they named before."""
    for name, ids in moved_rows.items():
        model, field = _column(name)
        rows = model._default_manager.filter(pk__in=[pk + tournament.id_offset for pk in ids])
        rows.update(**{field: merged})


def _column(name: str) -> tuple[type[models.Model], str]:
    model, _dot, field = name.partition(".")
    return apps.get_model("tournament", model), field


def move_in_lists(tournament: Tournament, merged: Player, kept: Player) -> Lists:
    """Put one entry in the place of the other in every list of ids; return model, id, column and what was there, with
    the ids of the history."""
    found: Lists = []
    offset = tournament.id_offset
    for model in Recorded.__subclasses__():
        for name in sorted(model.lists_of_ids.difference(EARLIER_LISTS)):
            for row in model.rows_of(tournament).exclude(**{name: []}).order_by("pk"):
                before = getattr(row, name)
                after = list_after(name, before, merged.pk, kept.pk)
                if after != before:
                    field: Any = model._meta.get_field(name)
                    found.append([model._meta.model_name, row.pk - offset, name, moved(field, before, -offset)])
                    _store(row, name, after)
    return found


def list_after(name: str, before: list[Any], merged: int, kept: int) -> list[Any]:
    """Return the list of a column with one entry in the place of the other."""
    return all_rows(before, merged, kept) if name in SEVERAL_ROWS else one_entry(before, merged, kept)


def _store(row: models.Model, name: str, value: object) -> None:
    setattr(row, name, value)
    row.save(update_fields=[name])


def lists_before(tournament: Tournament, lists: Lists) -> Iterator[tuple[Any, str, Any]]:
    """Yield the row, the column and the value before of each list that `move_in_lists` returned."""
    for name, pk, column, value in lists:
        model: Any = apps.get_model("tournament", name)
        row = model._base_manager.get(pk=pk + tournament.id_offset)
        yield row, column, moved(model._meta.get_field(column), value, tournament.id_offset)


def give_back_lists(tournament: Tournament, lists: Lists) -> None:
    """Put back what `move_in_lists` replaced."""
    for row, column, value in lists_before(tournament, lists):
        _store(row, column, value)
