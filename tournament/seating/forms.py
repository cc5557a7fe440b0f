"""What is typed to change a seating."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Tournament
from tournament.players.models import Player
from tournament.seating.people import Unknown, find


class DecisionForm(forms.Form):
    """A change that makes a new version: why, which version was seen, and which form it was (a double click is one)."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("Stands in the list of versions and in the history."),
    )
    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, tournament: Tournament, **kwargs: Any) -> "DecisionForm":
        """A form for the version that counts now; `typed` values stay in it."""
        typed = kwargs.pop("typed", {})
        base = tournament.seating.number if tournament.seating else 0
        kept = {name: typed[name] for name in cls.base_fields if name in typed and name not in ("base", "submission")}
        return cls(initial={"base": base, "submission": uuid4(), **kept}, **kwargs)

    @property
    def decision(self) -> dict[str, Any]:
        """The keywords that every verb takes."""
        submission = str(self.cleaned_data["submission"])
        return {
            "base": self.cleaned_data["base"],
            "submission": submission,
            "reason": self.cleaned_data.get("reason", ""),
        }


class PlanForm(DecisionForm):
    """The seed of a plan."""

    seed = forms.IntegerField(
        label=_("Seed"), min_value=0, max_value=2**31 - 1,
        help_text=_("The same players and the same seed give the same seating, on any machine."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip
    reason = None  # the seed says it all


class PersonField(forms.CharField):
    """A player, typed as number or name; the form gives it the `people`."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        attrs = {"list": "people", "autocomplete": "off"}
        super().__init__(max_length=120, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Player:
        try:
            return find(super().clean(value), self.people)
        except Unknown as unknown:
            raise forms.ValidationError(unknown.message[0].upper() + unknown.message[1:]) from unknown


class SwapForm(forms.Form):
    """Two people who are to change places: typed, or chosen by their seats."""

    one = PersonField(label=_("One"))
    other = PersonField(label=_("The other"))

    def __init__(self, *args: Any, people: Sequence[Player] = (), many: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.many = many
        for field in self.fields.values():
            field.people = people  # type: ignore[attr-defined]
            field.widget.attrs["placeholder"] = _("No. or name")
            field.error_messages["required"] = _("Choose two people who are to change places.")

    @classmethod
    def of(cls, typed: QueryDict, people: Sequence[Player]) -> "SwapForm":
        """What was typed, or chosen (`who`, once for each seat); unbound when neither."""
        chosen = [text for text in typed.getlist("who") if text.strip()]
        data = dict(zip(cls.base_fields, chosen, strict=False)) or {k: typed[k] for k in cls.base_fields if k in typed}
        return cls(data or None, people=people, many=len(chosen) > len(cls.base_fields))

    def clean(self) -> dict[str, Any]:
        if self.many:
            raise forms.ValidationError(_("Choose two people who are to change places."))
        return self.cleaned_data


class ReplaceForm(DecisionForm):
    """Who comes for whom, from which hanchan on."""

    leaving = PersonField(label=_("Who leaves"), help_text=_("Number or name."))
    coming = PersonField(label=_("Who comes"), help_text=_("Number or name of somebody without a seat."))
    from_hanchan = forms.TypedChoiceField(label=_("From hanchan"), coerce=int)
    field_order = ["leaving", "coming", "from_hanchan", "reason"]

    def __init__(self, *args: Any, people: Sequence[Player], numbers: Sequence[int], **kwargs: Any):
        super().__init__(*args, **kwargs)
        for name in ("leaving", "coming"):
            self.fields[name].people = people  # type: ignore[attr-defined]
        self.fields["from_hanchan"].choices = [(number, number) for number in numbers]  # type: ignore[attr-defined]
        self.fields["reason"].required = True


class ImportForm(forms.Form):
    """A file, or rows copied from a spreadsheet."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("XLSX or CSV."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
    )  # fmt: skip
    pasted = forms.CharField(
        label=_("Or rows pasted from a spreadsheet"), required=False, strip=False, max_length=2_000_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )  # fmt: skip

    may_sit_out = forms.BooleanField(
        label=_("Who is not listed sits out"), required=False,
        help_text=_("Else everybody who plays must have a seat, or a row that says bye, in every hanchan of the list."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("pasted", "").strip():
            self.add_error("file", _("Choose a file, or paste rows below."))
        return cleaned


class CheckForm(ImportForm):
    """A seating to be looked at, of people whom nobody here knows."""

    may_sit_out = forms.BooleanField(
        label=_("Somebody may sit out"), required=False,
        help_text=_("Else everybody named anywhere must have a seat in every hanchan."),
    )  # fmt: skip


class ImportDecisionForm(DecisionForm):
    """The previewed seating as text, read again when it is confirmed."""

    rows = forms.CharField(widget=forms.HiddenInput, strip=False)
