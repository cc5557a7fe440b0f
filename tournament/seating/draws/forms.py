"""What is typed for a draw."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.seating.forms import DecisionForm


class CommitForm(forms.Form):
    """What will be public, and when."""

    announced = forms.CharField(
        label=_("Something public, known only later"),
        max_length=200,
        help_text=_("For example: the lottery numbers of Saturday, in the order in which they are drawn."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    planned_for = forms.CharField(
        label=_("When the draw will be"),
        max_length=120,
        help_text=_("For example: Saturday at 20:00, after registration has closed."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, **kwargs: Any) -> "CommitForm":
        return cls(initial={"submission": uuid4(), **kwargs})


class HoldForm(DecisionForm):
    """The public thing, as everybody has seen it."""

    public_text = forms.CharField(
        label=_("What everybody has seen"),
        max_length=200,
        help_text=_("Exactly as announced; it is shown to all beside the seed."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = None  # the draw says it all
    field_order = ["public_text"]


class CancelForm(forms.Form):
    """Why a draw does not count."""

    reason = forms.CharField(
        label=_("Why it is cancelled"), max_length=500, help_text=_("Everybody sees this, and that there was a draw.")
    )
