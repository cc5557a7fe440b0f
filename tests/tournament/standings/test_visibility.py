"""What is hidden stays hidden: an anonymous reader's bytes do not change with it."""

import random
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import USUAL, begin, finish, hanchan, play, punish, put_in, small_event
from tournament.core.audit import Act
from tournament.events.actions import set_public
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import cancel
from tournament.results.penalties.lateness import late
from tournament.standings.cache import forget_pages
from tournament.standings.queries import forget, inputs_of, standings_of
from tournament.standings.visibility import public_through

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "after/1/",
    "after/2/",
    "crosstable/",
    "player/1/",
    "player/2/",
    "player/9/",
    "prizes/",
    "screen/standings/",
    "?me=3",
    "?since=",
)
TABLES = ("standings", "standings?after=1", "standings?after=2", "tables", "crosstable", "teams", "countries")


def bytes_of(tournament) -> list[tuple[int, bytes]]:
    """Everything about results that somebody who is not signed in can read."""
    addresses = [f"/t/{tournament.slug}/{page}" for page in PAGES]
    addresses += [f"/api/v1/{tournament.slug}/{key}" for key in TABLES]
    answers = [Client().get(address) for address in addresses]
    return [(answer.status_code, answer.content) for answer in answers]


@kept
def event_with_one_released_hanchan():
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 36_000, 22_000, 22_000)})
    begin(tournament, 2)
    tournament.hanchan.update(seating_published_at=MORNING)
    tournament.prizes.create(what="A cup")
    set_public(tournament=tournament, prizes_public=True, act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    return tournament, people


@pytest.mark.parametrize("hidden_from", [1, 2, 3, 4])
def test_a_freeze_hides_exactly_from_the_hanchan_that_it_names(hidden_from):
    tournament, _people = small_event(hanchan_count=3)
    for number in (1, 2, 3):
        play(tournament, number, {1: USUAL, 2: USUAL})
    type(tournament).objects.filter(pk=tournament.pk).update(hidden_from=hidden_from)
    forget()
    tournament.refresh_from_db()
    assert public_through(inputs_of(tournament)) == hidden_from - 1
    assert {table.hanchan for table in inputs_of(tournament, public=True).tables} == set(range(1, hidden_from))


def enter_a_sheet(tournament, people):
    put_in(tournament, 2, 1, USUAL)


def give_points(tournament, people):
    punish(people[0], 30_000, number=2, kind=PenaltyKind.CHONBO)


def give_and_cancel(tournament, people):
    cancel(penalty=punish(people[1], 8_000, number=2), act=Act(by=None, at=MORNING, reason="wrong player"))


def warn(tournament, people):
    punish(people[1], 0, number=2, kind=PenaltyKind.WARNING)


def disqualify(tournament, people):
    punish(people[2], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)


def come_late(tournament, people):
    late(
        player=people[4],
        hanchan=hanchan(tournament, 2),
        minutes=7,
        referee="Mina",
        act=Act(by=None, at=MORNING, submission=uuid4()),
    )


def enter_the_other_sheet(tournament, people):
    put_in(tournament, 2, 2, (30_000, 30_000, 30_000, 30_000))


def close_without_releasing(tournament, people):
    for table in (1, 2):
        if not hanchan(tournament, 2).sheets.filter(table=table).exists():
            put_in(tournament, 2, table, USUAL)
    finish(tournament, 2, released=False)


HIDDEN = (enter_a_sheet, enter_the_other_sheet, give_points, give_and_cancel, warn, disqualify, come_late)


def forget_everything():
    """Another copy of the event has had the same number and edition."""
    forget()
    forget_pages()
    cache.clear()


@pytest.fixture
def before():
    """What anybody reads of the event, which is the same to the byte each time."""
    with transaction.atomic():
        found = bytes_of(event_with_one_released_hanchan()[0])
        transaction.set_rollback(True)
    return found


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(st.sampled_from(HIDDEN), min_size=1, max_size=4, unique=True), seed=st.integers(0, 99))
def test_nothing_hidden_changes_a_byte_of_what_anybody_reads(before, acts, seed):
    with transaction.atomic():
        tournament, people = event_with_one_released_hanchan()
        random.Random(seed).shuffle(acts)
        for act in acts:
            act(tournament, people)
        forget_everything()
        tournament.refresh_from_db()
        assert bytes_of(tournament) == before
        transaction.set_rollback(True)


def test_a_closed_hanchan_stays_hidden_until_it_is_released():
    tournament, people = event_with_one_released_hanchan()
    tournament.hanchan.update(seating_published_at=None)  # a reader's next seat moves on with the close, as it should
    before = bytes_of(tournament)
    close_without_releasing(tournament, people)
    tournament.refresh_from_db()
    assert bytes_of(tournament) == before
    finish(tournament, 2)
    forget()
    assert bytes_of(tournament) != before


def test_a_substitute_of_a_hidden_hanchan_is_nobody_yet():
    tournament, people = event_with_one_released_hanchan()
    before = bytes_of(tournament)
    late(
        player=people[4],
        hanchan=hanchan(tournament, 2),
        minutes=11,
        substitute="Kai Ohm",
        referee="Mina",
        act=Act(by=None, at=MORNING, submission=uuid4()),
    )
    tournament.refresh_from_db()
    assert [(status, b"Kai Ohm" in content) for status, content in bytes_of(tournament)] == [
        (status, False) for status, _content in before
    ]


def test_a_later_release_shows_nothing_while_an_earlier_hanchan_is_hidden():
    tournament, _ = small_event()
    play(tournament, 1, {1: USUAL}, released=False)
    play(tournament, 2, {1: USUAL})
    assert public_through(inputs_of(tournament)) == 0
    assert standings_of(tournament, public=True).after == 0


def test_closed_standings_are_empty_and_say_so(client):
    tournament, _ = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    set_public(tournament=tournament, act=Act(by=None, at=MORNING), standings_public=False)
    page = client.get(f"/t/{tournament.slug}/")
    assert b"No results yet" in page.content
    assert b"Aiko Brandt" not in page.content
    player = client.get(f"/t/{tournament.slug}/player/1/").content.decode()  # as the public list of players has it
    assert "+30.2" not in player and "hanchan-table" not in player and "lanes-dot" not in player
    assert client.get(f"/t/{tournament.slug}/after/1/").status_code == 404


def test_what_is_not_public_answers_like_what_does_not_exist(client):
    tournament, _ = event_with_one_released_hanchan()
    put_in(tournament, 2, 1)
    addresses = [f"/t/{tournament.slug}/after/{n}/" for n in (2, 3)]
    hidden, missing = map(client.get, addresses)
    assert hidden.status_code == missing.status_code == 404
    said = [one.content.replace(path.encode(), b"") for one, path in zip((hidden, missing), addresses, strict=True)]
    assert said[0] == said[1], "besides the address that was asked for"


def test_a_disqualification_is_public_with_its_hanchan():
    tournament, people = event_with_one_released_hanchan()
    disqualify(tournament, people)
    tournament.refresh_from_db()
    assert standings_of(tournament, public=True).by_number[3].standing.ranked
    assert not standings_of(tournament).by_number[3].standing.ranked
    close_without_releasing(tournament, people)
    finish(tournament, 2)
    forget()
    assert not standings_of(tournament, public=True).by_number[3].standing.ranked


def test_a_penalty_outside_any_hanchan_is_public_at_once():
    tournament, people = event_with_one_released_hanchan()
    punish(people[0], 8_000, number=None)
    tournament.refresh_from_db()
    assert standings_of(tournament, public=True).by_number[1].standing.penalties == 8_000
