"""Forms about a tournament. Its rule set has its own (rule_form)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, cast

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.rules import Ruleset, rule_named
from scoring.rules.files import PRESETS, offered
from scoring.rules.provenance import NOT_OFFERED
from scoring.rules.rule_file import RuleFileProblem, read_rules
from tournament.core.edit_conflicts import seen_in
from tournament.core.form_fields import Sent
from tournament.core.messages import Refused, Text, put_on, sentence
from tournament.core.models import (
    EntryMode,
    Hanchan,
    HanchanState,
    LastHandAudience,
    PointUnit,
    Tournament,
    WindMethod,
)
from tournament.events.checks import LONGEST_NAME, MOST_PLACES
from tournament.events.models import Club
from tournament.events.planned_starts import day_starts, moments, read_starts, zone_names, zone_of
from tournament.events.rule_changes import chosen
from tournament.events.rule_fields import options_of
from tournament.events.ruleset_display import preset_options
from tournament.events.tournament_setup import answers_like

MOST_BYTES = 100_000  # of a rule set's file; the longest preset has 10,000


def _day(**kwargs: Any) -> forms.DateField:
    return forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)


def _server_zone() -> str:
    return gettext("as on this server: {zone}").format(zone=timezone.get_default_timezone_name())


PARTS = {"1": _("all of the total"), "1/2": _("half of it"), "1/4": _("a quarter of it"), "0": _("nothing")}

CHOICE = '<span class="choice">{} <span class="muted small">{}</span></span>'
DESK = {
    EntryMode.SINGLE: (_("One person"), _("Each sheet is typed.")),
    EntryMode.CHECKED: (_("One person"), _("The places and the code written on the sheet are typed as well.")),
    EntryMode.BLIND: (_("Two people"), _("Both type each sheet; the second does not see the first entry.")),
    EntryMode.SIGNED: (_("Players"), _("One player types the sheet on a phone; another one signs it with a badge.")),
}
"""How many people type report sheets at the desk, and what they do, by the way of entering."""


def _entry_modes() -> list[tuple[str, SafeString]]:
    """The ways of entering report sheets, by how many people it takes."""
    label = gettext("{people}: {mode}")
    modes = [(mode, *DESK[mode]) for mode in EntryMode]
    return [
        (mode.value, format_html(CHOICE, label.format(people=people, mode=mode.label), hint))
        for mode, people, hint in modes
    ]


class DetailsForm(forms.Form):
    """Name, place, days, tables, winds and point unit."""

    name = forms.CharField(
        label=_("Name"), max_length=120, error_messages={"required": _("Enter the name of the tournament.")}
    )
    place = forms.CharField(label=pgettext_lazy("where an event is", "Place"), max_length=120, required=False)
    first_day = _day(label=_("First day"))
    last_day = _day(label=_("Last day"))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [("", _server_zone()), *((name, name.replace("_", " ")) for name in zone_names())],
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: [("", gettext("as each browser asks")), *settings.LANGUAGES],
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Of screens, prints, files and the registration page. Other public pages follow their reader."),
    )
    second_language = forms.ChoiceField(
        label=_("Second language"),
        choices=lambda: [("", gettext("none")), *settings.LANGUAGES],
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Beside the first one on report sheets, all-last sheets and screens."),
    )
    table_count = forms.IntegerField(
        label=_("Tables in the hall"),
        min_value=1,
        max_value=250,
        required=False,
        help_text=_("Leave empty for as many as the players need."),
    )
    capacity = forms.IntegerField(
        label=_("Places for players"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=_("Whoever registers later joins the waiting list. Leave empty for no limit."),
    )
    wind_method = forms.ChoiceField(
        label=_("Seat winds are"),
        choices=WindMethod.choices,
        initial=WindMethod.FIXED,
        widget=forms.RadioSelect,
        help_text=_("With which tiles players draw is a rule: “Winds are drawn with”, on the page Rules."),
    )
    point_unit = forms.ChoiceField(
        label=_("How points are typed"), choices=PointUnit.choices, initial=PointUnit.HUNDREDS, widget=forms.RadioSelect
    )

    entry_mode = forms.ChoiceField(
        label=_("One or two people at the desk?"),
        choices=_entry_modes,
        initial=EntryMode.BLIND,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "For a ranked event choose two people: only a second reading finds exchanged rows, "
            "shifted columns and another table's sheet."
        ),
    )
    protest_minutes = forms.IntegerField(
        label=_("Minutes to report errors"),
        min_value=0,
        max_value=2880,
        required=False,
        initial=15,
        help_text=_(
            "The protest window: results are provisional for so long after their release, then you make them official. "
            "Leave it empty for no window: results are official when the last hanchan is closed."
        ),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["entry_mode"] = cleaned.get("entry_mode") or self.initial.get("entry_mode") or EntryMode.SINGLE
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first day."))
        return cleaned


class PresetChoice(forms.Form):
    """A rule set that is offered, or the one that the tournament has."""

    preset = forms.CharField(label=_("Rule set"))

    def clean_preset(self) -> str:
        key: str = self.cleaned_data["preset"]
        if key in PRESETS and key not in (self.initial.get("preset"), *offered()):
            raise forms.ValidationError(gettext(NOT_OFFERED))
        return key


@dataclass(frozen=True, slots=True)
class Fold:
    """Questions of a form that few people answer, folded below what holds if nobody does."""

    title: Text
    usual: object
    fields: list[forms.BoundField]
    is_open: bool


EARLIER = "earlier"  # the choice of the rules that the copied tournament has
USUAL_MINUTES = 90  # of a hanchan, where starts are planned and neither the form nor the rule set has a limit


class SetUpForm(DetailsForm, PresetChoice):
    """A new tournament: six questions, and what is folded because it has a usual answer.

    `earlier` is a tournament whose answers stand in the form to begin with, all but its days.
    """

    preset = forms.CharField(label=_("Rule set"), initial="wrc-2022")
    schedule = forms.ChoiceField(
        label=_("Penalty schedule"),
        choices=lambda: [("", gettext("as in the rule set")), *options_of(rule_named("schedule"))],
        required=False,
    )
    hanchan_count = forms.IntegerField(label=_("Number of hanchan"), min_value=1, max_value=40, initial=8)
    minutes = forms.IntegerField(
        label=_("Minutes per hanchan"),
        min_value=0,
        max_value=600,
        required=False,
        help_text=_("Leave empty for the rule set’s limit, 0 for no limit. Each hanchan can have its own later."),
    )
    first_start = forms.TimeField(
        label=_("Start of the first hanchan"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_(
            "The same on every day; the others follow with a break of 15 minutes and an hour for lunch. "
            "Leave empty for no plan."
        ),
        error_messages={"invalid": _("Enter a time such as 10:00.")},
    )
    starts = forms.CharField(
        label=_("Planned starts"),
        required=False,
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "placeholder": "10:00 12:00 14:30 16:30"}),
        help_text=_("One line for each day, instead of the usual breaks."),
    )
    cut_after = forms.IntegerField(
        label=_("Cut after hanchan"),
        min_value=1,
        max_value=39,
        required=False,
        help_text=_("Leave empty for no cut. The hanchan after it are the final."),
    )
    cut_size = forms.IntegerField(label=_("Players above the cut"), min_value=1, max_value=1000, required=False)
    carry = forms.ChoiceField(label=_("They carry over"), choices=list(PARTS.items()), initial="1", required=False)
    final_minutes = forms.IntegerField(
        label=_("Minutes per hanchan of the final"),
        min_value=0,
        max_value=600,
        required=False,
        help_text=_("Leave empty for the same limit, 0 for no limit."),
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One line for each place, the first place first. Others can be added later."),
    )
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None, required=False)
    submission = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        data: Sent = None,
        *,
        earlier: Tournament | None = None,
        initial: dict[str, Any],
        clubs: Sequence[Club] = (),
    ):
        self.earlier = earlier
        self.copied = answers_like(earlier) if earlier else {}
        if earlier:
            self.copied["preset"] = earlier.ruleset.key if self._is_preset(earlier.ruleset) else EARLIER
        super().__init__(data, initial={**self.copied, **initial})
        if len(clubs) > 1:
            own = Club.objects.filter(pk__in=[one.pk for one in clubs])
            cast("forms.ModelChoiceField[Club]", self.fields["club"]).queryset = own
        else:
            del self.fields["club"]

    @staticmethod
    def _is_preset(rules: Ruleset) -> bool:
        """Return whether these are the rules of a set that is offered, unchanged."""
        return rules.key in offered() and rules == chosen(rules.key)

    @property
    def own_rules(self) -> Ruleset | None:
        """The rules of the earlier tournament, where no set that is offered has them."""
        return self.earlier.ruleset if self.earlier and self.copied["preset"] == EARLIER else None

    def clean_preset(self) -> str:
        if self.cleaned_data["preset"] == EARLIER and self.own_rules:
            return EARLIER
        return super().clean_preset()

    def clean_prizes(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["prizes"].splitlines() if line.strip()]

    def clean_starts(self) -> tuple[tuple[time, ...], ...]:
        try:
            return read_starts(self.cleaned_data["starts"])
        except Refused as refused:
            raise forms.ValidationError(refused.message) from refused

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned["carry"] = cleaned.get("carry") or "1"
        if cleaned.get("preset") == EARLIER and self.own_rules:
            cleaned |= {"own_rules": self.own_rules, "preset": self.own_rules.key}
        at, first = cleaned.pop("first_start", None), cleaned.get("first_day")
        days = cleaned.get("starts") or (at and self._usual_starts(at, cleaned)) or ()
        if days and first is None and "first_day" not in self.errors:
            self.add_error("first_day", _("Enter the first day: the planned starts need it."))
        cleaned["starts"] = ()
        if first is not None and "time_zone" in cleaned:
            cleaned["starts"] = moments(days, first, zone_of(cleaned["time_zone"]))
        return cleaned

    def _usual_starts(self, at: time, cleaned: dict[str, Any]) -> tuple[tuple[time, ...], ...]:
        """The starts of all hanchan if every day begins then; what is wrong stands beside its field."""
        if self.errors:
            return ()
        first, last, count = cleaned["first_day"], cleaned["last_day"], cleaned["hanchan_count"]
        days = (last - first).days + 1 if first and last else 1
        try:
            rules = cleaned.get("own_rules") or chosen(cleaned["preset"])
            limit = rules.minutes if cleaned["minutes"] is None else cleaned["minutes"]
            return day_starts(at, min(days, count), count, limit or USUAL_MINUTES)
        except Refused as refused:
            put_on(self, refused)
            return ()

    def folds(self) -> list[Fold]:
        """Return the folded questions; those that were answered, here or before, or answered wrongly, are open."""
        answered = set(self.changed_data) | self.errors.keys() if self.is_bound else set()
        answered |= {
            name for name, value in self.copied.items() if (value or None) != (self.fields[name].initial or None)
        }
        return [
            Fold(title, usual, [self[name] for name in names], not answered.isdisjoint(names))
            for title, usual, names in FOLDS
        ]

    field_order = ("name", "first_day", "last_day", "preset", "hanchan_count", "first_start", "entry_mode")


FOLDS = (
    (
        _("Place, time zone and language"),
        _("none, the time of this server, the language of this page"),
        ("place", "time_zone", "language", "second_language"),
    ),
    (_("Time and breaks"), _("the rule set’s limit"), ("minutes", "starts")),
    (_("Cut and final"), _("nobody is cut"), ("cut_after", "cut_size", "carry", "final_minutes")),
    (
        _("Penalties and protests"),
        _("as in the rule set, 15 minutes to report errors"),
        ("schedule", "protest_minutes"),
    ),
    (_("Winds and points"), _("winds of the seating, points in hundreds"), ("wind_method", "point_unit")),
    (_("Tables and places"), _("as many as the players need"), ("table_count", "capacity")),
    (_("Prizes"), _("none yet"), ("prizes",)),
)
"""The folded questions, each with what holds if nobody answers it."""


class SettingsForm(DetailsForm):
    """The details and the address."""

    slug = forms.CharField(
        label=_("Address"),
        max_length=80,
        help_text=_("The last part of the public address. It is locked while the public page is open."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )


class HanchanForm(forms.Form):
    """The number of hanchan, and the name, the time limit and the planned start of each."""

    hanchan_count = forms.IntegerField(label=_("Number of hanchan"), min_value=1, max_value=40)

    def __init__(self, hanchan: Sequence[Hanchan], usual: int | None, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.usual = usual
        self.fields["hanchan_count"].initial = len(hanchan)
        for one in hanchan:
            self.fields[f"name_{one.number}"] = forms.CharField(
                label=_("Name of hanchan {number}").format(number=one.number),
                max_length=LONGEST_NAME,
                required=False,
                initial=one.name_in_words,
            )
            self.fields[f"planned_{one.number}"] = forms.DateTimeField(
                label=_("Start of hanchan {number}").format(number=one.number),
                required=False,
                initial=one.planned_at,
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            )
            self.fields[f"minutes_{one.number}"] = forms.IntegerField(
                label=_("Minutes of hanchan {number}").format(number=one.number),
                min_value=1,
                max_value=600,
                required=False,
                initial=one.minutes,
                disabled=one.state == HanchanState.CLOSED,
            )
        self.data = {**self._added(), **{name: self.data[name] for name in self.data}}

    def _added(self) -> dict[str, Any]:
        """The values of hanchan that somebody added since the page was opened, as they are."""
        seen = seen_in(self.data)
        names = [name for name in self.fields if seen is not None and name not in seen]
        return {name: self.fields[name].widget.format_value(self[name].initial) or "" for name in names}

    @property
    def numbers(self) -> range:
        return range(1, self.cleaned_data["hanchan_count"] + 1)

    def minutes(self) -> list[int | None]:
        """One limit per hanchan; a new hanchan has the rule set's."""
        return [self.cleaned_data.get(f"minutes_{number}", self.usual) for number in self.numbers]

    def names(self) -> list[str]:
        """One name per hanchan; a new hanchan has none."""
        return [self.cleaned_data.get(f"name_{number}", "") for number in self.numbers]

    def planned(self) -> list[datetime | None]:
        """One planned start per hanchan; a new hanchan has none."""
        return [self.cleaned_data.get(f"planned_{number}") for number in self.numbers]


class PresetForm(PresetChoice):
    """Another rule set to copy."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["preset"].widget = forms.Select(choices=preset_options(self.initial.get("preset", "")))


class RuleFileForm(forms.Form):
    """A rule set from a file; when valid, `rules` is what the file says."""

    file = forms.FileField(
        label=_("Rule set file (.toml)"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a file.")},
        help_text=_("Download a rule set, change the file, and upload it here. Every value needs a source."),
        widget=forms.FileInput(attrs={"accept": ".toml,text/plain"}),
    )

    def clean_file(self) -> Ruleset:
        return rules_of_upload(self.cleaned_data["file"])


def rules_of_upload(upload: "UploadedFile[Any]") -> Ruleset:
    """The rule set of an uploaded file. Raises ValidationError."""
    if upload.size is None or upload.size > MOST_BYTES:
        raise forms.ValidationError(
            gettext("The file has more than {size} kB: no rule set is that long.").format(size=MOST_BYTES // 1000)
        )
    try:
        return read_rules(upload.read().decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise forms.ValidationError(gettext("The file is not text in UTF-8. Save it as a plain text file.")) from wrong
    except RuleFileProblem as wrong:
        raise forms.ValidationError([sentence(one) for one in wrong.problems]) from wrong


class PublicForm(forms.Form):
    """The choice of what is public; in a league nothing is released by the hanchan, and the table is shown whole."""

    is_public = forms.BooleanField(
        label=_("The public page is open"),
        required=False,
        help_text=_("Everybody with the address can read it without signing in. Closed, only staff see it."),
    )
    players_public = forms.BooleanField(label=_("The list of players is public"), required=False)
    standings_public = forms.BooleanField(
        label=_("Standings and results are public"),
        required=False,
        help_text=_("Hide them to announce the winners at the prize giving."),
    )
    release_on_close = forms.BooleanField(
        label=_("Results become public when a hanchan is closed"),
        required=False,
        help_text=_("Otherwise you release them yourself, one hanchan at a time."),
    )
    hidden_from = forms.IntegerField(
        label=_("Keep results hidden from hanchan"),
        required=False,
        min_value=1,
        help_text=_("They stay hidden until the ceremony, whoever closes the hanchan. Empty: nothing is hidden."),
        widget=forms.NumberInput(attrs={"size": 3}),
    )
    shown_places = forms.IntegerField(
        label=_("Show only the first places"),
        required=False,
        min_value=1,
        max_value=9_999,
        help_text=_("Standings and player pages then show only the players up to this place. Empty: everybody."),
        widget=forms.NumberInput(attrs={"size": 3}),
    )
    live_public = forms.BooleanField(
        label=_("Live standings while sheets come in"),
        required=False,
        help_text=_(
            "The public standings show the sheets of the hanchan in play beside the official figures, and the screens "
            "show the standings with them. Only where results become public when a hanchan is closed."
        ),
    )
    last_hand_shown = forms.ChoiceField(
        label=_("The last hand is seen by"),
        required=False,
        choices=LastHandAudience,
        help_text=_(
            "In the last hanchan and before a cut a table enters its all-last sheet on its page, and they see what "
            "each player needs; places and scores once the report sheet is in. Where everybody sees it, a stream shows "
            "the points of its table in any hand. Hidden results are never shown."
        ),
    )
    prizes_public = forms.BooleanField(
        label=_("The prizes are public"),
        required=False,
        help_text=_("The list at once; the winners when the results of the last hanchan are public and official."),
    )
    referee_public = forms.BooleanField(
        label=_("The pages for referees are public"),
        required=False,
        help_text=_("Players can look up hand values, fouls and the last hand."),
    )

    of_hanchan = ("release_on_close", "hidden_from", "shown_places", "live_public", "last_hand_shown")

    def __init__(self, tournament: Tournament, data: Sent = None):
        super().__init__(data, initial={name: getattr(tournament, name) for name in self.base_fields})
        for name in self.of_hanchan if tournament.is_league else ():
            del self.fields[name]
        self.now = {name: self.initial[name] for name in self.fields}

    def clean_last_hand_shown(self) -> str:
        """Keep the choice where a form does not send it."""
        return str(self.cleaned_data["last_hand_shown"] or self.initial["last_hand_shown"])

    def shown(self) -> list[tuple[Text, object]]:
        """Return what is public beside the page itself: labels, each with its value, True for a box that is ticked."""
        values = {name: value for name, value in self.now.items() if name != "is_public"}
        audience = LastHandAudience(values.get("last_hand_shown", LastHandAudience.NOBODY))
        is_public = audience in (LastHandAudience.PUBLIC, LastHandAudience.HALL)
        values["last_hand_shown"] = audience.label if is_public else ""
        return [(self.fields[name].label or "", value) for name, value in values.items() if value]
