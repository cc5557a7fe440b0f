"""Which of the players at the table has the phone."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.players.models import Player
from tournament.seats.queries import Place


class SignerForm(forms.Form):
    """One's own name among the players of the table."""

    player = forms.TypedChoiceField(
        label=_("Who are you?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose your own name.")},
    )

    def __init__(self, data: Any, places: Sequence[Place], *, without: Player | None = None) -> None:
        super().__init__(data)
        self.players = {place.player.pk: place.player for place in places if place.player != without}
        self.fields["player"].choices = [(pk, str(player)) for pk, player in self.players.items()]  # type: ignore[attr-defined]

    @property
    def signer(self) -> Player:
        """The player who was chosen; only of a valid form."""
        return self.players[self.cleaned_data["player"]]
