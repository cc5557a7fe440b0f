"""What referees type about equal totals: the order of those who share a place, and why it is taken back."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.players.models import Player


class DecisionForm(forms.Form):
    """A choice for each of the places that the tied players cover, from `place` on."""

    reason = forms.CharField(label=_("How it was decided"), max_length=500)
    referee = forms.CharField(label=_("Referee"), max_length=100)
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, tied: Sequence[Player], place: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tied = {str(player.pk): player for player in tied}
        choices = [("", "–"), *((key, f"{player.number} {player.name}") for key, player in self.tied.items())]
        self.names = [f"place_{place + at}" for at in range(len(tied))]
        for at, name in enumerate(self.names):
            self.fields[name] = forms.ChoiceField(label=gettext("Place %(n)d") % {"n": place + at}, choices=choices)

    @property
    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in self.names]

    def clean(self) -> dict[str, Any]:
        chosen: set[str] = set()
        for name in self.names:
            one = self.cleaned_data.get(name, "")
            if one in chosen:
                self.add_error(name, _("Each player has one place."))
            chosen |= {one} - {""}
        return self.cleaned_data

    @property
    def order(self) -> list[Player]:
        """The players, the best first."""
        return [self.tied[self.cleaned_data[name]] for name in self.names]


class CancelDecisionForm(forms.Form):
    """Why a decision is taken back."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
