"""Nothing in a rule set is silent: a change that matters changes a sentence, and every word can be translated."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

import scoring
from scoring.lateness import lateness_applies
from scoring.messages import English, phrase
from scoring.rules import RuleField, Ruleset, preset, rule_names
from scoring.rules.fields import RuleSection, RulesetProblem
from scoring.rules.files import PRESETS
from scoring.rules.value_kinds import Amount, ByPlace, KeyOf, OneOf, SomeOf, UmaByPlace, Whole, YesNo
from scoring.rules.values import PenaltyPayment, SeatDraw, Winners
from scoring.sentences.rules import rule_sentences


def others(one: RuleField, value: object) -> Iterator[object]:
    """Other values of the kind, as JSON has them."""
    match one.kind:
        case YesNo():
            yield not value
        case Whole(least, most, optional):
            yield from (number for number in (least, least + 1, least + 7) if most is None or number <= most)
            yield from (None,) * optional
        case Amount(least):
            yield from (least, 900, 50_300)
        case OneOf(choices):
            yield from (choice.value for choice in choices)
        case SomeOf(choices):
            yield from ([], [next(iter(choices)).value], [choice.value for choice in choices])
        case KeyOf(names):
            yield from names
        case ByPlace() | UmaByPlace():
            yield from ([20_000, 10_000, -10_000, -20_000], [9_000, 0, -9_000], [0, 0, 0, 0], [0, 0, 0])
        case kind:
            raise AssertionError(kind)


NO_EFFECT: dict[str, Callable[[Ruleset], bool]] = {
    "calls.quad_dora": lambda rules: not rules.hand.more_dora,
    "hand.abortive_deposits": lambda rules: not rules.hand.abortive,
    "hand.honba_to": lambda rules: rules.hand.winners is Winners.HEAD_BUMP or not rules.hand.honba,
    "hand.liable_for": lambda rules: not rules.hand.liability,
    "hand.tsumo_loss": lambda rules: rules.players == 4,
    "hand.winners": lambda rules: rules.players == 3 and rules.hand.winners is not Winners.HEAD_BUMP,
    "time.from_warning": lambda rules: not rules.time.warning,
    "seat_draw": lambda rules: rules.players == 3 and rules.seat_draw is not SeatDraw.OWN,
    "chonbo": lambda rules: rules.paid is PenaltyPayment.REVERSE_MANGAN,
    "lateness.per_minute": lambda rules: not lateness_applies(rules) or not rules.lateness.minutes,
    "lateness.minutes": lambda rules: not lateness_applies(rules),
    "lateness.forfeit": lambda rules: not lateness_applies(rules),
}


def nested(name: str, value: object) -> dict[str, object]:
    part, dot, own = name.partition(".")
    return {part: {own: value}} if dot else {name: value}


RICH = preset("wrc-2022-oka").replace(
    yakitori=9_000,
    bust="below-zero",
    bust_prize=10_000,
    extension=30_000,
    paid="table",
    time={"warning": 15, "from_warning": True},
    hand={"winners": "all", "abortive": ["four-riichi"], "red_fives": 3, "two_han_minimum": True},
)


@pytest.mark.parametrize(
    "rules",
    [*map(preset, ("wrc-2022", "friendly", "tenhou-3", "m-league", "four-winds", "ema-2016", "saikouisen-2014")), RICH],
    ids=lambda rules: str(rules.title),
)
def test_every_change_that_matters_changes_a_sentence_that_names_it(rules: Ruleset) -> None:
    before = {str(one) for one in rule_sentences(rules)}
    for one in rule_names():
        tried = 0
        for value in others(one, one.of(rules)):
            try:
                changed = rules.replace(**nested(one.name, value))
            except RulesetProblem:
                continue
            if one.of(changed) == one.of(rules):
                continue
            tried += 1
            new = [sentence for sentence in rule_sentences(changed) if str(sentence) not in before]
            if not new:
                assert NO_EFFECT[one.name](rules) and NO_EFFECT[one.name](changed), (one.name, value)
            else:
                assert any(one.name in sentence.fields for sentence in new) or one.name in CARRIED, (one.name, value)
        assert tried or one.name in UNTRIED, one.name


UNTRIED = {"players", "bust_prize", "oka"}
"""What can only change together with the uma, a bust, or not at all with end points."""
CARRIED = {"hand.honba", "time.warning", "hand.winners", "hand.liability"}
"""Without these a rule has nothing to say, and the sentence that is gone named them."""


def test_the_number_of_players_is_said_with_all_that_follows() -> None:
    three = preset("own").replace(players=3, uma=[15_000, 0, -15_000])
    new = {one.field for one in rule_sentences(three)} - {one.field for one in rule_sentences(preset("own"))}
    assert new == {"hand.tsumo_loss"}
    texts = {one.field: str(one) for one in rule_sentences(three)}
    assert texts["players"] == "Three players sit at a table; there is no North."
    assert texts["hand.honba"] == (
        "Each honba adds 200 points to a win: all from the discarder, or 100 from each player."
    )


@cache
def marked() -> set[str]:
    """Every text that is marked for translation: in the code, and collected from the data files."""
    library = Path(scoring.__file__).parent
    found = set()
    for path in [*library.rglob("*.py"), library.parent / "docs" / "rule_phrases.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="gettext_noop"), args=[ast.Constant(value=str(text))]):
                    found.add(text)
                case ast.Call(
                    func=ast.Name(id="ngettext_lazy" | "pgettext_lazy"), args=[_, ast.Constant(value=str(text)), *_]
                ):
                    found.add(text)
    return found


@pytest.mark.parametrize("key", PRESETS)
def test_every_word_of_a_rule_set_can_be_translated(key: str) -> None:
    rules, asked = preset(key), set[str]()

    class Asked(English):
        def text(self, text: str, context: str = "") -> str:
            asked.add(text)
            return text

        def plural(self, one: str, many: str, count: int, context: str = "") -> str:
            return self.text(many)

    texts = [*rule_sentences(rules), *(one.kind.text(one.of(rules)) for one in rule_names())]
    for text in [*texts, *(phrase(one.label) for one in rule_names()), *(phrase(one.label) for one in RuleSection)]:
        text.say(Asked())
    worded = {text for text in asked if re.search("[a-z]{2}", re.sub(r"\{\w+\}", "", text))}
    assert worded <= marked()
