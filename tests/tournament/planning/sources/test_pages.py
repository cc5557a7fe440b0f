"""The pages on which a seating is put right."""

import re
import uuid
from html import unescape
from urllib.parse import parse_qs, urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from seating.notes import CannotPlan, Note
from tests.factories import MORNING, PASSWORD, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tests.tournament.standings import tables
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.turns import Busy
from tournament.planning import basis, preview, versions
from tournament.planning.actions import repair, reseat
from tournament.planning.sources import repair_options as options
from tournament.planning.sources import searches, seats
from tournament.players.actions import disqualify, withdraw
from tournament.seating_report import quality
from tournament.seats.integrity import UnverifiedSeating
from tournament.seats.models import Seating
from tournament.seats.queries import byes_of, draft_of, lineup
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = seated_hall(16, 3)
    begin(tournament, 1)
    client.force_login(make_staff(tournament, Role.ORGANISER, name="Mina Sato"))
    return tournament


def page(name, tournament):
    return reverse(name, args=[tournament.slug])


HTMX = {"HX-Request": "true"}
DOOR = "seating_change"


def waiting(html):
    """The addresses from which the ways that are not calculated yet load themselves."""
    return [unescape(address) for address in re.findall(r'hx-get="([^"]+row=[^"]+)"', html)]


def loaded(client, address):
    """What a way gets that loads itself."""
    answer = client.get(address, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def ways_of(client, tournament, **typed):
    """The page of ways once each of them has loaded itself."""
    html = client.get(page(DOOR, tournament), typed).content.decode()
    for address in waiting(html):
        loaded(client, address)
    return client.get(page(DOOR, tournament), typed).content.decode()


def keys(html):
    """The ways that can be chosen, in the order of the page."""
    return re.findall(r'href="\?[^"]*&amp;way=([a-z-]+)"', html.split("<noscript>")[0])


def decision(tournament, **typed):
    return {"base": tournament.seating.number, "submission": uuid.uuid4(), **typed}


@pytest.mark.parametrize(("before", "key"), [("leave", "missing"), ("come", "came"), ("replan", "rest")])
def test_an_address_of_before_leads_to_its_question(client, hall, before, key):
    answer = client.get(page("seating_repair", hall), {"what": before}, follow=True)
    assert answer.status_code == 200 and answer.context["question"].key == key
    assert client.get(page("seating_repair", hall), follow=True).context["question"] is None
    assert client.get(page("seating_reseat", hall), follow=True).context["question"].key == "tables"


def test_two_who_leave_are_answered_with_substitutes_and_byes_side_by_side(client, hall):
    make_players(hall, 2, is_substitute=True)
    html = ways_of(client, hall, what="missing", who=["3", "16"])
    assert "Substitutes take the empty seats" in html and "3 tables, byes shared fairly" in html
    assert keys(html)[:2] == ["substitutes", "byes"] and "Nobody else moves." in html and "Ewa Nowak" in html
    html = client.get(page(DOOR, hall), {"what": "missing", "who": ["3", "16"], "way": "byes"}).content.decode()
    assert "Byes by player" in html and 'name="way" value="byes"' in html


def test_a_way_is_taken_and_offers_the_way_back(client, hall):
    told = decision(hall, what="missing", who=["3", "16"], first="2", way="byes")
    answer = client.post(page(DOOR, hall), told, follow=True)
    html = answer.content.decode()
    assert "what=back&amp;version=1" in html and "Sitting out this hanchan:" in html
    hall.refresh_from_db()
    assert {number: len(people) for number, people in byes_of(hall.seating).items()} == {2: 2, 3: 2}
    assert hall.players.get(number=3).status == "withdrawn"


def test_who_leaves_once_results_are_out_is_shown_in_the_standings_and_asks_why_and_who(client):
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    client.force_login(make_staff(tournament, Role.ORGANISER, password=PASSWORD))
    asked = {"what": "missing", "who": ["1"], "first": "2", "way": "byes-even"}
    seen = client.get(page(DOOR, tournament), asked)
    assert seen.context["effect"].shifts and "Your password" in seen.text
    told = decision(tournament, **asked)
    for typed, said in (({}, "Enter a reason."), ({"reason": "ill"}, "enter your password to reissue them")):
        refused = client.post(page(DOOR, tournament), told | typed)
        assert refused.status_code == 422 and said in refused.text
        people[0].refresh_from_db()
        assert people[0].status == "playing"
    assert client.post(page(DOOR, tournament), told | typed | {"password": PASSWORD}).status_code == 302
    people[0].refresh_from_db()
    assert people[0].status == "withdrawn"
    tournament.refresh_from_db()
    back = decision(tournament, what="back", version=1)
    seen = client.get(page(DOOR, tournament), back)
    assert seen.context["effect"].shifts and "Your password" in seen.text
    assert client.post(page(DOOR, tournament), back).status_code == 422
    back |= {"reason": "well again", "password": PASSWORD}
    assert client.post(page(DOOR, tournament), back).status_code == 302
    people[0].refresh_from_db()
    assert people[0].status == "playing"


def test_what_is_impossible_is_said_before_a_reason_and_a_password_are_asked(client):
    tournament, _people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    client.force_login(make_staff(tournament, Role.ORGANISER, password=PASSWORD))
    told = decision(tournament, what="missing", who=["1"], first="2", way="byes-even")
    tables.begin(tournament, 2)
    refused = client.post(page(DOOR, tournament), told)
    assert "Hanchan 2 has started and its seats are fixed." in refused.text and "Enter a reason." not in refused.text


def test_the_standings_of_many_who_leave_cost_as_many_queries_as_those_of_one(client):
    tournament, _people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    client.force_login(make_staff(tournament, Role.ORGANISER))

    def queries(who):
        client.get(page(DOOR, tournament), {"what": "missing", "who": who, "first": "2"})
        with CaptureQueriesContext(connection) as asked:
            client.get(page(DOOR, tournament), {"what": "missing", "who": who, "first": "2"})
        return len(asked)

    assert queries("1") == queries("1, 2, 3, 4")


@pytest.mark.parametrize("status", ["withdrawn", "disqualified"])
def test_who_has_left_already_changes_no_standings_and_nobody_is_asked_why(client, status):
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    leave = {"withdrawn": withdraw, "disqualified": disqualify}[status]
    leave(player=people[0], act=Act(by=None, at=MORNING, reason="ill"))
    client.force_login(make_staff(tournament, Role.ORGANISER, password=PASSWORD))
    asked = {"what": "missing", "who": ["1"], "first": "2", "way": "byes-even"}
    seen = client.get(page(DOOR, tournament), asked)
    assert seen.context["preview"] and "effect" not in seen.context and "Your password" not in seen.text
    both = client.get(page(DOOR, tournament), asked | {"who": "1, 2"})
    assert both.context["effect"].people == {people[1].pk}
    assert client.post(page(DOOR, tournament), decision(tournament, **asked)).status_code == 302
    people[0].refresh_from_db()
    assert people[0].status == status


STALE = (
    {"what": "missing", "who": "3", "first": "2", "way": "byes"},
    {"what": "rest", "first": "2", "way": "tables-even"},
    {"what": "wrong", "one": "1", "other": "2", "hanchan": "2", "way": "swap"},
    {"what": "replace", "leaving": "3", "coming": "17", "from_hanchan": "2", "way": "replace", "reason": "ill"},
    {"what": "standings", "hanchan": "2", "way": "swiss", "seed": "1"},
)


@pytest.mark.parametrize("typed", STALE, ids=lambda typed: typed["what"])
def test_a_hanchan_that_started_meanwhile_is_said_to_be_fixed(client, hall, typed):
    make_players(hall, 1, is_substitute=True)
    told = decision(hall, **typed)
    begin(hall, 2)
    answer = client.post(page(DOOR, hall), told)
    assert answer.status_code == 422 and hall.seatings.count() == 1
    assert "Hanchan 2 has started and its seats are fixed." in answer.text
    assert "Select a valid choice" not in answer.text
    assert "Select a valid choice" in client.post(page(DOOR, hall), told | dict.fromkeys(HANCHAN, "9")).text


HANCHAN = ("first", "hanchan", "from_hanchan")


@pytest.mark.parametrize("typed", STALE, ids=lambda typed: typed["what"])
def test_when_every_hanchan_has_started_nothing_is_asked_any_more(client, hall, typed):
    told = decision(hall, **typed)
    begin(hall, 3)
    for answer in (
        client.get(page(DOOR, hall), {"what": typed["what"]}),
        client.get(page(DOOR, hall), typed),
        client.post(page(DOOR, hall), told),
    ):
        assert answer.status_code == 422
        assert answer.text.count("Every hanchan has started: there is nothing left to seat.") == 1
        assert "This field is required" not in answer.text and "Preview the change" not in answer.text


def test_a_stand_in_that_must_be_cancelled_first_is_said_before_anything_is_sent(client, hall):
    first, second = make_players(hall, 2, is_substitute=True)
    absent = lineup(hall, 2)[1][0].player
    stand_in(tournament=hall, hanchan=2, absent=absent, substitute=first, act=Act(by=None, at=MORNING))
    said = f"In hanchan 2 {first} stands in for {absent}. Cancel that first."
    replaced = {"what": "replace", "leaving": absent.number, "coming": second.number, "from_hanchan": "2"}
    for typed in (replaced, {"what": "missing", "who": absent.number, "way": "substitutes"}):
        seen = client.get(page(DOOR, hall), typed)
        assert unescape(seen.text).count(said) == 1
        assert not seen.context["preview"] or seen.context["preview"].proposal.key != "substitutes"
    later = client.get(page(DOOR, hall), replaced | {"from_hanchan": "3"})
    assert later.context["preview"] and said not in unescape(later.text)


def test_a_name_that_means_nobody_is_said_and_nothing_is_lost(client, hall):
    answer = client.get(page(DOOR, hall), {"what": "missing", "who": ["3", "xyz"]})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert 'value="xyz"' in html and "No player matches" in html[html.index('id="id_who_error"') :]
    assert html.count('aria-invalid="true"') == html.count("No player matches") == 1


def test_a_seat_that_is_wrong_is_said_below_the_seats_and_what_was_typed_stays(client, hall):
    typed = {"what": "tables", "hanchan": "2", "tables": "1", "seat-1": ["1", "", "xyz", "4"]}
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert html.count('aria-invalid="true"') == 2, "the empty one and the one that is nobody"
    assert "Table 1: every seat needs a player." in html[html.index('id="seats-wrong"') :]
    fields = re.findall(r'<input name="seat-1"\s+value="([^"]*)"', html)
    assert fields == ["1", "", "xyz", "4"]
    html = client.get(page(DOOR, hall), typed | {"tables": "9"}).content.decode()
    assert "has no table 9" in html[html.index('id="id_tables_error"') :]


def test_of_several_ways_the_first_is_looked_at_and_one_button_does_it(client, hall):
    make_players(hall, 2, is_substitute=True)
    html = ways_of(client, hall, what="missing", who=["3", "16"])
    assert html.count("btn-primary") == 1 < len(keys(html))
    assert 'name="way" value="substitutes"' in html and html.count('aria-current="true"') == 1


def test_where_nothing_can_be_done_yet_no_reason_is_asked_for(client, hall):
    everybody = ",".join(str(number) for number in range(1, 15))
    html = client.get(page(DOOR, hall), {"what": "missing", "who": everybody}).content.decode()
    assert "substitutes are needed" in html and 'name="reason"' not in html


def test_before_there_is_a_seating_nobody_is_said_to_move(client):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = ways_of(client, tournament, what="missing", who="3")
    assert 'name="way"' in html and "change tables" not in re.sub(r"<p.*?</p>", "", html) and ">Before<" not in html


def test_somebody_who_was_faster_is_a_conflict(client, hall):
    told = decision(hall, what="missing", who="3", first="2", way="byes")
    client.post(page(DOOR, hall), told)
    again = {**told, "who": "4", "submission": uuid.uuid4()}
    assert client.post(page(DOOR, hall), again).status_code == 409
    assert Seating.objects.count() == 2


def test_who_really_sits_is_typed_shown_with_its_cost_and_recorded(client, hall):
    tables = lineup(hall, 1)
    seats = {f"seat-{table}": [str(place.player.number) for place in tables[table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    typed = {"what": "tables", "hanchan": "1", "tables": "1, 2", **seats}
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert "Change nothing else" in html and "Re-plan the remaining hanchan" in html
    client.post(page(DOOR, hall), decision(hall, **typed, way="keep"))
    hall.refresh_from_db()
    assert lineup(hall, 1)[1][0].player == tables[2][0].player


def test_two_tables_change_places(client, hall):
    before = draft_of(hall.seating)[3]
    html = client.get(
        page(DOOR, hall), {"what": "tables", "hanchan": "3", "tables": "1 4", "exchanged": "1"}
    ).content.decode()
    first = hall.players.get(pk=before[4][0])
    assert f'name="seat-1" value="{first.number} {first.name}"' in " ".join(html.split())


def test_a_table_that_is_not_there_is_said(client, hall):
    answer = client.get(page(DOOR, hall), {"what": "tables", "hanchan": "2", "tables": "1, 9"})
    assert answer.status_code == 422 and "has no table 9" in answer.content.decode()


def test_the_desk_may_not_repair(client, hall):
    client.force_login(make_staff(hall, Role.DESK))
    for what in ("missing", "came", "rest", "tables", "replace", "standings"):
        assert client.get(page(DOOR, hall), {"what": what}).status_code == 403


def test_a_large_field_costs_the_page_as_many_queries_as_a_small_one(client, hall):
    large = seated_hall(40, 3)
    begin(large, 1)
    client.force_login(make_staff(large, Role.ORGANISER))
    counts = []
    for tournament in (hall, large):
        client.force_login(tournament.memberships.get().user)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page(DOOR, tournament), {"what": "missing", "who": "3"}).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 25


def test_what_was_really_played_is_in_the_bound(client, hall):
    tables = draft_of(hall.seating)
    number = {player.pk: player.number for player in hall.players.all()}
    seats = {f"seat-{table}": [number[pk] for pk in tables[1][table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    hall.hanchan.update(state="playing", started_at="2026-05-16T09:30:00Z")
    found = client.get(page(DOOR, hall), {"what": "tables", "hanchan": 1, "tables": "1 2", **seats})
    (way,) = found.context["ways"].rows
    assert way.proposal.key == "keep", "nothing is left to plan"
    lines = {line.title: line for line in way.preview.figures}
    for title in ("Times a pair meets again", "Wind difference at the end", "Repeated tables"):
        assert lines[title].after == lines[title].best, title


def test_a_seating_that_does_not_add_up_is_a_message_and_nothing_is_changed(client, hall, monkeypatch):
    def faulty(*_args, **_kwargs):
        raise UnverifiedSeating("The figure “repeats” is given as 0; counted again it is 1.")

    monkeypatch.setattr(versions, "certify", faulty)
    typed = decision(hall, what="missing", who="1,2,3,4", first="2", way="tables")
    answer = client.post(page(DOOR, hall), typed)
    assert answer.status_code == 422
    assert "fault in Sekigime" in answer.content.decode() and "counted again it is 1" in answer.content.decode()
    assert hall.seatings.count() == 1
    assert not hall.players.filter(status="withdrawn").exists()


def test_in_a_large_field_the_long_way_is_worked_out_when_it_is_asked_for(client, hall, monkeypatch):
    monkeypatch.setattr(options, "LONG", 10)
    typed = {"what": "missing", "who": ["1, 2", "3,4"]}
    html = ways_of(client, hall, **typed)
    assert 'value="tables"' in html and "it takes a few seconds to calculate" in html
    link = re.search(r'href="(\?[^"]*way=tables-even)"', html)[1].replace("&amp;", "&")
    html = client.get(page(DOOR, hall) + link).content.decode()
    assert 'name="way" value="tables-even"' in html and "it takes a few seconds" not in html


def test_what_stands_is_measured_once_for_all_ways(client, hall, monkeypatch):
    quality_of_map, count = preview.quality_of_map, []
    for module in (preview, basis):
        monkeypatch.setattr(module, "quality_of_map", lambda draft: count.append(draft) or quality_of_map(draft))
    ways_of(client, hall, what="missing", who="1,2")
    count.clear()
    client.get(page(DOOR, hall), {"what": "missing", "who": "1,2"})
    now = draft_of(hall.seating)
    assert len(count) > 2 and sum(draft == now for draft in count) == 1


def test_the_message_names_who_was_withdrawn(client, hall):
    typed = decision(hall, what="missing", who="5", first="2", way="byes")
    html = client.post(page(DOOR, hall), typed, follow=True).content.decode()
    assert f"Withdrawn: {hall.players.get(number=5)} (5)." in unescape(html)


def test_what_was_really_played_is_not_undone_by_going_back(client, hall):
    first = lineup(hall, 1)[1]
    seats = [str(place.player.number) for place in first]
    typed = decision(hall, what="tables", hanchan=1, tables="1", way="keep", **{"seat-1": [*seats[1:], seats[0]]})
    html = client.post(page(DOOR, hall), typed, follow=True).content.decode()
    assert "Seating corrected." in html and "Undo" not in html
    again = unescape(re.search(r'href="([^"]+)">Correct again<', html)[1])
    assert client.get(again).context["asked"].rows[0].table == 1, "the same table, as it sits now"


def test_a_version_shows_what_going_back_would_give_and_whom_it_would_seat(client, hall):
    client.post(page(DOOR, hall), decision(hall, what="missing", who="5", first="2", way="byes"))
    address = reverse("seating_version", args=[hall.slug, 1])
    hall.refresh_from_db()
    html = client.get(address).content.decode()
    gone = hall.players.get(number=5)
    assert "Quality after going back" in html and f"reinstated with it: {gone.name} (5)." in html
    assert "Seated, but not playing:" not in html
    answer = client.post(page(DOOR, hall), decision(hall, what="back", version=1))
    assert answer.status_code == 302 and hall.players.get(number=5).status == "playing"


def test_a_version_that_would_seat_somebody_disqualified_says_so(client, hall):
    client.post(page(DOOR, hall), decision(hall, what="missing", who="5", first="2", way="byes"))
    hall.players.filter(number=5).update(status="disqualified")
    hall.refresh_from_db()
    html = client.get(reverse("seating_version", args=[hall.slug, 1])).content.decode()
    assert "After going back:" in html and "Seated, but not playing:" in html
    answer = client.post(page(DOOR, hall), decision(hall, what="back", version=1))
    assert answer.status_code == 422 and "would seat players who are out of the event" in answer.content.decode()


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
    typed = {"what": "tables", "hanchan": 1, "tables": "1", "seat-1": [out.number, *(one.number for one in seats[1:])]}
    html = client.get(page(DOOR, tournament), typed).content.decode()
    said = unescape(re.search("Hanchan 1: [^<]* plays", html)[0])
    assert re.search(f"{seats[0].name}.* loses the seat and has a bye; .*{out.name}", said)


def test_who_changes_tables_is_named_by_hanchan_in_a_folded_list(client, hall):
    html = ways_of(client, hall, what="missing", who="1,2,3,4")
    folded = html[html.index("Who moves") :]
    assert "hanchan 2" in folded and "no seat" in folded


def test_what_can_be_done_now_stands_first(client, hall):
    html = ways_of(client, hall, what="missing", who="1,2,3,4")
    assert html.index("Fewer tables") < html.index("substitutes are needed")


def test_the_page_is_there_before_any_search_and_each_option_comes_by_itself(client, hall, monkeypatch):
    searched, replan = [], searches.replan
    monkeypatch.setattr(searches, "replan", lambda *args, **more: searched.append(args) or replan(*args, **more))
    make_players(hall, 2, is_substitute=True)
    typed = {"what": "missing", "who": ["3", "16"]}
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert not searched and keys(html) == ["substitutes"]
    lines = waiting(html)
    assert [parse_qs(line)["row"] for line in lines] == [["byes"], ["byes-even"]]
    assert "Calculating: 1 of 3 options ready." in html
    assert "way=byes" in html[html.index("<noscript>") :], "without a script it is calculated on request"
    answer = loaded(client, lines[0])
    assert len(searched) == 1 and keys(answer) == ["byes"] and 'id="way-byes"' in answer
    assert 'id="chosen"' not in answer, "another way is looked at already"
    assert "Calculating: 2 of 3 options ready." in answer and 'hx-swap-oob="true"' in answer
    assert "All options are ready." in loaded(client, lines[1])
    assert len(searched) == 2, "the close seating that the even one is compared with was there"
    client.post(page(DOOR, hall), decision(hall, first="2", way="byes", **typed))
    assert len(searched) == 2, "what was shown is used"
    assert hall.seatings.count() == 2


def test_where_nothing_was_ready_the_first_way_is_looked_at_once_all_are_calculated(client, hall):
    """Before, one that is looked at could turn out needless, and go from the list."""
    html = client.get(page(DOOR, hall), {"what": "missing", "who": ["3", "16"]}).content.decode()
    assert 'name="reason"' not in html
    one, other = waiting(html)
    assert 'id="chosen"' not in loaded(client, one)
    answer = loaded(client, other)
    first = keys(client.get(page(DOOR, hall), {"what": "missing", "who": ["3", "16"]}).content.decode())[0]
    assert f'name="way" value="{first}"' in answer and 'name="reason"' in answer
    assert "outerHTML:#chosen:not(:has(form))" in answer, "a reason that somebody types already is kept"


def test_an_option_that_was_calculated_beside_another_is_told_with_it(client, hall, monkeypatch):
    """Two rows load at once: the second must not say that it still waits for the first."""
    html = client.get(page(DOOR, hall), {"what": "missing", "who": ["3", "16"]}).content.decode()
    one, other = waiting(html)
    loaded(client, one)
    done, kept, replan = [], searches.PlanSearch.kept, searches.replan
    monkeypatch.setattr(searches.PlanSearch, "kept", lambda search: kept(search) if done else None)
    monkeypatch.setattr(searches, "replan", lambda *args, **more: done.append(args) or replan(*args, **more))
    assert "All options are ready." in loaded(client, other)


def test_without_a_script_an_option_is_calculated_on_request(client, hall):
    typed = {"what": "missing", "who": "3", "way": "byes"}
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert 'name="way" value="byes"' in html


def test_an_option_that_another_makes_needless_goes_when_that_is_known(client, hall, monkeypatch):
    monkeypatch.setattr(
        preview.Preview, "is_outdone_by", lambda self, other: other is not self and not self.proposal.is_even
    )
    html = client.get(page(DOOR, hall), {"what": "missing", "who": "3"}).content.decode()
    close, even = waiting(html)
    loaded(client, close)
    assert '<li id="way-byes" hx-swap-oob="delete">' in loaded(client, even)
    assert "way-byes-even" not in loaded(client, close) and 'id="way-byes"' not in loaded(client, close)


def test_a_busy_server_is_asked_for_the_option_again(client, hall, monkeypatch):
    class NoTurn:
        def turn(self):
            raise Busy.of("busy", "The server is busy.")

    monkeypatch.setattr(searches, "SEARCHES", NoTurn())
    html = client.get(page(DOOR, hall), {"what": "missing", "who": "3"}).content.decode()
    assert "load delay:3s" in loaded(client, waiting(html)[0])
    answer = client.post(page(DOOR, hall), decision(hall, what="missing", who="3", first="2", way="byes"))
    assert answer.status_code == 503 and "The server is busy." in answer.content.decode()


def test_what_the_planner_cannot_do_is_said_in_the_place_of_the_option(client, hall, monkeypatch):
    def refuse(*_args, **_more):
        raise CannotPlan(Note("contradiction", "Two wishes contradict each other.", {}))

    monkeypatch.setattr(searches, "replan", refuse)
    typed = {"what": "missing", "who": "3"}
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert "Two wishes contradict each other." in loaded(client, waiting(html)[0])
    answer = client.get(page(DOOR, hall), {**typed, "way": "byes"})
    assert answer.status_code == 422 and "contradict" in answer.content.decode()


def test_an_option_of_somebody_unknown_says_so(client, hall):
    typed = {"what": "missing", "who": "xyz", "row": "byes"}
    assert "No player matches" in loaded(client, f"{page(DOOR, hall)}?{urlencode(typed)}")


def swapped(hall, hanchan=1):
    """What is typed when the East players of tables 1 and 2 have taken each other's seat."""
    tables = lineup(hall, hanchan)
    seats = {f"seat-{table}": [str(place.player.number) for place in tables[table]] for table in (1, 2)}
    seats["seat-1"][0], seats["seat-2"][0] = seats["seat-2"][0], seats["seat-1"][0]
    return {"what": "tables", "hanchan": str(hanchan), "tables": "1, 2", **seats}


def test_corrected_seats_are_there_before_any_search_and_the_rest_comes_by_itself(client, hall, monkeypatch):
    searched, replan = [], searches.replan
    monkeypatch.setattr(searches, "replan", lambda *args, **more: searched.append(args) or replan(*args, **more))
    typed = swapped(hall)
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert not searched and 'name="way" value="keep"' in html and "Save the actual seats" in html
    assert "Calculating: 1 of 2 options ready." in html and "way=replan" in html[html.index("<noscript>") :]
    (line,) = waiting(html)
    answer = loaded(client, line)
    assert len(searched) == 1 and "way=replan" in answer
    assert "All options are ready." in answer and 'hx-swap-oob="true"' in answer
    assert 'value="replan"' in client.get(page(DOOR, hall), typed | {"way": "replan"}).content.decode()
    client.post(page(DOOR, hall), decision(hall, **typed, way="replan"))
    assert len(searched) == 1 and hall.seatings.count() == 2, "what was shown is used"


def test_without_a_script_the_rest_is_planned_on_request(client, hall):
    html = client.get(page(DOOR, hall), {**swapped(hall), "way": "replan"}).content.decode()
    assert keys(html) == ["keep", "replan"] and 'name="way" value="replan"' in html and not waiting(html)


def test_a_rest_that_stays_the_same_is_no_option(client, hall, monkeypatch):
    html = client.get(page(DOOR, hall), swapped(hall)).content.decode()
    monkeypatch.setattr(seats.SeatChange, "_replanned", lambda _answer, _basis, kept, search: kept)
    answer = loaded(client, waiting(html)[0])
    assert '<li id="way-replan" hx-swap-oob="delete">' in answer or "way-replan" not in answer
    assert "All options are ready." in answer


def test_a_busy_server_is_asked_again_for_the_rest(client, hall, monkeypatch):
    class NoTurn:
        def turn(self):
            raise Busy.of("busy", "The server is busy.")

    monkeypatch.setattr(searches, "SEARCHES", NoTurn())
    typed = swapped(hall)
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert "load delay:3s" in loaded(client, waiting(html)[0])
    assert client.get(page(DOOR, hall), {**typed, "way": "replan"}).status_code == 503
    assert client.post(page(DOOR, hall), decision(hall, **typed, way="replan")).status_code == 503
    assert client.post(page(DOOR, hall), decision(hall, **typed, way="keep")).status_code == 302


def test_wishes_that_contradict_each_other_stop_the_rest_with_a_sentence(client, hall, monkeypatch):
    def refuse(*_args, **_more):
        raise CannotPlan(Note("contradiction", "Two wishes contradict each other.", {}))

    monkeypatch.setattr(searches, "replan", refuse)
    typed = swapped(hall)
    html = client.get(page(DOOR, hall), typed).content.decode()
    assert "Two wishes contradict each other." in loaded(client, waiting(html)[0])
    for answer in (
        client.get(page(DOOR, hall), {**typed, "way": "replan"}),
        client.post(page(DOOR, hall), decision(hall, **typed, way="replan")),
        client.post(page(DOOR, hall), decision(hall, what="missing", who="3", first="2", way="byes")),
    ):
        assert answer.status_code == 422 and "Two wishes contradict each other." in answer.content.decode()


def test_the_seats_of_the_tables_are_shown_as_they_are_before_anything_is_typed(client, hall):
    answer = client.get(page(DOOR, hall), {"what": "tables", "hanchan": "1", "tables": "1, 2"})
    first = lineup(hall, 1)[1][0].player
    assert f'value="{first.number} {first.name}"' in " ".join(answer.text.split())
    assert "ways" not in answer.context and "Preview the change" in answer.text
