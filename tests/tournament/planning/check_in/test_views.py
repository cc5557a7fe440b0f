"""The page that closes check-in."""

import re
import uuid
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from seating.notes import CannotPlan, Note
from tests.factories import PASSWORD, make_players, make_staff, make_tournament
from tests.tournament.planning.check_in.halls import ACT, arrive, morning, put_on_list
from tests.tournament.planning.halls import begin
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.messages import Level, Message
from tournament.core.models import Role, Tournament
from tournament.core.turns import Busy
from tournament.planning.actions import publish
from tournament.planning.basis import basis_of
from tournament.planning.sources import closing, searches
from tournament.planning.sources.attendance import attendance
from tournament.players.actions import check_in, edit_player
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Target": "close"}


@pytest.fixture
def hall(client):
    tournament = morning()
    client.force_login(make_staff(tournament, Role.ORGANISER, name="Mina Sato"))
    return tournament


def url(tournament, name="check_in_close"):
    return reverse(name, args=[tournament.slug])


def sent(tournament, way, **typed):
    was = ",".join(str(player.pk) for player in attendance(basis_of(tournament)).missing)
    base = tournament.seating.number if tournament.seating else 0
    return {"way": way, "was": was, "base": base, "submission": uuid.uuid4(), **typed}


def button(html):
    return re.sub(r"\s+", " ", re.search(r"btn-primary btn-large\"[^>]*>([^<]+)<", html)[1])


def test_the_page_names_who_is_missing_and_who_could_come(client, hall):
    edit_player(player=hall.players.get(number=14), act=ACT, contact="+44 7700 900 182")
    html = client.get(url(hall)).content.decode()
    assert "13 of 16" in html and "Marta Ruiz" in html and 'href="tel:+447700900182"' in html
    assert html.index("Waiting 1") < html.index("Waiting 2") < html.index("Local 1")
    assert button(html) == "Close check-in and seat 16"
    assert "Local 1 for Anna Kovács" in html and "Who moves" in html


def test_figures_that_need_a_search_come_one_line_at_a_time(client, hall):
    html = client.get(url(hall)).content.decode()
    waiting = re.findall(r'hx-get="([^"]+figures=[^"]+)"', html)
    assert [address.rsplit("=", 1)[1] for address in waiting] == ["2-byes", "2-byes-even", "0-byes", "0-byes-even"]
    answer = client.get(waiting[0].replace("&amp;", "&"), headers=HTMX).content.decode()
    assert answer.strip().startswith("<tr") and "change tables" in answer and "hx-get" not in answer
    assert "hx-preserve" in answer, "what was chosen stays chosen while its figures come"
    html = client.get(url(hall)).content.decode()
    assert "figures=2-byes&" not in html and html.count("hx-get") < 6


def test_a_figure_that_another_way_betters_is_marked(client, hall):
    client.get(url(hall, "check_in_figures"), {"figures": "2-byes"})
    rows = [row for row in client.get(url(hall)).context["rows"] if row.way.preview]
    repeats = {row.shape.key: row.way.preview.repeats for row in rows}
    assert {"2-substitutes", "2-byes"} <= repeats.keys()
    assert {row.shape.key for row in rows if row.is_worse} == {
        key for key, count in repeats.items() if count > min(repeats.values())
    }


def test_another_way_changes_the_button_and_what_it_does(client, hall):
    html = client.get(url(hall), {"way": "2-byes"}).content.decode()
    assert button(html) == "Close check-in and seat 15"
    assert "take byes, few players move" in html and "A bye scores 0." in html
    assert "?each=1&amp;way=2-byes" in html
    assert "Local 1 for" not in html and "Byes by player" in html
    assert button(client.get(url(hall), {"way": "keep"}).content.decode()) == "Close check-in and seat 16"


def test_a_way_that_can_be_used_is_chosen_from_the_start(client, hall, monkeypatch):
    against = Message("too-few", "Too few players are left.", {}, Level.ERROR)
    real = closing.options

    def only_as_they_are(*args):
        return (one if one.key == "keep" else replace(one, arranged=None, obstacles=(against,)) for one in real(*args))

    monkeypatch.setattr(closing, "options", only_as_they_are)
    assert client.get(url(hall)).context["chosen"].proposal.key == "keep"


def test_closing_leads_on_and_offers_the_undo(client, hall):
    publish(tournament=hall, hanchan=None, act=ACT)
    assert "players see the new seating at once" in client.get(url(hall)).content.decode()
    html = client.post(url(hall), sent(hall, "2-substitutes"), follow=True).content.decode()
    assert "Check-in is closed: Withdraw 3, seat the waiting list. Withdrawn: " in html
    assert f'href="{url(hall)}"' in html
    html = client.get(url(hall)).content.decode()
    assert "Check-in was closed at" in html and "14 Marta Ruiz" in html and "17 Waiting 1" in html
    html = client.post(url(hall, "check_in_reopen"), follow=True).content.decode()
    assert "Check-in is open again" in html and "13 of 16" in html
    assert "Check-in is open." in client.post(url(hall, "check_in_reopen"), follow=True).content.decode()


def test_a_check_in_at_the_door_is_told_on_the_open_page(client, hall):
    answer = client.get(url(hall))
    hall.refresh_from_db()
    assert client.get(url(hall), {"since": hall.edition}, headers=HTMX).status_code == 204
    typed = {"since": hall.edition, "was": answer.context["was"]}
    check_in(player=hall.players.get(number=16), act=ACT)
    html = client.get(url(hall), typed, headers=HTMX).content.decode()
    assert "Anna Kovács</bdi> has just checked in" in html and "14 of 16" in html
    assert 'hx-swap-oob="true"' in html and "Withdraw 2" in html


def test_a_page_that_is_out_of_date_closes_nothing_and_shows_the_list_of_now(client, hall):
    typed = sent(hall, "2-substitutes")
    check_in(player=hall.players.get(number=16), act=ACT)
    answer = client.post(url(hall), typed)
    assert answer.status_code == 409 and "checked in or out in the meantime" in answer.content.decode()
    assert "14 of 16" in answer.content.decode()
    hall.refresh_from_db()
    assert hall.check_in_closed_at is None


@pytest.mark.parametrize(("typed", "words"), [({"submission": "x"}, "Choose a way"), ({"way": "9-byes"}, "possible")])
def test_a_form_that_makes_no_sense_is_refused(client, hall, typed, words):
    answer = client.post(url(hall), sent(hall, "keep") | typed)
    assert answer.status_code == 422 and words in answer.content.decode()


def test_for_each_person_there_is_a_choice(client, hall):
    html = client.get(url(hall), {"each": "1"}).content.decode()
    assert html.count("Seat anyway") == 3 and html.count("Replace with Local 1") == 3
    number = hall.players.get(name="Local 1").number
    typed = {"each": "1", "for-14": "stay", "for-15": str(number)}
    html = client.get(url(hall), typed).content.decode()
    assert "Withdraw 2, seat the waiting list" in html and 'value="stay" selected' in re.sub(r"\s+", " ", html)
    assert f"for-15={number}" in html and "for-14=stay" in html
    client.post(url(hall), sent(hall, "1-substitutes") | typed)
    now = dict(hall.players.values_list("number", "status"))
    assert (now[14], now[15], now[16], now[17], now[18]) == ("playing", "withdrawn", "withdrawn", "playing", "waiting")


def test_a_choice_that_is_impossible_is_refused_and_the_page_stays(client, hall):
    html = client.get(url(hall), {"each": "1", "for-14": "1"}).content.decode()
    assert "no longer available" in html and "2-substitutes" in html
    typed = {"each": "1", "for-14": "1", "figures": "2-byes"}
    assert "change tables" in client.get(url(hall, "check_in_figures"), typed).content.decode()


def test_where_everybody_is_here_there_is_one_button(client):
    tournament = morning(missing=0, waiting=0)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(url(tournament)).content.decode()
    assert "All 16 players are here." in html and 'type="radio"' not in html
    answer = client.post(url(tournament), sent(tournament, "keep"))
    assert answer.url == reverse("event_overview", args=[tournament.slug])


def test_before_there_is_a_seating_the_figures_are_empty_and_planning_follows(client):
    tournament = make_tournament(hanchan_count=3)
    for player in make_players(tournament, 16)[:15]:
        check_in(player=player, act=ACT)
    arrive(put_on_list(tournament, "Waiting 1"))
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(url(tournament)).content.decode()
    assert html.count("Plan after closing") == 3 and "Plan it after closing" in html
    assert "1 more is needed to fill the last table." in html
    assert client.get(url(tournament, "check_in_figures"), {"figures": "1-list"}).content == b""
    assert client.post(url(tournament), sent(tournament, "1-list")).url == reverse(
        "seating_plan", args=[tournament.slug]
    )


def test_without_players_and_after_the_last_start_the_page_says_so(client, hall):
    empty = make_tournament("Empty")
    client.force_login(make_staff(empty, Role.ORGANISER))
    assert "No players yet" in client.get(url(empty)).content.decode()
    client.force_login(hall.memberships.get().user)
    begin(hall, 3)
    assert "All hanchan have started" in client.get(url(hall)).content.decode()


def test_after_the_start_a_closing_is_shown_without_an_undo(client, hall):
    client.post(url(hall), sent(hall, "keep"))
    begin(hall, 1)
    html = client.get(url(hall)).content.decode()
    assert "Check-in was closed" in html and url(hall, "check_in_reopen") not in html


def test_a_busy_server_is_asked_again(client, hall, monkeypatch):
    class NoTurn:
        def turn(self):
            raise Busy.of("busy", "The server is busy.")

    monkeypatch.setattr(searches, "SEARCHES", NoTurn())
    html = client.get(url(hall, "check_in_figures"), {"figures": "2-byes"}).content.decode()
    assert "load delay:3s" in html
    assert "The server is busy." in client.get(url(hall), {"way": "2-byes"}).content.decode()


def test_what_the_planner_cannot_do_is_said_in_its_line(client, hall, monkeypatch):
    def refuse(*_args, **_more):
        raise CannotPlan(Note("contradiction", "Two wishes contradict each other.", {}))

    monkeypatch.setattr(searches, "replan", refuse)
    html = client.get(url(hall, "check_in_figures"), {"figures": "2-byes"}).content.decode()
    assert "Two wishes contradict each other." in html and "disabled" in html
    answer = client.post(url(hall), sent(hall, "2-byes"))
    assert answer.status_code == 422 and "contradict" in answer.content.decode()


def test_a_line_of_a_way_that_is_gone_is_empty(client, hall):
    assert client.get(url(hall, "check_in_figures"), {"figures": "8-tables"}).content == b""


def test_the_page_asks_as_often_for_many_as_for_few(client, hall):
    client.get(url(hall))
    with CaptureQueriesContext(connection) as few:
        client.get(url(hall))
    make_players(hall, 150, is_substitute=True)
    client.get(url(hall))  # results are read once after each change
    with CaptureQueriesContext(connection) as many:
        client.get(url(hall))
    assert len(many) <= len(few)


def test_once_results_are_out_closing_and_reopening_show_the_standings_and_ask_for_the_password(client):
    """Whoever is withdrawn is not ranked any more, and everybody behind moves up."""
    tournament, people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    for player in people[1:]:
        check_in(player=player, act=ACT)
    client.force_login(make_staff(tournament, Role.ORGANISER, name="Mina Sato", password=PASSWORD))

    def places():
        return [(row.player.number, row.standing.place) for row in standings_of(Tournament.objects.get()).rows]

    def is_playing():
        return Tournament.objects.get(pk=tournament.pk).players.get(pk=people[0].pk).status == "playing"

    before = places()
    kept = client.get(url(tournament), {"way": "keep"}).content.decode()
    assert "Your password" not in kept
    html = client.get(url(tournament), {"way": "0-byes"}).content.decode()
    assert "The standings before and after" in html and html.count("Your password") == 1
    told = sent(tournament, "0-byes")
    refused = client.post(url(tournament), told)
    assert refused.status_code == 422 and "enter your password" in refused.content.decode() and is_playing()
    assert client.post(url(tournament), {**told, "password": PASSWORD}).status_code == 302 and not is_playing()
    assert places() != before
    assert "Your password" in client.get(url(tournament)).content.decode()
    assert client.post(url(tournament, "check_in_reopen")).status_code == 422 and not is_playing()
    assert client.post(url(tournament, "check_in_reopen"), {"password": PASSWORD}).status_code == 302 and is_playing()
    assert places() == before


def test_without_a_way_nothing_is_closed(client, hall):
    answer = client.post(url(hall), sent(hall, ""))
    assert answer.status_code == 422 and "Choose a way." in answer.content.decode()


def test_numbers_of_any_length_are_no_failure(client, hall):
    assert client.get(url(hall), {"was": "9" * 5000}).status_code == 200
    assert client.post(url(hall), sent(hall, "keep", was="9" * 5000)).status_code == 409


def test_a_desk_cannot_close(client, hall):
    client.force_login(make_staff(hall, Role.DESK))
    assert client.get(url(hall)).status_code == 403
    assert "Close check-in" not in client.get(reverse("check_in", args=[hall.slug])).content.decode()
