"""Forms of the draw."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.planning.draws.public_number import BEACON, NUMBERS, NumberForm
from tournament.planning.forms import VersionForm


class LayoutForm(forms.Form):
    """A request to calculate the layout."""

    submission = forms.UUIDField(widget=forms.HiddenInput)


class CloseForm(forms.Form):
    """The announcement: which public event gives the number, the form of the number, and the earliest time."""

    announced = forms.CharField(
        label=_("Public event that gives the number"),
        max_length=200,
        help_text=_("Nobody may be able to know or choose its result before. For example: the lottery on Saturday."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kind = forms.ChoiceField(
        label=_("Form of the public number"),
        choices=((NUMBERS, _("Whole numbers, such as a lottery’s")), (BEACON, _("A round of a randomness beacon"))),
        initial=NUMBERS,
        widget=forms.RadioSelect,
    )
    count = forms.IntegerField(label=_("How many"), required=False, initial=6)
    low = forms.IntegerField(label=_("Lowest number"), required=False, initial=1)
    high = forms.IntegerField(label=_("Highest number"), required=False, initial=49)
    round = forms.IntegerField(
        label=_("Number of the beacon’s round"),
        required=False,
        help_text=_("A round that is published after the earliest time. Name the beacon above."),
    )
    earliest = forms.DateTimeField(
        label=_("Earliest time of the draw"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("At least ten minutes from now, and before the number is known."),
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, **kwargs: Any) -> "CloseForm":
        return cls(initial={"submission": uuid4(), **kwargs})

    @property
    def number_form(self) -> NumberForm:
        """The chosen form of the public number; whether it means anything is checked by the action."""
        typed = self.cleaned_data
        if typed["kind"] == BEACON:
            return NumberForm(BEACON, round=typed["round"] or 0)
        return NumberForm(NUMBERS, *(typed[name] or 0 for name in ("count", "low", "high")))


class HoldForm(VersionForm):
    """The public number, as everybody has seen it."""

    public_number = forms.CharField(
        label=_("Public number"),
        max_length=200,
        help_text=_("In the announced form. It is published with the seed."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ["public_number"]


class CancelForm(forms.Form):
    """The reason for cancelling a draw."""

    reason = forms.CharField(
        label=_("Reason for cancelling"),
        max_length=500,
        help_text=_("Shown in public together with the cancelled draw."),
    )
