"""The form of the public registration page, and that of its organiser."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent
from tournament.core.messages import Refused
from tournament.players.parsers import read_country, read_ema_number
from tournament.players.registration.models import ASKED

HELP = {
    "country": _("Two-letter code or name: FR, Japan, Deutschland."),
    "ema_number": _("Eight digits; the first may be a zero."),
    "contact": _("Phone or e-mail. Only the organiser can see it."),
    "note": _("Only the organiser can see it."),
}
LENGTHS = {"country": 60, "club": 80, "ema_number": 20, "contact": 120, "note": 200}
FILLED_IN_BY_BROWSERS = {"contact": "email", "country": "country-name"}


class RegistrationForm(forms.Form):
    """The fields for somebody who registers: the name and those that the organiser chose."""

    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        help_text=_("As it will be on lists and in the standings."),
        error_messages={"required": _("Enter your name.")},
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def __init__(self, data: Sent, asks: Sequence[str], **options: Any):
        super().__init__(data, **options)
        for name in ASKED:
            if name in asks:
                self.fields[name] = forms.CharField(
                    label=capfirst(ASKED[name]),
                    max_length=LENGTHS[name],
                    required=False,
                    help_text=HELP.get(name, ""),
                    widget=forms.TextInput(attrs={"autocomplete": FILLED_IN_BY_BROWSERS.get(name, "off")}),
                )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for name, read in (("country", read_country), ("ema_number", lambda text: read_ema_number(text)[0])):
            try:
                values |= {name: read(values[name])} if values.get(name) else {}
            except Refused as unreadable:
                self.add_error(name, unreadable.message)
        return values

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that people see, in their order."""
        return [self[name] for name in ("name", *ASKED) if name in self.fields]

    def values(self) -> dict[str, object]:
        """The fields for the action."""
        return {name: value for name, value in self.cleaned_data.items() if name == "name" or name in ASKED}


class NewRegistrationForm(RegistrationForm):
    """The form of a first registration. `website` is out of sight: whoever fills it in is a program."""

    opening = forms.CharField(max_length=200, required=False, widget=forms.HiddenInput)
    website = forms.CharField(
        label=_("Leave this field empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave the field “website” empty."))
        return ""


class OwnEntryForm(RegistrationForm):
    """The form with which people correct their own data."""

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)


class RegistrationPageForm(forms.Form):
    """The organiser's choices for the page."""

    is_open = forms.BooleanField(label=_("Registration is open"), required=False)
    closes_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        help_text=_("Leave empty to close it by hand. It also closes once a seating is made."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    takes_waiting = forms.BooleanField(
        label=_("Accept registrations for the waiting list when all places are taken"), required=False
    )
    names_wait = forms.BooleanField(
        label=_("Show a name to the public only after an organiser has confirmed it"),
        required=False,
        help_text=_("Anybody can type anything as a name."),
    )
    asks = forms.MultipleChoiceField(
        label=_("Ask for the name and"),
        required=False,
        choices=[(name, label) for name, label in ASKED.items()],
        widget=forms.CheckboxSelectMultiple,
    )
