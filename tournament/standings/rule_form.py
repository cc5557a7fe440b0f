"""What organisers type about how places are decided: all by keyboard, without script.

The chain is as many numbered choices as there are breakers; each cut is a numbered row, and one more is empty.
"""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.cut import Cut, Rounding
from scoring.ruleset.kinds import RulesetProblem
from scoring.standing.rules import Per, StandingRules
from scoring.ties import Breaker
from scoring.words import render

MOST_CUTS = 6
NUMBERS = re.compile(r"[0-9]{1,4}(?:[\s,;]+[0-9]{1,4})*")
PARTS = {"1": _("all of the total"), "1/2": _("half of it"), "1/4": _("a quarter of it"), "0": _("nothing")}
CUT_PARTS = ("after", "sizes", "above", "below", "rounding")


class NumbersField(forms.CharField):
    """Whole numbers: `16`, or `16, 32, 48`. Cleaned to a list."""

    def __init__(self, **kwargs: Any):
        attrs = {"inputmode": "numeric", "autocomplete": "off", "size": 8}
        super().__init__(max_length=40, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> list[int]:
        typed = super().clean(value).strip()
        if typed and not NUMBERS.fullmatch(typed):
            raise forms.ValidationError(_("Type whole numbers: 16, or 16, 32, 48."))
        return [int(number) for number in re.findall("[0-9]+", typed)]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _count(label: Any, **kwargs: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})
    return forms.IntegerField(label=label, min_value=1, max_value=999, required=False, widget=widget, **kwargs)


class StandingRulesForm(forms.Form):
    """The rules as fields; `rules` is the value, as it was typed once `is_read`."""

    best = _count(_("Hanchan that count"), help_text=_("Left empty, all of them."))
    of = _count(_("of the first"))
    lot_seed = forms.CharField(
        label=_("Text that the lot is drawn from"),
        max_length=200,
        required=False,
        help_text=_("Announce it before anybody knows what it decides: dice thrown in the hall, a lottery’s numbers."),
    )
    teams_per = forms.ChoiceField(label=_("A team adds up"), widget=forms.RadioSelect)
    teams_best = _count(_("Members that count"), help_text=_("Left empty, all of them."))
    countries_per = forms.ChoiceField(label=_("A country adds up"), widget=forms.RadioSelect)
    countries_best = _count(_("Players that count"), help_text=_("Left empty, all of them."))

    def __init__(self, before: StandingRules, *args: Any, **kwargs: Any):
        super().__init__(*args, initial=_initial(before), **kwargs)
        self.rules, self.is_read = before, False
        for name in ("teams_per", "countries_per"):
            self.fields[name].choices = [(per.value, gettext(per.label)) for per in Per]  # type: ignore[attr-defined]
        self.breaker_names = [f"breaker_{number}" for number in range(1, len(Breaker) + 1)]
        for number, name in enumerate(self.breaker_names, start=1):
            self.fields[name] = _breaker_field(number)
        self.rows = {"cut": _rows(before.cuts), "team_cut": _rows(before.teams.cuts)}
        for prefix, rows in self.rows.items():
            for number in range(1, rows + 1):
                self.fields.update(_cut_fields(prefix, number))

    @property
    def breakers(self) -> list[forms.BoundField]:
        return [self[name] for name in self.breaker_names]

    @property
    def cuts(self) -> list[list[forms.BoundField]]:
        return self._bound("cut")

    @property
    def team_cuts(self) -> list[list[forms.BoundField]]:
        return self._bound("team_cut")

    def _bound(self, prefix: str) -> list[list[forms.BoundField]]:
        return [[self[f"{prefix}_{row}_{part}"] for part in CUT_PARTS] for row in range(1, self.rows[prefix] + 1)]

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            try:
                self.rules, self.is_read = StandingRules.from_json(self._said()), True
            except RulesetProblem as problem:
                name = self.name_of(problem.field)
                self.add_error(name, _in_words(problem, self.fields[name].label if name else problem.field))
        return self.cleaned_data

    def name_of(self, value: str) -> str | None:
        """The field for a value of the rules: `cuts.2.sizes` is in the second row in which anything was typed."""
        name = value.removeprefix("teams.").replace("cuts.", "team_cut." if value.startswith("teams.") else "cut.")
        match name.split("."):
            case ["breakers"]:
                return self.breaker_names[0]
            case ["cut" | "team_cut" as prefix, number, *part]:
                return f"{prefix}_{self._filled(prefix)[int(number) - 1]}_{part[0] if part else 'after'}"
        return value.replace(".", "_") if value.replace(".", "_") in self.fields else None

    def _filled(self, prefix: str) -> list[int]:
        """The rows of cuts in which anything was typed."""
        said, rows = self.cleaned_data, range(1, self.rows[prefix] + 1)
        return [row for row in rows if said[f"{prefix}_{row}_after"] or said[f"{prefix}_{row}_sizes"]]

    def _said(self) -> dict[str, Any]:
        said = self.cleaned_data
        teams, countries = (
            {"per": said[f"{name}_per"], "best": said[f"{name}_best"], "cuts": cuts}
            for name, cuts in (("teams", self._said_cuts("team_cut")), ("countries", []))
        )
        return {
            "breakers": [said[name] for name in self.breaker_names if said[name]], "cuts": self._said_cuts("cut"),
            "best": said["best"], "of": said["of"], "lot_seed": said["lot_seed"], "teams": teams,
            "countries": countries,
        }  # fmt: skip

    def _said_cuts(self, prefix: str) -> list[dict[str, Any]]:
        said = self.cleaned_data
        return [
            {
                part: said[f"{prefix}_{row}_{part}"] or self.fields[f"{prefix}_{row}_{part}"].initial
                for part in CUT_PARTS
            }
            for row in self._filled(prefix)
        ]


def _rows(cuts: tuple[Cut, ...]) -> int:
    """As many rows as there are cuts, and an empty one."""
    return min(len(cuts) + 1, MOST_CUTS)


def _breaker_field(number: int) -> forms.ChoiceField:
    choices = [("", _("nothing more")), *((one.value, gettext(one.label)) for one in Breaker)]
    return forms.ChoiceField(label=gettext("Question %(n)d") % {"n": number}, choices=choices, required=False)


def _cut_fields(prefix: str, row: int) -> dict[str, forms.Field]:
    parts, rounded = list(PARTS.items()), [(one.value, gettext(one.label)) for one in Rounding]
    usual = {"initial": "1", "required": False}
    fields: dict[str, forms.Field] = {
        "after": _count(_("After hanchan")),
        "sizes": NumbersField(label=_("Stay above")),
        "above": forms.ChoiceField(label=_("Above, carry over"), choices=parts, **usual),
        "below": forms.ChoiceField(label=_("Below, carry over"), choices=parts, **usual),
        "rounding": forms.ChoiceField(
            label=_("What is carried over is"), choices=rounded, initial=Rounding.UP.value, required=False
        ),
    }
    return {f"{prefix}_{row}_{part}": fields[part] for part in CUT_PARTS}


def _initial(rules: StandingRules) -> Mapping[str, Any]:
    """The rules as the fields have them."""
    said: dict[str, Any] = {"best": rules.best, "of": rules.of, "lot_seed": rules.lot_seed}
    for name, group in (("teams", rules.teams), ("countries", rules.countries)):
        said |= {f"{name}_per": group.per.value, f"{name}_best": group.best}
    said |= {f"breaker_{number}": one.value for number, one in enumerate(rules.breakers, start=1)}
    for prefix, cuts in (("cut", rules.cuts), ("team_cut", rules.teams.cuts)):
        for row, cut in enumerate(cuts, start=1):
            kept = (cut.after, cut.sizes, str(cut.above), str(cut.below), cut.rounding.value)
            said |= {f"{prefix}_{row}_{part}": value for part, value in zip(CUT_PARTS, kept, strict=True)}
    return said


def _in_words(problem: RulesetProblem, label: Any) -> str:
    """What is wrong, by the name that the form gives the value."""
    return render(problem.template, {**problem.params, "field": label}, gettext)
