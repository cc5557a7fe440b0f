"""Choosing where players qualify, registering them, and who declines."""

from datetime import date

import pytest

from tests.tournament.qualifiers.finals import (
    ACT,
    EIGHT,
    TODAY,
    choose,
    final,
    found_in,
    key_of,
    qualifier,
    register,
    states,
)
from tests.tournament.rankings.rows import link, make_person, make_ranking
from tests.tournament.standings.tables import play, seat_in_order
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Verb
from tournament.persons.actions import find_persons, link_new
from tournament.persons.models import PersonAct, PersonLink
from tournament.players.actions import add_player, delete_player
from tournament.players.models import Player, PlayerStatus
from tournament.qualifiers import actions
from tournament.qualifiers.actions import (
    count_in,
    decline_qualifier,
    remove_source,
    undo_decline,
)
from tournament.qualifiers.models import Qualifier, QualifierSource
from tournament.rankings.models import ClubRanking

pytestmark = pytest.mark.django_db


def decline(event, name):
    return decline_qualifier(tournament=event, key=key_of(event, name), today=TODAY, act=ACT)


def undo(event, name):
    return undo_decline(tournament=event, key=key_of(event, name), today=TODAY, act=ACT)


def count(event, name):
    return count_in(tournament=event, key=key_of(event, name), today=TODAY, act=ACT)


def refused(do, *args, **values):
    with pytest.raises(Refused) as refusal:
        do(*args, **values)
    return refusal.value.messages[0]


# --- sources ---------------------------------------------------------------------------------------------------------


def test_a_source_is_in_the_history_with_what_changed():
    event, earlier = final(), qualifier()
    source = choose(event, earlier, 2, carry=" 0.5 ")
    assert (str(source), source.carry, source.rounding) == ("North Open", "1/2", "up")
    assert choose(event, earlier, 3, carry="0") == source
    first, second = event.audit_entries.filter(verb=Verb.CHANGED_QUALIFIERS).order_by("id")
    assert first.subject == "North Open, 2026"
    assert first.detail["places"] == [None, 2]
    assert (second.detail["places"], second.detail["carry"]) == ([2, 3], ["1/2", ""])


def test_the_day_of_a_ranking_is_in_the_history():
    event = final()
    source = choose(event, make_ranking(rule="best-3-of-4"), 2, as_of=date(2026, 3, 1))
    assert str(source) == "European riichi ranking"
    (line,) = event.audit_entries.filter(verb=Verb.CHANGED_QUALIFIERS)
    assert line.detail["as_of"] == [None, "2026-03-01"]


def test_an_event_has_no_day():
    assert choose(final(), qualifier(), 2, as_of=date(2026, 3, 1)).as_of is None


@pytest.mark.parametrize("carry", ["half", "3/2", "-1/2", "1/0"])
def test_a_part_of_the_total_is_a_fraction_up_to_one(carry):
    assert refused(choose, final(), qualifier(), 2, carry=carry).code == "carry-fraction"


@pytest.mark.parametrize("places", [-1, 1000])
def test_places_are_a_number_in_reason(places):
    assert refused(choose, final(), qualifier(), places).code == "qualifier-places"


def test_an_event_does_not_qualify_for_itself():
    event = final()
    assert refused(choose, event, event, 2).code == "qualifies-itself"


def test_of_a_ranking_without_scores_nothing_is_carried_over():
    event = final()
    ranking = make_ranking(rule="ema-2018")
    found = refused(choose, event, ranking, 2, carry="1/2")
    assert (found.code, found.field) == ("carries-no-scores", "carry")
    assert not QualifierSource.objects.exists()


def test_a_source_that_nobody_used_can_be_removed():
    event = final()
    source = choose(event, qualifier(), 2)
    decline(event, "Ann")
    assert refused(remove_source, source=source, act=ACT).code == "source-in-use"
    undo(event, "Ann")
    remove_source(source=source, act=ACT)
    assert not QualifierSource.objects.exists()


# --- registering -----------------------------------------------------------------------------------------------------


def test_a_qualifier_comes_with_number_country_and_club_and_nothing_private():
    event = final()
    earlier = qualifier(names=EIGHT[:4])
    fields = {"country": "PL", "club": "Kraków", "ema_number": "05100170", "ara_id": "A1", "reading": "an"}
    earlier.players.filter(name="Ann").update(**fields, legal_name="Anna", contact="1", note="2", pronouns="she")
    choose(event, earlier, 1)
    (ann,) = register(event)
    assert {name: getattr(ann, name) for name in fields} == fields
    assert (ann.legal_name, ann.contact, ann.note, ann.pronouns, ann.carried) == ("", "", "", "", 0)


def test_who_has_a_person_is_that_person_and_gets_what_is_known_of_it():
    event = final()
    earlier = qualifier(names=EIGHT[:4])
    ann = make_person("Ann", "PL", ema_number="05100170")
    link(ann, earlier)
    choose(event, earlier, 2)
    players = register(event)
    assert [(one.name, one.country, one.ema_number) for one in players] == [
        ("Ann", "PL", "05100170"),
        ("Bob", "PL", ""),
    ]
    assert list(PersonLink.objects.filter(player__tournament=event).values_list("person__name", flat=True)) == ["Ann"]
    assert not PersonAct.objects.filter(tournament=event).exists()
    find_persons(tournament=event, act=ACT)
    assert list(PersonLink.objects.filter(player__tournament=event).values_list("person__name", flat=True)) == [
        "Ann",
        "Bob",
    ]


def test_a_person_of_a_ranking_becomes_a_player():
    event = final()
    earlier = qualifier(names=EIGHT[:4])
    ann = make_person("Ann", "FR", reading="an")
    link(ann, earlier)
    choose(event, make_ranking(earlier, rule="best-3-of-4"), 1, carry="1")
    (player,) = register(event)
    assert (player.name, player.country, player.reading, player.carried) == ("Ann", "FR", "an", 40_000)
    assert player.person_link.person == ann
    assert states(event) == [["Ann: registered"]]
    assert str(Qualifier.objects.get()) == "Ann"


def test_nobody_is_linked_twice():
    event = final()
    ann = make_person("Ann")
    player, other = (add_player(tournament=event, act=ACT, name=name) for name in ("Ann", "Anne"))
    assert link_new(tournament=event, people={player.pk: ann.pk}, act=ACT) == 1
    assert link_new(tournament=event, people={other.pk: ann.pk}, act=ACT) == 0
    assert link_new(tournament=event, people={player.pk: make_person("Bob").pk}, act=ACT) == 0


def test_the_same_form_twice_registers_once():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 2)
    keys = [row.key for row in found_in(event).offered]
    assert len(register(event, keys)) == 2
    edition = event.edition
    assert register(event, keys) == []
    assert (event.players.count(), event.edition) == (2, edition)


def test_what_is_registered_already_is_left_out_of_a_form():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 2)
    keys = [row.key for row in found_in(event).offered]
    register(event, keys[:1])
    assert [one.name for one in register(event, keys)] == ["Bob"]


def test_a_form_of_a_list_that_changed_is_refused():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 2)
    keys = [row.key for row in found_in(event).offered]
    decline(event, "Ann")
    for sent in (keys, [], ["9-e9"]):
        with pytest.raises(Conflict):
            register(event, sent)
    assert not event.players.exists()


def test_beyond_the_places_of_the_event_qualifiers_wait():
    event = final(capacity=1)
    choose(event, qualifier(names=EIGHT[:4]), 2)
    assert [one.status for one in register(event)] == [PlayerStatus.PLAYING, PlayerStatus.WAITING]


def test_who_is_deleted_from_the_players_is_offered_the_place_again():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    (ann,) = register(event)
    delete_player(player=ann, act=ACT)
    assert states(event)[0][:2] == ["Ann: offered", "Bob: reserve 1"]


# --- declining -------------------------------------------------------------------------------------------------------


def test_who_declines_is_named_in_the_history_by_the_place_alone():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    assert decline(event, "Ann").name == "Ann"
    assert str(Qualifier.objects.get()) == "Ann"
    undo(event, "Ann")
    lines = event.audit_entries.filter(verb__in=(Verb.DECLINED_QUALIFIER, Verb.UNDID_DECLINED_QUALIFIER))
    assert [line.about for line in lines] == ["North Open, 2026, place 1"] * 2
    assert "Ann" not in str([(line.detail, line.figures) for line in lines])


def test_declining_and_undoing_twice_changes_nothing():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    for act in (decline, undo):
        act(event, "Ann")
        edition = event.edition
        act(event, "Ann")
        assert event.edition == edition


def test_who_is_registered_in_the_same_moment_is_not_recorded_as_declined(monkeypatch):
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    seen = [found_in(event)]
    key = key_of(event, "Ann")
    register(event)
    now = actions.qualifiers_of
    monkeypatch.setattr(actions, "qualifiers_of", lambda *args: seen.pop() if seen else now(*args))
    with pytest.raises(Conflict):
        decline_qualifier(tournament=event, key=key, today=TODAY, act=ACT)
    assert states(event)[0][0] == "Ann: registered"


def test_a_reserve_can_decline_before_their_turn():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    decline(event, "Bob")
    decline(event, "Ann")
    assert states(event)[0][:3] == ["Ann: declined", "Bob: declined", "Cleo: offered"]


def test_who_is_registered_declines_as_any_player_and_comes_back():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1, carry="1/2")
    (ann,) = register(event)
    decline(event, "Ann")
    ann.refresh_from_db()
    assert ann.status == PlayerStatus.DECLINED
    register(event)
    assert states(event)[0][:3] == ["Ann: declined", "Bob: registered", "Cleo: reserve 1"]
    undo(event, "Ann")
    ann.refresh_from_db()
    assert (ann.status, ann.carried) == (PlayerStatus.PLAYING, 20_000)
    assert states(event)[0][:3] == ["Ann: registered", "Bob: registered", "Cleo: reserve 1"]


def test_who_comes_after_all_is_a_reserve_behind_those_who_are_registered():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    decline(event, "Ann")
    register(event)
    undo(event, "Ann")
    assert states(event)[0][:3] == ["Ann: reserve 1", "Bob: registered", "Cleo: reserve 2"]


def test_who_has_a_seat_withdraws_instead():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 4)
    seat_in_order(event, register(event))
    assert refused(decline, event, "Ann").code == "placed-already"


def test_nobody_declines_whom_the_list_does_not_offer_a_place():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    add_player(tournament=event, act=ACT, name="Ann")
    for key in (key_of(event, "Ann"), "9-e9", ""):
        with pytest.raises(Conflict):
            decline_qualifier(tournament=event, key=key, today=TODAY, act=ACT)


# --- who is registered already -------------------------------------------------------------------------------------


def test_who_registered_otherwise_counts_as_a_qualifier_and_starts_with_the_score():
    event = final()
    earlier = qualifier(names=EIGHT[:4])
    ann = make_person("Ann")
    link(ann, earlier)
    choose(event, earlier, 1, carry="1/2")
    player = add_player(tournament=event, act=ACT, name="Ann")
    assert states(event)[0][:2] == ["Ann: listed", "Bob: offered"]
    count(event, "Ann")
    player.refresh_from_db()
    assert (player.carried, player.person_link.person) == (20_000, ann)
    assert states(event)[0][:2] == ["Ann: registered", "Bob: reserve 1"]
    line = event.audit_entries.filter(verb=Verb.ADDED_QUALIFIERS).get()
    assert line.detail == {"by": ["North Open, 2026"], "carried": [0, 20_000]}


def test_a_score_that_would_move_standings_that_are_out_is_left_to_the_page_of_the_player():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 4, carry="1/2")
    players = register(event)
    seat_in_order(event, players)
    play(event, 1, {1: (30_000,) * 4})
    Player.objects.filter(pk=players[0].pk).update(carried=0)
    assert refused(count, event, "Ann").code == "carried-reissues"


def test_where_nothing_is_carried_over_the_score_stays():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    add_player(tournament=event, act=ACT, name="Ann", carried=1_000)
    assert count(event, "Ann").carried == 1_000


def test_who_declined_and_registers_after_all_counts():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    decline(event, "Ann")
    add_player(tournament=event, act=ACT, name="Ann")
    count(event, "Ann")
    assert Qualifier.objects.get().player == Player.objects.get(tournament=event)


def test_only_who_is_registered_counts():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    for key in (key_of(event, "Ann"), "9-e9"):
        with pytest.raises(Conflict):
            count_in(tournament=event, key=key, today=TODAY, act=ACT)


def test_a_ranking_that_is_gone_qualifies_nobody():
    event = final()
    ranking = make_ranking(rule="best-3-of-4")
    choose(event, ranking, 1)
    ClubRanking.objects.filter(pk=ranking.pk).delete()
    assert found_in(event).lists == ()
