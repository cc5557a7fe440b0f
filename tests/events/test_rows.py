"""Kept events are what building them again gives, and each test has rows and objects of its own."""

import re

import pytest
from django.db import transaction

from tests.events import rows
from tests.factories import MORNING, make_players, make_tournament, make_user
from tests.tournament.core.events import recorded_event
from tests.tournament.desk.halls import hall
from tests.tournament.exports.events import rich_event
from tests.tournament.planning.check_in.halls import morning
from tests.tournament.planning.halls import seated_hall
from tests.tournament.planning.line_up.halls import played_hall
from tests.tournament.planning.pairing.events import played_event
from tests.tournament.standings.tables import small_event
from tournament.core.models import Tournament
from tournament.players.models import Player

pytestmark = pytest.mark.django_db
EVENTS = (
    small_event,
    hall,
    seated_hall,
    played_hall,
    played_event,
    morning,
    recorded_event,
    rich_event,
)
RANDOM = re.compile(r"[0-9a-f]{32,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|^![A-Za-z0-9]{40}$")


def told(found):
    """What stands in the tables but for what is random: submissions, digests over them, passwords nobody knows."""
    return [(name, [[RANDOM.sub("", str(value)) for value in row] for row in lines]) for name, _, lines in found.tables]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_a_kept_event_is_what_building_it_anew_gives(event):
    path = rows.path_of(event.__wrapped__)
    anew = rows.built(event.__wrapped__, path)
    assert not Tournament.objects.exists()
    event()
    assert told(rows.stored(path)) == told(anew)


@pytest.fixture
def builds(tmp_path, monkeypatch):
    """`event(name)`, kept in a folder of its own, and the names that it has built."""
    monkeypatch.setattr(rows, "_folder", tmp_path)
    monkeypatch.setattr(rows, "_read", {})
    names = []

    @rows.kept
    def event(name="Spring Open", **fields):
        names.append(name)
        tournament = make_tournament(name, **fields)
        return tournament, make_players(tournament, 4)

    return event, names


def taken_back(event, *args):
    with transaction.atomic():
        answer = event(*args)
        transaction.set_rollback(True)
    return answer


def test_an_event_is_built_once_for_each_set_of_arguments(builds):
    event, names = builds
    first, again, other = taken_back(event), taken_back(event), taken_back(event, "Autumn Open")
    assert names == ["Spring Open", "Autumn Open"]
    assert first == again and first[0] is not again[0] and first[0].made_at == MORNING
    assert other[0].name == "Autumn Open" and other[0].pk != first[0].pk


def test_another_session_finds_what_this_one_built(builds, monkeypatch):
    event, names = builds
    taken_back(event)
    monkeypatch.setattr(rows, "_read", {})
    taken_back(event)
    assert names == ["Spring Open"]


def test_changed_code_builds_anew(builds, monkeypatch):
    event, names = builds
    taken_back(event)
    monkeypatch.setattr(rows, "_read", {})
    monkeypatch.setattr(rows, "made_from", lambda: "other code")
    taken_back(event)
    assert names == ["Spring Open"] * 2


def test_beside_another_event_it_is_built(builds):
    event, names = builds
    (first, _), (second, people) = event(), event()
    assert names == ["Spring Open"] * 2
    assert second.pk > first.pk and second.slug != first.slug and people[0].pk > first.players.last().pk


def test_arguments_that_no_file_knows_are_built(builds):
    event, names = builds
    user = make_user()
    taken_back(lambda: event(by=user))
    taken_back(lambda: event(by=user))
    assert names == ["Spring Open"] * 2


def test_new_rows_are_numbered_after_the_kept_ones(builds):
    before, (tournament, people) = make_user(), builds[0]()
    (new,) = make_players(tournament, 1, name="Late Lou")
    assert new.pk > max(player.pk for player in people) > rows.RANGE > before.pk
    assert make_tournament("Another").pk > tournament.pk
    assert list(Player.objects.order_by("pk").values_list("number", flat=True)) == [1, 2, 3, 4, 5]
