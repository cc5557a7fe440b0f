"""Who is offered a place of a final event, who is next, and that nobody qualifies twice."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import MORNING, make_staff
from tests.tournament.leagues.games import make_league, play
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
from tests.tournament.rankings.rows import erase, finished_event, hide, link, make_club, make_person, make_ranking
from tournament.archive.removal.actions import delete_event, remove_person
from tournament.core.models import Role, Tournament
from tournament.events.clubs import first_club
from tournament.events.models import ClubEvent
from tournament.leagues.season import end_season
from tournament.persons.models import Person
from tournament.players.actions import add_player, disqualify, queue, withdraw
from tournament.players.models import Player
from tournament.qualifiers.actions import count_in, decline_qualifier
from tournament.qualifiers.queries import MOST_RESERVES, carry_in_words, source_title
from tournament.rankings.actions import freeze
from tournament.results.models import SheetLine

pytestmark = pytest.mark.django_db


def public(tournament, **fields):
    Tournament.objects.filter(pk=tournament.pk).update(edition=tournament.edition + 1, **fields)


def test_the_first_are_offered_a_place_and_the_others_are_reserves_in_order():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 2)
    assert states(event) == [["Ann: offered", "Bob: offered", "Cleo: reserve 1", "Dan: reserve 2"]]
    found = found_in(event)
    assert (found.places, found.registered, found.lists[0].shared, found.lists[0].more) == (2, 0, None, 0)


def test_of_a_long_list_the_next_reserves_are_shown():
    event = final()
    choose(event, qualifier(names=[f"P{number:02}" for number in range(1, 17)]), 2)
    (one,) = found_in(event).lists
    assert (len(one.shown), one.more) == (2 + MOST_RESERVES, 4)


def test_results_that_are_not_public_or_not_official_qualify_nobody():
    event, earlier = final(), qualifier()
    choose(event, earlier, 2)
    assert not found_in(event).lists[0].is_open
    public(earlier, is_public=False)
    (one,) = found_in(event).lists
    assert (one.is_open, one.rows) == (True, ())


def test_a_place_that_is_shared_across_the_line_is_told():
    event, earlier = final(), qualifier(names=EIGHT[:4])
    ranking = make_ranking(earlier, qualifier("South Open", ("Bob", "Ann", "Cleo", "Dan")), rule="best-3-of-4")
    for name in EIGHT[:4]:
        person = make_person(name)
        for one in ranking.events.all():
            link(person, one.tournament)
    choose(event, ranking, 1)
    (one,) = found_in(event).lists
    assert [row.candidate.place for row in one.rows] == [1, 1, 3, 4]
    assert one.shared == 1
    decline_qualifier(tournament=event, key=one.rows[0].key, today=TODAY, act=ACT)
    assert found_in(event).lists[0].shared is None


def test_who_withdrew_is_disqualified_or_came_otherwise_is_skipped():
    event = final()
    choose(event, qualifier(names=EIGHT), 2)
    for name, act in (("Ann", withdraw), ("Bob", disqualify), ("Cleo", None)):
        player = add_player(tournament=event, act=ACT, name=name)
        if act:
            act(player=player, act=ACT.because("late"))
    assert states(event)[0][:6] == [
        "Ann: withdrawn",
        "Bob: withdrawn",
        "Cleo: listed",
        "Dan: offered",
        "Eve: offered",
        "Finn: reserve 1",
    ]


def test_who_waits_for_a_place_of_the_event_is_registered():
    event = final(capacity=4)
    choose(event, qualifier(names=EIGHT[:4]), 2)
    register(event)
    queue(player=event.players.get(name="Ann"), act=ACT)
    assert states(event)[0][:2] == ["Ann: registered", "Bob: registered"]


def test_nobody_qualifies_twice():
    event = final()
    north, south = qualifier("North Open", EIGHT[:4]), qualifier("South Open", ("Bob", "Ida", "Jon", "Kim"))
    choose(event, north, 2)
    choose(event, south, 1)
    assert states(event)[1] == ["Bob: elsewhere", "Ida: offered", "Jon: reserve 1", "Kim: reserve 2"]
    register(event)
    assert states(event)[1] == ["Bob: elsewhere", "Ida: registered", "Jon: reserve 1", "Kim: reserve 2"]
    assert source_title(found_in(event).by_key[key_of(event, "Bob")].source) == "North Open, 2026"
    rows = found_in(event).lists[1].rows
    assert str(rows[0].by) == "North Open"


def test_one_person_is_found_under_another_name():
    event = final()
    north, south = qualifier("North Open", EIGHT[:4]), qualifier("South Open", ("Anna Smith", "Ida", "Jon", "Kim"))
    ann = make_person("Ann")
    link(ann, north)
    link(ann, south, "Anna Smith")
    choose(event, north, 1)
    choose(event, south, 1)
    assert states(event)[1][:2] == ["Anna Smith: elsewhere", "Ida: offered"]
    register(event)
    assert states(event)[1][:2] == ["Ann: elsewhere", "Ida: registered"]


def test_a_number_tells_who_it_is_and_a_country_who_it_is_not():
    event = final()
    choose(event, qualifier(names=EIGHT[:4], countries=4), 4)
    for name, ema in (("Ann", "05100170"), ("Bob", "")):
        Player.objects.filter(name=name).update(ema_number=ema)
    add_player(tournament=event, act=ACT, name="Anne", ema_number="05100170")
    add_player(tournament=event, act=ACT, name="Bob", country="JP")
    assert states(event)[0] == ["Anne: listed", "Bob: offered", "Cleo: offered", "Dan: offered"]


def test_two_of_one_name_in_one_event_are_two():
    event = final()
    choose(event, qualifier(names=("Kim", "Kim", "Ann", "Bob")), 2)
    first = found_in(event).offered[0].key
    register(event, [first])
    assert [row.state for row in found_in(event).lists[0].rows[:2]] == ["registered", "offered"]
    register(event)
    assert event.players.count() == 2


def test_two_persons_of_one_name_are_two():
    event = final()
    north, south = (
        qualifier("North Open", ("Kim", "Bob", "Cleo", "Dan")),
        qualifier("South Open", ("Kim", "Ida", "Jon", "Leo")),
    )
    link(make_person("Kim"), north)
    link(make_person("Kim"), south)
    choose(event, north, 1)
    choose(event, south, 1)
    register(event)
    assert [row.state for one in found_in(event).lists for row in one.rows[:1]] == ["registered", "registered"]


def test_who_declined_has_declined_in_every_source():
    event = final()
    earlier = qualifier("North Open", EIGHT[:4])
    ranking = make_ranking(earlier, rule="best-3-of-4")
    for name in ("Ann", "Bob"):
        link(make_person(name), earlier)
    choose(event, ranking, 1)
    choose(event, qualifier("South Open", ("Bob", "Ann", "Ida", "Jon")), 2)
    for name in ("Ann", "Bob"):
        decline_qualifier(tournament=event, key=key_of(event, name), today=TODAY, act=ACT)
    assert states(event) == [
        ["Ann: declined", "Bob: declined"],
        ["Bob: declined", "Ann: declined", "Ida: offered", "Jon: offered"],
    ]


def test_who_declined_as_a_player_has_declined_as_the_person():
    event, earlier = final(), qualifier(names=EIGHT[:4], countries=4)
    link(make_person("Ann", "JP"), earlier)
    choose(event, earlier, 1)
    choose(event, make_ranking(earlier, rule="best-3-of-4"), 1)
    decline_qualifier(tournament=event, key=key_of(event, "Ann"), today=TODAY, act=ACT)
    assert states(event)[1] == ["Ann: declined"]


def test_an_entry_that_was_merged_into_another_is_the_other():
    event = final()
    choose(event, qualifier(names=EIGHT[:4]), 1)
    (ann,) = register(event)
    other = add_player(tournament=event, act=ACT, name="Ann Smith")
    Player.every.filter(pk=ann.pk).update(merged_into=other)
    assert states(event)[0][:2] == ["Ann Smith: registered", "Bob: reserve 1"]


def test_entries_that_were_merged_in_the_earlier_event_are_one():
    event, earlier = final(), qualifier(names=EIGHT[:4])
    choose(event, earlier, 1)
    decline_qualifier(tournament=event, key=key_of(event, "Ann"), today=TODAY, act=ACT)
    register(event)
    for name in ("Ann", "Bob"):
        merged = earlier.players.get(name=name)
        kept = Player.objects.create(
            tournament=earlier, name=f"{name} Smith", number=merged.number + 50, carried=merged.carried
        )
        SheetLine.objects.filter(player=merged).update(player=kept)
        Player.every.filter(pk=merged.pk).update(merged_into=kept)
    public(earlier)
    assert states(event)[0][:3] == ["Ann Smith: declined", "Bob: registered", "Cleo: reserve 1"]


def test_a_name_that_may_not_be_told_qualifies_nobody():
    event, earlier = final(), qualifier(names=EIGHT[:4])
    earlier.players.filter(name="Ann").update(is_unlisted=True)
    remove_person(player=earlier.players.get(name="Bob"), act=ACT.because("asked"))
    earlier.refresh_from_db()
    choose(event, earlier, 1)
    assert states(event)[0] == [
        "Player hidden: hidden",
        "Player hidden: hidden",
        "Cleo: offered",
        "Dan: reserve 1",
    ]


# --- leagues and rankings --------------------------------------------------------------------------------------------


def test_a_league_qualifies_by_its_table_once_it_is_public():
    event = final()
    league, people = make_league(4)
    play(league, people)
    league.refresh_from_db()
    choose(event, league, 2, carry="1/2")
    assert found_in(event).lists[0].is_open
    public(league, is_public=True)
    found = found_in(event)
    assert found.lists[0].goes_on
    assert [(row.candidate.place, row.state, row.carried) for row in found.lists[0].rows] == [
        (1, "offered", 15_100),
        (2, "offered", 3_100),
        (3, "reserve", -4_600),
        (4, "reserve", -13_500),
    ]


def test_the_places_of_a_season_that_is_over_stay(client):
    event = final()
    league, people = make_league(4)
    play(league, people)
    public(league, is_public=True)
    league.refresh_from_db()
    choose(event, league, 2)
    client.force_login(make_staff(event, Role.ORGANISER))
    address = reverse("qualifiers", args=[event.slug])
    assert "The season is not over" in client.get(address).text
    end_season(tournament=league, act=ACT)
    assert "The season is not over" not in client.get(address).text


def test_a_league_whose_table_counts_no_scores_carries_nothing():
    event = final()
    league, people = make_league(4)
    play(league, people)
    league.refresh_from_db()
    rule = {**league.ranking_rule, "counted": "place-points", "points": [4, 2, 1]}
    public(league, is_public=True, ranking_rule=rule)
    choose(event, league, 1)
    assert found_in(event).lists[0].rows[0].candidate.total is None


def ranked(**more):
    """A ranking of one event with Ann, Bob, Cleo and Dan, and its persons."""
    earlier = finished_event("Spring Cup", EIGHT[:4], date(2026, 3, 1))
    people = {name: make_person(name, "PL") for name in EIGHT[:4]}
    for person in people.values():
        link(person, earlier)
    return make_ranking(earlier, rule="best-3-of-4", **more), people


def test_a_ranking_qualifies_as_of_a_day():
    event = final()
    ranking, _people = ranked()
    choose(event, ranking, 2, carry="1/2", as_of=date(2026, 2, 1))
    assert states(event) == [[]]
    choose(event, ranking, 2, carry="1/2", as_of=date(2026, 3, 1))
    (one,) = found_in(event).lists
    assert [row.carried for row in one.rows] == [20_000, 15_000, 10_000, 5_000]
    assert source_title(one.source) == "European riichi ranking, 1 Mar 2026"


def test_a_ranking_without_a_day_is_the_last_frozen_one():
    event = final()
    ranking, people = ranked()
    choose(event, ranking, 2)
    assert source_title(found_in(event).lists[0].source) == "European riichi ranking"
    freeze(ranking=ranking, on=date(2026, 3, 2), act=ACT)
    later = finished_event("Autumn Cup", ("Dan", "Eve", "Finn", "Gil"), date(2026, 9, 1))
    link(people["Dan"], later)
    ranking.events.create(tournament=later)
    assert states(event)[0][0] == "Ann: offered"
    choose(event, ranking, 2, as_of=TODAY)
    assert states(event)[0][0] == "Dan: offered"


def test_who_was_merged_since_is_the_person_of_today():
    event = final()
    ranking, people = ranked()
    freeze(ranking=ranking, on=date(2026, 3, 2), act=ACT)
    older = Person.objects.create(name="Anna", country="PL", made_at=MORNING)
    Person.objects.filter(pk=people["Ann"].pk).update(merged_into=older)
    choose(event, ranking, 1)
    assert states(event)[0][:2] == ["Anna: offered", "Bob: reserve 1"]
    decline_qualifier(tournament=event, key=key_of(event, "Anna"), today=TODAY, act=ACT)
    Person.objects.filter(pk=older.pk).update(merged_into=people["Bob"])
    assert states(event)[0][0] == "Bob: declined"


def test_a_hidden_person_is_known_to_the_club_of_the_ranking_alone():
    event = final()
    ranking, people = ranked(club=first_club())
    hide(people["Ann"])
    erase(people["Bob"])
    choose(event, ranking, 1)
    assert states(event)[0][:3] == ["Ann: offered", "Player hidden: hidden", "Cleo: reserve 1"]
    ClubEvent.objects.create(club=make_club("Another"), tournament=event)
    assert states(event)[0][:3] == ["Player hidden: hidden", "Player hidden: hidden", "Cleo: offered"]


def test_a_ranking_that_counts_no_scores_has_no_totals():
    event = final()
    earlier = qualifier(names=EIGHT[:4])
    for name in EIGHT[:4]:
        link(make_person(name), earlier)
    choose(event, make_ranking(earlier, rule="points-by-place"), 1)
    row = found_in(event).lists[0].rows[0]
    assert (row.name, row.carried, carry_in_words(row.source)) == ("Ann", None, "")


# --- the score -------------------------------------------------------------------------------------------------------


def test_a_total_that_changes_later_is_told_and_can_be_used():
    event, earlier = final(), qualifier(names=EIGHT[:4])
    choose(event, earlier, 1, carry="1/3")
    assert carry_in_words(found_in(event).lists[0].source) == "⅓ of the total is carried over, rounded up to 0.1P."
    (ann,) = register(event)
    assert (ann.carried, found_in(event).outdated) == (13_400, 0)
    earlier.players.filter(name="Ann").update(carried=60_000)
    public(earlier)
    found = found_in(event)
    assert (found.outdated, found.by_key[key_of(event, "Ann")].carried) == (1, 20_000)
    count_in(tournament=event, key=key_of(event, "Ann"), today=TODAY, act=ACT)
    ann.refresh_from_db()
    assert (ann.carried, found_in(event).outdated) == (20_000, 0)


@pytest.mark.parametrize("count", [4, 8])
def test_the_number_of_queries_does_not_grow_with_the_rows(count):
    event = final()
    choose(event, qualifier(names=EIGHT[:count]), count, carry="1/2")
    register(event, [found_in(event).offered[0].key])
    decline_qualifier(tournament=event, key=key_of(event, "Bob"), today=TODAY, act=ACT)
    with CaptureQueriesContext(connection) as queries:
        found_in(event)
    assert len(queries) == 7


def test_an_event_that_is_deleted_qualifies_nobody_any_more():
    event, earlier = final(), qualifier(names=EIGHT[:4])
    choose(event, earlier, 2)
    register(event)
    delete_event(tournament=earlier, typed=earlier.name, act=ACT)
    assert (found_in(event).lists, event.players.count()) == ((), 2)
    delete_event(tournament=event, typed=event.name, act=ACT)
    assert not Tournament.objects.exists()
