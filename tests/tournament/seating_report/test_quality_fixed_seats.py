"""Who keeps a table because it is wished is no fault of the seating; who keeps one otherwise is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from seating import plan
from seating.layouts.fixed_tables import fixed_tables
from seating.wishes import AtTables
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.planning.actions import import_seating, swap
from tournament.planning.plan_spec import PlanSpec
from tournament.players.lookup import Guest
from tournament.seating_report.quality import NO_FIXED_SEATS, fixed_seats_in, quality_card, quality_of_map
from tournament.seats.seat_map import exchange, from_plan
from tournament.wishes.actions import add_wish, withdraw
from tournament.wishes.queries import fixed_places

HANCHAN, PLAYERS = 5, 32
STAYING = fixed_tables(PLAYERS, HANCHAN, 1)
TABLE_FIGURES = (
    "Repeated tables",
    "Visits to one table, at most",
    "Same table twice running",
)


def staying_at_the_first_table(people):
    """A seating of which the first of the people keeps table 1, the others nothing."""
    (pinned_one,) = set.intersection(*(set(tables[0]) for tables in STAYING))
    others = [number for number in range(1, PLAYERS + 1) if number != pinned_one]
    place = dict(zip([pinned_one, *others], people, strict=True))
    return from_plan(STAYING, tuple(place[number] for number in range(1, PLAYERS + 1)))


DRAFT = staying_at_the_first_table(range(101, 101 + PLAYERS))


def table_lines(draft, places=()):
    lines = quality_of_map(draft).wished(draft, places).lines(winds=True)
    return {line.title: (line.value, line.best) for line in lines if line.title in TABLE_FIGURES}


def test_the_bound_includes_who_keeps_a_table_as_wished():
    returns, visits, stays = TABLE_FIGURES
    assert table_lines(DRAFT) == {returns: (4, 0), visits: (5, 1), stays: (4, 0)}
    assert table_lines(DRAFT, {(101, 1)}) == {returns: (4, 4), visits: (5, 5), stays: (4, 4)}


def test_it_has_to_be_the_wished_table_from_beginning_to_end():
    assert table_lines(DRAFT, {(101, 2), (102, 1)}) == table_lines(DRAFT)
    moved = exchange(DRAFT, 3, 101, DRAFT[3][2][0])
    assert fixed_seats_in(moved, {(101, 1)}) == NO_FIXED_SEATS


def test_a_hanchan_without_a_seat_leaves_the_table_kept():
    away = {**DRAFT, 3: {table: tuple(pk for pk in seats if pk != 101) for table, seats in DRAFT[3].items()}}
    kept = fixed_seats_in(away, {(101, 1)})
    assert (kept.visits, kept.returns, kept.stays) == (4, 3, 2)


def test_with_more_hanchan_than_tables_only_what_all_have_is_counted_once():
    """Everybody comes back 6 - 4 times at least, who keeps a table 5 times: three more."""
    at_one = {hanchan: {1: (1,)} for hanchan in range(1, 7)}
    assert fixed_seats_in(at_one, {(1, 1)}).more_returns(4) == 3


# --- on the pages -------------------------------------------------------------------------------------------


@pytest.fixture
def hall(db, client):
    tournament = make_tournament(hanchan_count=HANCHAN)
    people = make_players(tournament, PLAYERS)
    import_seating(
        tournament=tournament,
        draft=staying_at_the_first_table([one.pk for one in people]),
        act=Act(by=None, at=MORNING),
    )
    client.force_login(make_staff(tournament, Role.ORGANISER))
    return tournament


def test_in_a_small_field_it_is_said_that_others_have_to_come_back_too():
    def said(players, table):
        rounds = plan(players, 3, 1, wishes=(AtTables(frozenset({1}), frozenset({table})),)).rounds
        people = {pk: Guest(pk, pk, f"P{pk}", f"P{pk}") for pk in range(1, players + 1)}
        draft = from_plan(rounds, tuple(people))
        return quality_card(quality_of_map(draft).wished(draft, {(1, table)}), people, winds=True).sentences

    keeps, forced = (
        "Fixed table, as wished: P1.",
        "some other players must then repeat a table too, or some pairs must meet twice.",
    )
    assert said(16, 2)[-2:] == [keeps, f"With 16 players, {forced}"]
    assert said(20, 3)[-2:] == [keeps, f"With 20 players, {forced}"]
    assert said(32, 3)[-1] == keeps


def test_work_counts_the_fixed_places_that_were_asked_for():
    wishes = (AtTables(frozenset({1, 3}), frozenset({2})), AtTables(frozenset({2}), frozenset({1, 2})))
    assert PlanSpec((11, 12, 13, 14), 2, 1, wishes).places == {(11, 2), (13, 2)}


def fixed(tournament, number=1, tables=(1,)):
    who = [tournament.players.get(number=number)]
    return add_wish(tournament=tournament, kind="tables", players=who, tables=tables, act=Act(by=None, at=MORNING))


def read(client, name, tournament, *args, **asked):
    answer = client.get(reverse(name, args=[tournament.slug, *args]), asked)
    assert answer.status_code == 200
    return answer


def test_the_card_says_who_keeps_a_table_and_that_it_is_optimal(client, hall):
    before = read(client, "seating", hall)
    assert "as wished" not in before.content.decode() and "best possible: 0" in before.content.decode()
    fixed(hall)
    page = read(client, "seating", hall)
    assert "Fixed table, as wished: Aiko Brandt (1)." in page.content.decode()
    verdicts = {line.title: line.verdict for line in page.context["card"].figures}
    assert {verdicts[title] for title in TABLE_FIGURES} == {"best possible"}


def test_a_withdrawn_wish_and_one_of_several_tables_count_for_nothing(client, hall):
    withdraw(wish=fixed(hall), act=Act(by=None, at=MORNING))
    fixed(hall, tables=(1, 2))
    assert fixed_places(hall) == frozenset()
    assert "as wished" not in read(client, "seating", hall).content.decode()


def test_a_wish_whose_person_was_deleted_is_nobodys_place(hall):
    fixed(hall).players.clear()
    assert fixed_places(hall) == frozenset()


def cases(client, hall):
    found = read(client, "seating_report", hall).context["cases"]
    return {case.kind: case.sentences for case in found if case.kind in ("stays", "returns")}


@unrendered()
def test_the_worst_cases_name_who_keeps_a_table_only_where_nobody_wished_it(client, hall):
    assert cases(client, hall)["returns"] == ["Aiko Brandt (1) sits at table 1 in hanchan 1, 2, 3, 4, 5."]
    assert len(cases(client, hall)["stays"]) == 4
    fixed(hall)
    assert cases(client, hall) == {
        "stays": ["Nobody sits at the same table in two consecutive hanchan, except as wished."],
        "returns": ["Nobody sits at the same table twice, except as wished."],
    }


def test_an_earlier_version_and_a_comparison_know_the_wish_too(client, hall):
    fixed(hall)
    assert "as wished" in read(client, "seating_version", hall, 1).content.decode()
    one, other = (hall.players.get(number=number) for number in (1, 2))
    swap(tournament=hall, hanchan=HANCHAN, one=one, other=other, act=Act(by=None, at=MORNING, reason=""))
    tones = {line.title: line.tone for line in read(client, "seating_compare", hall).context["compared"]["figures"]}
    assert {tones[title] for title in TABLE_FIGURES} == {"worse"}


def test_a_swap_that_takes_somebody_from_a_fixed_place_says_so(client, hall):
    fixed(hall)
    page = read(client, "seating_change", hall, what="wrong", hanchan=3, who=["1", "2"])
    assert "Aiko Brandt (1) loses their fixed table." in page.content.decode()
    assert page.context["preview"].is_worse


def test_thirty_fixed_places_cost_as_many_queries_as_none(client, hall):
    def queries():
        counts = []
        for name in ("seating", "seating_report", "seating_compare"):
            with CaptureQueriesContext(connection) as caught:
                read(client, name, hall)
            counts.append(len(caught))
        return counts

    without = queries()
    for number in range(1, 31):
        fixed(hall, number, tables=(1 + number % 8,))
    assert queries() == without
