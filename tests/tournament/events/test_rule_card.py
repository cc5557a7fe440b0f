"""The rules in short: a card for every rule set, an example that the scoring confirms, documents by their names."""

import re

import pytest

from scoring.game import ScoreLine, Table, score_table
from scoring.rules import PRESETS, preset
from scoring.sentences.sources import public_source
from scoring.winds import WINDS
from tournament.events.rule_card import rule_card
from tournament.events.ruleset_display import by_part


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_the_example_of_every_rule_set_is_scored_as_on_a_sheet(key):
    rules = preset(key)
    example = rule_card(rules).example
    if example is None:
        return
    left = rules.start * rules.players - example.points
    share = left // (rules.players - 1) // 100 * 100
    rest = [share + 200 - 200 * n for n in range(rules.players - 2)]
    points = [example.points, *rest, left - sum(rest)]
    table = Table(1, 1, tuple(map(ScoreLine, WINDS, range(rules.players), points)))
    assert score_table(table, rules)[0].score == example.score


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_every_rule_set_has_a_card_and_names_its_documents(key):
    rules = preset(key)
    card = rule_card(rules)
    assert all(line.value and line.meaning for line in (card.start, card.time, card.fives, card.oka, card.chonbo))
    assert len(card.uma) in (0, rules.players) and card.uma_words
    shown = " ".join(rule.source for part in by_part(rules) for rule in part.rules)
    assert not re.search(r"\bS[0-4]\b|Mod\.", shown)


def test_the_card_of_an_east_only_game_says_so():
    rules = preset("wrc-2022").replace(length="east-only")
    assert rule_card(rules).time.meaning == "per East-only game"
    assert rule_card(rules.replace(time={"minutes": None})).time.meaning == "an East-only game is played to its end"


def test_a_card_without_time_limit_with_oka_and_another_chonbo_says_so():
    card = rule_card(preset("wrc-2022-oka"))
    assert card.oka.value.startswith("Oka ") and card.oka.meaning == "to the winner"
    assert rule_card(preset("wrc-2022")).chonbo.value == "Chonbo 30P"
    assert public_source("set by the organiser") == "set by the organiser"


def test_a_card_of_end_points_without_uma_has_no_row_of_zeros():
    assert rule_card(preset("four-winds")).uma == ()
    assert rule_card(preset("wrc-2022").replace(uma=(0, 0, 0, 0))).uma == (0, 0, 0, 0)
    with_uma = preset("four-winds").replace(uma=(15_000, 5_000, -5_000, -15_000))
    assert rule_card(with_uma).uma == (15_000, 5_000, -5_000, -15_000)
