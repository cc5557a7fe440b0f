"""Form fields: a player, typed as number or name, and a score carried from an earlier event, typed in P."""

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.points import Points, write_p
from tournament.core.messages import Refused
from tournament.players.lookup import find
from tournament.players.models import Player
from tournament.players.parsers import read_carried


class PersonField(forms.CharField):
    """A player, typed as number or name; the form gives it the `people`."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        attrs = {"list": "people", "autocomplete": "off"}
        super().__init__(max_length=120, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> Player:
        try:
            return find(super().clean(value), self.people)
        except Refused as unknown:
            raise forms.ValidationError(unknown.message[0].upper() + unknown.message[1:]) from unknown


class CarriedField(forms.CharField):
    """A carried score, shown and typed in P. Cleaned to points, 0 when nothing was typed."""

    def __init__(self, **kwargs: Any):
        attrs = {"autocomplete": "off", "spellcheck": "false"}
        super().__init__(max_length=12, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: object) -> object:
        return (write_p(value) if value else "") if isinstance(value, int) else value

    def clean(self, value: object) -> Points:
        try:
            return read_carried(super().clean(value))
        except Refused as unreadable:
            raise forms.ValidationError(unreadable.message) from unreadable
