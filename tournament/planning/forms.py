"""Forms that change a seating."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.core.audit import Act
from tournament.core.models import Tournament, User
from tournament.players.fields import PersonField
from tournament.players.models import Player


class VersionForm(forms.Form):
    """A change that makes a new version: `base` is the version that was seen, `submission` names one sending."""

    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, tournament: Tournament, **kwargs: Any) -> Self:
        """Return a form for the version in use; `typed` values stay in it."""
        typed = kwargs.pop("typed", {})
        base = tournament.seating.number if tournament.seating else 0
        kept = {name: typed[name] for name in cls.base_fields if name in typed and name not in ("base", "submission")}
        return cls(initial={"base": base, "submission": uuid4(), **kept}, **kwargs)

    def act(self, by: User, at: datetime) -> Act:
        """Return who sends the valid form, when and why, which version was seen, and which sending it is."""
        typed = self.cleaned_data
        return Act(
            by=by, at=at, reason=typed.get("reason", ""), submission=str(typed["submission"]), base=typed["base"]
        )


class DecisionForm(VersionForm):
    """The same with a reason, for the list of versions and the history."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("Shown in the list of versions and in the history."),
    )


class PlanForm(VersionForm):
    """The seed of a plan."""

    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        help_text=_("The same players and seed always give the same seating."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class WordDrawForm(VersionForm):
    """The words of a draw."""

    words = forms.CharField(
        label=_("Words from the hall"),
        max_length=200,
        help_text=_("Case and extra spaces do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )


class SwapForm(forms.Form):
    """Two players to swap: typed, or chosen by their seats."""

    one = PersonField(label=_("One"))
    other = PersonField(label=_("The other"))

    def __init__(self, *args: Any, people: Sequence[Player] = (), many: bool = False, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.many = many
        for field in self.fields.values():
            field.people = people  # type: ignore[attr-defined]
            field.widget.attrs["placeholder"] = _("No. or name")
            field.error_messages["required"] = _("Choose two players to swap.")

    @classmethod
    def of(cls, typed: QueryDict, people: Sequence[Player]) -> "SwapForm":
        """The form for typed players, or chosen seats (`who`, once for each); unbound when neither."""
        chosen = [text for text in typed.getlist("who") if text.strip()]
        data = dict(zip(cls.base_fields, chosen, strict=False)) or {
            k: str(typed[k]) for k in cls.base_fields if k in typed
        }
        return cls(data or None, people=people, many=len(chosen) > len(cls.base_fields))

    def clean(self) -> dict[str, Any]:
        if self.many:
            raise forms.ValidationError(_("Choose two players to swap."))
        return self.cleaned_data


class ReplaceForm(DecisionForm):
    """A replacement: who leaves, who comes, from which hanchan on."""

    leaving = PersonField(label=_("Player leaving"), help_text=_("Number or name."))
    coming = PersonField(label=_("Player coming"), help_text=_("Number or name of a player without a seat."))
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
        label=_("File"),
        required=False,
        help_text=_("XLSX or CSV."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
    )
    pasted = forms.CharField(
        label=_("Or paste rows from a spreadsheet"),
        required=False,
        strip=False,
        max_length=2_000_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    may_sit_out = forms.BooleanField(
        label=_("Players not listed sit out"),
        required=False,
        help_text=_("Otherwise every active player needs a seat, or a row marked bye, in every hanchan of the list."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned.get("file") and not cleaned.get("pasted", "").strip():
            self.add_error("file", _("Choose a file, or paste rows below."))
        return cleaned


class CheckForm(ImportForm):
    """A seating to check, of people who need not be in any tournament."""

    may_sit_out = forms.BooleanField(
        label=_("Players may sit out"),
        required=False,
        help_text=_("Otherwise everybody named in the file needs a seat in every hanchan."),
    )


class ImportDecisionForm(DecisionForm):
    """The previewed seating as text, read again when it is confirmed."""

    rows = forms.CharField(widget=forms.HiddenInput, strip=False)
