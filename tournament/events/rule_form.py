"""The page on which an organiser changes the rule set: its form, the buttons of the form, the rules beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.messages import gettext_noop
from scoring.rules import RuleField, Ruleset, implied_oka, rule_names
from scoring.rules.fields import RulesetProblem
from scoring.rules.provenance import RuleSection as Part
from scoring.rules.value_kinds import Amount, ByPlace, UmaByPlace
from tournament.core.messages import Refused, put_on, sentence
from tournament.events.rule_changes import (
    NOT_ADAPTED,
    differing,
    nested,
    plain,
    problem_text,
    usual_of,
    with_changes,
)
from tournament.events.rule_fields import SEPARATE, PlacesField, box_name, field_for
from tournament.events.ruleset_display import (
    Difference,
    RulesPart,
    by_part,
    differences,
    has_marks,
    value_in_words,
)

HELP = {
    "oka": gettext_noop("Leave empty to derive it; 0 means no oka."),
    "uma": gettext_noop(
        "From first to last place; must add up to zero. Ties share +X, +Y, −Y, −X without a remainder if X is a "
        "multiple of 3 and X + Y is even."
    ),
    "prizes": gettext_noop("Empty: none."),
    "time.minutes": gettext_noop("Empty: no limit. Each hanchan can have its own."),
    "extension": gettext_noop("0: the game ends after the last round."),
    "yakitori": gettext_noop("0: not played."),
    "bust": gettext_noop("If the game ends below zero, riichi usually requires 1,000 points: see “The hand”."),
    "players": gettext_noop("Four, or three (sanma). It can be changed until players are seated."),
}
# The parts of the form are those of the sentences, those first in which organisers change most.
SECTIONS: tuple[tuple[Part, str, tuple[str, ...]], ...] = (
    (Part.SCORE, "", ("start", "goal", "oka", "uma", "count", "prizes")),
    (Part.TIES, gettext_noop("ties, riichi sticks left over"), ("ties", "leftover")),
    (Part.TIME, gettext_noop("minutes, the last hands, the gong"), ("time.",)),
    (
        Part.PENALTIES,
        gettext_noop("chonbo, penalty schedule, lateness"),
        (
            "chonbo",
            "paid",
            "schedule",
            "lateness.",
        ),
    ),
    (
        Part.END,
        gettext_noop("hanchan or East only, bust, agari-yame, extension, yakitori"),
        (
            "length",
            "extension",
            "agari_yame",
            "bust",
            "bust_prize",
            "yakitori",
        ),
    ),
    (
        Part.HAND,
        gettext_noop("riichi, several winners, noten, draws, the dealer"),
        (
            "hand.riichi_points",
            "hand.riichi_tiles",
            "hand.winners",
            "hand.noten",
            "hand.nagashi",
            "hand.abortive",
            "hand.abortive_deposits",
            "hand.dealer_repeats",
        ),
    ),
    (Part.CALLS, gettext_noop("precedence, swap calls, furiten, quads"), ("calls.",)),
    (
        Part.PAYMENTS,
        gettext_noop("kiriage, yakuman, fu, liability, honba"),
        (
            "hand.kiriage",
            "hand.counted",
            "hand.several_yakuman",
            "hand.double_yakuman",
            "hand.double_wind_fu",
            "hand.pinfu_tsumo",
            "hand.seven_pairs",
            "hand.after_quad_fu",
            "hand.liability",
            "hand.liable_for",
            "hand.honba",
            "hand.honba_to",
            "hand.tsumo_loss",
        ),
    ),
    (Part.YAKU, gettext_noop("red fives, open tanyao, ippatsu, renhou"), ("hand.",)),
    (Part.SEATS, gettext_noop("players at a table, how winds are drawn"), ("",)),
)
FIRST = Part.SCORE


@dataclass(frozen=True, slots=True)
class RuleRow:
    """One value on the form. `usual` is the preset's value where it differs."""

    bound: forms.BoundField
    shape: str  # how it is laid out: check, group, line
    unit: str
    mark: str
    usual: str


@dataclass(frozen=True, slots=True)
class Section:
    """Values that belong together; `changed` of them differ from the preset."""

    key: str
    title: str
    topics: str
    rows: tuple[RuleRow, ...]
    is_open: bool

    @property
    def changed(self) -> int:
        return sum(bool(row.usual) for row in self.rows)


class RulesForm(forms.Form):
    """All values of a rule set. When valid, `typed` is the rule set they make."""

    def __init__(self, rules: Ruleset, data: Mapping[str, Any] | None = None):
        super().__init__(data, initial=_initial(rules))
        self.rules = rules
        self.typed: Ruleset | None = None
        for one in rule_names():
            self.fields[one.name] = field_for(one, rules.players)
            self.fields[one.name].help_text = _(HELP[one.name]) if one.name in HELP else ""
        self.fields["oka"].required = False
        self.fields["oka"].widget.attrs["placeholder"] = _("follows")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for one in rule_names():
            if one.name in cleaned and not (one.name == "oka" and cleaned["oka"] is None):
                self._check(one, cleaned[one.name])
        if not self.errors:
            try:
                self.typed = with_changes(self.rules, self.changes())
            except Refused as refused:
                put_on(self, refused)
        return cleaned

    def _check(self, one: RuleField, value: Any) -> None:
        try:
            one.kind.check(one.name, one.kind.read(one.name, value))
        except RulesetProblem as wrong:
            self.add_error(one.name, sentence(problem_text(wrong)))

    def changes(self) -> dict[str, Any]:
        """The changed values as fields in JSON: `{"start": 25000, "hand": {…}}`."""
        values = dict(self.cleaned_data)
        if values["oka"] is None:
            values["oka"] = implied_oka({**values, "players": self.rules.players}).get("oka", 0)
        changed = [one.name for one in rule_names() if values[one.name] != plain(one, self.rules)]
        found = nested({name: values[name] for name in changed})
        if found.keys() & {"start", "goal", "count"}:
            found["oka"] = values["oka"]  # else it would follow from them
        return found

    @property
    def current(self) -> Ruleset:
        """The rule set on the form while it can be played, else the saved one."""
        return self.typed or self.rules

    def sections(self) -> Iterator[Section]:
        """The form in parts, each value in the first that names it; a part with errors is open."""
        left = list(rule_names())
        for part, topics, names in SECTIONS:
            chosen = [one for name in names for one in left if one.name == name or name in ("", _part(one))]
            left = [one for one in left if one not in chosen]
            rows = tuple(map(self._row, chosen))
            wrong = any(row.bound.errors for row in rows)
            is_open = part is FIRST or wrong or any(row.usual for row in rows)
            yield Section(part.name.lower(), _(part.label), _(topics) if topics else "", rows, is_open)

    def _row(self, one: RuleField) -> RuleRow:
        bound, usual = self[one.name], usual_of(self.rules)
        differs = usual is not None and one.of(usual) != one.of(self.current)
        shape = "check" if bound.widget_type == "checkbox" else "group" if bound.use_fieldset else "line"
        return RuleRow(
            bound=bound,
            shape=shape,
            unit=_unit(one),
            mark=_(mark.label) if (mark := self.current.marks.get(one.name)) else "",
            usual=value_in_words(one, one.of(usual)) if differs and usual else "",
        )


def _part(one: RuleField) -> str:
    """The part that a value belongs to, as sections name it: `hand.`"""
    part, dot, _name = one.name.rpartition(".")
    return part + dot if dot else one.name


def _unit(one: RuleField) -> str:
    """P where the number on the form is one: 30 for 30,000 points."""
    match one.kind:
        case Amount(in_full=False) | ByPlace() | UmaByPlace():
            return "P"
    return ""


def _initial(rules: Ruleset) -> dict[str, Any]:
    """The values as the form has them; an oka that follows from start and goal is left empty, so that it does."""
    values = {one.name: plain(one, rules) for one in rule_names()}
    if {"oka": rules.oka} == implied_oka(values):
        values["oka"] = None
    return values


@dataclass(frozen=True)
class RulesPage:
    """The form and the rules on it, computed when the page is rendered, after a refusal too."""

    form: RulesForm
    started: bool
    winds: str

    @property
    def rules(self) -> Ruleset:
        return self.form.current

    @property
    def usual(self) -> Ruleset | None:
        return usual_of(self.rules)

    @property
    def differences(self) -> tuple[Difference, ...]:
        return differences(self.rules)

    @property
    def is_adapted(self) -> bool:
        """Return whether the rules count as adapted; a time limit alone does not adapt them."""
        return any(one.name not in NOT_ADAPTED for one in self.differences)

    @cached_property
    def parts(self) -> tuple[RulesPart, ...]:
        return by_part(self.rules, self.winds)

    @property
    def has_marks(self) -> bool:
        return has_marks(self.parts)

    @property
    def is_unsaved(self) -> bool:
        return self.form.is_bound and (bool(self.form.errors) or bool(differing(self.form.rules, self.rules)))

    @property
    def problems(self) -> list[str]:
        """Every error with the label of its value."""
        labels = {name: str(field.label) for name, field in self.form.fields.items()}
        return [
            _("{label}: {problem}").format(label=labels[name], problem=problem) if name in labels else str(problem)
            for name, problems in self.form.errors.items()
            for problem in problems
        ]


# --- buttons -----------------------------------------------------------------------------------------------------


def edited(data: QueryDict, rules: Ruleset) -> QueryDict:
    """Return the entries after one of the form's buttons.

    `undo` names a value to reset to the preset's, or is `all`; `floating` turns the floating uma `on` or `off`.
    """
    typed = data.copy()
    usual = usual_of(rules)
    for one in rule_names():
        if usual is not None and data.get("undo") in (one.name, "all"):
            _put(typed, one, plain(one, usual), rules.players)
    if data.get("floating") in ("on", "off"):
        _float(typed, rules.players, floating=data["floating"] == "on")
    return typed


def _put(typed: QueryDict, one: RuleField, value: Any, players: int) -> None:
    """Type a value into the form."""
    field = field_for(one, players)
    for name in [name for name in typed if name == one.name or name.startswith(one.name + SEPARATE)]:
        del typed[name]
    if isinstance(field, PlacesField):
        _put_rows(typed, one.name, field.widget.rows_of(value), floating=isinstance(value, dict))
    elif isinstance(value, list):
        typed.setlist(one.name, value)
    elif value is not False and value is not None:
        typed[one.name] = "on" if value is True else str(field.prepare_value(value))


def _put_rows(typed: QueryDict, name: str, rows: list[list[str]], *, floating: bool) -> None:
    if floating:
        typed[f"{name}{SEPARATE}floating"] = "1"
    for number, row in enumerate(rows):
        for place, text in enumerate(row):
            typed[box_name(name, number, place)] = text


def _float(typed: QueryDict, players: int, *, floating: bool) -> None:
    """The uma in a row for each number of players at the goal, or in one row again."""
    source = 0 if floating else players // 2
    row = [typed.get(box_name("uma", source, place), "") for place in range(players)]
    for name in [name for name in typed if name.startswith("uma" + SEPARATE)]:
        del typed[name]
    _put_rows(typed, "uma", [row] * (players + 1 if floating else 1), floating=floating)
