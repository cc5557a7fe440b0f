"""The forms of the page of backups, and of the page that loads a finished event."""

import uuid

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rules import Ruleset
from tournament.archive.files import text_of
from tournament.core.form_fields import Files, Sent
from tournament.core.messages import Refused
from tournament.events.forms import rules_of_upload
from tournament.events.ruleset_display import preset_options
from tournament.reading.files import ACCEPTED


class SecondPlaceForm(forms.Form):
    """The second folder for copies."""

    folder = forms.CharField(
        label=_("Folder"),
        max_length=1000,
        required=False,
        help_text=_("On a stick or another disk, for example /media/stick. Leave empty for none."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )


class EventFileForm(forms.Form):
    """An event file to load. When valid, `file` is its content."""

    file = forms.FileField(
        label=_("Event file (JSON)"),
        allow_empty_file=True,
        error_messages={"required": _("Choose the event file.")},
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    slug = forms.CharField(
        label=_("Address"),
        max_length=80,
        required=False,
        help_text=_("As in /t/address/. Leave empty for the one in the file."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    accept_altered = forms.BooleanField(label=_("Load it although it was altered"), required=False)

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        if upload.size > MOST_EVENT_FILE:
            raise forms.ValidationError(
                gettext("The file has more than {size} MB. The command import_event takes larger ones.").format(
                    size=MOST_EVENT_FILE // 1_000_000
                )
            )
        content: bytes = upload.read()
        return content


class MoveForm(forms.Form):
    """The address of the installation on which an event goes on."""

    address = forms.CharField(
        label=_("Address of the other installation"),
        max_length=200,
        required=False,
        help_text=_(
            "If you know it, for example https://example.org. Then the public pages here, and codes on paper that lead "
            "here, lead there. It can be entered later."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )


MOST_EVENT_FILE = 10_000_000
MOST_UPLOADED = 3_000_000


class LoadForm(forms.Form):
    """A finished event: its file, its name, and the rules that it was played by.

    When valid, `file` is the text of the file and `rules` the rule set of the other file, None for one from the list.
    """

    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)
    file = forms.FileField(
        label=_("Results (workbook or CSV)"),
        required=False,
        allow_empty_file=True,
        help_text=_("A row per player, table and hanchan: hanchan, table, wind, player, points."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    name = forms.CharField(
        label=_("Name"), max_length=120, error_messages={"required": _("Enter the name of the tournament.")}
    )
    place = forms.CharField(label=pgettext_lazy("where an event is", "Place"), max_length=120, required=False)
    first_day = forms.DateField(label=_("First day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    last_day = forms.DateField(label=_("Last day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    preset = forms.CharField(label=_("Rule set"), widget=forms.Select)
    rules = forms.FileField(
        label=_("Or a rule set file (.toml)"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".toml,text/plain"}),
    )

    def __init__(self, data: Sent = None, files: Files = None):
        super().__init__(data, files, initial={"submission": uuid.uuid4(), "preset": "wrc-2022"})
        self.fields["preset"].widget = forms.Select(choices=preset_options())

    def clean_file(self) -> str:
        upload = self.cleaned_data["file"]
        if upload is None:
            return ""
        if upload.size > MOST_UPLOADED:
            raise forms.ValidationError(
                gettext("The file has more than {size} MB. The command load_event takes larger ones.").format(
                    size=MOST_UPLOADED // 1_000_000
                )
            )
        try:
            return text_of(upload.read(), upload.name)
        except Refused as bad:
            raise forms.ValidationError(bad.sentences) from bad

    def clean_rules(self) -> Ruleset | None:
        upload = self.cleaned_data["rules"]
        return rules_of_upload(upload) if upload else None
