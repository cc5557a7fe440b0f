"""Forms of the draw."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.planning.forms import VersionForm


class CommitForm(forms.Form):
    """The announcement: which public result will be used, and when."""

    announced = forms.CharField(
        label=_("Public result, known only later"),
        max_length=200,
        help_text=_("For example: Saturday’s lottery numbers, in the order in which they are drawn."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    planned_for = forms.CharField(
        label=_("Time of the draw"),
        max_length=120,
        help_text=_("For example: Saturday at 20:00, after registration has closed."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, **kwargs: Any) -> "CommitForm":
        return cls(initial={"submission": uuid4(), **kwargs})


class HoldForm(VersionForm):
    """The public result, as everybody has seen it."""

    public_text = forms.CharField(
        label=_("Public result"),
        max_length=200,
        help_text=_("Exactly as announced; it is published with the seed."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ["public_text"]


class CancelForm(forms.Form):
    """The reason for cancelling a draw."""

    reason = forms.CharField(
        label=_("Reason for cancelling"),
        max_length=500,
        help_text=_("Shown in public together with the cancelled draw."),
    )
