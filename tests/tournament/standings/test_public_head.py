"""The head on public pages: the one of the last write that changed which results are public, and no other."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tournament.core.audit import Act
from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.hanchan.actions import close, release, reopen, start, withhold
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import typed_sheet
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING, reason="as seen")


@pytest.fixture
@kept
def event():
    """One hanchan released, the next one played and hidden."""
    tournament = hall()
    set_public(tournament=tournament, is_public=True, release_on_close=False, act=ACT)
    play(tournament, 1)
    release(hanchan=hanchan_of(tournament), act=ACT)
    play(tournament, 2)
    tournament.refresh_from_db()
    return tournament


def play(tournament, number):
    if number > 1:
        start(hanchan=hanchan_of(tournament, number), act=ACT)
    for table in (1, 2, 3, 4):
        entered(hanchan_of(tournament, number), table)
    close(hanchan=hanchan_of(tournament, number), act=ACT)


def shown(client, event) -> str:
    return client.get(reverse("public_standings", args=[event.slug])).text


def value_after(tournament, verb) -> str:
    return tournament.audit_entries.filter(verb=verb).first().chain


def test_the_public_standings_have_the_head_of_the_release(client, event):
    page = shown(client, event)
    assert head(value_after(event, "released results")) in page
    assert head(last_value(event)) not in page


def test_no_head_is_shown_before_anything_is_public(client):
    tournament = hall()
    set_public(tournament=tournament, is_public=True, act=ACT)
    assert "Head of the history" not in shown(client, tournament)


def test_a_hidden_write_leaves_the_public_head_as_it_is(client, event):
    before = shown(client, event)
    two = hanchan_of(event, 2)
    typed = typed_sheet(accepted_version(two, 1))
    east, south, *others = typed.lines
    moved = (replace(east, points=east.points - 100), replace(south, points=south.points + 100), *others)
    act = Act(by=None, at=MORNING, reason="as on the paper", base=1)
    change(hanchan=two, table=1, typed=replace(typed, lines=moved), act=act, confirmed_warnings=True)
    reopen(hanchan=two, act=ACT)
    close(hanchan=hanchan_of(event, 2), act=ACT)
    assert shown(client, event) == before


def test_a_hanchan_that_is_released_behind_a_hidden_one_changes_nothing(client, event):
    before = shown(client, event)
    start(hanchan=hanchan_of(event, 3), act=ACT)
    release(hanchan=hanchan_of(event, 3), act=ACT)
    assert shown(client, event) == before


def test_results_that_are_hidden_again_change_the_head(client, event):
    release(hanchan=hanchan_of(event, 2), act=ACT)
    released = value_after(event, "released results")
    assert head(released) in shown(client, event)
    withhold(hanchan=hanchan_of(event, 2), act=ACT)
    assert head(value_after(event, "withheld results")) in shown(client, event)


def test_closing_releases_where_the_event_says_so(client):
    tournament = hall()
    set_public(tournament=tournament, is_public=True, act=ACT)
    play(tournament, 1)
    tournament.refresh_from_db()
    assert tournament.public_head == value_after(tournament, "closed a hanchan")


def test_papers_and_the_workbook_have_the_head_of_now(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    now = head(last_value(event))
    for name in ("print_standings", "print_seating_by_player"):
        assert now in client.get(reverse(name, args=[event.slug])).text
    assert now in client.get(reverse("export_csv", args=[event.slug, "event"])).text
