"""Forms about persons and clubs."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.messages import Refused
from tournament.core.models import Tournament, User
from tournament.events.clubs import LIMITS
from tournament.events.models import Club, ClubRole, Hosting, SetUpBy
from tournament.persons.actions import PersonValues
from tournament.persons.models import Person
from tournament.players.names import tidy
from tournament.players.parsers import read_country, read_ema_number

QUIET = {"autocomplete": "off"}


class _CountryForm(forms.Form):
    """The name and the country, as people type them."""

    name = forms.CharField(label=_("Name"), max_length=100, widget=forms.TextInput(attrs=QUIET))
    country = forms.CharField(
        label=_("Country"),
        max_length=60,
        required=False,
        help_text=_("Two-letter code or name: FR, Japan, Deutschland."),
        widget=forms.TextInput(attrs=QUIET),
    )

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean_country(self) -> str:
        try:
            return read_country(self.cleaned_data["country"])
        except Refused as unreadable:
            raise forms.ValidationError(unreadable.message) from unreadable


class FixForm(_CountryForm):
    """What is known of a person, to be corrected everywhere."""

    reading = forms.CharField(
        label=_("Name reading"), max_length=100, required=False, widget=forms.TextInput(attrs=QUIET)
    )
    ema_number = forms.CharField(
        label=_("EMA number"), max_length=20, required=False, help_text=_("Eight digits; the first may be a zero.")
    )
    ara_id = forms.CharField(label=_("ARA ID"), max_length=20, required=False)
    field_order = ("name", "reading", "country", "ema_number", "ara_id")

    def clean_ema_number(self) -> str:
        try:
            return read_ema_number(self.cleaned_data["ema_number"])[0]
        except Refused as unreadable:
            raise forms.ValidationError(unreadable.message) from unreadable

    def values(self) -> PersonValues:
        """The values of a valid form."""
        return PersonValues(**{name: tidy(value) for name, value in self.cleaned_data.items()})


class RenameForm(_CountryForm):
    """A new name or country, and since when."""

    since = forms.DateField(label=_("Since"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    field_order = ("name", "country", "since")


class PersonMergeForm(forms.Form):
    """Which of two values stays, where they differ, and why there are two names."""

    since = forms.DateField(
        label=_("on"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    why = forms.ChoiceField(
        required=False,
        choices=[("changed", _("The name changed")), ("misspelt", _("One is misspelt"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any, *, pair: tuple[Person, Person], middle: date | None):
        super().__init__(data, initial={"since": middle, "why": "changed" if middle else "misspelt"})
        self.pair = pair
        for name in PersonValues.__slots__:
            values = [getattr(one, name) for one in pair]
            if values[0] != values[1]:
                later = 1 if values[1] else 0
                self.fields[name] = forms.ChoiceField(
                    choices=[("0", values[0] or "–"), ("1", values[1] or "–")], initial=str(later)
                )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("why") == "changed" and "name" in self.fields and not values.get("since"):
            self.add_error("since", _("Enter the day of the change."))
        return values

    def values(self) -> PersonValues:
        """The chosen values of a valid form."""
        first = self.pair[0]
        known = {name: getattr(first, name) for name in PersonValues.__slots__}
        chosen = {name: int(self.cleaned_data[name]) for name in known if name in self.fields}
        return PersonValues(**known | {name: getattr(self.pair[at], name) for name, at in chosen.items()})

    def day(self) -> date | None:
        """The day of the change of name, None for a misspelling and for equal names."""
        is_changed = "name" in self.fields and self.cleaned_data["why"] == "changed"
        return self.cleaned_data["since"] if is_changed else None


class ClubForm(forms.Form):
    """The name of a club."""

    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=QUIET))


class LimitsForm(forms.Form):
    """The limits of a club, or of every club without a number of its own."""

    most_events = forms.IntegerField(
        label=_("Events at once"), min_value=0, max_value=9_999, required=False, help_text=_("Running or to come.")
    )
    most_megabytes = forms.IntegerField(label=_("Photographs, in MB"), min_value=0, max_value=9_999_999, required=False)
    most_plans = forms.IntegerField(
        label=_("Seatings planned at the same time"), min_value=0, max_value=999, required=False
    )


class ClubLimitForm(LimitsForm):
    """The limits of a club; `usual` are those of the installation, which an empty field leaves in force."""

    def __init__(self, *args: Any, usual: Hosting, **options: Any):
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            number = getattr(usual, name)
            field.widget.attrs["placeholder"] = _("no limit") if number is None else number


class HostingForm(LimitsForm):
    """Who may set up events, and the limits of every club without a number of its own."""

    set_up_by = forms.ChoiceField(label=_("Who may set up events"), choices=SetUpBy.choices)
    field_order = ("set_up_by",)

    def __init__(self, *args: Any, **options: Any):
        super().__init__(*args, **options)
        for name in LIMITS:
            self.fields[name].widget.attrs["placeholder"] = _("no limit")


class MemberForm(forms.Form):
    """An account and its role in a club."""

    user = forms.CharField(label=_("Sign-in name"), max_length=150, widget=forms.TextInput(attrs=QUIET))
    role = forms.ChoiceField(label=_("Role"), choices=ClubRole.choices)

    def clean_user(self) -> User:
        user = User.objects.filter(username=self.cleaned_data["user"].strip()).first()
        if user is None:
            raise forms.ValidationError(_("Nobody has this sign-in name."))
        return user


class ClubEventForm(forms.Form):
    """An event, and the club that it belongs to."""

    event = forms.ModelChoiceField(
        label=_("Address of the event"),
        queryset=Tournament.objects.all(),
        to_field_name="slug",
        widget=forms.TextInput(attrs=QUIET),
        error_messages={"invalid_choice": _("No event has this address.")},
        help_text=_("As in /t/spring-open/: spring-open."),
    )
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.all())
