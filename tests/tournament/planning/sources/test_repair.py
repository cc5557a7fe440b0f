"""Putting a seating right: all of it or nothing, and what has started stays."""

import pytest

from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import make_players, make_tournament
from tests.tournament.planning.halls import begin, seated_hall
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused, sentence
from tournament.core.models import Verb
from tournament.events.actions import change_hanchan
from tournament.planning.actions import repair, reseat, restore
from tournament.planning.basis import basis_of
from tournament.planning.sources import searches
from tournament.planning.sources.repair_options import options, repair_case
from tournament.players.actions import reinstate, withdraw
from tournament.players.models import PlayerStatus
from tournament.seats.models import Seating
from tournament.seats.queries import arranged_of, byes_of, draft_of, places_of
from tournament.seats.seat_map import seated

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def hall():
    """Sixteen people, of whom the first hanchan is being played."""
    tournament = seated_hall(16, 3)
    begin(tournament, 1)
    return tournament


def person(tournament, number):
    return tournament.players.get(number=number)


def people(tournament, *numbers):
    return [person(tournament, number) for number in numbers]


def leave(tournament, key, now, *numbers, **more):
    return repair(
        tournament=tournament,
        first=2,
        key=key,
        leaving=people(tournament, *numbers),
        **with_act(by=None, at=now, **more),
    )


# --- before the first hanchan ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaving", "key", "tables", "out"), [(1, "byes", 3, 3), (4, "tables", 3, 0), (2, "byes", 3, 2)]
)
def test_who_does_not_come_at_all_is_repaired_before_anything_was_played(now, leaving, key, tables, out):
    tournament = seated_hall(16, 3)
    gone = people(tournament, *range(1, leaving + 1))
    repair(tournament=tournament, first=1, key=key, leaving=gone, act=Act(by=None, at=now))
    after = arranged_of(tournament.seating)
    assert [len(after.draft[number]) for number in (1, 2, 3)] == [tables] * 3
    assert [len(after.byes.get(number, ())) for number in (1, 2, 3)] == [out] * 3
    assert not {player.pk for player in gone} & set().union(*(after.people(number) for number in after.draft))


def test_a_substitute_sits_for_who_does_not_come_at_all(now):
    tournament = seated_hall(16, 3)
    make_players(tournament, 1, is_substitute=True)
    repair(tournament=tournament, first=1, key="substitutes", leaving=people(tournament, 3), act=Act(by=None, at=now))
    after = arranged_of(tournament.seating)
    assert all(person(tournament, 17).pk in after.people(number) for number in (1, 2, 3))


# --- leaving ------------------------------------------------------------------------------------------------


def test_four_who_leave_make_one_table_fewer_and_what_was_played_stays(hall, now):
    before = draft_of(hall.seating)
    leave(hall, "tables", now, 1, 2, 3, 4)
    after = arranged_of(hall.seating)
    assert after.draft[1] == before[1]
    assert [len(after.draft[number]) for number in (1, 2, 3)] == [4, 3, 3]
    assert not after.byes
    gone = {player.pk for player in people(hall, 1, 2, 3, 4)}
    assert not gone & (seated(after.draft[2]) | seated(after.draft[3]))
    assert person(hall, 1).status == PlayerStatus.WITHDRAWN


def test_who_is_left_over_gets_a_bye_that_is_shared(hall, now):
    leave(hall, "byes", now, 5, 6)
    after = arranged_of(hall.seating)
    playing = {player.pk for player in hall.players.filter(status=PlayerStatus.PLAYING)}
    for number in (2, 3):
        assert seated(after.draft[number]) | after.byes[number] == playing
        assert len(after.byes[number]) == 2
    assert not after.byes[2] & after.byes[3], "nobody twice before everybody once"


def test_substitutes_take_the_seats_and_nobody_else_moves(hall, now):
    one, other = make_players(hall, 2, is_substitute=True)
    leaving = people(hall, 5, 6)
    before = draft_of(hall.seating)
    leave(hall, "substitutes", now, 5, 6)
    after = draft_of(hall.seating)
    names = {leaving[0].pk: one.pk, leaving[1].pk: other.pk}
    assert after[1] == before[1]
    for number in (2, 3):
        for table, seats in before[number].items():
            assert after[number][table] == tuple(names.get(player, player) for player in seats)


def test_substitutes_who_are_not_there_are_asked_for(hall, now):
    with pytest.raises(Refused, match="2 more substitutes are needed"):
        leave(hall, "substitutes", now, 5, 6)
    assert person(hall, 5).status == PlayerStatus.PLAYING, "refused as a whole"
    assert Seating.objects.count() == 1


def test_one_substitute_and_one_table_fewer_can_be_mixed(hall, now):
    make_players(hall, 1, is_substitute=True)
    leave(hall, "tables", now, 1, 2, 3, 4, 5)
    after = arranged_of(hall.seating)
    assert len(after.draft[2]) == 3 and not after.byes
    assert hall.players.get(is_substitute=True).pk in seated(after.draft[2])


def test_who_withdrew_before_counts_as_leaving(hall, now):
    withdraw(player=person(hall, 7), act=Act(by=None, at=now))
    case = repair_case(basis_of(hall), 2)
    assert [player.number for player in case.gone] == [7]
    repair(tournament=hall, first=2, key="byes", act=Act(by=None, at=now))
    assert person(hall, 7).pk not in arranged_of(hall.seating).people(2)


def test_where_nobody_left_the_same_tables_can_be_planned_anew(hall):
    assert [option.key for option in options(repair_case(basis_of(hall), 2))] == ["tables-even"]
    assert next(options(repair_case(basis_of(hall), 2))).title.startswith("The same 4 tables")


def test_a_plan_that_is_as_even_as_can_be_is_not_planned_anew_for_worse(hall, now):
    (way,) = options(repair_case(basis_of(hall), 2), "tables-even")
    assert way.arranged is None and "nothing would change" in sentence(way.obstacles[0])
    with pytest.raises(Refused, match="nothing would change"):
        repair(tournament=hall, first=2, key="tables-even", act=Act(by=None, at=now))


def test_seats_in_hanchan_that_were_dropped_are_overlooked(now):
    hall = seated_hall(16, 4)
    change_hanchan(tournament=hall, minutes=[None] * 3, act=Act(by=None, at=now))
    case = repair_case(basis_of(hall), 2, people(hall, 1, 2, 3, 4))
    assert sorted(case.now.draft) == [1, 2, 3]
    made = [way.arranged for key in ("tables", "tables-even") for way in options(case, key) if way.arranged]
    assert made and all(sorted(arranged.draft) == [1, 2, 3] for arranged in made)


# --- coming -------------------------------------------------------------------------------------------------


def test_who_comes_takes_the_place_of_who_left(hall, now):
    withdraw(player=person(hall, 7), act=Act(by=None, at=now))
    (late,) = make_players(hall, 1)
    places = [(place.hanchan, place.table) for place in places_of(person(hall, 7), hall)]
    repair(tournament=hall, first=2, key="substitutes", coming=[late], act=Act(by=None, at=now))
    assert [(place.hanchan, place.table) for place in places_of(late, hall)] == places[1:]


def test_who_comes_sits_instead_of_a_substitute(now):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 15)
    (substitute,) = make_players(tournament, 1, is_substitute=True)
    repair(tournament=tournament, first=1, key="tables-even", act=Act(by=None, at=now))
    begin(tournament, 1)
    (late,) = make_players(tournament, 1)
    repair(tournament=tournament, first=2, key="substitutes", coming=[late], act=Act(by=None, at=now))
    after = draft_of(tournament.seating)
    assert late.pk in seated(after[2]) and substitute.pk not in seated(after[2])


def test_of_several_substitutes_the_one_with_the_highest_number_leaves_first(now):
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 14)
    first, second = make_players(tournament, 2, is_substitute=True)
    repair(tournament=tournament, first=1, key="tables-even", act=Act(by=None, at=now))
    begin(tournament, 1)
    (late,) = make_players(tournament, 1)
    repair(tournament=tournament, first=2, key="substitutes", coming=[late], act=Act(by=None, at=now))
    after = seated(draft_of(tournament.seating)[2])
    assert first.number < second.number
    assert {first.pk, late.pk} <= after and second.pk not in after


def test_one_who_comes_to_full_tables_means_a_bye_for_somebody_in_turn(hall, now):
    make_players(hall, 1)
    repair(tournament=hall, first=2, key="byes", act=Act(by=None, at=now))
    after = arranged_of(hall.seating)
    assert [len(after.byes[number]) for number in (2, 3)] == [1, 1]
    assert all(hall.players.get(number=17).pk not in after.byes[number] for number in (2, 3)), "has missed one already"


def test_who_is_out_cannot_come(hall, now):
    withdraw(player=person(hall, 7), act=Act(by=None, at=now))
    with pytest.raises(Refused, match="Reinstate the player first"):
        repair(tournament=hall, first=2, key="byes", coming=people(hall, 7), act=Act(by=None, at=now))


def test_seventeen_people_are_seated_with_byes_from_the_start(now):
    tournament = make_tournament(hanchan_count=4)
    make_players(tournament, 17)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=now))
    byes = byes_of(tournament.seating)
    assert [len(byes[number]) for number in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert len(frozenset().union(*byes.values())) == 4


# --- whole or not at all ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [15, 18, 19])
def test_whoever_sits_out_at_first_is_counted_in_the_figures_too(now, count):
    tournament = make_tournament(hanchan_count=5)
    make_players(tournament, count)
    seating = repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=now))
    assert seating.verified_at
    assert seating.quality["common_opponents"] is not None


@kept
def with_byes(count, now, hanchan=3):
    """So many people with byes from the start; the first hanchan is being played."""
    tournament = make_tournament(hanchan_count=hanchan)
    make_players(tournament, count)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=now))
    begin(tournament, 1)
    return tournament


@pytest.mark.parametrize(("count", "leaving"), [(19, 3), (17, 1)])
@pytest.mark.parametrize("withdrawn", [False, True])
def test_when_people_fill_the_tables_again_the_byes_come_to_an_end(now, count, leaving, withdrawn):
    tournament = with_byes(count, now)
    gone = people(tournament, *range(1, leaving + 1))
    if withdrawn:
        for player in gone:
            withdraw(player=player, act=Act(by=None, at=now))
    case = repair_case(basis_of(tournament), 2, () if withdrawn else gone)
    found = {option.key: option for option in options(case, "tables")}
    assert "no more byes" in found["tables"].title
    repair(tournament=tournament, first=2, key="tables", leaving=() if withdrawn else gone, act=Act(by=None, at=now))
    after = arranged_of(tournament.seating)
    assert [len(after.draft[number]) for number in (1, 2, 3)] == [4, 4, 4]
    assert set(after.byes) == {1}


def test_with_byes_one_substitute_can_fill_the_tables(now):
    tournament = with_byes(17, now)
    make_players(tournament, 1, is_substitute=True)
    gone = people(tournament, 1, 2)
    found = {option.key: option for option in options(repair_case(basis_of(tournament), 2, gone), "tables")}
    assert found["tables"].arranged and not found["tables"].arranged.byes.get(2)


def test_a_hanchan_that_has_started_is_never_touched(hall, now):
    with pytest.raises(Refused, match="Hanchan 1"):
        repair(tournament=hall, first=1, key="byes", leaving=people(hall, 5), act=Act(by=None, at=now))


def test_a_double_click_is_one_repair(hall, now):
    once = leave(hall, "byes", now, 5, submission="s-1", base=1)
    assert leave(hall, "byes", now, 5, submission="s-1", base=1) == once
    assert Seating.objects.count() == 2


def test_another_version_is_a_conflict_and_nobody_is_withdrawn(hall, now):
    leave(hall, "byes", now, 5)
    with pytest.raises(Conflict):
        leave(hall, "byes", now, 6, base=1)
    assert person(hall, 6).status == PlayerStatus.PLAYING


def test_a_repair_is_undone_by_going_back_byes_and_all(hall, now):
    before = arranged_of(hall.seating)
    leave(hall, "byes", now, 5)
    reinstate(player=person(hall, 5), act=Act(by=None, at=now))
    restore(tournament=hall, number=1, act=Act(by=None, at=now))
    assert arranged_of(hall.seating) == before
    restore(tournament=hall, number=2, act=Act(by=None, at=now))
    assert {number: len(out) for number, out in byes_of(hall.seating).items()} == {2: 3, 3: 3}


def test_where_players_sit_out_one_of_them_takes_the_seat_and_nobody_else_moves(hall, now):
    leave(hall, "byes", now, 5)
    before, byes = arranged_of(hall.seating), byes_of(hall.seating)
    leave(hall, "resting", now, 6)
    gone, after = person(hall, 6).pk, arranged_of(hall.seating)
    for number in (2, 3):
        was, now_seated = (seated(one.draft[number]) for one in (before, after))
        assert was - now_seated == {gone} & was and now_seated - was <= byes[number]
        assert after.people(number) == before.people(number) - {gone}
        moved = {
            pk
            for table, seats in before.draft[number].items()
            for pk, other in zip(seats, after.draft[number][table], strict=True)
            if pk != other
        }
        assert moved <= {gone}
    counts = [pk for out in byes_of(hall.seating).values() for pk in out]
    assert len(set(counts)) == len(counts), "nobody sits out twice who need not"


def test_where_nobody_or_too_few_sit_out_no_bye_fills_the_seat(hall, now):
    def keys(*numbers):
        return [one.key for one in options(repair_case(basis_of(hall), 2, people(hall, *numbers)))]

    assert "resting" not in keys(5)
    leave(hall, "byes", now, 5)
    assert keys(6)[0] == "resting" and "resting" not in keys(1, 2, 3, 4, 6, 7, 8, 9)


def test_going_back_reinstates_who_withdrew_and_says_so_in_the_history(hall, now):
    leave(hall, "byes", now, 5)
    restore(tournament=hall, number=1, act=Act(by=None, at=now))
    assert person(hall, 5).status == "playing" and hall.seatings.count() == 3
    verbs = list(hall.audit_entries.order_by("-id").values_list("verb", flat=True)[:2])
    assert sorted(verbs) == sorted([Verb.REINSTATED, Verb.RESTORED_SEATING])


def test_going_back_seats_nobody_who_is_disqualified(hall, now):
    leave(hall, "byes", now, 5)
    hall.players.filter(number=5).update(status="disqualified")
    with pytest.raises(Refused, match=r"would seat players who are out of the event: .*Reinstate"):
        restore(tournament=hall, number=1, act=Act(by=None, at=now))
    assert hall.seatings.count() == 2


def test_the_hall_may_be_too_small(now):
    tournament = seated_hall(16, 3, table_count=4)
    make_players(tournament, 4)
    found = {option.key: option for option in options(repair_case(basis_of(tournament), 1))}
    assert "This needs 5 tables; the hall has 4" in sentence(found["tables"].obstacles[0])


# --- who really sat -----------------------------------------------------------------------------------------


def exchanged(tournament, hanchan, one=1, other=2):
    """The first two tables with their Easts exchanged."""
    tables = draft_of(tournament.seating)[hanchan]
    return {one: (tables[other][0], *tables[one][1:]), other: (tables[one][0], *tables[other][1:])}


def test_who_really_sits_is_recorded_and_nothing_else_changes(hall, now):
    before, tables = draft_of(hall.seating), exchanged(hall, 1)
    reseat(tournament=hall, hanchan=1, tables=tables, act=Act(by=None, at=now))
    after = draft_of(hall.seating)
    assert {number: after[1][number] for number in (1, 2)} == tables
    assert (after[2], after[3]) == (before[2], before[3])


def test_the_rest_can_be_planned_with_who_really_sat(hall, now):
    tables = exchanged(hall, 1)
    seating = reseat(tournament=hall, hanchan=1, tables=tables, replan=True, act=Act(by=None, at=now))
    assert draft_of(seating)[1][1] == tables[1]
    assert seating.quality["repeats"] == 0


def test_a_sheet_that_is_in_says_who_played(hall, now):
    sheet = hall.hanchan.get(number=1).sheets.create(table=2)
    sheet.accepted = sheet.versions.create(number=1, entered_at=now)
    sheet.save()
    with pytest.raises(Refused, match=r"The sheet of table 2 is entered .* choose “Change who played”"):
        reseat(tournament=hall, hanchan=1, tables=exchanged(hall, 1), act=Act(by=None, at=now))
    reseat(tournament=hall, hanchan=1, tables=exchanged(hall, 1, 3, 4), act=Act(by=None, at=now))


def test_a_sheet_that_was_taken_back_says_nothing(hall, now):
    hall.hanchan.get(number=1).sheets.create(table=2).versions.create(number=1, entered_at=now)
    tables = exchanged(hall, 1)
    assert draft_of(reseat(tournament=hall, hanchan=1, tables=tables, act=Act(by=None, at=now)))[1][2] == tables[2]


def test_a_closed_hanchan_is_not_set_right(hall, now):
    hall.hanchan.filter(number=1).update(state="closed", closed_at=now)
    with pytest.raises(Refused, match="is closed"):
        reseat(tournament=hall, hanchan=1, tables=exchanged(hall, 1), act=Act(by=None, at=now))


def test_two_tables_change_numbers(hall, now):
    tables = draft_of(hall.seating)[3]
    reseat(tournament=hall, hanchan=3, tables={1: tables[4], 4: tables[1]}, act=Act(by=None, at=now))
    after = draft_of(hall.seating)[3]
    assert (after[1], after[4]) == (tables[4], tables[1])


def test_seats_within_a_table_change(hall, now):
    east, south, west, north = draft_of(hall.seating)[2][1]
    reseat(tournament=hall, hanchan=2, tables={1: (north, south, west, east)}, act=Act(by=None, at=now))
    assert draft_of(hall.seating)[2][1] == (north, south, west, east)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda tables: {1: tables[1]}, "nothing would change"),
        (
            lambda tables: {1: (tables[2][0], *tables[1][1:])},
            "is seated at table 2. Include that table too",
        ),
        (lambda tables: {1: (tables[1][1], *tables[1][1:])}, "cannot have two seats"),
        (lambda tables: {9: tables[1]}, "has no table 9"),
    ],
)
def test_seats_that_do_not_add_up_are_refused_with_the_place(hall, now, change, words):
    with pytest.raises(Refused, match=words):
        reseat(tournament=hall, hanchan=2, tables=change(draft_of(hall.seating)[2]), act=Act(by=None, at=now))


def test_where_three_play_tables_have_three_and_byes_are_shared_alike(now):
    tournament = make_tournament(hanchan_count=3, preset="tenhou-3")
    make_players(tournament, 10)
    repair(tournament=tournament, first=1, key="byes-even", act=Act(by=None, at=now))
    after = arranged_of(tournament.seating)
    assert {len(seats) for tables in after.draft.values() for seats in tables.values()} == {3}
    assert [len(after.byes[number]) for number in (1, 2, 3)] == [1, 1, 1]


def test_who_sits_out_can_take_a_seat_and_who_loses_it_has_the_bye(hall, now):
    leave(hall, "byes", now, 5)
    before = arranged_of(hall.seating)
    east, *others = before.draft[2][1]
    resting = min(before.byes[2])
    reseat(tournament=hall, hanchan=2, tables={1: (resting, *others)}, act=Act(by=None, at=now))
    after = arranged_of(hall.seating)
    assert after.byes[2] == before.byes[2] - {resting} | {east}
    assert after.byes[3] == before.byes[3]


def test_nobody_both_leaves_and_comes_and_no_newcomer_has_withdrawn(hall, now):
    versions = Seating.objects.count()
    one = person(hall, 5)
    with pytest.raises(Refused, match="cannot both leave and come"):
        repair(tournament=hall, first=2, key="byes", leaving=[one], coming=[one], act=Act(by=None, at=now))
    withdraw(player=one, act=Act(by=None, at=now))
    one.refresh_from_db()
    with pytest.raises(Refused, match="is not playing"):
        repair(tournament=hall, first=2, key="byes", leaving=people(hall, 6), coming=[one], act=Act(by=None, at=now))
    assert Seating.objects.count() == versions


def test_seats_are_not_changed_in_a_hanchan_that_is_unseated_or_closed(hall, now):
    versions = Seating.objects.count()
    tables = {1: draft_of(hall.seating)[1][1][::-1]}
    with pytest.raises(Refused, match="Hanchan 9 has no seating yet"):
        reseat(tournament=hall, hanchan=9, tables=tables, act=Act(by=None, at=now, reason="a mix-up"))
    hall.hanchan.filter(number=1).update(state="closed", started_at=now, closed_at=now)
    with pytest.raises(Refused, match="Hanchan 1 is closed"):
        reseat(tournament=hall, hanchan=1, tables=tables, act=Act(by=None, at=now, reason="a mix-up"))
    assert Seating.objects.count() == versions


def test_a_player_who_has_no_seat_in_the_hanchan_is_not_seated_by_hand(hall, now):
    newcomer = make_players(hall, 1)[0]
    seats = draft_of(hall.seating)[2][1]
    versions = Seating.objects.count()
    with pytest.raises(Refused, match="has no seat in hanchan 2"):
        reseat(
            tournament=hall,
            hanchan=2,
            tables={1: (newcomer.pk, *seats[1:])},
            act=Act(by=None, at=now, reason="a mix-up"),
        )
    assert Seating.objects.count() == versions


# --- refused --------------------------------------------------------------------------------------------------


def refused(action, **what):
    with pytest.raises(Refused) as refusal:
        action(**what)
    return refusal.value.messages[0].code, refusal.value.field


def test_a_repair_begins_with_a_hanchan_that_exists_and_is_seated(hall, now):
    what = {"tournament": hall, "key": "byes", "act": Act(by=None, at=now)}
    assert refused(repair, first=9, **what) == ("no-such-hanchan", "first")
    empty = {**what, "tournament": make_tournament("Empty", hanchan_count=3)}
    assert refused(repair, first=2, **empty) == ("no-seating", "first")


def test_nobody_both_leaves_and_comes(hall, now):
    both = people(hall, 1)
    what = {"tournament": hall, "first": 2, "key": "byes", "act": Act(by=None, at=now)}
    assert refused(repair, leaving=both, coming=both, **what) == ("leaves-and-comes", "who")


def test_an_option_that_is_gone_and_one_that_lacks_substitutes_are_refused(hall, now):
    what = {"tournament": hall, "first": 2, "leaving": people(hall, 1), "act": Act(by=None, at=now)}
    assert refused(repair, key="nonsense", **what) == ("way-gone", None)
    assert refused(repair, key="substitutes", **what) == ("substitutes-missing", None)


def test_players_who_change_while_the_options_are_calculated_are_a_conflict(hall, now, monkeypatch):
    search = searches.replan

    def meanwhile(*task, **how):
        withdraw(player=person(hall, 5), act=Act(by=None, at=now))
        return search(*task, **how)

    monkeypatch.setattr(searches, "replan", meanwhile)
    with pytest.raises(Conflict, match="Check the options again"):
        leave(hall, "byes", now, 1)
    assert person(hall, 1).status == PlayerStatus.PLAYING


def test_a_player_who_was_withdrawn_before_is_not_withdrawn_again(hall, now):
    withdraw(player=person(hall, 1), act=Act(by=None, at=now))
    entries = hall.audit_entries.filter(verb=Verb.WITHDREW).count()
    leave(hall, "byes", now, 1)
    assert hall.audit_entries.filter(verb=Verb.WITHDREW).count() == entries


def test_seats_are_given_for_tables_of_the_hanchan_and_to_everybody(hall, now):
    what = {"tournament": hall, "hanchan": 1, "act": Act(by=None, at=now)}
    seats = draft_of(hall.seating)[1]
    assert refused(reseat, tables={}, **what) == ("no-tables", "tables")
    assert refused(reseat, tables={9: seats[1]}, **what) == ("no-such-table", "tables")
    assert refused(reseat, tables={1: seats[1][:3]}, **what) == ("empty-seat", "tables")


def test_seats_sent_twice_make_one_version(hall, now):
    what = {"tournament": hall, "hanchan": 1, "tables": exchanged(hall, 1)}
    act = Act(by=None, at=now, submission="a1", base=1)
    assert reseat(act=act, **what) == reseat(act=act, **what)
    assert hall.seatings.count() == 2
