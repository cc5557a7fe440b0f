"""The staff's pages of the seating."""

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.core.roles import RIGHTS
from tournament.planning.actions import swap
from tournament.planning.occasions import OCCASIONS
from tournament.seats.models import Seating
from tournament.seats.queries import lineup, published_hanchan

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = seated_hall()
    client.force_login(make_staff(tournament, Role.ORGANISER, name="Mina Sato"))
    return tournament


def page(name, tournament, *args):
    return reverse(name, args=[tournament.slug, *args])


def two_people(tournament, hanchan=2):
    tables = lineup(tournament, hanchan)
    return tables[1][0].player, tables[2][1].player


def wrong(hanchan=2, **typed):
    return {"what": "wrong", "hanchan": hanchan, **typed}


def decision(tournament, **typed):
    return {"base": tournament.seating.number if tournament.seating else 0, "submission": uuid.uuid4(), **typed}


# --- looking ------------------------------------------------------------------------------------------------


def test_the_page_shows_tables_and_the_quality_beside_its_bound(client, hall):
    html = client.get(page("seating", hall)).content.decode()
    assert all(player.name in html for player in hall.players.all())
    assert "Nobody meets twice" in html
    assert "best possible" in html


def test_forty_players_cost_the_page_as_many_queries_as_sixteen(client, hall):
    large = seated_hall(40, 5)
    client.force_login(make_staff(large, Role.ORGANISER))
    counts = []
    for tournament in (hall, large):
        client.force_login(tournament.memberships.get().user)
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page("seating_hanchan", tournament, 2) + "?player=3").status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 28


def test_without_a_seating_the_page_says_what_to_do_next(client):
    tournament = make_tournament()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    assert "Add players first" in client.get(page("seating", tournament)).content.decode()
    make_players(tournament, 16)
    html = client.get(page("seating", tournament)).content.decode()
    assert "16 players to seat" in html and page("seating_plan", tournament) in html


def test_a_player_is_found_and_all_their_seats_listed(client, hall):
    html = client.get(page("seating", hall), {"q": "dvorak"}).content.decode()
    assert "Seats of Pavel Dvořák" in html and "is-own" in html
    assert "No player matches" in client.get(page("seating", hall), {"q": "xyz"}).content.decode()


def test_the_desk_looks_and_changes_nothing(client, hall):
    client.force_login(make_staff(hall, Role.DESK))
    html = client.get(page("seating", hall)).content.decode()
    assert 'type="checkbox"' not in html and "Publish" not in html
    assert client.get(page("seating_versions", hall)).status_code == 200
    assert client.post(page("seating_publish", hall), {"public": "1"}).status_code == 403
    back = decision(hall, what="back", version=1)
    assert client.post(page("seating_change", hall), back).status_code == 403
    assert client.get(page("seating_version", hall, 1)).status_code == 200


def test_a_referee_swaps_two_seats_before_the_start_and_corrects_who_played_after_it(client, hall):
    client.force_login(make_staff(hall, Role.REFEREE))
    door, asked = page("seating_change", hall), f"{page('seating_change', hall)}?what=wrong&amp;hanchan=1"
    html = client.get(page("seating_hanchan", hall, 1)).content.decode()
    assert f'action="{door}"' in html and "Repair" not in html
    html = client.get(door, wrong(1)).content.decode()
    assert "Two sit wrong" in html and "Somebody is missing" not in html
    assert asked in client.get(page("sheet", hall, 1, 1)).content.decode()
    begin(hall, 1)
    html = client.get(page("seating_hanchan", hall, 1)).content.decode()
    assert page("sheet_people", hall, 1, 1) in html and f'action="{door}"' not in html
    assert page("sheet_people", hall, 1, 1) in client.get(page("sheet", hall, 1, 1)).content.decode()
    client.force_login(make_staff(hall, Role.DESK))
    assert page("sheet_people", hall, 1, 1) not in client.get(page("seating_hanchan", hall, 1)).content.decode()
    assert client.get(door, wrong(2)).status_code == 403


def test_a_hanchan_that_has_started_offers_no_swap(client, hall):
    begin(hall, 1)
    assert 'type="checkbox"' not in client.get(page("seating_hanchan", hall, 1)).content.decode()


# --- planning -------------------------------------------------------------------------------------------------


def test_the_seed_is_drawn_by_the_page_shown_and_kept(client):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    form = client.get(page("seating_plan", tournament)).context["form"]
    seed = form.initial["seed"]
    answer = client.post(page("seating_plan", tournament), {**form.initial, "seed": seed}, follow=True)
    assert f"from seed {seed}" in answer.content.decode()
    assert Seating.objects.get().seed == seed


def test_players_that_do_not_fill_tables_are_refused_with_a_way_on(client):
    tournament = make_tournament()
    make_players(tournament, 38)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(page("seating_plan", tournament)).content.decode()
    assert "add 2 substitutes" in html and page("players_substitutes", tournament) in html
    typed = {"seed": 1, "base": 0, "submission": uuid.uuid4()}
    assert client.post(page("seating_plan", tournament), typed).status_code == 422


@pytest.mark.parametrize("seed", ["", "x", "-1", "99999999999"])
@unrendered()
def test_a_seed_that_is_none_keeps_the_form(client, hall, seed):
    answer = client.post(page("seating_plan", hall), decision(hall, seed=seed))
    assert answer.status_code == 422
    assert Seating.objects.count() == 1


def test_after_the_start_the_rest_is_planned_again_and_the_door_to_other_ways_is_named(client, hall):
    begin(hall, 1)
    html = client.get(page("seating_plan", hall)).content.decode()
    assert "Already started: hanchan 1. They stay unchanged" in html
    assert f'"{page("seating_change", hall)}"' in html and "Choose another seed" in html
    begin(hall, 4)
    html = client.get(page("seating_plan", hall)).content.decode()
    assert "there is nothing left to plan" in html and "Choose another seed" not in html


# --- publishing -----------------------------------------------------------------------------------------------


def test_one_hanchan_or_all_are_published_and_hidden(client, hall):
    client.post(page("seating_publish", hall), {"hanchan": "2", "public": "1"})
    assert published_hanchan(hall) == [2]
    answer = client.post(page("seating_publish", hall), {"public": "1", "back": "3"})
    assert answer["Location"] == page("seating_hanchan", hall, 3)
    assert published_hanchan(hall) == [1, 2, 3, 4]
    client.post(page("seating_publish", hall), {"public": "0"})
    assert published_hanchan(hall) == []


@pytest.mark.parametrize("typed", ["x", "99999999999", "-1", "²"])
def test_publishing_a_hanchan_that_is_no_number_publishes_nothing(client, hall, typed):
    answer = client.post(page("seating_publish", hall), {"hanchan": typed, "public": "1"})
    assert answer.status_code == 404
    assert published_hanchan(hall) == []


@pytest.mark.parametrize(("players", "hanchan", "is_said"), [(8, 4, True), (36, 8, False)])
def test_bests_that_may_not_go_together_are_called_so(client, players, hanchan, is_said):
    hall = seated_hall(players, hanchan)
    client.force_login(make_staff(hall, Role.ORGANISER))
    answer = client.get(page("seating_hanchan", hall, 1))
    assert ("all at once may not be possible" in answer.content.decode()) == is_said


def test_a_swap_says_who_would_stay_at_which_table(client, hall):
    first, second = lineup(hall, 1), lineup(hall, 2)
    there = {place.player for place in second[1]}
    stays = next(place.player for place in first[1] if place.player not in there)
    goes = second[1][0].player
    html = client.get(page("seating_change", hall), wrong(2, who=[stays.number, goes.number])).content.decode()
    assert f"{stays.name} ({stays.number}) would sit at table 1 in hanchan 1 and 2." in html


# --- swapping -------------------------------------------------------------------------------------------------


def test_a_swap_says_what_it_costs_before_it_is_done(client, hall):
    one, other = two_people(hall)
    html = client.get(page("seating_change", hall), wrong(2, who=[one.number, other.number])).content.decode()
    assert "Times a pair meets again" in html.split("Figures")[1]
    assert "would meet in hanchan" in html and "nothing has changed yet" in html
    assert Seating.objects.count() == 1


def test_a_swap_is_done_once_however_often_the_form_is_sent(client, hall):
    one, other = two_people(hall)
    typed = decision(hall, **wrong(2, who=[one.number, other.number], reason="twins"))
    for _time in range(2):
        answer = client.post(page("seating_change", hall), typed)
        assert answer.status_code == 302
    assert Seating.objects.count() == 2
    assert lineup(hall.__class__.objects.get(pk=hall.pk), 2)[1][0].player == other


def test_an_older_page_is_told_what_counts_now_and_keeps_the_reason(client, hall, now):
    one, other = two_people(hall)
    typed = decision(hall, **wrong(2, who=[one.number, other.number], reason="twins"))
    swap(tournament=hall, hanchan=3, one=one, other=other, act=Act(by=None, at=now, reason="hurry"))
    answer = client.post(page("seating_change", hall), typed)
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "version 2 is now in use (hurry)" in html and 'value="twins"' in html and 'name="base" value="2"' in html


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"who": ["1"]}, "other", "Choose two players"),
        ({"one": "", "other": "1"}, "one", "Choose two players"),
        ({"who": ["1", "1"]}, "other", "two different"),
        ({"one": "1", "other": "Nobody"}, "other", "No player matches"),
        ({"one": "Late Lena", "other": "1"}, "one", "has no seat in hanchan 2"),
        ({"one": "1", "other": "Late Lena"}, "other", "has no seat in hanchan 2"),
    ],
)
@pytest.mark.parametrize("send", ["get", "post"])
def test_who_cannot_be_swapped_is_told_beside_the_field_and_can_be_typed_again(client, hall, typed, field, words, send):
    make_players(hall, 1, name="Late Lena")
    sent = wrong(2, **typed) if send == "get" else decision(hall, **wrong(2, **typed))
    answer = getattr(client, send)(page("seating_change", hall), sent)
    assert answer.status_code == 422
    assert list(answer.context["asked"].errors) == [field]
    html = answer.content.decode()
    box = re.search(rf'<input[^>]*id="id_{field}"[^>]*>', html)[0]
    assert 'aria-invalid="true"' in box and f'aria-describedby="id_{field}_error"' in box
    assert words in html.split(f'id="id_{field}_error"')[1].split("</ul>")[0]
    assert html.count('aria-invalid="true"') == 1 and 'role="alert"' not in html


def test_three_seats_cannot_be_swapped(client, hall):
    answer = client.get(page("seating_change", hall), wrong(2, who=["1", "2", "3"]))
    assert answer.status_code == 422
    assert "Choose two players" in answer.content.decode().split('role="alert"')[1].split("</div>")[0]


def test_a_reason_that_is_too_long_is_told_beside_it_and_swaps_nobody(client, hall):
    one, other = two_people(hall)
    typed = decision(hall, **wrong(2, one=one.number, other=other.number, reason="x" * 501))
    answer = client.post(page("seating_change", hall), typed)
    assert answer.status_code == 422 and Seating.objects.count() == 1
    assert list(answer.context["form"].errors) == ["reason"] and 'id="id_reason_error"' in answer.content.decode()


def test_the_page_for_a_swap_opens_without_a_complaint(client, hall):
    answer = client.get(page("seating_change", hall), wrong(2))
    assert answer.status_code == 200
    assert "Choose two players" not in answer.content.decode()


def test_a_swap_of_nobody_is_refused(client, hall):
    assert client.post(page("seating_change", hall), decision(hall, **wrong(2, one="", other=""))).status_code == 422


# --- replacing ------------------------------------------------------------------------------------------------


def test_somebody_new_takes_the_seats(client, hall):
    make_players(hall, 1, name="Late Lena")
    begin(hall, 1)
    form = client.get(page("seating_change", hall), {"what": "replace", "leaving": "3"}).content.decode()
    assert "Late Lena" in form and 'value="3"' in form
    typed = decision(hall, what="replace", leaving="3", coming="Late Lena", from_hanchan="2", reason="ill")
    shown = client.get(page("seating_change", hall), typed).content.decode()
    assert "Nobody else moves." in shown and Seating.objects.count() == 1
    assert client.post(page("seating_change", hall), typed).status_code == 302
    assert Seating.objects.count() == 2


def test_a_replacement_without_reason_or_with_a_seated_person_stays_on_the_page(client, hall):
    typed = decision(hall, what="replace", leaving="3", coming="4", from_hanchan="2", reason="ill")
    answer = client.post(page("seating_change", hall), typed)
    assert answer.status_code == 422 and "already has a seat" in answer.context["asked"].errors["coming"][0]
    make_players(hall, 1, name="Late Lena")
    answer = client.post(page("seating_change", hall), {**typed, "coming": "Late Lena", "reason": " "})
    assert answer.status_code == 422 and answer.context["form"].errors["reason"] == ["Give a reason."]
    assert 'id="id_reason_error"' in answer.content.decode() and Seating.objects.count() == 1


def test_an_old_page_of_a_replacement_is_told_what_counts_now_and_can_be_sent_again(client, hall, now):
    make_players(hall, 1, name="Late Lena")
    typed = decision(hall, what="replace", leaving="3", coming="Late Lena", from_hanchan="2", reason="ill")
    one, other = two_people(hall)
    swap(tournament=hall, hanchan=3, one=one, other=other, act=Act(by=None, at=now, reason="hurry"))
    answer = client.post(page("seating_change", hall), typed)
    assert answer.status_code == 409 and "version 2 is now in use (hurry)" in answer.content.decode()
    again = {**typed, **answer.context["form"].initial}
    assert again["base"] == 2 and client.post(page("seating_change", hall), again).status_code == 302


@pytest.mark.parametrize(("name", "args", "what"), [("seating_swap", [2], "wrong"), ("seating_replace", [], "replace")])
def test_an_address_of_before_leads_to_its_question_with_what_was_typed(client, hall, name, args, what):
    answer = client.get(page(name, hall, *args), {"who": "3", "leaving": "5"}, follow=True)
    assert answer.status_code in (200, 422) and answer.context["question"].key == what
    hanchan = ["2"] if args else []
    assert answer.request["QUERY_STRING"].startswith("who=3") and hanchan == answer.wsgi_request.GET.getlist("hanchan")


@pytest.mark.parametrize("role", [Role.DESK, Role.REFEREE, Role.ORGANISER])
def test_each_question_is_asked_of_those_who_may_do_it(client, hall, role):
    client.force_login(make_staff(hall, role))
    for question in OCCASIONS:
        may = role in RIGHTS[question.right]
        answer = client.get(page("seating_change", hall), {"what": question.key})
        assert (answer.status_code != 403) == may, question.key
        if may and question.form and question.page:
            assert answer["Location"] == reverse(question.page, args=[hall.slug])
        elif may:
            assert question in [one for one, _address in answer.context["questions"]]


@pytest.mark.parametrize("what", ["names", "unplayed"])
def test_a_table_that_nobody_has_played_is_no_question_of_its_sheet(client, hall, what):
    address = page("seating_change", hall)
    assert "No hanchan has started yet: nobody has played." in client.get(address, {"what": what}).text
    begin(hall, 2)
    offered = client.get(address, {"what": what}).context["asked"]["hanchan"].field.choices
    assert [number for number, _label in offered] == [2, 1]
    answer = client.get(address, {"what": what, "hanchan": "3", "table": "1"})
    assert answer.status_code == 422 and "Hanchan 3 has not started: nobody has played it." in answer.text


@pytest.mark.parametrize(("what", "name"), [("names", "sheet_people"), ("unplayed", "sheet_not_played")])
def test_a_table_is_named_and_its_own_page_asks_the_rest(client, hall, what, name):
    begin(hall, 1)
    answer = client.get(page("seating_change", hall), {"what": what, "table": "2"})
    assert answer.status_code == 302 and answer["Location"] == page(name, hall, 1, 2)
    assert client.get(answer["Location"]).status_code == 200
    wrong = client.get(page("seating_change", hall), {"what": what, "hanchan": "1", "table": "9"})
    assert wrong.status_code == 422 and "Hanchan 1 has no table 9." in wrong.text


def test_the_door_asks_what_happened_and_leads_on(client, hall):
    html = client.get(page("seating_change", hall)).content.decode()
    assert page("seating_plan", hall) in html
    assert page("seating_change", hall) + "?what=standings" in html
    assert "Somebody is missing" in html and "Choose what happened." in html
    client.force_login(make_staff(hall, Role.DESK))
    html = client.get(page("seating_change", hall)).content.decode()
    assert "Somebody is missing" not in html and "Two sit wrong" not in html


@pytest.mark.parametrize(("started", "is_linked"), [(1, True), (4, False)])
def test_who_withdraws_from_a_seat_is_followed_by_a_link_to_what_can_be_done(client, hall, started, is_linked):
    begin(hall, started)
    hall.players.filter(number=3).update(name="Ewa <i>Nowak</i>")
    answer = client.post(page("player_act", hall, 3, "withdraw"), {"reason": ""}, follow=True).content.decode()
    assert "Ewa &lt;i&gt;Nowak&lt;/i&gt; is withdrawn." in answer
    address = page("seating_change", hall) + "?what=missing&amp;who=3"
    assert (f'<a href="{address}">Fill the empty seat</a>' in answer) == is_linked


# --- versions -------------------------------------------------------------------------------------------------


def test_versions_are_listed_and_an_earlier_one_counts_again_as_a_new_one(client, hall, now):
    one, other = two_people(hall)
    swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=None, at=now, reason="twins"))
    assert "twins" in client.get(page("seating_versions", hall)).content.decode()
    assert "2 players sit elsewhere" in client.get(page("seating_version", hall, 1)).content.decode()
    typed = decision(hall, what="back", version=1, reason="they made up")
    assert "2 players sit elsewhere" not in client.get(page("seating_change", hall), typed).content.decode()
    done = client.post(page("seating_change", hall), typed, follow=True).content.decode()
    assert "Version 1 restored." in done and "what=back&amp;version=2" in done
    hall.refresh_from_db()
    assert (hall.seating.number, hall.seating.reason) == (3, "they made up")
    assert lineup(hall, 2)[1][0].player == one


def test_the_list_of_versions_costs_the_same_however_long_it_is(client, hall, now):
    def count():
        with CaptureQueriesContext(connection) as caught:
            client.get(page("seating_versions", hall))
        return len(caught)

    few = count()
    for _time in range(4):
        one, other = two_people(hall)
        swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=hall.memberships.get().user, at=now))
    assert count() == few


@pytest.mark.parametrize("number", [0, 5, 99])
@unrendered()
def test_a_hanchan_that_is_not_there_is_not_found(client, number):
    hall = seated_hall(16, 4)
    client.force_login(make_staff(hall, Role.DESK))
    assert client.get(reverse("seating_hanchan", args=[hall.slug, number])).status_code == 404
    assert client.get(reverse("seating_hanchan", args=[hall.slug, 4])).status_code == 200


@pytest.mark.parametrize(("players", "words"), [(17, "add 3 substitutes, or leave out 1 player."), (19, "add 1 subst")])
def test_one_player_and_one_substitute_are_said_in_the_singular(client, players, words):
    tournament = make_tournament()
    make_players(tournament, players)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    html = client.get(reverse("seating_plan", args=[tournament.slug])).content.decode()
    assert words in html and "add 1 substitutes" not in html
