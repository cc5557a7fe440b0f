"""The choice of the player at the table who types."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent, set_choices
from tournament.players.models import Player
from tournament.seats.queries import Place


class TypistForm(forms.Form):
    """One's own name among the players of the table."""

    player = forms.TypedChoiceField(
        label=_("Who are you?"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose your own name.")},
    )

    def __init__(self, data: Sent, places: Sequence[Place]) -> None:
        super().__init__(data)
        self.players = {place.player.pk: place.player for place in places}
        set_choices(self, "player", [(pk, str(player)) for pk, player in self.players.items()])

    @property
    def typist(self) -> Player:
        """The player who was chosen; only of a valid form."""
        return self.players[self.cleaned_data["player"]]
