"""The choices where two entries are merged: which one stays, and whose values where they differ."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.form_fields import Sent
from tournament.persons.entries.actions import stamp_of
from tournament.persons.entries.fields import CHOICES, differing
from tournament.players.models import Player
from tournament.translation.formats import write_p

KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Cell:
    """One of two values: the number of the entry that has it, the value as text, and whether it is chosen."""

    number: str
    text: str
    is_chosen: bool


class MergeReasonForm(forms.Form):
    """The reason why entries are merged, or a merge is undone."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        error_messages={"required": gettext_lazy("Enter a reason for the change.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class MergeForm(MergeReasonForm):
    """The two entries with a choice for each difference, by the number of the entry that has the value."""

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Sent, one: Player, other: Player, *, first: Player) -> None:
        self.pair = {str(player.number): player for player in (one, other)}
        super().__init__(data, initial={"submission": uuid.uuid4(), "seen": stamp_of(one, other)})
        self.names = differing(one, other)
        second = other if first == one else one
        for name in (KEPT, *self.names):
            whose = second if name != KEPT and not getattr(first, name) and not _is_flag(first, name) else first
            choices = [(number, number) for number in self.pair]
            self.fields[name] = forms.ChoiceField(choices=choices, required=False, initial=str(whose.number))

    def _number(self, name: str) -> str:
        typed = str(self.data.get(name, "")) if self.is_bound else ""
        return typed if typed in self.pair else str(self.fields[name].initial)

    @property
    def kept(self) -> Player:
        return self.pair[self._number(KEPT)]

    @property
    def merged(self) -> Player:
        return next(player for player in self.pair.values() if player != self.kept)

    @property
    def chosen(self) -> list[str]:
        """The values that are those of the entry which goes."""
        return [name for name in self.names if self.pair[self._number(name)] == self.merged]

    @property
    def choice(self) -> str:
        """Another for other choices, so that a page knows whether it has shown what they do."""
        return " ".join([str(self.kept.number), *self.chosen])

    @property
    def rows(self) -> Iterator[tuple[str, str, list[Cell]]]:
        """Each choice: its field, its label, and the two values."""
        for name in (KEPT, *self.names):
            field: Any = Player._meta.get_field(CHOICES[name][0]) if name in CHOICES else None
            label = str(field.verbose_name) if field else _("start number and badge")
            cells = [
                Cell(number, number if name == KEPT else _text(player, name), self._number(name) == number)
                for number, player in self.pair.items()
            ]
            yield name, label, cells


def _is_flag(player: Player, name: str) -> bool:
    return isinstance(getattr(player, name), bool)


def _text(player: Player, name: str) -> str:
    value = getattr(player, name)
    match name:
        case "name":
            return f"{value} ({player.reading})" if player.reading else str(value)
        case "carried":
            return write_p(value)
        case "country":
            return player.country_name or "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return value or "–"
