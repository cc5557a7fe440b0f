"""Forms about players."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent
from tournament.core.messages import Refused
from tournament.core.requests import parse_int
from tournament.players.fields import CarriedField
from tournament.players.importing.choices import Choices
from tournament.players.importing.headings import CHOICES
from tournament.players.models import Player, PlayerStatus
from tournament.players.names import composed
from tournament.players.parsers import read_country, read_ema_number
from tournament.players.queries import Search
from tournament.reading.encodings import ENCODINGS
from tournament.reading.files import ACCEPTED

COLUMN = "column_"
"""The beginning of the name of the field that says what a column contains."""
EXAMPLE = _("first name, last name, country\nAiko, Brandt, DE\nLuc, Moreau, FR")


class SearchForm(forms.Form):
    """The filter of the list of players; invalid values in the address are ignored."""

    text = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Name, number, club"), "autocomplete": "off"}),
    )
    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[("", _("any status")), *PlayerStatus.choices]
    )
    substitute = forms.ChoiceField(
        label=_("Substitutes"),
        required=False,
        choices=[("", _("with substitutes")), ("yes", _("only substitutes")), ("no", _("no substitutes"))],
    )
    present = forms.ChoiceField(
        label=_("Checked in"),
        required=False,
        choices=[("", _("checked in or not")), ("here", _("checked in")), ("missing", _("missing"))],
    )
    country = forms.ChoiceField(label=_("Country"), required=False)

    def __init__(self, data: Sent, *, countries: Iterable[str], **kwargs: Any):
        super().__init__(data, **kwargs)
        country = cast(forms.ChoiceField, self.fields["country"])
        country.choices = [("", _("any country")), *((code, code) for code in countries)]

    def filters(self) -> list[forms.BoundField]:
        """The fields beside the search."""
        return [self[name] for name in ("status", "substitute", "present", "country")]

    def search(self) -> Search:
        """The search of the fields that make sense."""
        self.is_valid()
        return Search(**{name: value for name, value in self.cleaned_data.items() if value})


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable when it runs
    """One player. `namesake` appears once somebody of the same name is here whom nothing tells apart."""

    number = forms.IntegerField(
        label=_("Number"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=_("Leave empty for the lowest free number."),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=100,
        required=False,
        help_text=_("As shown on sheets and lists. Leave empty for first and last name together."),
    )
    country = forms.CharField(
        label=_("Country"),
        max_length=60,
        required=False,
        help_text=_("Two-letter code or name: FR, Japan, Deutschland."),
    )
    ema_number = forms.CharField(
        label=_("EMA number"), max_length=20, required=False, help_text=_("Eight digits; the first may be a zero.")
    )
    carried = CarriedField(
        label=_("Carried score"),
        help_text=_("In P, from an earlier event, such as 12.3 or −4.5: the total begins with it."),
    )
    namesake = forms.BooleanField(label=_("This is a different person with the same name"), required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Player
        fields = [
            "number",
            "name",
            "first_name",
            "last_name",
            "reading",
            "legal_name",
            "pronouns",
            "country",
            "club",
            "team",
            "ema_number",
            "ara_id",
            "carried",
            "is_substitute",
            "contact",
            "note",
        ]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["is_substitute"].label = _("Substitute")
        self.fields["seen"].initial = self.instance.stamp if self.instance.pk else ""
        for name in ("first_name", "last_name", "reading", "legal_name", "pronouns", "club", "team", "contact", "note"):
            self.fields[name].label = capfirst(str(self.fields[name].label))
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    def clean_country(self) -> str:
        try:
            return read_country(self.cleaned_data["country"])
        except Refused as unreadable:
            raise forms.ValidationError(unreadable.message) from unreadable

    def clean_ema_number(self) -> str:
        try:
            return read_ema_number(self.cleaned_data["ema_number"])[0]
        except Refused as unreadable:
            raise forms.ValidationError(unreadable.message) from unreadable

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["name"] = values.get("name") or composed(values.get("first_name", ""), values.get("last_name", ""))
        if not values["name"]:
            self.add_error("name", _("Enter a name, or first and last name."))
        return values

    def _post_clean(self) -> None:
        """The model is checked by the action, inside its transaction; the instance stays as it is in the database."""

    def values(self) -> dict[str, object]:
        """The fields for the action."""
        values = {name: value for name, value in self.cleaned_data.items() if name not in ("namesake", "seen")}
        if values["number"] is None:
            del values["number"]
        return values

    @property
    def asks_about_namesake(self) -> bool:
        return "namesake" in self.errors or bool(self.data.get("namesake"))


class ReasonForm(forms.Form):
    """The reason why somebody leaves, is disqualified or comes back."""

    reason = forms.CharField(label=_("Reason"), max_length=500, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, needed: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = needed


class CountsForm(forms.Form):
    """The reason of a change that moves the standings, and the hanchan from which a former substitute counts
    (`needed`)."""

    counts_from = forms.IntegerField(
        label=_("Counts from hanchan"),
        min_value=1,
        max_value=40,
        required=False,
        help_text=_("What was played before it as a substitute does not count."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "size": 4}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        error_messages={"required": _("Enter a reason for the change.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def __init__(self, sent: Mapping[str, Any], *, needed: bool, proposed: int):
        typed = parse_int(sent.get("counts_from", "")) or 0
        self.first = typed if 1 <= typed <= 40 else proposed
        """The first hanchan that counts, as it was typed or as it is proposed."""
        initial = {"counts_from": self.first, "reason": sent.get("reason", "")}
        super().__init__(sent if "confirm" in sent else None, initial=initial)
        self.needed = needed
        if not needed:
            del self.fields["counts_from"]


class PasteForm(forms.Form):
    """Rows pasted from a spreadsheet or a mail."""

    pasted = forms.CharField(
        label=_("Paste rows here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "placeholder": EXAMPLE}),
    )


class FileForm(forms.Form):
    """A workbook or CSV file."""

    file = forms.FileField(
        label=_("XLSX, ODS or CSV file"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a file, or paste rows above.")},
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding of a CSV file"),
        required=False,
        choices=[("", _("detect automatically")), *((encoding, _(label)) for encoding, label in ENCODINGS.items())],
        help_text=_("How the file stores letters. “detect automatically” usually works."),
    )


NO_ENCODING = "none"
"""The answer that the names read right in no encoding."""


class ChoicesForm(forms.Form):
    """The choices on the preview. Lists of rows and the fields of columns are read by `choices`."""

    sealed = forms.CharField(widget=forms.HiddenInput)
    digest = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)
    overwrite = forms.BooleanField(required=False)
    without_numbering = forms.BooleanField(required=False)
    heading = forms.IntegerField(required=False, min_value=0)
    q = forms.CharField(required=False, max_length=100)
    encoding = forms.ChoiceField(
        required=False, choices=[(encoding, encoding) for encoding in (*ENCODINGS, NO_ENCODING)]
    )

    def choices(self, remembered: Mapping[str, str], to_tick: frozenset[int] = frozenset()) -> Choices:
        """Return what was chosen; what makes no sense is as if nothing was chosen.

        `to_tick` are the rows that are read only where they are ticked; all others are read unless they are left out.
        """
        self.is_valid()
        known: dict[str, Any] = self.cleaned_data
        columns = {
            column: field
            for name, field in self.data.items()
            if (column := parse_int(name.removeprefix(COLUMN))) is not None and name.startswith(COLUMN)
        }
        has_other_headings = self.data.get("heading_before", "") != self.data.get("heading", "")
        return Choices(
            overwrite=known.get("overwrite", False),
            distinct=self._lines("distinct"),
            fields={column: field if field in CHOICES else "" for column, field in columns.items()}
            if columns and not has_other_headings and not known.get("encoding")
            else None,
            heading=known.get("heading"),
            left_out=self._lines("left_out") | self._lines("leave") | (to_tick - self._lines("coming")),
            confirmed=self._lines("confirmed") | self._lines("confirm"),
            waiting=self._lines("waiting") | self._lines("wait"),
            same=self._same(),
            without_numbering=known.get("without_numbering", False),
            remembered=remembered,
        )

    def _same(self) -> dict[int, int]:
        """The rows with the number of the player who is meant, each as both with a space between."""
        texts = self.data.getlist("same") if hasattr(self.data, "getlist") else []
        pairs = [[parse_int(word) for word in text.split()] for text in texts]
        return {pair[0]: pair[1] for pair in pairs if len(pair) == 2 and pair[0] is not None and pair[1] is not None}

    def _lines(self, name: str) -> frozenset[int]:
        """The rows of a field, each by itself or several with spaces between."""
        texts = self.data.getlist(name) if hasattr(self.data, "getlist") else []
        found = (parse_int(text) for several in texts for text in several.split())
        return frozenset(line for line in found if line is not None)
