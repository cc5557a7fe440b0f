"""The form of the page of backups."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SecondPlaceForm(forms.Form):
    """The second folder for copies."""

    folder = forms.CharField(
        label=_("Folder"),
        max_length=1000,
        required=False,
        help_text=_("On a stick or another disk, for example /media/stick. Leave empty for none."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
