"""The page of wishes."""

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import make_players, make_staff, make_tournament
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.wishes import actions
from tournament.wishes.models import Wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client):
    tournament = make_tournament(hanchan_count=8)
    make_players(tournament, 16)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament


def page(event, name="seating_wishes", *args):
    return reverse(name, args=[event.slug, *args])


def typed(kind, **values):
    return {"kind": kind, "weight": "strong", "submission": uuid.uuid4(), **values}


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (typed("same", shared="club", weight="must"), "Players of the same club never meet."),
        (typed("same", shared="country"), "Players of the same country meet as rarely and as late as possible."),
        (typed("same", shared="team", hanchan="5"), "meet as rarely as possible before hanchan 5."),
        (typed("apart", people="1\nMoreau", weight="must", hanchan="3"), "(2) do not meet before hanchan 3."),
        (typed("apart", people="3, 4 7"), "Any two of <bdi>Ewa Nowak</bdi> (3), <bdi>Tom Okafor</bdi> (4), <bdi>"),
        (typed("together", one="1", other="5 Noor van Dijk", hanchan="2"), "(5) meet in hanchan 2."),
        (typed("together", one="1", other="5"), "meet at least once."),
        (typed("tables", people="6", tables="4", weight="must"), "<bdi>Jonas Weber</bdi> (6) sits at table 4."),
        (typed("tables", people="6;8", tables="3 – 4, 1", label="Français"), "Français: "),
        (typed("tables", people="6;8", tables="4"), "(8): only at table 4."),
        (typed("tables", people="6", tables="3-4"), "(6): only at tables 3–4."),
    ],
)
def test_each_kind_is_wished_with_a_short_form_and_said_in_a_sentence(client, event, form, sentence):
    answer = client.post(page(event), form, follow=True)
    assert answer.status_code == 200
    assert sentence in answer.content.decode()
    assert Wish.objects.get().weight == form["weight"]


@pytest.mark.parametrize(
    ("form", "field", "words"),
    [
        (typed("apart", people="1\nNobody\n99"), "people", "No player matches “Nobody”"),
        (typed("apart", people="1"), "people", "at least two different"),
        (typed("apart", people=""), "people", "required"),
        (typed("together", one="1", other="1"), "other", "two different players"),
        (typed("together", one="x", other="1"), "one", "No player matches “x”"),
        (typed("tables", people="1", tables="4-2"), "tables", "is not a table"),
        (typed("tables", people="1", tables="9" * 50), "tables", "is not a table"),
        (typed("tables", people="1", tables="²"), "tables", "is not a table"),
        (typed("same", shared="club", hanchan="9"), "hanchan", "hanchan 9 does not exist"),
        (typed("same", shared="club", hanchan="x"), "hanchan", "whole number"),
        (typed("same", shared="shoes"), "shared", "not one of the available choices"),
        (typed("same", shared="club", weight="heavy"), "weight", "not one of the available choices"),
    ],
)
@unrendered()
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(client, event, form, field, words):
    answer = client.post(page(event), form)
    assert answer.status_code == 422
    assert words in " ".join(answer.context["form"].errors[field])
    assert not Wish.objects.exists()


def test_every_unknown_person_of_a_list_is_named(client, event):
    answer = client.post(page(event), typed("apart", people="1\nNemo\nNihil"))
    first, second = answer.context["form"].errors["people"]
    assert "“Nemo”" in first and "“Nihil”" in second


def test_a_wish_is_withdrawn_and_undone(client, event, now):
    wish = actions.add_wish(tournament=event, kind="same", shared="club", act=Act(by=None, at=now))
    answer = client.post(page(event, "seating_wish_withdraw", wish.pk), follow=True).content.decode()
    assert "Withdrawn: Players of the same club" in answer and "No wishes yet" in answer and "Undo" in answer
    answer = client.post(page(event, "seating_wish_withdraw", wish.pk), {"undo": "1"}, follow=True).content.decode()
    assert "Restored" in answer and "No wishes yet" not in answer


def test_the_wish_of_another_event_is_not_found(client, event, now):
    wish = actions.add_wish(tournament=make_tournament("Other"), kind="same", shared="club", act=Act(by=None, at=now))
    assert client.post(page(event, "seating_wish_withdraw", wish.pk)).status_code == 404


def test_names_are_shown_as_they_are_and_kept_apart_from_the_words_around_them(client, event):
    event.players.filter(number=1).update(name="<b>עלי</b> 🀄")
    html = client.post(page(event), typed("apart", people="1\n2"), follow=True).content.decode()
    assert "<bdi>&lt;b&gt;עלי&lt;/b&gt; 🀄</bdi> (1) and <bdi>" in html


def test_a_wish_outlives_the_people_it_was_about(client, event, now):
    one, other, third = event.players.filter(number__lte=3)
    for kind, people in (("apart", [one, other]), ("together", [one, other]), ("tables", [third])):
        actions.add_wish(tournament=event, kind=kind, players=people, tables=[1], act=Act(by=None, at=now))
    for gone in (one, third, other):
        gone.delete()
        html = client.get(page(event)).content.decode()
        assert "deleted player" in html
    assert client.get(page(event, "seating_plan")).status_code == 200


def test_what_the_field_forces_is_said_before_anything_is_wished(client, event, now):
    event.players.filter(number__lte=10).update(club="Kan")
    html = client.get(page(event)).content.decode()
    assert "Kan has 10 players at 4 tables: at least 8 pairs meet in each hanchan, 64 in 8 hanchan." in html
    assert "none of them have to meet" in html
    event.players.update(club="", country="")
    assert "No two players share one." in client.get(page(event)).content.decode()
    actions.add_wish(tournament=event, kind="same", shared="club", act=Act(by=None, at=now))
    assert "No two players share one" in client.get(page(event)).content.decode()


def test_who_has_no_seat_is_named_beside_the_wish(client, event, now):
    players = list(event.players.filter(number__lte=3))
    actions.add_wish(tournament=event, kind="apart", players=players, act=Act(by=None, at=now))
    event.players.filter(number=2).update(status="withdrawn")
    assert "ignored in this wish: Luc Moreau (2)." in client.get(page(event)).content.decode()


def test_the_page_opens_with_nobody_and_with_people_who_fill_no_table(client, event):
    event.players.filter(number=1).delete()
    assert client.get(page(event)).status_code == 200
    event.players.all().delete()
    assert client.get(page(event), {"kind": "nonsense"}).status_code == 200


def test_many_wishes_and_players_cost_as_many_queries_as_few(client, event, now):
    def count():
        with CaptureQueriesContext(connection) as caught:
            assert client.get(page(event)).status_code == 200
        return len(caught)

    players = list(event.players.order_by("number"))
    actions.add_wish(tournament=event, kind="apart", players=players[:2], act=Act(by=None, at=now))
    few = count()
    make_players(event, 24)
    for other in players[2:12]:
        actions.add_wish(tournament=event, kind="apart", players=[players[0], other], act=Act(by=None, at=now))
    assert count() == few


# --- wishes that contradict each other ----------------------------------------------------------------------


def must(event, now, kind, *numbers, **wished):
    players = [event.players.get(number=number) for number in numbers]
    return actions.add_wish(
        tournament=event, kind=kind, players=players, weight="must", act=Act(by=None, at=now), **wished
    )


def test_wishes_that_contradict_each_other_are_named_with_the_people_and_why(client, event, now):
    must(event, now, "apart", 1, 2)
    must(event, now, "together", 1, 2)
    must(event, now, "apart", 3, 4, 5, 6, 7)
    html = client.get(page(event)).content.decode()
    assert "These wishes cannot all be met" in html
    assert "Players Aiko Brandt (1) and Luc Moreau (2) should meet and should also be kept apart" in html
    assert "5 people who must not meet (Ewa Nowak (3), Tom Okafor (4), Noor van Dijk (5), " in html


def test_people_who_wish_against_each_other_are_listed_as_the_reader_lists(client, event, now):
    must(event, now, "apart", 3, 4, 5, 6, 7)
    assert (
        "Ewa Nowak (3)、Tom Okafor (4)、Noor van Dijk (5)、" in client.get(page(event), {"lang": "ja"}).content.decode()
    )


CONTRADICTORY = {
    "a table of meetings with two kept apart": (
        [("together", (1, 2), {"hanchan": 2}), ("together", (2, 3), {"hanchan": 2}), ("apart", (1, 3), {})],
        "The wishes for hanchan 2 put {1}, {2}, {3} at one table, but players {1} and {3} should be kept apart.",
    ),
    "meetings and fixed tables above four": (
        [("together", (1, 2), {"hanchan": 2}), ("tables", (2, 3, 4, 5), {"tables": [1]})],
        "The wishes for hanchan 2 put 5 people at one table ({1}, {2}, {3}, {4}, {5}), which has 4 seats.",
    ),
    "a table of meetings over two fixed tables": (
        [
            *[("together", (1, 2), {"hanchan": 2}), ("together", (2, 3), {"hanchan": 2})],
            *[("tables", (1,), {"tables": [1]}), ("tables", (3,), {"tables": [2]})],
        ],
        "The wishes for hanchan 2 put {1}, {2}, {3} at one table, but no table is allowed for all of them.",
    ),
    "more than three meetings a hanchan": (
        [("together", (1, other), {"hanchan": 2}) for other in (2, 3, 4, 5)],
        "The wishes for hanchan 2 put 5 people at one table ({1}, {2}, {3}, {4}, {5}), which has 4 seats.",
    ),
    "five barred from everybody else": (
        [("apart", (one, other), {}) for one in range(1, 6) for other in range(6, 17)],
        "5 people ({1}, {2}, {3}, {4}, {5}) may sit only with one another in hanchan 1, and 5 people do not fill "
        "tables of 4.",
    ),
}


@pytest.mark.parametrize(("wishes", "sentence"), CONTRADICTORY.values(), ids=CONTRADICTORY)
@unrendered()
def test_each_kind_of_contradiction_is_named_before_anything_is_searched(client, event, now, wishes, sentence):
    for kind, numbers, wished in wishes:
        must(event, now, kind, *numbers, **wished)
    names = {player.number: f"{player.name} ({player.number})" for player in event.players.all()}
    (found,) = client.get(page(event)).context["contradictions"]
    assert re.sub(r"\{(\d+)\}", lambda number: names[int(number[1])], sentence) in found
    form = {"seed": 1, "base": 0, "submission": uuid.uuid4()}
    assert client.post(page(event, "seating_plan"), form).status_code == 422
    assert not event.seatings.exists() and not event.planning_jobs.exists()


def test_a_club_larger_than_the_hall_is_called_by_its_name(client, event, now):
    event.players.filter(number__lte=5).update(club="TSV 1860")
    must(event, now, "same", shared="club")
    assert "5 people who must not meet (TSV 1860) play hanchan 1" in client.get(page(event)).content.decode()


def test_nothing_is_planned_against_wishes_that_contradict_each_other(client, event, now):
    must(event, now, "apart", 1, 2, 3, 4, 5)
    form = {"seed": 1, "base": 0, "submission": uuid.uuid4()}
    answer = client.post(page(event, "seating_plan"), form)
    assert answer.status_code == 422 and "Withdraw or change one of them, then plan again" in answer.content.decode()
    html = client.get(page(event, "seating_plan")).content.decode()
    assert "These wishes cannot all be met" in html and "Choose another seed" not in html


def test_wishes_that_stand_against_each_other_are_told_apart_from_those_that_cannot_be(client, event, now):
    one, other, third = event.players.order_by("number")[:3]
    for kind in ("apart", "together"):
        actions.add_wish(tournament=event, kind=kind, players=[one, other], act=Act(by=None, at=now))
    answer = client.get(page(event))
    html = answer.content.decode()
    assert answer.context["contradictions"] == [] and "cannot be had together" not in html
    (sentence,) = answer.context["conflicts"]
    assert f"{one.name} (1)" in sentence and "should meet and should also be kept apart" in sentence
    assert "These wishes conflict" in html and "You can still plan" in html

    for table in (1, 2):
        actions.add_wish(
            tournament=event, kind="tables", players=[third], tables=[table], weight="must", act=Act(by=None, at=now)
        )
    answer = client.get(page(event))
    assert len(answer.context["contradictions"]) == 1 == len(answer.context["conflicts"])
    assert "no table satisfies them all" in answer.context["contradictions"][0]
