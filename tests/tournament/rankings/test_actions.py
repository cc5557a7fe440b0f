"""Acts on rankings: what they refuse, that each is one line of history, and what freezing keeps."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.rankings import ranking_rule
from scoring.rankings.ranking import two_decimals
from tests.factories import make_user
from tests.tournament.rankings.rows import (
    AT,
    act,
    finished_event,
    link,
    make_club,
    make_person,
    make_ranking,
    small_ranking,
)
from tournament.core.messages import Refused
from tournament.persons.actions import erase, find_persons, undo_finding
from tournament.persons.models import Person
from tournament.rankings import actions
from tournament.rankings.models import ClubRanking, FrozenRanking, RankingVerb
from tournament.rankings.queries import frozen_in, frozen_key, frozen_reckoning, reckoning_of

pytestmark = pytest.mark.django_db
FOUR = ["Ann", "Bob", "Cleo", "Dan"]
TODAY = date(2026, 11, 1)


def refusal(code, action, **more):
    with pytest.raises(Refused) as refused:
        action(**more)
    assert refused.value.codes == code
    return refused.value


def verbs(ranking):
    return [one.verb for one in ranking.acts.order_by("id")]


def test_a_ranking_is_made_with_a_snapshot_of_its_rule_and_an_address():
    club, rules = make_club(), ranking_rule("ema-2018")
    made = actions.create_ranking(club=club, name=" Kölner Liga ", rules=rules, act=act())
    again = actions.create_ranking(club=club, name="Kölner Liga", rules=rules, act=act())
    assert (made.name, made.slug, again.slug, made.is_public) == (
        "Kölner Liga",
        "koelner-liga",
        "koelner-liga-2",
        False,
    )
    assert made.rules == rules
    assert made.rules.sources == rules.sources
    assert verbs(made) == [RankingVerb.CREATE]


def test_a_form_that_is_sent_twice_makes_one_ranking():
    club, sent = make_club(), uuid4()
    first, second = (
        actions.create_ranking(club=club, name="New", rules=ranking_rule("ema-2018"), act=act(submission=sent))
        for _ in range(2)
    )
    assert first == second
    assert first.slug == "new-2"  # the address /manage/rankings/new/ makes one


def test_a_ranking_without_a_name_is_refused():
    refusal(
        "name-missing", actions.create_ranking, club=make_club(), name=" ", rules=ranking_rule("ema-2018"), act=act()
    )
    assert not ClubRanking.objects.exists()


def test_an_event_is_added_changed_and_removed():
    event = finished_event()
    ranking = make_ranking()
    actions.set_event(ranking=ranking, tournament=event, act=act(), weight=" 3/2 ", days=2)
    actions.set_event(ranking=ranking, tournament=event, act=act(), qualification=True)
    (one,) = ranking.events.all()
    assert (one.weight, one.days, one.qualification, str(one)) == ("", None, True, "Small Open")
    actions.remove_event(ranking=ranking, tournament=event, act=act())
    assert not ranking.events.exists()
    assert verbs(ranking)[-3:] == [RankingVerb.EVENTS] * 3
    assert ranking.edition == 4
    for wrong in ({"weight": "heavy"}, {"weight": "0"}, {"days": 31}):
        (code,) = wrong
        refusal(code, actions.set_event, ranking=ranking, tournament=event, act=act(), **wrong)


def test_nothing_is_done_twice_by_one_submission():
    event, ranking, sent = finished_event(), make_ranking(), uuid4()
    person = make_person("Ann")
    link(person, event)
    for weight in ("", "2"):
        actions.set_event(ranking=ranking, tournament=event, weight=weight, act=act(submission=sent))
    actions.remove_event(ranking=ranking, tournament=event, act=act(submission=sent))
    actions.set_details(ranking=ranking, name="Other", is_public=False, act=act(submission=sent))
    actions.give_penalty(ranking=ranking, person=person, amount=1, day=TODAY, act=act("x", submission=sent))
    assert ranking.events.get().weight == ""
    assert (ranking.name, ranking.penalties.count()) == ("European riichi ranking", 0)


def test_a_penalty_is_subtracted_until_it_is_cancelled():
    ranking, _, people = small_ranking(FOUR)
    before = reckoning_of(ranking, TODAY).by_person[str(people["Ann"].pk)].ranking
    fine = {"ranking": ranking, "person": people["Ann"], "day": TODAY}
    actions.give_penalty(amount=500, act=act("left early"), **fine)
    after = reckoning_of(ranking, TODAY).by_person[str(people["Ann"].pk)].ranking
    assert before - after == 500
    assert reckoning_of(ranking, TODAY - timedelta(days=1)).by_person[str(people["Ann"].pk)].ranking == before
    refusal("amount", actions.give_penalty, amount=0, act=act("x"), **fine)
    refusal("reason-missing", actions.give_penalty, amount=1, act=act(" "), **fine)
    (penalty,) = ranking.penalties.all()
    assert str(penalty) == f"penalty {penalty.pk}"
    sent = uuid4()
    for _ in range(2):
        actions.cancel_penalty(penalty=penalty, act=act(submission=sent))
    assert not ranking.penalties.exists()
    assert reckoning_of(ranking, TODAY).by_person[str(people["Ann"].pk)].ranking == before


def test_what_a_penalty_was_for_goes_with_the_data_of_its_person():
    ranking, _, people = small_ranking(FOUR)
    for name in ("Ann", "Bob"):
        fine = {"ranking": ranking, "person": people[name], "day": TODAY, "amount": 500}
        actions.give_penalty(act=act(f"{name} shouted"), **fine)
    actions.cancel_penalty(penalty=ranking.penalties.get(person=people["Ann"]), act=act("Ann was asked to shout"))
    actions.give_penalty(ranking=ranking, person=people["Ann"], day=TODAY, amount=1, act=act("Ann again"))
    erase(person=people["Ann"], act=act())
    reasons = [*ranking.penalties.values_list("reason", flat=True), *ranking.acts.values_list("reason", flat=True)]
    assert sorted(filter(None, reasons)) == ["Bob shouted", "Bob shouted"]


def test_a_frozen_ranking_keeps_its_rows_and_the_next_one_has_the_correction():
    ranking, (event,), people = small_ranking(FOUR)
    first = actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    rows = frozen_reckoning(first).to_json()
    event.players.filter(name="Dan").update(carried=90_000)
    type(event).objects.filter(pk=event.pk).update(edition=event.edition + 1)
    second = actions.freeze(ranking=ranking, on=TODAY, act=act())
    first.refresh_from_db()
    assert frozen_reckoning(first).to_json() == rows
    assert frozen_reckoning(first).rows[0].person == str(people["Ann"].pk)
    assert frozen_reckoning(second).rows[0].person == str(people["Dan"].pk)
    assert [one.as_of for one in frozen_in(ranking)] == [TODAY, date(2026, 10, 1)]
    assert two_decimals(frozen_reckoning(second).rows[0].ranking, ranking.rules) == "90.00"
    assert str(first) == "European riichi ranking, 2026-10-01"
    assert first.rules == ranking.rules


def test_the_key_tells_of_every_change_by_hand_and_goes_on_from_the_key_before():
    ranking, _, _ = small_ranking(FOUR)
    first = actions.freeze(ranking=ranking, on=date(2026, 10, 1), act=act())
    second = actions.freeze(ranking=ranking, on=TODAY, act=act())
    assert (first.previous, second.previous) == ("", first.key)
    for frozen in FrozenRanking.objects.all():
        assert frozen_key(frozen) == frozen.key
    second.content["rows"][0]["ranking"] = "1"
    assert frozen_key(second) != second.key
    second.refresh_from_db()
    second.rule["least"] = 2
    assert frozen_key(second) != second.key
    assert ranking.acts.first().detail == {"key": second.key}


def test_a_day_is_frozen_once_and_never_before_it_comes():
    ranking, _, _ = small_ranking(FOUR)
    sent = uuid4()
    frozen = actions.freeze(ranking=ranking, on=TODAY, act=act(submission=sent))
    assert actions.freeze(ranking=ranking, on=TODAY, act=act(submission=sent)) == frozen
    assert refusal("frozen", actions.freeze, ranking=ranking, on=TODAY, act=act()).field == "on"
    refusal("day-to-come", actions.freeze, ranking=ranking, on=TODAY + timedelta(days=1), act=act())
    refusal("nobody", actions.freeze, ranking=ranking, on=date(2025, 1, 1), act=act())
    assert ranking.edition == 4  # what was refused wrote nothing; a second sending counts for who watches


def test_a_frozen_ranking_is_taken_back_once_with_a_reason_and_its_day_can_be_frozen_again():
    ranking, _, _ = small_ranking(FOUR)
    frozen = actions.freeze(ranking=ranking, on=TODAY, act=act("autumn"))
    refusal("reason-missing", actions.take_back, frozen=frozen, act=act())
    sent = uuid4()
    actions.take_back(frozen=frozen, act=act("a wrong event", submission=sent))
    actions.take_back(frozen=frozen, act=act("a wrong event", submission=sent))
    refusal("taken-back", actions.take_back, frozen=frozen, act=act("again"))
    frozen.refresh_from_db()
    assert (frozen.reason, frozen.taken_back_reason, frozen.taken_back_at) == ("autumn", "a wrong event", AT)
    assert not frozen_in(ranking).exists()
    again = actions.freeze(ranking=ranking, on=TODAY, act=act())
    assert again.previous == frozen.key


def test_a_second_sending_of_a_freeze_that_was_taken_back_freezes_nothing():
    ranking, _, _ = small_ranking(FOUR)
    sent = uuid4()
    frozen = actions.freeze(ranking=ranking, on=TODAY, act=act(submission=sent))
    actions.take_back(frozen=frozen, act=act("wrong"))
    assert actions.freeze(ranking=ranking, on=TODAY, act=act(submission=sent)) == frozen
    assert ranking.frozen.count() == 1


def test_persons_of_a_frozen_ranking_are_not_unfound(client):
    event = finished_event()
    find_persons(tournament=event, act=act())
    ranking = make_ranking(event, rule="best-3-of-4")
    frozen = actions.freeze(ranking=ranking, on=date(2026, 9, 30), act=act())
    refusal("frozen-since", undo_finding, tournament=event, act=act())
    client.force_login(make_user(superuser=True))
    page = client.post(reverse("persons_of_event", args=[event.slug]), {"do": "undo"}, follow=True)
    assert "A ranking of this event was frozen since." in page.text
    actions.take_back(frozen=frozen, act=act("wrong"))
    assert undo_finding(tournament=event, act=act())
    assert not Person.objects.exists()
