"""Who is equal, and what a referee decides about it: kept with its reason, cancelled with one."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import IntegrityError, connections, transaction

from scoring.standings.cut import NOTHING, Cut
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, PASSWORD, make_staff
from tests.tournament.standings.tables import USUAL, begin, finish, play, put_in, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament
from tournament.results.models import TieDecision
from tournament.standings.actions import cancel_tie_decision, change_standing_rules, decide_tie
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db
TIES = "/manage/spring-open/standings/ties/"
TIE = f"{TIES}2/1/"


@kept
def played():
    """Two hanchan at two tables that end alike: 1= 1= 3= 3= 5= 5= 7= 7=."""
    tournament, people = small_event(hanchan_count=4)
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    return tournament, people


@pytest.fixture
def event(client):
    tournament, people = played()
    client.force_login(make_staff(tournament, "referee", name="Mina Costa", password=PASSWORD))
    return tournament, people


def decide(tournament, *order, after=2, **said):
    said = {"reason": "a play-off", "referee": "Mina", "submission": uuid4(), "by": None, "at": MORNING, **said}
    return decide_tie(tournament=tournament, after=after, order=order, **with_act(**said))


def form(*order, first=1, **said):
    places = {f"place_{first + at}": player.pk for at, player in enumerate(order)}
    sent = {"reason": "a play-off", "referee": "Mina", "submission": str(uuid4()), "password": PASSWORD}
    return {**sent, **places, **said}


def top(tournament, number=2):
    rows = standings_of(Tournament.objects.get(pk=tournament.pk)).rows[:number]
    return [(row.player.name, row.standing.place) for row in rows]


def test_the_page_names_who_is_equal(client, event):
    page = text_of(client.get(TIES))
    assert "After hanchan 2 1= Aiko Brandt , Noor van Dijk +60.4 Decide place 1" in page


def test_before_any_result_it_says_so(client):
    tournament, _people = small_event()
    client.force_login(make_staff(tournament, "desk"))
    assert "No results yet" in text_of(client.get(TIES))


def test_where_nobody_is_equal_it_says_so(client):
    tournament, _people = small_event(players=4)
    play(tournament, 1, {1: USUAL})
    client.force_login(make_staff(tournament, "desk"))
    assert "There are no ties." in text_of(client.get(TIES))


def test_a_referee_decides_and_everybody_reads_why(client, event):
    tournament, (aiko, _luc, _ewa, _tom, noor, *_) = event
    assert "Place 1 is shared" in text_of(client.get(TIE))
    answer = client.post(TIE, form(noor, aiko))
    assert (answer.status_code, answer["Location"]) == (302, TIES)
    assert top(tournament) == [("Noor van Dijk", 1), ("Aiko Brandt", 2)]
    why = "Both have 60.4; the referee put Noor van Dijk above Aiko Brandt: a play-off"
    for page in ("/manage/spring-open/standings/", "/t/spring-open/", "/t/spring-open/player/1/"):
        assert why in text_of(client.get(page)), page
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.subject, entry.reason) == (
        "decided about equal totals",
        "Noor van Dijk, Aiko Brandt",
        "a play-off",
    )
    assert entry.detail == {"after": 2, "order": ["5 Noor van Dijk", "1 Aiko Brandt"], "referee": "Mina"}
    assert "a play-off" in text_of(client.get(TIES))
    assert client.get(TIE).status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"place_2": "same"}, "place_2"),
        ({"place_2": ""}, "place_2"),
        ({"place_2": "999"}, "place_2"),
        ({"reason": ""}, "reason"),
        ({"reason": "   "}, "reason"),
        ({"referee": ""}, "referee"),
    ],
)
def test_what_is_missing_is_told_beside_its_field(client, event, change, field):
    aiko, noor = event[1][0], event[1][4]
    said = form(aiko, noor) | change
    if said["place_2"] == "same":
        said["place_2"] = said["place_1"]
    answer = client.post(TIE, said)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not TieDecision.objects.exists()


def test_the_same_form_sent_twice_is_one_decision(client, event):
    tournament, people = event
    said = form(people[4], people[0])
    assert client.post(TIE, said).status_code == 302
    edition = Tournament.objects.get(pk=tournament.pk).edition
    again = decide(tournament, people[4], people[0], submission=said["submission"])
    assert TieDecision.objects.get() == again
    assert Tournament.objects.get(pk=tournament.pk).edition == edition


def test_those_who_are_not_equal_any_more_cannot_be_ordered(event):
    tournament, people = event
    for order, after in (
        ((people[0], people[1]), 2),
        ((people[0],), 2),
        ((people[0], people[4]), 3),
        ((people[0], people[4]), 0),
    ):
        with pytest.raises(Conflict, match="no longer share a place"):
            decide(tournament, *order, after=after)


def test_who_decides_what_was_decided_meanwhile_is_told(client, event):
    tournament, people = event
    said = form(people[4], people[0])
    decide(tournament, people[0], people[4])
    answer = text_of(client.post(TIE, said, follow=True))
    assert "Mina decided this tie meanwhile: Aiko Brandt, Noor van Dijk." in answer and "Cancel the decision" in answer
    assert top(tournament)[0] == ("Aiko Brandt", 1)


def test_who_decides_what_nobody_shares_any_longer_is_told(client, event):
    answer = client.post(f"{TIES}2/99/", {"place_99": "x"}, follow=True)
    assert "Nobody shares this place any longer" in text_of(answer)


def test_who_are_fewer_than_the_form_had_is_a_conflict(client, event, monkeypatch):
    """The players are equal when the page is read and not when it is written."""
    monkeypatch.setattr("tournament.standings.actions.shared_places", lambda rows: {})
    answer = client.post(TIE, form(event[1][4], event[1][0]))
    assert answer.status_code == 409 and "no longer share a place after hanchan 2" in text_of(answer)


@pytest.mark.parametrize("said", [{"reason": " "}, {"referee": ""}])
def test_a_decision_has_a_reason_and_a_referee(event, said):
    tournament, people = event
    with pytest.raises(Refused):
        decide(tournament, people[4], people[0], **said)


def test_only_equal_totals_are_explained_in_the_list(client, event):
    """Aiko and Noor are told apart, then Luc and Jonas; between Noor and Luc the totals speak."""
    change_standing_rules(
        tournament=event[0], rules=StandingRules(breakers=(Breaker.SEED,)), act=Act(by=None, at=MORNING)
    )
    for page in ("/manage/spring-open/standings/", "/t/spring-open/"):
        shown = text_of(client.get(page))
        assert shown.count("Both have") == 4 and "is ahead of" not in shown


def test_a_decision_holds_only_where_it_was_made(event):
    tournament, people = event
    decide(tournament, people[4], people[0])
    play(tournament, 3, {1: USUAL, 2: USUAL})
    tournament.refresh_from_db()
    assert standings_of(tournament).rows[0].standing.shared
    assert not standings_of(tournament, 2).rows[0].standing.shared


def test_a_decision_is_taken_back_with_a_reason(client, event):
    tournament, people = event
    decision = decide(tournament, people[4], people[0])
    page = f"{TIES}cancel/{decision.pk}/"
    assert "a play-off" in text_of(client.get(page))
    assert client.post(page, {"reason": ""}).status_code == 422
    assert client.post(page, {"reason": "wrong players", "password": PASSWORD}).status_code == 302
    assert standings_of(Tournament.objects.get(pk=tournament.pk)).rows[0].standing.shared
    assert AuditEntry.objects.latest("id").verb == "cancelled a decision about equal totals"
    assert "wrong players" in text_of(client.get(TIES))
    assert "Already cancelled." in text_of(client.get(page))
    edition = Tournament.objects.get(pk=tournament.pk).edition
    cancel_tie_decision(decision=decision, act=Act(by=None, at=MORNING, reason="again"))
    assert TieDecision.objects.get().cancelled_reason == "wrong players"
    assert Tournament.objects.get(pk=tournament.pk).edition == edition
    with pytest.raises(Refused):
        cancel_tie_decision(decision=decision, act=Act(by=None, at=MORNING, reason=" "))


def test_the_desk_reads_and_does_not_decide(client, event):
    tournament, people = event
    decision = decide(tournament, people[4], people[0])
    client.force_login(make_staff(tournament, "desk"))
    page = text_of(client.get(TIES))
    assert "a play-off" in page and "Decide" not in page.replace("Decided", "") and "Cancel the" not in page
    assert client.post(TIE, form(people[4], people[0])).status_code == 403
    assert client.post(f"{TIES}cancel/{decision.pk}/", {"reason": "x"}).status_code == 403


def test_a_decision_on_standings_that_are_out_asks_for_the_password(client, event):
    _tournament, people = event
    assert 'name="password"' in client.get(TIE).content.decode()
    for wrong, sentence in (("", "enter your password to reissue them"), ("east wind", "This is not your password.")):
        refused = client.post(TIE, form(people[4], people[0], password=wrong))
        assert refused.status_code == 422 and sentence in text_of(refused)
    assert not TieDecision.objects.exists()
    assert client.post(TIE, form(people[4], people[0], password=PASSWORD)).status_code == 302
    decision = TieDecision.objects.get()
    cancel = f"{TIES}cancel/{decision.pk}/"
    refused = client.post(cancel, {"reason": "the wrong two", "password": ""})
    assert refused.status_code == 422 and "enter your password to reissue them" in text_of(refused)
    assert client.post(cancel, {"reason": "the wrong two", "password": PASSWORD}).status_code == 302
    decision.refresh_from_db()
    assert decision.cancelled_reason == "the wrong two"


def test_places_that_are_not_there_are_not_found(client, event):
    for page in (f"{TIES}2/2/", f"{TIES}3/1/", f"{TIES}0/1/", f"{TIES}cancel/99/"):
        assert client.get(page).status_code == 404, page


# --- a cut that waits ----------------------------------------------------------------------------------------------


def test_a_cut_between_equals_waits_and_says_for_whom(client, event):
    tournament, people = event
    rules = StandingRules(cuts=(Cut(after=2, sizes=(3,), below=NOTHING),))
    change_standing_rules(tournament=tournament, rules=rules, act=Act(by=None, at=MORNING))
    begin(tournament, 3)
    put_in(tournament, 3, 1, (20_000, 28_000, 32_000, 40_000))
    tournament.refresh_from_db()
    sentence = "The cut after hanchan 2 runs through place 3: Luc Moreau, Jonas Weber are tied"
    assert sentence in text_of(client.get("/manage/spring-open/standings/"))
    ties = text_of(client.get(TIES))
    assert sentence in ties and "3= Luc Moreau , Jonas Weber +12.2 Cut: tie to resolve Decide" in ties
    assert {row.standing.tier for row in standings_of(tournament).rows} == {0}
    decide(tournament, people[5], people[1])
    assert [row.standing.tier for row in standings_of(tournament).rows] == [0, 0, 0, 1, 1, 1, 1, 1]
    page = text_of(client.get("/manage/spring-open/standings/"))
    assert "runs through" not in page and "Cut after hanchan 2" in page


def test_the_public_hears_that_a_cut_waits_without_the_staffs_remedy(client, event):
    tournament, _people = event
    rules = StandingRules(cuts=(Cut(after=2, sizes=(3,)),))
    change_standing_rules(tournament=tournament, rules=rules, act=Act(by=None, at=MORNING))
    page = text_of(client.get("/t/spring-open/"))
    assert "The referee decides." in page and "Choose tie-breaks" not in page


def test_a_decision_after_a_hidden_hanchan_is_hidden(client, event):
    tournament, people = event
    decide(tournament, people[4], people[0])
    finish(tournament, 2, released=False)
    forget()
    assert "play-off" not in text_of(client.get("/t/spring-open/"))
    assert "play-off" in text_of(client.get("/manage/spring-open/standings/"))


def test_decisions_and_cuts_take_no_more_queries(client, django_assert_num_queries):
    """Five for everything that standings are made of, however much is decided."""
    for players, name in ((8, "Autumn Open"), (40, "Winter Open")):
        tournament, people = small_event(hanchan_count=4, players=players, name=name)
        play(tournament, 1, dict.fromkeys(range(1, players // 4 + 1), USUAL))
        tournament.refresh_from_db()
        for seat in range(4):
            decide(tournament, *people[seat::4], after=1)
        rules = StandingRules(cuts=(Cut(after=1, sizes=(3,)),))
        change_standing_rules(tournament=tournament, rules=rules, act=Act(by=None, at=MORNING))
        begin(tournament, 2)
        put_in(tournament, 2, 1)
        tournament = Tournament.objects.get(pk=tournament.pk)
        forget()
        with django_assert_num_queries(5):
            shown = standings_of(tournament)
        assert (shown.tied, {row.standing.tier for row in shown.ranked}) == (None, {0, 1})
        client.force_login(make_staff(tournament, "desk"))
        findings(tournament)  # kept for some seconds, as by the page before
        with django_assert_num_queries(7):
            client.get(f"/manage/{tournament.slug}/standings/ties/")


# --- the database --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [{"reason": ""}, {"cancelled_at": MORNING}])
def test_a_decision_without_a_reason_cannot_be_stored(event, change):
    decide(event[0], event[1][4], event[1][0])
    with pytest.raises(IntegrityError), transaction.atomic():
        TieDecision.objects.update(**change)


@pytest.mark.django_db(transaction=True)
def test_of_two_referees_at_once_one_decides():
    tournament, people = small_event(hanchan_count=2)
    play(tournament, 1, {1: USUAL, 2: USUAL})

    def attempt(order):
        try:
            return decide(Tournament.objects.get(pk=tournament.pk), *order, after=1)
        except Conflict as conflict:
            return conflict
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(attempt, [(people[0], people[4]), (people[4], people[0])]))
    assert sorted(type(one).__name__ for one in found) == ["Conflict", "TieDecision"]
    assert TieDecision.objects.count() == 1


def test_a_decision_and_its_places_have_names(event):
    decision = decide(event[0], event[1][4], event[1][0])
    assert str(decision) == "tie decision after hanchan 2"
    assert [str(place) for place in decision.places.all()] == ["1 Noor van Dijk", "2 Aiko Brandt"]
