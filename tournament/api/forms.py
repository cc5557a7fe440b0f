"""The form for a new token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.api.models import TokenScope


class TokenForm(forms.Form):
    """The name of a token, and what it may do."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        help_text=_("The program that uses it, for example “Stream overlay”. The history shows it."),
        error_messages={"required": _("Enter a name: the history shows it.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("The token may"),
        choices=TokenScope.choices,
        initial=TokenScope.READ,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what the token may do.")},
    )
