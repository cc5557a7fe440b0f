"""Tournaments that an earlier version saved open, show and score as they did.

`old_snapshots.json` was written by the version before rule sets had a number: the snapshots as it kept them, what it
said of them, and the hanchan scores it gave, in points.
"""

import json
from pathlib import Path

import pytest

from scoring.game import score_points
from scoring.rules import Ruleset
from scoring.rules.files import former_keys, replaced_keys
from tests.factories import make_staff, make_tournament
from tournament.core.audit import Act
from tournament.core.models import Role, Tournament
from tournament.events.actions import change_rules

pytestmark = pytest.mark.django_db
OLD = json.loads((Path(__file__).parent / "old_snapshots.json").read_text(encoding="utf-8"))
TITLES = [f"{one['rules']['title']} {one['rules']['start']} {one['rules']['leftover']}" for one in OLD]


@pytest.fixture(params=OLD, ids=TITLES)
def old(request):
    return request.param


def saved(old) -> Tournament:
    """A tournament with what the earlier version kept of its rules and fouls."""
    tournament = make_tournament("Old Open")
    kept = {"rules": old["rules"], **({"fouls": old["fouls"]} if "fouls" in old else {})}
    Tournament.objects.filter(pk=tournament.pk).update(**kept)
    return Tournament.objects.get(pk=tournament.pk)


def test_they_were_written_without_a_number():
    assert len(OLD) == 7
    assert not any("version" in one["rules"] or "hand" in one["rules"] for one in OLD)


def test_every_hanchan_has_the_score_it_had(old):
    rules = saved(old).ruleset
    for game in old["games"]:
        scores = [row.score for row in score_points(game["points"], rules, game["deposits"])]
        assert scores == game["scores"], game


def test_every_value_is_what_it_was(old):
    before, rules = old["rules"], saved(old).ruleset
    assert (rules.title, rules.start, rules.goal) == tuple(before[name] for name in ("title", "start", "goal"))
    today = former_keys().get(before["key"]) or next(iter(replaced_keys().get(before["key"], ())), before["key"])
    assert rules.key == today
    assert (rules.minutes, rules.chonbo, rules.leftover) == (before["minutes"], before["chonbo"], before["leftover"])
    late = rules.lateness
    assert {"per_minute": late.per_minute, "minutes": late.minutes, "forfeit": late.forfeit} == before["lateness"]
    assert rules.oka == (before["goal"] - before["start"]) * 4


def test_every_page_of_the_rules_opens(client, old):
    tournament = saved(old)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    for path in ("/manage/old-open/", "/manage/old-open/rules/", "/t/old-open/rules/", "/manage/old-open/history/"):
        assert client.get(path).status_code == 200, path


def test_a_change_keeps_everything_else_as_it_was(old, now):
    tournament = saved(old)
    before = tournament.ruleset
    change_rules(tournament=tournament, start=29_000, goal=30_000, act=Act(by=None, at=now))
    after = Tournament.objects.get(pk=tournament.pk)
    assert {one.name for one in before.differing(after.ruleset)} <= {"start", "oka"}
    assert "version" in after.rules
    assert after.schedule.key == tournament.schedule.key


def test_a_penalty_schedule_that_stood_beside_the_rule_set_counts():
    """The earlier version kept the schedule of the set-up with the fouls and another one in the rule set."""
    (adapted,) = [one for one in OLD if "fouls" in one]
    assert (adapted["rules"]["schedule"], adapted["fouls"]["key"]) == ("wrc-2022", "lower")
    tournament = saved(adapted)
    assert tournament.ruleset.schedule == tournament.schedule.key == "lower"
    assert Ruleset.from_json(tournament.rules).schedule == "wrc-2022"
