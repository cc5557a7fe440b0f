"""Amounts in P, times late and people, as referees type them."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.points import P, Points, write_p
from tournament.players.models import Player
from tournament.seating.forms import PersonField
from tournament.seating.people import Unknown, find

AMOUNT = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<tenth>[0-9]))?\s*P?", re.IGNORECASE)
LATE = re.compile(r"(?P<minutes>[0-9]{1,3})(?::(?P<seconds>[0-5][0-9]))?\s*'?")


class AmountField(forms.CharField):
    """An amount taken off, in P: `30`, `2.5`, `2,5`. Cleaned to points, None when nothing was typed."""

    def __init__(self, **kwargs: Any):
        attrs = {"inputmode": "decimal", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(max_length=10, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Points | None:
        typed = unicodedata.normalize("NFKC", super().clean(value))
        if not typed:
            return None
        read = AMOUNT.fullmatch(typed)
        if read is None:
            raise forms.ValidationError(_("“%(typed)s” is not an amount in P. Type 30 or 2.5.") % {"typed": typed})
        return int(read["whole"]) * P + int(read["tenth"] or 0) * P // 10

    def prepare_value(self, value: Any) -> Any:
        """Points are shown as one would type them."""
        return type_back(value) if isinstance(value, int) else value


def type_back(amount: Points) -> str:
    """What one would type for the amount.

    >>> type_back(30_000), type_back(2_500)
    ('30', '2.5')
    """
    return write_p(amount, plus=False).removesuffix(".0")


class LateField(forms.CharField):
    """How late: full minutes, or minutes and seconds as `10:01`. Cleaned to a timedelta, None for nothing."""

    def __init__(self, **kwargs: Any):
        attrs = {"inputmode": "numeric", "autocomplete": "off", "size": 6}
        super().__init__(max_length=8, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> timedelta | None:
        typed = unicodedata.normalize("NFKC", super().clean(value))
        if not typed:
            return None
        read = LATE.fullmatch(typed)
        if read is None:
            raise forms.ValidationError(_("“%(typed)s” are not minutes. Type 7, or 10:01.") % {"typed": typed})
        return timedelta(minutes=int(read["minutes"]), seconds=int(read["seconds"] or 0))


class SomebodyField(PersonField):
    """A player, or nobody when nothing was typed."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) if value and value.strip() else None


class SubstituteField(forms.CharField):
    """A substitute by number or name; a name that nobody has is the name of a new one."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        attrs = {"list": "substitutes", "autocomplete": "off"}
        super().__init__(max_length=100, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Player | str | None:
        typed = " ".join(super().clean(value).split())
        if not typed:
            return None
        try:
            return find(typed, self.people, parts=False)
        except Unknown as unknown:
            if typed[0].isdigit():
                raise forms.ValidationError(unknown.message) from unknown
            return typed
