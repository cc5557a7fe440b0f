"""The rules that players read are those of the event: no sentence that it has decided otherwise."""

import pytest
from django.urls import reverse

from scoring.fouls import LATE, SCHEDULES, TOO_LATE, schedule
from scoring.fouls.cases import Consequence
from scoring.rules import PRESETS, preset
from scoring.rules.value_kinds import FloatingUma
from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.core.models import WindMethod
from tournament.events.actions import change_rules, set_public
from tournament.events.queries import hanchan_of
from tournament.events.rule_card import score_example
from tournament.events.ruleset_display import by_part, event_parts, event_rules, foul_prices, in_words

LIMITS_OF_THE_PRESET = "Hanchan may have different limits; a final may have none."


def said(tournament):
    return [rule.text for part in event_parts(tournament, hanchan_of(tournament)) for rule in part.rules]


@pytest.mark.django_db
def test_a_note_about_limits_stands_in_the_rule_set_and_not_in_the_rules_of_an_event():
    tournament = make_tournament(preset="wrc-2022")
    assert LIMITS_OF_THE_PRESET in [rule.text for rule in in_words(tournament.ruleset)]
    assert LIMITS_OF_THE_PRESET not in said(tournament)


@pytest.mark.django_db
def test_the_limit_is_the_one_that_all_hanchan_have(client):
    tournament = make_tournament(preset="wrc-2022", hanchan_count=4)
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    tournament.hanchan.update(minutes=75, added_minutes=0)
    assert "A hanchan lasts 75 minutes." in said(tournament)
    page = client.get(reverse("public_rules", args=[tournament.slug])).text
    assert "75 min" in page and "90 min" not in page.replace("A hanchan lasts 90 minutes", "")


@pytest.mark.django_db
def test_each_hanchan_is_named_where_the_limits_differ():
    tournament = make_tournament(preset="wrc-2022", hanchan_count=2)
    tournament.hanchan.filter(number=2).update(minutes=None)
    sentences = said(tournament)
    assert "Hanchan 1: 90 minutes." in sentences and "Hanchan 2: no time limit." in sentences
    assert "A hanchan lasts 90 minutes." not in sentences
    tournament.hanchan.filter(number=1).update(minutes=100, added_minutes=10)
    assert "Hanchan 1: 90 minutes." in said(tournament), "minutes that were added are none of the rules"


@pytest.mark.django_db
def test_the_rules_of_an_event_without_hanchan_are_those_of_its_rule_set():
    tournament = make_tournament(preset="wrc-2022")
    assert event_rules(tournament, []) == tournament.ruleset


@pytest.mark.django_db
@pytest.mark.parametrize("method", [WindMethod.FIXED, WindMethod.PAGE])
def test_nobody_draws_with_tiles_where_the_event_does_not(method):
    tournament = make_tournament(preset="wrc-2022", wind_method=method)
    assert not [text for text in said(tournament) if "tile of each wind" in text or "way of drawing" in text]


@pytest.mark.django_db
@pytest.mark.parametrize("minutes", [None, 0, 20])
def test_the_window_for_protests_is_a_rule_where_there_is_one(minutes):
    tournament = make_tournament(preset="wrc-2022", protest_minutes=minutes)
    named = "Errors in results can be reported for 20 minutes after they become public."
    assert (named in said(tournament)) is (minutes == 20)


def asked(tournament):
    parts = event_parts(tournament, hanchan_of(tournament))
    return {rule.field: rule.text for part in parts for rule in part.asked}


@pytest.mark.django_db
def test_players_read_first_what_rule_sets_differ_in_and_nothing_that_the_card_says():
    found = asked(make_tournament(preset="wrc-2022"))
    assert found["hand.nagashi"] == "Nagashi mangan is not played."
    assert not {"start", "uma", "chonbo", "time.minutes", "hand.red_fives", "yakitori", "prizes"} & set(found)
    assert sum(len(text.split()) for text in found.values()) < 210


@pytest.mark.django_db
def test_what_is_played_here_and_hardly_anywhere_is_read_first_too():
    tournament = make_tournament(preset="wrc-2022")
    usual = asked(tournament)
    changes = {"yakitori": 1_000, "hand": {"open_riichi": "two-han"}, "calls": {"atozuke": False}}
    change_rules(tournament=tournament, act=Act(by=None, at=MORNING), **changes)
    assert set(asked(tournament)) - set(usual) == {"yakitori", "hand.open_riichi", "calls.atozuke"}


@pytest.mark.django_db
def test_what_the_organiser_has_decided_is_read_first():
    tournament = make_tournament(preset="wrc-2022", hanchan_count=2, protest_minutes=20, wind_method=WindMethod.FIXED)
    tournament.hanchan.filter(number=2).update(minutes=60)
    first = [rule.text for part in event_parts(tournament, hanchan_of(tournament)) for rule in part.asked]
    assert "The seating assigns the seat winds; nobody draws them." in first
    assert {"Hanchan 1: 90 minutes.", "Hanchan 2: 60 minutes."} <= set(first)
    assert "Errors in results can be reported for 20 minutes after they become public." in first


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_a_floating_uma_is_read_first_since_the_card_does_not_say_it(key):
    first = {rule.field for part in by_part(preset(key)) for rule in part.asked}
    assert ("uma" in first) is isinstance(preset(key).uma, FloatingUma)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["ema-2012", "ema-2016", "wrc-2022"])
def test_when_the_signal_sounds_is_read_first_where_the_last_hands_count_from_it(key):
    tournament = make_tournament(preset=key)
    first = asked(tournament).get("time.during", "")
    assert first.startswith("A signal sounds 15 minutes before the end.") is (key != "wrc-2022")
    tournament.hanchan.update(minutes=None)
    assert "time.during" not in asked(tournament), "no end, no signal"


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_the_goal_is_read_first_where_no_example_of_a_score_names_it(key):
    rules = preset(key)
    first = {rule.field: rule.text for part in by_part(rules) for rule in part.asked}
    assert ("goal" in first) is (score_example(rules) is None)


def test_the_goal_of_end_points_and_of_prizes_is_read_first():
    prizes = preset("wrc-2022").replace(start=25_000, prizes=(10_000, 0, 0, 0))
    for rules in (preset("four-winds"), prizes):
        assert "30,000" in next(rule.text for part in by_part(rules) for rule in part.asked if rule.field == "goal")


@pytest.mark.parametrize("name", sorted(SCHEDULES))
def test_every_foul_that_can_happen_and_cost_something_has_its_price_once_and_lateness_a_sentence(name):
    rules, fouls = preset("wrc-2022").replace(hand={"two_han_minimum": True, "open_riichi": "two-han"}), schedule(name)
    shown = [foul.title for price in foul_prices(fouls, rules) for foul in price.fouls]
    priced = [foul for foul in fouls.fouls if foul.code not in (LATE, TOO_LATE)]
    assert sorted(shown) == sorted(foul.title for foul in priced if foul.consequences[-1] is not Consequence.NONE)


@pytest.mark.django_db
def test_lateness_is_read_first_as_the_organiser_set_it():
    tournament = make_tournament(preset="wrc-2022")
    assert asked(tournament)["lateness.per_minute"].startswith("Being late costs 1P for each full minute;")
    changes = {"lateness": {"per_minute": 2_000, "minutes": 15, "forfeit": 40_000}}
    change_rules(tournament=tournament, act=Act(by=None, at=MORNING), **changes)
    text = asked(tournament)["lateness.per_minute"]
    assert text.startswith("Being late costs 2P for each full minute; after 15 minutes the hanchan is forfeited:")
    assert "40P instead of the minutes" in text


def test_fouls_of_what_is_not_played_are_not_named():
    shown = [foul.title for price in foul_prices(schedule("wrc-2022"), preset("wrc-2022")) for foul in price.fouls]
    assert "Swap calling (kuikae)" in shown
    assert "Win below the two-han minimum" not in shown and "Revealed riichi without a valid hand" not in shown
    allowed = preset("wrc-2022").replace(calls={"swap": "allowed"})
    assert "Swap calling (kuikae)" not in [
        foul.title for price in foul_prices(schedule("wrc-2022"), allowed) for foul in price.fouls
    ]
