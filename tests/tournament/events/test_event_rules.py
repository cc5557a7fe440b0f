"""The rules that players read are those of the event: no sentence that it has decided otherwise."""

import pytest
from django.urls import reverse

from tests.factories import MORNING, make_tournament
from tournament.core.audit import Act
from tournament.core.models import WindMethod
from tournament.events.actions import set_public
from tournament.events.queries import hanchan_of
from tournament.events.ruleset_display import event_parts, event_rules, in_words

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
