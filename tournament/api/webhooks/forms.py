"""The form for a new webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.api.models import WebhookEvent

CHOICES = [(event.value, event.label) for event in WebhookEvent if event != WebhookEvent.MADE]


class WebhookForm(forms.Form):
    """An address, and what is sent there."""

    url = forms.CharField(
        label=_("Address"),
        max_length=300,
        error_messages={"required": _("Enter the address of the program.")},
        widget=forms.TextInput({"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Send when"),
        choices=CHOICES,
        initial=[value for value, _label in CHOICES],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )
