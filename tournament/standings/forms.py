"""The form for the ranking rules: works by keyboard alone and without a script.

The chain is a list of all tie-breaks with a number box each, which a script turns into buttons up and down; each cut
is a numbered row, and one more is empty.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.messages import phrase
from scoring.rules.fields import RulesetProblem
from scoring.standings.cut import Cut, Rounding
from scoring.standings.rules import Per, StandingRules
from scoring.standings.ties import Breaker
from tournament.core.form_fields import HalfWidthField, set_choices
from tournament.core.messages import Text, sentence
from tournament.core.requests import parse_int
from tournament.players.models import Player

MOST_CUTS = 6
ORDER = "order_"
NUMBERS = re.compile(r"[0-9]{1,4}(?:[\s,;]+[0-9]{1,4})*")
PARTS = {"1": _("all of the total"), "1/2": _("half of it"), "1/4": _("a quarter of it"), "0": _("nothing")}
CUT_PARTS = ("after", "sizes", "above", "below", "rounding")


class NumbersField(HalfWidthField):
    """Whole numbers: `16`, or `16, 32, 48`. Cleaned to a list."""

    def __init__(self, **kwargs: Any):
        attrs = {"inputmode": "numeric", "autocomplete": "off", "size": 8}
        super().__init__(max_length=40, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> list[int]:
        typed = super().clean(value).strip()
        if typed and not NUMBERS.fullmatch(typed):
            raise forms.ValidationError(_("Enter whole numbers: 16, or 16, 32, 48."))
        return [int(number) for number in re.findall("[0-9]+", typed)]

    def prepare_value(self, value: object) -> object:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _count(label: Text, **kwargs: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.IntegerField(label=label, min_value=1, max_value=999, required=False, widget=widget, **kwargs)


class StandingRulesForm(forms.Form):
    """The rules as fields; `rules` is the value, as it was typed once it is valid."""

    best = _count(_("Hanchan that count"), help_text=_("Leave empty to count all."))
    of = _count(_("of the first"))
    lot_seed = forms.CharField(
        label=_("Seed text of the lot"),
        max_length=200,
        required=False,
        help_text=_("Announce it before anyone can know the result: dice thrown in the hall, lottery numbers."),
    )
    teams_per = forms.ChoiceField(label=_("A team adds up"), widget=forms.RadioSelect)
    teams_best = _count(_("Members that count"), help_text=_("Leave empty to count all."))
    countries_per = forms.ChoiceField(label=_("A country adds up"), widget=forms.RadioSelect)
    countries_best = _count(_("Players that count"), help_text=_("Leave empty to count all."))
    password = forms.CharField(label=_("Your password"), required=False)

    def __init__(self, before: StandingRules, *args: Any, **kwargs: Any):
        super().__init__(*args, **{"initial": dict(_initial(before)), **kwargs})
        self.rules = before
        for name in ("teams_per", "countries_per"):
            set_choices(self, name, [(per.value, gettext(per.label)) for per in Per])
        self.breaker_names = {f"{ORDER}{one.value}": one for one in Breaker}
        for name, one in self.breaker_names.items():
            self.fields[name] = _count(gettext(one.label))
        self.rows = {"cut": _rows(before.cuts), "team_cut": _rows(before.teams.cuts)}
        for prefix, rows in self.rows.items():
            for number in range(1, rows + 1):
                self.fields.update(_cut_fields(prefix, number))

    @property
    def breakers(self) -> list[forms.BoundField]:
        """The boxes of the tie-breaks, those that are used first, by their numbers."""
        bound = [self[name] for name in self.breaker_names]
        return sorted(bound, key=lambda one: (not one.value(), parse_int(str(one.value() or "")) or 0))

    def _check_order(self) -> None:
        """Refuse two tie-breaks of one number: which one is first would be chance."""
        seen: set[int] = set()
        for name in self.breaker_names:
            number = self.cleaned_data.get(name)
            if number in seen:
                self.add_error(name, gettext("Another tie-break has number {n} too.").format(n=number))
            elif number:
                seen.add(number)

    @property
    def cuts(self) -> list[list[forms.BoundField]]:
        return self._bound("cut")

    @property
    def team_cuts(self) -> list[list[forms.BoundField]]:
        return self._bound("team_cut")

    def _bound(self, prefix: str) -> list[list[forms.BoundField]]:
        return [[self[f"{prefix}_{row}_{part}"] for part in CUT_PARTS] for row in range(1, self.rows[prefix] + 1)]

    def clean(self) -> dict[str, object]:
        self._check_order()
        if not self.errors:
            try:
                self.rules = StandingRules.from_json(self._values())
            except RulesetProblem as problem:
                name = self.name_of(problem.field)
                self.add_error(name, _in_words(problem, self.fields[name].label if name else problem.field))
        return self.cleaned_data

    def name_of(self, value: str) -> str | None:
        """The field for a value of the rules: `cuts.2.sizes` is in the second row in which anything was typed."""
        name = value.removeprefix("teams.").replace("cuts.", "team_cut." if value.startswith("teams.") else "cut.")
        match name.split("."):
            case ["breakers"]:
                return next(iter(self.breaker_names))
            case ["cut" | "team_cut" as prefix, number, *part]:
                return f"{prefix}_{self._filled(prefix)[int(number) - 1]}_{part[0] if part else 'after'}"
        return value.replace(".", "_") if value.replace(".", "_") in self.fields else None

    def _filled(self, prefix: str) -> list[int]:
        """The rows of cuts in which anything was typed."""
        values, rows = self.cleaned_data, range(1, self.rows[prefix] + 1)
        return [row for row in rows if values[f"{prefix}_{row}_after"] or values[f"{prefix}_{row}_sizes"]]

    def _values(self) -> dict[str, object]:
        values = self.cleaned_data
        teams, countries = (
            {"per": values[f"{name}_per"], "best": values[f"{name}_best"], "cuts": cuts}
            for name, cuts in (("teams", self._cut_values("team_cut")), ("countries", []))
        )
        return {
            "breakers": [
                self.breaker_names[name].value
                for name in sorted(self.breaker_names, key=lambda one: values[one] or 0)
                if values[name]
            ],
            "cuts": self._cut_values("cut"),
            "best": values["best"],
            "of": values["of"],
            "lot_seed": values["lot_seed"],
            "teams": teams,
            "countries": countries,
        }

    def _cut_values(self, prefix: str) -> list[dict[str, object]]:
        values = self.cleaned_data
        return [
            {
                part: values[f"{prefix}_{row}_{part}"] or self.fields[f"{prefix}_{row}_{part}"].initial
                for part in CUT_PARTS
            }
            for row in self._filled(prefix)
        ]


def _rows(cuts: tuple[Cut, ...]) -> int:
    """As many rows as there are cuts, and an empty one."""
    return min(len(cuts) + 1, MOST_CUTS)


def _cut_fields(prefix: str, row: int) -> dict[str, forms.Field]:
    parts, rounded = list(PARTS.items()), [(one.value, gettext(one.label)) for one in Rounding]
    usual: dict[str, Any] = {"initial": "1", "required": False}
    fields: dict[str, forms.Field] = {
        "after": _count(_("After hanchan")),
        "sizes": NumbersField(label=_("Players above the line")),
        "above": forms.ChoiceField(label=_("Above, carry over"), choices=parts, **usual),
        "below": forms.ChoiceField(label=_("Below, carry over"), choices=parts, **usual),
        "rounding": forms.ChoiceField(
            label=_("Round the carry-over"), choices=rounded, initial=Rounding.UP.value, required=False
        ),
    }
    return {f"{prefix}_{row}_{part}": fields[part] for part in CUT_PARTS}


def _initial(rules: StandingRules) -> Mapping[str, object]:
    """The rules as the fields have them."""
    values: dict[str, object] = {"best": rules.best, "of": rules.of, "lot_seed": rules.lot_seed}
    for name, group in (("teams", rules.teams), ("countries", rules.countries)):
        values |= {f"{name}_per": group.per.value, f"{name}_best": group.best}
    values |= {f"{ORDER}{one.value}": number for number, one in enumerate(rules.breakers, start=1)}
    for prefix, cuts in (("cut", rules.cuts), ("team_cut", rules.teams.cuts)):
        for row, cut in enumerate(cuts, start=1):
            kept = (cut.after, cut.sizes, str(cut.above), str(cut.below), cut.rounding.value)
            values |= {f"{prefix}_{row}_{part}": value for part, value in zip(CUT_PARTS, kept, strict=True)}
    return values


def _in_words(problem: RulesetProblem, label: object) -> str:
    """Return the error, with the form's name of the value."""
    return sentence(phrase(problem.message.text, {**problem.message.params, "field": label}))


class TieDecisionForm(forms.Form):
    """A choice for each of the places that the tied players cover, from `place` on."""

    reason = forms.CharField(label=_("How it was decided"), max_length=500)
    referee = forms.CharField(label=_("Referee"), max_length=100)
    password = forms.CharField(label=_("Your password"), required=False)
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, tied: Sequence[Player], place: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tied = {str(player.pk): player for player in tied}
        choices = [("", "–"), *((key, f"{player.number} {player.label}") for key, player in self.tied.items())]
        self.names = [f"place_{place + at}" for at in range(len(tied))]
        for at, name in enumerate(self.names):
            self.fields[name] = forms.ChoiceField(label=gettext("Place {n}").format(n=place + at), choices=choices)

    @property
    def places(self) -> list[forms.BoundField]:
        return [self[name] for name in self.names]

    def clean(self) -> dict[str, object]:
        chosen: set[str] = set()
        for name in self.names:
            one = self.cleaned_data.get(name, "")
            if one in chosen:
                self.add_error(name, _("Each player has one place."))
            chosen |= {one} - {""}
        return self.cleaned_data

    @property
    def order(self) -> list[Player]:
        """The players, the best first."""
        return [self.tied[self.cleaned_data[name]] for name in self.names]


class TieCancelForm(forms.Form):
    """The reason for cancelling a decision, and the password where its standings are out."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    password = forms.CharField(label=_("Your password"), required=False)
