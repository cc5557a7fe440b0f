"""The form in which an organiser changes any value of the rule set; every field follows from the kind of its value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.rules import RuleField, Ruleset, implied_oka, rule_names
from scoring.ruleset.kinds import Amount, ByPlace, RulesetProblem, UmaByPlace
from scoring.sentences.of_rules import Section as Part
from scoring.words import gettext_noop
from tournament.events.rule_changes import plain, said, usual_of, with_changes
from tournament.events.rule_fields import field_for
from tournament.events.rulebook import value_in_words
from tournament.problems import Refused

HELP = {
    "oka": gettext_noop("Empty: it follows from start and goal. 0: there is none."),
    "uma": gettext_noop("From first to last place; together they make zero."),
    "prizes": gettext_noop("Empty: none."),
    "time.minutes": gettext_noop("Empty: no limit. Each hanchan can have its own."),
    "extension": gettext_noop("0: the game ends after South."),
    "yakitori": gettext_noop("0: not played."),
    "players": gettext_noop("Four, or three (sanma). It can be changed as long as nobody is seated."),
}
# The parts of the form are those of the sentences, those first in which organisers change most.
SECTIONS: tuple[tuple[Part, str, tuple[str, ...]], ...] = (
    (Part.SCORE, "", ("start", "goal", "oka", "uma", "count", "prizes")),
    (Part.TIES, gettext_noop("equal points, riichi sticks left over"), ("ties", "leftover")),
    (Part.TIME, gettext_noop("minutes, the last hands, the gong"), ("time.",)),
    (Part.PENALTIES, gettext_noop("chonbo, the schedule of fouls, minutes late"), (
        "chonbo", "paid", "schedule", "lateness.",
    )),
    (Part.END, gettext_noop("bust, agari-yame, going on after South, yakitori"), (
        "extension", "agari_yame", "bust", "bust_prize", "yakitori",
    )),
    (Part.HAND, gettext_noop("riichi, several winners, noten, draws, the dealer"), (
        "hand.riichi_points", "hand.riichi_tiles", "hand.winners", "hand.noten", "hand.nagashi", "hand.abortive",
        "hand.dealer_repeats",
    )),
    (Part.PAYMENTS, gettext_noop("kiriage, yakuman, liability, honba"), (
        "hand.kiriage", "hand.counted", "hand.several_yakuman", "hand.double_yakuman", "hand.double_wind_fu",
        "hand.liability", "hand.liable_for", "hand.honba", "hand.honba_to", "hand.tsumo_loss",
    )),
    (Part.YAKU, gettext_noop("red fives, open tanyao, ippatsu, renhou"), ("hand.",)),
    (Part.SEATS, gettext_noop("players at a table, how winds are drawn"), ("",)),
)  # fmt: skip
FIRST = Part.SCORE


@dataclass(frozen=True, slots=True)
class Row:
    """One value on the form. `usual` is what the preset says, when it says something else."""

    bound: forms.BoundField
    shape: str  # how it is laid out: check, group, line
    unit: str
    unverified: bool
    usual: str


@dataclass(frozen=True, slots=True)
class Section:
    """Values that belong together; `changed` of them differ from the preset."""

    key: str
    title: str
    topics: str
    rows: tuple[Row, ...]
    is_open: bool

    @property
    def changed(self) -> int:
        return sum(bool(row.usual) for row in self.rows)


class RulesForm(forms.Form):
    """All values of a rule set. Valid, `typed` is the rule set that they make."""

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
                self.add_error(refused.field if refused.field in self.fields else None, refused.message)
        return cleaned

    def _check(self, one: RuleField, value: Any) -> None:
        try:
            one.kind.check(one.name, one.kind.read(one.name, value))
        except RulesetProblem as wrong:
            self.add_error(one.name, said(wrong))

    def changes(self) -> dict[str, Any]:
        """The values that differ from the rule set's, as its fields in JSON: `{"start": 25000, "hand": {…}}`."""
        values = dict(self.cleaned_data)
        if values["oka"] is None:
            values["oka"] = implied_oka({**values, "players": self.rules.players}).get("oka", 0)
        found: dict[str, Any] = {}
        for one in rule_names():
            if values[one.name] != plain(one, self.rules):
                part, dot, name = one.name.rpartition(".")
                (found.setdefault(part, {}) if dot else found)[name] = values[one.name]
        if found.keys() & {"start", "goal", "count"}:
            found["oka"] = values["oka"]  # else it would follow from them, where none was wanted too
        return found

    @property
    def shown(self) -> Ruleset:
        """What stands on the form while that can be played, else the rule set as it is."""
        return self.typed or self.rules

    def sections(self) -> Iterator[Section]:
        """The form in parts, each value in the first that names it; a part where something is wrong is open."""
        left = list(rule_names())
        for part, topics, names in SECTIONS:
            chosen = [one for name in names for one in left if one.name == name or name in ("", _part(one))]
            left = [one for one in left if one not in chosen]
            rows = tuple(map(self._row, chosen))
            wrong = any(row.bound.errors for row in rows)
            is_open = part is FIRST or wrong or any(row.usual for row in rows)
            yield Section(part.name.lower(), _(part.label), _(topics) if topics else "", rows, is_open)

    def _row(self, one: RuleField) -> Row:
        bound, usual = self[one.name], usual_of(self.rules)
        differs = usual is not None and one.of(usual) != one.of(self.shown)
        shape = "check" if bound.widget_type == "checkbox" else "group" if bound.use_fieldset else "line"
        return Row(
            bound=bound, shape=shape, unit=_unit(one), unverified=one.name in self.shown.unverified,
            usual=value_in_words(one, one.of(usual)) if differs and usual else "",
        )  # fmt: skip


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
