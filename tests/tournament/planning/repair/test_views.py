"""The pages on which a seating is put right."""

import re
import uuid
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from seating.notes import CannotPlan, Note
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.turns import Busy
from tournament.planning import quality, versions
from tournament.planning.repair import options, pages, searches
from tournament.planning.repair.actions import repair, reseat
from tournament.seats.integrity import UnverifiedSeating
from tournament.seats.models import Seating
from tournament.seats.queries import byes_of, draft_of, lineup

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = seated_hall(16, 3)
    begin(tournament, 1)
    client.force_login(make_staff(tournament, Role.ORGANISER, name="Mina Sato"))
    return tournament


def page(name, tournament):
    return reverse(name, args=[tournament.slug])


def waiting(html):
    """The addresses from which the options that are not calculated yet load themselves."""
    return [unescape(address) for address in re.findall(r'hx-get="([^"]+option=[^"]+)"', html)]


def options_of(client, tournament, **typed):
    """The page of options once each of them has loaded itself."""
    html = client.get(page("seating_repair", tournament), typed).content.decode()
    for address in waiting(html):
        assert client.get(address).status_code == 200
    return client.get(page("seating_repair", tournament), typed).content.decode()


def decision(tournament, **typed):
    return {"base": tournament.seating.number, "submission": uuid.uuid4(), **typed}


def test_the_page_asks_what_happened(client, hall):
    html = client.get(page("seating_repair", hall)).content.decode()
    assert "A player leaves or did not come" in html and "Players sit at the wrong seats" in html


def test_two_who_leave_are_answered_with_substitutes_and_byes_side_by_side(client, hall):
    make_players(hall, 2, is_substitute=True)
    html = options_of(client, hall, what="leave", who=["3", "16"])
    assert "Substitutes take the empty seats" in html and "3 tables, byes shared fairly" in html
    assert "No remaining player changes tables." in html and "Byes by player" in html
    assert 'value="byes"' in html and "Ewa Nowak" in html


def test_a_way_is_taken_and_offers_the_way_back(client, hall):
    told = decision(hall, what="leave", who=["3", "16"], first="2", kind="byes")
    answer = client.post(page("seating_repair", hall), told, follow=True)
    html = answer.content.decode()
    assert "Undo: restore version 1" in html and "Sitting out this hanchan:" in html
    hall.refresh_from_db()
    assert {number: len(people) for number, people in byes_of(hall.seating).items()} == {2: 2, 3: 2}
    assert hall.players.get(number=3).status == "withdrawn"


def test_a_name_that_means_nobody_is_said_and_nothing_is_lost(client, hall):
    answer = client.get(page("seating_repair", hall), {"what": "leave", "who": ["3", "xyz"]})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'value="xyz"' in html and "No player matches" in html[html.index('id="who-wrong"') :]
    assert html.count('aria-invalid="true"') == html.count("No player matches") == 1


def test_a_seat_that_is_wrong_is_said_below_the_seats_and_what_was_typed_stays(client, hall):
    typed = {"what": "seats", "hanchan": "2", "tables": "1", "seat-1": ["1", "", "xyz", "4"]}
    html = client.get(page("seating_reseat", hall), typed).content.decode()
    assert html.count('aria-invalid="true"') == 2, "the empty one and the one that is nobody"
    assert "Table 1: every seat needs a player." in html[html.index('id="seats-wrong"') :]
    fields = re.findall(r'<input name="seat-1"\s+value="([^"]*)"', html)
    assert fields == ["1", "", "xyz", "4"]
    html = client.get(page("seating_reseat", hall), typed | {"tables": "9"}).content.decode()
    assert "has no table 9" in html[html.index('id="tables-wrong"') :]


def test_of_several_ways_one_is_the_first_choice_and_the_reason_stands_before_them(client, hall):
    make_players(hall, 2, is_substitute=True)
    html = options_of(client, hall, what="leave", who=["3", "16"])
    assert html.count("btn-primary") == 1 < html.count('name="kind"')
    assert html.index('name="reason"') < html.index('name="kind"')


def test_where_nothing_can_be_done_yet_no_reason_is_asked_for(client, hall):
    everybody = ",".join(str(number) for number in range(1, 15))
    html = client.get(page("seating_repair", hall), {"what": "leave", "who": everybody}).content.decode()
    assert "substitutes are needed" in html and 'name="reason"' not in html


def test_before_there_is_a_seating_nobody_is_said_to_move(client):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = options_of(client, tournament, what="leave", who="3")
    assert 'name="kind"' in html and "changes tables" not in html and ">Before<" not in html


def test_somebody_who_was_faster_is_a_conflict(client, hall):
    told = decision(hall, what="leave", who="3", first="2", kind="byes")
    client.post(page("seating_repair", hall), told)
    again = {**told, "who": "4", "submission": uuid.uuid4()}
    assert client.post(page("seating_repair", hall), again).status_code == 409
    assert Seating.objects.count() == 2


def test_who_really_sits_is_typed_shown_with_its_cost_and_recorded(client, hall):
    tables = lineup(hall, 1)
    seats = {f"seat-{table}": [str(place.player.number) for place in tables[table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    typed = {"what": "sat", "hanchan": "1", "tables": "1, 2", **seats}
    html = client.get(page("seating_reseat", hall), typed).content.decode()
    assert "Change nothing else" in html and "Re-plan the remaining hanchan" in html
    client.post(page("seating_reseat", hall), decision(hall, **typed, kind="keep"))
    hall.refresh_from_db()
    assert lineup(hall, 1)[1][0].player == tables[2][0].player


def test_two_tables_change_places(client, hall):
    before = draft_of(hall.seating)[3]
    html = client.get(
        page("seating_reseat", hall), {"what": "seats", "hanchan": "3", "tables": "1 4", "exchanged": "1"}
    ).content.decode()
    first = hall.players.get(pk=before[4][0])
    assert f'name="seat-1" value="{first.number} {first.name}"' in " ".join(html.split())


def test_a_table_that_is_not_there_is_said(client, hall):
    answer = client.get(page("seating_reseat", hall), {"what": "seats", "hanchan": "2", "tables": "1, 9"})
    assert answer.status_code == 422 and "has no table 9" in answer.content.decode()


def test_the_desk_may_not_repair(client, hall):
    client.force_login(make_staff(hall, Role.DESK))
    assert client.get(page("seating_repair", hall)).status_code == 403
    assert client.get(page("seating_reseat", hall)).status_code == 403


def test_a_large_field_costs_the_page_as_many_queries_as_a_small_one(client, hall):
    large = seated_hall(40, 3)
    begin(large, 1)
    client.force_login(make_staff(large, Role.ORGANISER))
    counts = []
    for tournament in (hall, large):
        client.force_login(tournament.memberships.get().user)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page("seating_repair", tournament), {"what": "leave", "who": "3"}).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 24


def test_what_was_really_played_is_in_the_bound(client, hall):
    tables = draft_of(hall.seating)
    number = {player.pk: player.number for player in hall.players.all()}
    seats = {f"seat-{table}": [number[pk] for pk in tables[1][table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    hall.hanchan.update(state="playing", started_at="2026-05-16T09:30:00Z")
    found = client.get(page("seating_reseat", hall), {"what": "sat", "hanchan": 1, "tables": "1 2", **seats})
    (card,) = found.context["shown"].cards
    assert card.option.key == "keep", "nothing is left to plan"
    assert [line.after for line in card.lines] == [line.best for line in card.lines]


def test_a_seating_that_does_not_add_up_is_a_message_and_nothing_is_changed(client, hall, monkeypatch):
    def faulty(*_args, **_kwargs):
        raise UnverifiedSeating("The figure “repeats” is given as 0; counted again it is 1.")

    monkeypatch.setattr(versions, "certify", faulty)
    typed = decision(hall, what="leave", who="1,2,3,4", first="2", kind="tables")
    answer = client.post(page("seating_repair", hall), typed)
    assert answer.status_code == 422
    assert "fault in Sekigime" in answer.content.decode() and "counted again it is 1" in answer.content.decode()
    assert hall.seatings.count() == 1
    assert not hall.players.filter(status="withdrawn").exists()


def test_in_a_large_field_the_long_way_is_worked_out_when_it_is_asked_for(client, hall, monkeypatch):
    monkeypatch.setattr(options, "LONG", 10)
    typed = {"what": "leave", "who": ["1, 2", "3,4"]}
    html = options_of(client, hall, **typed)
    assert 'value="tables"' in html and 'value="tables-even"' not in html and "Find options" in html
    link = re.search(r'href="(\?[^"]*kind=tables-even)"', html)[1].replace("&amp;", "&")
    html = client.get(page("seating_repair", hall) + link).content.decode()
    assert 'value="tables-even"' in html and 'value="tables"' not in html and "All options compared" in html


def test_what_stands_is_measured_once_for_all_ways(client, hall, monkeypatch):
    quality_of_map, count = options.quality_of_map, []
    monkeypatch.setattr(options, "quality_of_map", lambda draft: count.append(draft) or quality_of_map(draft))
    options_of(client, hall, what="leave", who="1,2")
    count.clear()
    client.get(page("seating_repair", hall), {"what": "leave", "who": "1,2"})
    now = draft_of(hall.seating)
    assert len(count) > 2 and sum(draft == now for draft in count) == 1


def test_who_really_sat_is_said_again_where_there_is_nothing_to_go_back_to(client, hall):
    first = lineup(hall, 1)[1]
    seats = [str(place.player.number) for place in first]
    typed = decision(hall, what="sat", hanchan=1, tables="1", kind="keep", **{"seat-1": [*seats[1:], seats[0]]})
    html = client.post(page("seating_reseat", hall), typed, follow=True).content.decode()
    assert "Seating corrected." in html and "Undo" not in html
    link = re.search(r'href="([^"]+)">Correct again', html)[1].replace("&amp;", "&")
    assert 'name="seat-1"' in client.get(link).content.decode()


def test_a_version_shows_what_going_back_would_give_and_whom_it_would_seat(client, hall):
    client.post(page("seating_repair", hall), decision(hall, what="leave", who="5", first="2", kind="byes"))
    address = reverse("seating_version", args=[hall.slug, 1])
    hall.refresh_from_db()
    html = client.get(address).content.decode()
    assert "Quality after going back" in html and "After going back:" in html
    assert "Seated, but not playing:" in html
    answer = client.post(address, decision(hall))
    assert answer.status_code == 422 and "would seat withdrawn players" in answer.content.decode()


def test_going_back_after_a_played_mistake_shows_the_figures_of_the_mix(client, hall):
    seats = {table: [place.player.pk for place in places] for table, places in lineup(hall, 1).items()}
    meeting = [[seats[1][0], *seats[2][1:]], [seats[2][0], *seats[1][1:]]]
    tables = {number: tuple(people) for number, people in enumerate(meeting, start=1)}
    reseat(tournament=hall, hanchan=1, tables=tables, act=Act(by=None, at=MORNING), replan=True)
    answer = client.get(reverse("seating_version", args=[hall.slug, 1]))
    mix = quality.quality_of_map({**draft_of(hall.seatings.get(number=1)), 1: draft_of(hall.seating)[1]}).quality
    assert mix.repeats > hall.seatings.get(number=1).quality["repeats"]
    assert answer.context["card"].figures[0].value == mix.repeats


def test_who_loses_the_seat_to_somebody_with_a_bye_is_said(client):
    tournament = make_tournament(hanchan_count=2)
    make_players(tournament, 9)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=MORNING))
    begin(tournament, 1)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    (out,) = tournament.players.filter(pk__in=byes_of(tournament.seating)[1])
    seats = [place.player for place in lineup(tournament, 1)[1]]
    typed = {"what": "sat", "hanchan": 1, "tables": "1", "seat-1": [out.number, *(one.number for one in seats[1:])]}
    html = client.get(page("seating_reseat", tournament), typed).content.decode()
    said = unescape(re.search("Hanchan 1: [^<]* plays", html)[0])
    assert re.search(f"{seats[0].name}.* loses the seat and has a bye; .*{out.name}", said)


def test_who_changes_tables_is_named_by_hanchan_in_a_folded_list(client, hall):
    html = options_of(client, hall, what="leave", who="1,2,3,4")
    folded = html[html.index("Table changes by player") :]
    assert "Hanchan 2" in folded and re.search(r"table \d → \d", folded)


def test_what_can_be_done_now_stands_first(client, hall):
    html = options_of(client, hall, what="leave", who="1,2,3,4")
    assert html.index('value="tables"') < html.index("substitutes are needed")


def test_the_page_is_there_before_any_search_and_each_option_comes_by_itself(client, hall, monkeypatch):
    searched, replan = [], searches.replan
    monkeypatch.setattr(searches, "replan", lambda *args, **more: searched.append(args) or replan(*args, **more))
    make_players(hall, 2, is_substitute=True)
    typed = {"what": "leave", "who": ["3", "16"]}
    html = client.get(page("seating_repair", hall), typed).content.decode()
    assert not searched and 'value="substitutes"' in html and 'value="byes"' not in html
    lines = waiting(html)
    assert [line.rpartition("=")[2] for line in lines] == ["byes", "byes-even"]
    assert "Calculating: 1 of 3 options ready." in html
    assert "kind=byes" in html[html.index("<noscript>") :], "without a script it is calculated on request"
    answer = client.get(lines[0]).content.decode()
    assert len(searched) == 1 and 'value="byes"' in answer and "Table changes by player" in answer
    assert "Calculating: 2 of 3 options ready." in answer and 'hx-swap-oob="true"' in answer
    assert "All options are ready." in client.get(lines[1]).content.decode()
    assert len(searched) == 2, "the close seating that the even one is compared with was there"
    client.post(page("seating_repair", hall), decision(hall, first="2", kind="byes", **typed))
    assert len(searched) == 2, "what was shown is used"
    assert hall.seatings.count() == 2


def test_without_a_script_an_option_is_calculated_on_request(client, hall):
    typed = {"what": "leave", "who": "3", "kind": "byes"}
    html = client.get(page("seating_repair", hall), typed).content.decode()
    assert 'value="byes"' in html and not waiting(html) and "All options compared" in html


def test_an_option_that_another_makes_needless_goes_when_that_is_known(client, hall, monkeypatch):
    monkeypatch.setattr(
        options.OptionCard, "is_outdone_by", lambda self, other: other.lines and not self.option.is_even
    )
    html = client.get(page("seating_repair", hall), {"what": "leave", "who": "3"}).content.decode()
    close, even = waiting(html)
    assert 'id="option-byes"' not in client.get(close).content.decode().replace("option-byes-even", "")
    assert '<div id="option-byes" hx-swap-oob="delete">' in client.get(even).content.decode()


def test_a_busy_server_is_asked_for_the_option_again(client, hall, monkeypatch):
    class NoTurn:
        def turn(self):
            raise Busy.of("busy", "The server is busy.")

    monkeypatch.setattr(searches, "SEARCHES", NoTurn())
    html = client.get(page("seating_repair", hall), {"what": "leave", "who": "3"}).content.decode()
    assert "load delay:3s" in client.get(waiting(html)[0]).content.decode()
    answer = client.post(page("seating_repair", hall), decision(hall, what="leave", who="3", first="2", kind="byes"))
    assert answer.status_code == 503 and "The server is busy." in answer.content.decode()


def test_what_the_planner_cannot_do_is_said_in_the_place_of_the_option(client, hall, monkeypatch):
    def refuse(*_args, **_more):
        raise CannotPlan(Note("contradiction", "Two wishes contradict each other.", {}))

    monkeypatch.setattr(searches, "replan", refuse)
    typed = {"what": "leave", "who": "3"}
    html = client.get(page("seating_repair", hall), typed).content.decode()
    assert "Two wishes contradict each other." in client.get(waiting(html)[0]).content.decode()
    answer = client.get(page("seating_repair", hall), {**typed, "kind": "byes"})
    assert answer.status_code == 422 and "contradict" in answer.content.decode()


def test_an_option_of_somebody_unknown_says_so(client, hall):
    typed = {"what": "leave", "who": "xyz", "option": "byes"}
    assert "No player matches" in client.get(page("seating_repair_option", hall), typed).content.decode()


def swapped(hall, hanchan=1):
    """What is typed when the East players of tables 1 and 2 have taken each other's seat."""
    tables = lineup(hall, hanchan)
    seats = {f"seat-{table}": [str(place.player.number) for place in tables[table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    return {"what": "sat", "hanchan": str(hanchan), "tables": "1, 2", **seats}


def test_corrected_seats_are_there_before_any_search_and_the_rest_comes_by_itself(client, hall, monkeypatch):
    searched, replan = [], searches.replan
    monkeypatch.setattr(searches, "replan", lambda *args, **more: searched.append(args) or replan(*args, **more))
    typed = swapped(hall)
    html = client.get(page("seating_reseat", hall), typed).content.decode()
    assert not searched and 'value="keep"' in html and 'value="replan"' not in html
    assert "Calculating: 1 of 2 options ready." in html and "kind=replan" in html[html.index("<noscript>") :]
    (line,) = waiting(html)
    answer = client.get(line).content.decode()
    assert len(searched) == 1 and 'value="replan"' in answer and "Save the actual seats" in answer
    assert "All options are ready." in answer and 'hx-swap-oob="true"' in answer
    assert 'value="replan"' in client.get(page("seating_reseat", hall), typed).content.decode()
    client.post(page("seating_reseat", hall), decision(hall, **typed, kind="replan"))
    assert len(searched) == 1 and hall.seatings.count() == 2, "what was shown is used"


def test_without_a_script_the_rest_is_planned_on_request(client, hall):
    html = client.get(page("seating_reseat", hall), {**swapped(hall), "kind": "replan"}).content.decode()
    assert 'value="keep"' in html and 'value="replan"' in html and not waiting(html)


def test_a_rest_that_stays_the_same_is_no_option(client, hall, monkeypatch):
    html = client.get(page("seating_reseat", hall), swapped(hall)).content.decode()
    monkeypatch.setattr(pages, "replanned_after", lambda _tournament, right, _hanchan, search: right)
    answer = client.get(waiting(html)[0]).content.decode()
    assert "<article" not in answer and "All options are ready." in answer


def test_a_busy_server_is_asked_again_for_the_rest(client, hall, monkeypatch):
    class NoTurn:
        def turn(self):
            raise Busy.of("busy", "The server is busy.")

    monkeypatch.setattr(searches, "SEARCHES", NoTurn())
    typed = swapped(hall)
    html = client.get(page("seating_reseat", hall), typed).content.decode()
    assert "load delay:3s" in client.get(waiting(html)[0]).content.decode()
    assert client.get(page("seating_reseat", hall), {**typed, "kind": "replan"}).status_code == 503
    assert client.post(page("seating_reseat", hall), decision(hall, **typed, kind="replan")).status_code == 503
    assert client.post(page("seating_reseat", hall), decision(hall, **typed, kind="keep")).status_code == 302


def test_wishes_that_contradict_each_other_stop_the_rest_with_a_sentence(client, hall, monkeypatch):
    def refuse(*_args, **_more):
        raise CannotPlan(Note("contradiction", "Two wishes contradict each other.", {}))

    monkeypatch.setattr(searches, "replan", refuse)
    typed = swapped(hall)
    html = client.get(page("seating_reseat", hall), typed).content.decode()
    assert "Two wishes contradict each other." in client.get(waiting(html)[0]).content.decode()
    for answer in (
        client.get(page("seating_reseat", hall), {**typed, "kind": "replan"}),
        client.post(page("seating_reseat", hall), decision(hall, **typed, kind="replan")),
        client.post(page("seating_repair", hall), decision(hall, what="leave", who="3", first="2", kind="byes")),
    ):
        assert answer.status_code == 422 and "Two wishes contradict each other." in answer.content.decode()


def test_the_rest_after_seats_that_are_no_seats_says_why(client, hall):
    typed = {"what": "sat", "hanchan": "1", "tables": "1", "option": "replan"}
    assert "at least one table number" in client.get(page("seating_repair_option", hall), typed).content.decode()


def test_an_option_of_no_known_occasion_leads_to_the_page_that_asks(client, hall):
    answer = client.get(page("seating_repair_option", hall))
    assert (answer.status_code, answer["Location"]) == (302, page("seating_repair", hall))
