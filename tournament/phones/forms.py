"""The draw of the winds with real tiles and dice, as it is typed at the table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.hanchan.forms import DrawForm
from tournament.players.models import Player

SEATS = (
    _("A, who rolled first"),
    _("B, to the right of A"),
    _("C, opposite A"),
    _("D, to the left of A"),
)


class TableDrawForm(DrawForm):
    """Who sat where before the draw, the row of tiles and the rolls."""

    def __init__(self, data: Any, players: Sequence[Player]) -> None:
        super().__init__(data, prefix="draw")
        self.players = {player.pk: player for player in players}
        choices = [("", "–"), *((pk, player.label) for pk, player in self.players.items())]
        for seat, label in enumerate(SEATS):
            self.fields[f"seat_{seat}"] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, error_messages={"required": _("Choose who sat here.")}
            )

    def clean(self) -> None:
        super().clean()
        for seat in range(len(SEATS)):
            name = f"seat_{seat}"
            own = self.cleaned_data.get(name)
            if own and own in [self.cleaned_data.get(f"seat_{other}") for other in range(seat)]:
                self.add_error(name, _("This player already has another seat."))

    @property
    def seats(self) -> tuple[Player, ...]:
        """The players counter-clockwise from who rolled first; only of a valid form."""
        return tuple(self.players[self.cleaned_data[f"seat_{seat}"]] for seat in range(len(SEATS)))

    @property
    def seat_fields(self) -> "list[forms.BoundField]":
        return [self[f"seat_{seat}"] for seat in range(len(SEATS))]
