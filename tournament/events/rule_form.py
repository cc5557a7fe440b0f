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
from scoring.rules.fields import RuleSection, RulesetProblem
from scoring.rules.value_kinds import Amount, ByPlace, UmaByPlace
from scoring.rules.values import nested
from tournament.core.messages import Refused, put_on, sentence
from tournament.events.rule_changes import NOT_ADAPTED, differing, problem_text, with_changes
from tournament.events.rule_fields import SEPARATE, PlacesField, box_name, field_for
from tournament.events.ruleset_display import (
    Difference,
    RulesPart,
    by_part,
    differences,
    has_marks,
    value_in_words,
)

# The sections of the form are those of the sentences, those first in which organisers change most.
SECTIONS = {
    RuleSection.SCORE: "",
    RuleSection.TIES: gettext_noop("ties, riichi sticks left over"),
    RuleSection.TIME: gettext_noop("minutes, the last hands, the gong"),
    RuleSection.PENALTIES: gettext_noop("chonbo, penalty schedule, lateness"),
    RuleSection.END: gettext_noop("hanchan or East only, bust, agari-yame, extension, yakitori"),
    RuleSection.HAND: gettext_noop("riichi, several winners, noten, draws, the dealer"),
    RuleSection.CALLS: gettext_noop("precedence, swap calls, furiten, quads"),
    RuleSection.PAYMENTS: gettext_noop("kiriage, yakuman, fu, liability, honba"),
    RuleSection.YAKU: gettext_noop("red fives, open tanyao, ippatsu, renhou"),
    RuleSection.SEATS: gettext_noop("players at a table, how winds are drawn"),
}
OPEN = RuleSection.SCORE
# The values that go before the others of their section, which are in the order of rule sets.
FIRST = (
    *("start", "goal", "oka", "uma", "chonbo", "paid", "schedule"),
    *("length", "extension", "agari_yame", "bust", "bust_prize", "hand.riichi_points", "hand.riichi_tiles"),
)


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

    def _check(self, one: RuleField, value: object) -> None:
        try:
            one.kind.check(one.name, one.kind.read(one.name, value))
        except RulesetProblem as wrong:
            self.add_error(one.name, sentence(problem_text(wrong)))

    def changes(self) -> dict[str, Any]:
        """The changed values as fields in JSON: `{"start": 25000, "hand": {…}}`."""
        values = dict(self.cleaned_data)
        if values["oka"] is None:
            values["oka"] = implied_oka({**values, "players": self.rules.players}).get("oka", 0)
        changed = [one.name for one in rule_names() if values[one.name] != one.plain(self.rules)]
        found = nested({name: values[name] for name in changed})
        if found.keys() & {"start", "goal", "count"}:
            found["oka"] = values["oka"]  # else it would follow from them
        return found

    @property
    def current(self) -> Ruleset:
        """The rule set on the form while it can be played, else the saved one."""
        return self.typed or self.rules

    def sections(self) -> Iterator[Section]:
        """The form in sections; one with errors, or with a value that is not the usual one, is open."""
        in_order = sorted(rule_names(), key=lambda one: FIRST.index(one.name) if one.name in FIRST else len(FIRST))
        for section, topics in SECTIONS.items():
            rows = tuple(self._row(one) for one in in_order if one.texts.section is section)
            wrong = any(row.bound.errors for row in rows)
            is_open = section is OPEN or wrong or any(row.usual for row in rows)
            yield Section(section.key, _(section.label), _(topics) if topics else "", rows, is_open)

    def _row(self, one: RuleField) -> RuleRow:
        bound, usual = self[one.name], self.rules.usual
        differs = usual is not None and one.of(usual) != one.of(self.current)
        shape = "check" if bound.widget_type == "checkbox" else "group" if bound.use_fieldset else "line"
        return RuleRow(
            bound=bound,
            shape=shape,
            unit=_unit(one),
            mark=_(mark.label) if (mark := self.current.marks.get(one.name)) else "",
            usual=value_in_words(one, one.of(usual)) if differs and usual else "",
        )


def _unit(one: RuleField) -> str:
    """P where the number on the form is one: 30 for 30,000 points."""
    match one.kind:
        case Amount(in_full=False) | ByPlace() | UmaByPlace():
            return "P"
    return ""


def _initial(rules: Ruleset) -> dict[str, Any]:
    """The values as the form has them; an oka that follows from start and goal is left empty, so that it does."""
    values = {one.name: one.plain(rules) for one in rule_names()}
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
        return self.rules.usual

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
    usual = rules.usual
    for one in rule_names():
        if usual is not None and data.get("undo") in (one.name, "all"):
            _put(typed, one, one.plain(usual), rules.players)
    if data.get("floating") in ("on", "off"):
        _float(typed, rules.players, floating=data["floating"] == "on")
    return typed


def _put(typed: QueryDict, one: RuleField, value: object, players: int) -> None:
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
