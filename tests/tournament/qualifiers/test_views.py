"""The page of qualifiers: the list, the buttons, and the form of a source."""

import pytest
from django.urls import reverse

from tests.factories import make_staff
from tests.tournament.leagues.games import make_league
from tests.tournament.qualifiers.finals import ACT, EIGHT, choose, final, found_in, key_of, qualifier, states
from tests.tournament.rankings.rows import link, make_person, make_ranking
from tournament.core.models import Role, Tournament
from tournament.players.actions import add_player, withdraw
from tournament.qualifiers.models import QualifierSource

pytestmark = pytest.mark.django_db
URL = "/manage/final/players/qualifiers/"


@pytest.fixture
def event(client):
    tournament = final()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament


def page(client, **query):
    return client.get(URL, query)


def press(client, step, key="", **more):
    return client.post(URL, {"do": f"{step}:{key}" if key else step, **more}, follow=True)


def test_the_page_is_among_those_of_the_players(client, event):
    assert reverse("qualifiers", args=["final"]) == URL
    assert URL in client.get(reverse("players", args=["final"])).text
    assert "Who declines is skipped" in page(client).text


def test_an_organiser_chooses_an_event_and_registers_all(client, event):
    earlier = qualifier(names=EIGHT[:4])
    sent = {"source": f"event-{earlier.slug}", "places": "2", "carry": "1/2", "rounding": ""}
    assert client.post(URL, sent).status_code == 302
    shown = page(client)
    assert "½ of the total is carried over, rounded up to 0.1P." in shown.text
    assert "The first 2 qualify." in shown.text
    assert "<strong>0 of 2</strong> places for qualifiers registered" in shown.text
    keys = [row.key for row in shown.context["found"].offered]
    answer = press(client, "register", offer=keys)
    assert "2 qualifiers registered." in answer.text
    assert [(one.name, one.carried) for one in event.players.all()] == [("Ann", 20_000), ("Bob", 15_000)]
    assert "Register all who qualify" not in answer.text


def test_one_declines_the_next_moves_up_and_it_can_be_undone(client, event):
    choose(event, qualifier(names=EIGHT[:4]), 1)
    answer = press(client, "decline", key_of(event, "Ann"))
    assert "Ann declined: the next in order moves up." in answer.text
    assert states(event)[0][:2] == ["Ann: declined", "Bob: offered"]
    assert "1 qualifier registered." in press(client, "register", key_of(event, "Bob")).text
    assert "Ann is back in the list." in press(client, "undo", key_of(event, "Ann")).text
    assert states(event)[0][:2] == ["Ann: reserve 1", "Bob: registered"]


def test_who_is_on_the_waiting_list_is_told(client, event):
    Tournament.objects.filter(pk=event.pk).update(capacity=1)
    choose(event, qualifier(names=EIGHT[:4]), 2)
    answer = press(client, "register", offer=[row.key for row in found_in(event).offered])
    assert "All places of the event are taken. On the waiting list: Bob." in answer.text
    assert "on the waiting list" in answer.text


def test_every_state_is_on_the_page(client, event):
    earlier = qualifier(names=EIGHT)
    choose(event, earlier, 2, carry="1/2")
    choose(event, qualifier("South Open", ("Ann", "Ida", "Jon", "Kim")), 1)
    earlier.players.filter(name="Gil").update(is_unlisted=True)
    add_player(tournament=event, act=ACT, name="Bob")
    withdraw(player=add_player(tournament=event, act=ACT, name="Cleo"), act=ACT)
    press(client, "register", key_of(event, "Ann"))
    press(client, "decline", key_of(event, "Dan"))
    text = page(client).text
    for state in (
        *("registered", "registered already", "withdrawn", "declined", "offered", "reserve no. 1"),
        *("not named: add them by hand", "qualified: North Open, 2026"),
    ):
        assert f">{state}</span>" in text, state


def test_who_registered_otherwise_counts(client, event):
    choose(event, qualifier(names=EIGHT[:4]), 1, carry="1/2")
    add_player(tournament=event, act=ACT, name="Ann")
    assert "Ann is registered as a qualifier." in press(client, "count", key_of(event, "Ann")).text


def test_a_score_that_differs_from_the_total_can_be_used(client, event):
    choose(event, qualifier(names=EIGHT[:4]), 1, carry="1/2")
    press(client, "register", key_of(event, "Ann"))
    event.players.update(carried=1_000)
    text = page(client).text
    assert "+1.0 now" in text
    assert "Use this score" in text
    press(client, "count", key_of(event, "Ann"))
    assert event.players.get().carried == 20_000
    assert "Use this score" not in page(client).text


def test_results_that_are_not_out_and_an_empty_table_are_told(client, event):
    earlier, (league, _people) = qualifier(), make_league(4)
    Tournament.objects.filter(pk=league.pk).update(is_public=True)
    choose(event, earlier, 1)
    choose(event, league, 1)
    Tournament.objects.filter(pk=earlier.pk).update(is_public=False, edition=earlier.edition + 1)
    text = page(client).text
    assert "not public or not official yet" in text
    assert "Nobody has a place there yet." in text


def test_a_shared_line_and_more_reserves_are_told(client, event):
    names = [f"P{number:02}" for number in range(1, 17)]
    choose(event, qualifier(names=names), 2)
    assert "4 more reserves" in page(client).text
    north, south = qualifier("North", EIGHT[:4]), qualifier("South", ("Bob", "Ann", "Cleo", "Dan"))
    for name in ("Ann", "Bob"):
        person = make_person(name)
        link(person, north)
        link(person, south)
    choose(event, make_ranking(north, south, rule="best-3-of-4"), 1)
    assert "Place 1 is shared" in page(client).text


def test_a_source_is_changed_and_removed(client, event):
    earlier = qualifier(names=EIGHT[:4])
    source = choose(event, earlier, 1, carry="1/2")
    form = page(client, source=source.pk).context["form"]
    assert form.initial["source"] == f"event-{earlier.slug}"
    assert (
        client.post(f"{URL}?source={source.pk}", {"source": f"event-{earlier.slug}", "places": "3"}).status_code == 302
    )
    source.refresh_from_db()
    assert (source.places, source.carry) == (3, "")
    assert press(client, "remove", str(source.pk)).status_code == 200
    assert not QualifierSource.objects.exists()


def test_a_ranking_is_changed(client, event):
    ranking = make_ranking(rule="best-3-of-4")
    source = choose(event, ranking, 1)
    sent = {"source": f"ranking-{ranking.slug}", "places": "2", "as_of": "2026-03-01"}
    assert page(client, source=source.pk).context["form"].initial["source"] == sent["source"]
    assert client.post(URL, sent).status_code == 302
    assert "European riichi ranking, 1 Mar 2026" in page(client).text


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"source": "", "places": "2"}, "Choose an event, a league or a ranking."),
        ({"source": "event-no-such", "places": "2"}, "Select a valid choice"),
        ({"source": "OWN", "places": "2", "carry": "x"}, "Write the part as a fraction"),
        ({"source": "OWN", "places": "2", "carry": "\0"}, "Null characters are not allowed"),
        ({"source": "OWN", "places": "-1"}, "greater than or equal to 0"),
    ],
)
def test_what_is_wrong_with_a_source_is_said_beside_its_field(client, event, sent, said):
    earlier = qualifier(names=EIGHT[:4])
    answer = client.post(URL, {**sent, "source": sent["source"].replace("OWN", f"event-{earlier.slug}")})
    assert answer.status_code == 422
    assert said in answer.text
    assert not QualifierSource.objects.exists()


def test_what_is_refused_is_told_on_the_page(client, event):
    source = choose(event, qualifier(names=EIGHT[:4]), 1)
    assert "has changed since" in press(client, "register", "\0").text
    press(client, "decline", key_of(event, "Ann"))
    assert "Set its places to 0 instead." in press(client, "remove", str(source.pk)).text
    for nothing in ("", "remove", "other:1"):
        assert press(client, nothing).status_code == 200


def test_a_private_event_of_others_is_not_offered(client, event):
    earlier = qualifier(names=EIGHT[:4])
    assert earlier.slug in page(client).text
    Tournament.objects.filter(pk=earlier.pk).update(is_public=False)
    assert earlier.slug not in page(client).text
