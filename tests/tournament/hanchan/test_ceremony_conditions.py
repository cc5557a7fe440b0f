"""What a ceremony waits for: the page has a link to it and no button, and the action refuses by the same list."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.events.rows import kept
from tests.factories import make_staff
from tests.tournament.hanchan.test_ceremony import ACT, OTHER, code_of, frozen_event, press
from tests.tournament.hanchan.test_ceremony_corrections import correct_a_sheet, running
from tests.tournament.standings.tables import USUAL, begin, hanchan, play, put_in, small_event, vouch
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Role
from tournament.events.actions import set_public
from tournament.hanchan.actions import reopen
from tournament.hanchan.ceremony import end_ceremony, start_ceremony
from tournament.hanchan.result_conditions import ceremony_conditions
from tournament.standings.queries import inputs_of, standings_of

pytestmark = pytest.mark.django_db
START = "Start the ceremony</button>"


@kept
def in_play(hanchan_count=2, **changes):
    """Hanchan 1 is public, and nothing of the others is played."""
    tournament, _people = small_event(hanchan_count=hanchan_count)
    play(tournament, 1, {1: USUAL, 2: OTHER})
    vouch(tournament)
    set_public(tournament=tournament, act=ACT, hidden_from=2, **changes)
    begin(tournament, 2)
    vouch(tournament)
    tournament.refresh_from_db()
    return tournament


def found(tournament):
    inputs, final = inputs_of(tournament), standings_of(tournament)
    return [
        (one.message.code, one.page.url_name, next(iter(one.page.numbers), None))
        for one in ceremony_conditions(tournament, inputs, final)
    ]


def page_of(client, tournament):
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return client.get(reverse("ceremony", args=[tournament.slug])).content.decode()


def start_codes(tournament):
    with pytest.raises(Refused) as refused:
        start_ceremony(tournament=tournament, act=ACT)
    return [message.code for message in refused.value.messages]


def test_while_a_hanchan_is_in_play_there_is_no_button_but_the_reason_and_a_link_to_it(client):
    tournament = in_play()
    page = page_of(client, tournament)
    assert START not in page and "Close hanchan 2 first" in page
    assert f'href="{reverse("hanchan", args=[tournament.slug, 2])}">Go to hanchan 2</a>' in page
    assert start_codes(tournament) == ["not-closed"]


def test_the_link_leads_to_the_first_of_several_hanchan(client):
    tournament = in_play(hanchan_count=4)
    page = page_of(client, tournament)
    assert "Close hanchan 2–4 first" in page and "Go to hanchan 2</a>" in page


def test_with_everything_closed_the_button_is_there(client):
    tournament, _people = frozen_event()
    assert found(tournament) == []
    page = page_of(client, tournament)
    assert START in page and 'id="obstacles"' not in page


def test_a_sheet_that_waits_for_a_reading_is_named_with_its_hanchan(client):
    tournament, _people = frozen_event()
    tournament.entry_mode = EntryMode.BLIND
    tournament.save(update_fields=["entry_mode"])
    correct_a_sheet(tournament, at=hanchan(tournament, 2).closed_at + timedelta(minutes=1))
    assert found(tournament) == [("sheets-once", "sheets", 2)]
    page = page_of(client, tournament)
    assert START not in page and f'href="{reverse("sheets", args=[tournament.slug, 2])}">' in page
    assert start_codes(tournament) == ["sheets-once"]


def test_a_tie_at_the_cut_is_to_be_resolved_first(client):
    tournament, _people = small_event(hanchan_count=1)
    tournament.standing_rules = StandingRules(cuts=(Cut(after=1, sizes=(1,)),)).to_json()
    tournament.save(update_fields=["standing_rules"])
    begin(tournament, 1)
    put_in(tournament, 1, 1, USUAL)
    put_in(tournament, 1, 2, USUAL)
    tournament.hanchan.update(state="closed", closed_at=ACT.at)
    vouch(tournament)
    tournament.refresh_from_db()
    assert found(tournament) == [("tie-open", "standing_ties", None)]
    assert "Resolve the tie</a>" in page_of(client, tournament)
    assert start_codes(tournament) == ["tie-open"]


def test_everything_that_is_missing_is_told_at_once():
    tournament = in_play(standings_public=False)
    assert [code for code, _url, _hanchan in found(tournament)] == ["not-closed", "standings-closed"]
    assert start_codes(tournament) == ["not-closed", "standings-closed"]


def test_where_nothing_is_hidden_the_page_leads_to_what_is_public(client):
    tournament = in_play()
    set_public(tournament=tournament, act=ACT, hidden_from=None)
    put_in(tournament, 2, 1, OTHER)
    put_in(tournament, 2, 2, USUAL)
    tournament.hanchan.filter(number=2).update(state="closed", closed_at=ACT.at, released_at=ACT.at)
    vouch(tournament)
    tournament.refresh_from_db()
    assert found(tournament) == [("nothing-hidden", "event_public", None)]
    assert "All final places are public." in page_of(client, tournament)


def test_a_press_that_comes_too_late_is_refused_with_the_reason_once(client):
    """The page was opened before somebody reopened the hanchan."""
    tournament, _people = frozen_event()
    assert START in page_of(client, tournament)
    reopen(hanchan=hanchan(tournament, 2), act=ACT.because("a sheet is missing"))
    answer = client.post(reverse("ceremony_do", args=[tournament.slug, "start"]), {"singles": "12"})
    page = answer.content.decode()
    assert answer.status_code == 409 and page.count("Close hanchan 2 first") == 1 and START not in page
    tournament.refresh_from_db()
    assert tournament.revealed_from is None


def test_a_hanchan_that_is_reopened_during_the_ceremony_takes_the_key_away(client):
    tournament = running(5)
    reopen(hanchan=hanchan(tournament, 2), act=ACT.because("a sheet is missing"))
    tournament.refresh_from_db()
    page = page_of(client, tournament)
    assert "data-ceremony" not in page and "Before the next place" in page and "Go to hanchan 2</a>" in page
    assert code_of(lambda: press(tournament)) == "not-closed"
    assert code_of(lambda: end_ceremony(tournament=tournament, act=ACT)) == "not-closed"
    assert "Make everything public</button>" not in page


def test_the_queries_of_the_page_do_not_grow_with_the_hanchan(client):
    counts = []
    for hanchan_count in (2, 6):
        tournament = in_play(hanchan_count=hanchan_count)
        page_of(client, tournament)
        with CaptureQueriesContext(connection) as queries:
            assert re.search("Close hanchan 2(–6)? first", page_of(client, tournament))
        counts.append(len(queries))
    assert counts[0] == counts[1]
