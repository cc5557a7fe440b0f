"""The forms of what cannot be undone: each asks for a proof besides the button."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.staff.forms import FinalForm


class RemovalForm(FinalForm):
    """The reason why the data of a person are removed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        help_text=_("It stays in the history. Do not name the person."),
        error_messages={"required": _("Enter a reason.")},
    )
    field_order = ("reason", "password")


class DeletionForm(FinalForm):
    """The name of the event, typed."""

    name = forms.CharField(
        label=_("Name of the event"),
        max_length=120,
        help_text=_("Type it as it is above."),
        error_messages={"required": _("Enter the name of the event.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("name", "password")
