"""A form field for a player, typed as number or name."""

from collections.abc import Sequence
from typing import Any

from django import forms

from tournament.core.messages import Refused
from tournament.players.lookup import find
from tournament.players.models import Player


class PersonField(forms.CharField):
    """A player, typed as number or name; the form gives it the `people`."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        attrs = {"list": "people", "autocomplete": "off"}
        super().__init__(max_length=120, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Player:
        try:
            return find(super().clean(value), self.people)
        except Refused as unknown:
            raise forms.ValidationError(unknown.message[0].upper() + unknown.message[1:]) from unknown
