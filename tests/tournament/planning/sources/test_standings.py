"""A hanchan that the standings seat: the ways, and taking one over."""

from dataclasses import replace
from itertools import product
from uuid import uuid4

import pytest

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.acts import with_act
from tests.factories import MORNING, make_players, make_tournament
from tests.tournament.planning.pairing.events import played_event, standing_rules
from tests.tournament.standings.tables import begin, finish, punish
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused, sentence
from tournament.planning import commit
from tournament.planning.actions import publish, seat_by_standings
from tournament.planning.basis import basis_of
from tournament.planning.pairing.basis import PairingBasis, pairing_basis
from tournament.planning.pairing.methods import Method, PairingChoice, TableNumbering, pair_hanchan
from tournament.planning.preview import Preview
from tournament.planning.sources.standings import StandingsPairing
from tournament.players.actions import disqualify, withdraw
from tournament.players.models import Player
from tournament.seats.models import SeatingSource
from tournament.seats.queries import byes_of, draft_of, published_hanchan
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db


def apply(tournament, number=3, choice=None, **kwargs):
    choice, seen = choice or PairingChoice(seed=5), kwargs.pop("seen", "")
    return seat_by_standings(
        tournament=tournament, number=number, choice=choice, seen=seen, **with_act(by=None, at=MORNING, **kwargs)
    )


def ways(tournament, number=3, choice=None, run=""):
    """The ways by key."""
    answer = StandingsPairing(pairing_basis(tournament, number), choice or PairingChoice(seed=5))
    return {way.key: way for way in answer.ways(basis_of(tournament), run)}


def test_only_the_hanchan_asked_for_changes_and_it_is_hidden_until_published():
    tournament = played_event()
    publish(tournament=tournament, hanchan=None, act=Act(by=None, at=MORNING))
    before = draft_of(tournament.seating)
    seating = apply(tournament)
    after = draft_of(seating)
    assert {number for number in after if after[number] != before[number]} == {3}
    assert seating.source == SeatingSource.STANDINGS and seating.seed == 5 and tournament.seating == seating
    assert published_hanchan(tournament) == [1, 2, 4]
    assert "hanchan 3: Swiss: close in rank" in seating.reason_in_words


def test_what_is_taken_over_is_what_the_preview_showed():
    tournament = played_event()
    known = pairing_basis(tournament, 3)
    made = pair_hanchan(known, PairingChoice(seed=5))
    assert pair_hanchan(pairing_basis(tournament, 3), PairingChoice(seed=5)) == made
    assert tuple(draft_of(apply(tournament))[3].values()) == made.tables


def test_a_seating_may_grow_hanchan_by_hanchan_from_nothing():
    tournament = make_tournament(hanchan_count=3)
    make_players(tournament, 16)
    seating = apply(tournament, 1, PairingChoice(Method.POTS, seed=1))
    assert sorted(draft_of(seating)) == [1]
    with pytest.raises(Refused, match="Hanchan 1"):
        apply(tournament, 2)
    begin(tournament, 1)
    finish(tournament, 1)
    assert sorted(draft_of(apply(tournament, 2))) == [1, 2]


def test_the_same_tables_again_are_no_new_version():
    tournament = played_event()
    apply(tournament)
    with pytest.raises(Refused, match="already has exactly these seats"):
        apply(tournament)
    assert tournament.seatings.count() == 2


def test_a_hanchan_that_has_started_stays():
    tournament = played_event()
    with pytest.raises(Refused, match="Hanchan 2 has started and its seats are fixed"):
        apply(tournament, 2)
    begin(tournament, 3)
    with pytest.raises(Refused, match="Hanchan 3 has started"):
        apply(tournament, 3)


def test_all_hanchan_before_must_be_closed():
    tournament = played_event()
    with pytest.raises(Refused, match="Hanchan 3"):
        apply(tournament, 4)


@pytest.mark.parametrize("change", ["penalty", "withdrawal"])
def test_when_results_or_people_change_after_the_preview_nothing_is_written(change):
    tournament = played_event()
    seen = pairing_basis(tournament, 3).digest
    if change == "penalty":
        punish(tournament.players.get(number=1), number=2)
    else:
        withdraw(player=tournament.players.get(number=1), act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    versions = tournament.seatings.count()
    with pytest.raises(Conflict, match="changed since this preview"):
        apply(tournament, seen=seen, choice=PairingChoice(seed=5, sit_out=True))
    assert tournament.seatings.count() == versions


def test_an_older_version_of_the_seating_is_a_conflict_and_a_double_click_is_not():
    tournament = played_event()
    submission, seen = str(uuid4()), pairing_basis(tournament, 3).digest
    first = apply(tournament, base=1, submission=submission, seen=seen)
    assert apply(tournament, base=1, submission=submission, seen=seen) == first
    with pytest.raises(Conflict, match="version 2 is now in use"):
        apply(tournament, base=1, submission=str(uuid4()), seen=seen)


def test_a_refused_write_leaves_no_standings_behind_under_an_edition_that_never_was():
    """The edition is bumped before the check under the lock; after the refusal the next write gets the same number."""
    tournament = played_event()
    player = tournament.players.get(number=1)
    seen = pairing_basis(tournament, 3).digest
    punish(player, number=2)
    with pytest.raises(Conflict, match="Results, players"):
        apply(tournament, seen=seen)
    punish(player, number=1)
    tournament.refresh_from_db()
    assert pairing_basis(tournament, 3).ranking.by_number[1].standing.penalties == 60_000


def test_who_is_out_gets_no_seat_and_substitutes_fill_the_last_table():
    tournament = played_event()
    for player in tournament.players.filter(number__in=[1, 2]):
        withdraw(player=player, act=Act(by=None, at=MORNING))
    disqualify(player=tournament.players.get(number=3), act=Act(by=None, at=MORNING, reason="fraud"))
    tournament.refresh_from_db()
    with pytest.raises(Refused, match="13 players do not fill tables of 4: add 3 substitutes, or give 1 a bye"):
        apply(tournament)
    for number in (101, 102, 103, 104):
        Player.objects.create(tournament=tournament, number=number, name=f"Guest {number}", is_substitute=True)
    known = pairing_basis(tournament, 3)
    assert [known.players[pk].number for pk in known.order[-3:]] == [101, 102, 103]
    seated = {player for seats in draft_of(apply(tournament))[3].values() for player in seats}
    numbers = {player.number for player in tournament.players.filter(pk__in=seated)}
    assert numbers == {*range(4, 17), 101, 102, 103}


def test_who_is_over_sits_out_and_the_next_time_somebody_else_does():
    tournament = played_event()
    withdraw(player=tournament.players.get(number=1), act=Act(by=None, at=MORNING))
    tournament.refresh_from_db()
    known = pairing_basis(tournament, 3)
    seating = apply(tournament, choice=PairingChoice(seed=1, sit_out=True))
    assert byes_of(seating) == {3: frozenset(known.order[-3:])}
    begin(tournament, 3)
    finish(tournament, 3)
    again = pairing_basis(tournament, 4)
    seating = apply(tournament, 4, PairingChoice(seed=1, sit_out=True))
    assert byes_of(seating)[3] == frozenset(known.order[-3:])
    assert byes_of(seating)[4].isdisjoint(byes_of(seating)[3]) and len(byes_of(seating)[4]) == 3
    assert byes_of(seating)[4] <= set(again.order)


def test_a_stand_in_has_met_the_table_and_who_was_absent_has_not():
    tournament = played_event(closed=0)
    guest = Player.objects.create(tournament=tournament, number=101, name="Guest", is_substitute=True)
    absent = tournament.players.get(number=1)
    stand_in(
        tournament=tournament, hanchan=1, absent=absent, substitute=guest, act=Act(by=None, at=MORNING, reason="ill")
    )
    begin(tournament, 1)
    finish(tournament, 1)
    tournament.refresh_from_db()
    sat = {player for table in pairing_basis(tournament, 2).past[0] for player in table}
    assert guest.pk in sat and absent.pk not in sat


def test_equals_come_in_the_order_of_their_numbers():
    """One hanchan of which two tables ended alike."""
    tournament = played_event(closed=1)
    known = pairing_basis(tournament, 2)
    places = [(known.rows[pk].standing.place, known.players[pk].number) for pk in known.order]
    assert places == sorted(places) and len({place for place, _ in places}) < 16


def cut(tournament, size, after=2):
    rules = StandingRules(cuts=(Cut(after=after, sizes=(size,)),), lot_seed="spring")
    standing_rules(tournament, **rules.to_json())


def test_finals_seat_those_above_the_line_by_the_written_pattern_and_the_others_below():
    tournament = played_event(32, 4)
    for number in range(1, 33):  # everybody apart
        punish(tournament.players.get(number=number), 1000 * number, number=2)
    tournament.refresh_from_db()
    cut(tournament, 8)
    known = pairing_basis(tournament, 3)
    assert known.finalists == 8
    made = pair_hanchan(known, PairingChoice(Method.FINALS, pattern="1-4-5-8 / 2-3-6-7", seed=1))
    tops = [{known.order.index(pk) + 1 for pk in table} for table in made.tables]
    assert tops[:2] == [{1, 4, 5, 8}, {2, 3, 6, 7}]
    assert all(min(table) > 8 for table in tops[2:])


def test_finalists_never_sit_out_whoever_has_sat_out_before():
    people = tuple(range(1, 8))
    known = PairingBasis(
        number=2,
        hanchan_count=5,
        size=4,
        ranking=None,
        order=people,
        players={},
        past=(((1, 2, 3, 4),),),
        byes={5: 1, 6: 1, 7: 1},
        wishes=(),
        finalists=4,
        winds=True,
        rows={},
    )
    made = pair_hanchan(known, PairingChoice(Method.FINALS, sit_out=True))
    assert sorted(made.out) == [5, 6, 7]
    assert [sorted(table) for table in made.tables] == [[1, 2, 3, 4]]


def test_after_a_cut_the_finalists_are_those_above_it_whatever_their_totals():
    tournament = played_event(16, 4)
    for number in range(1, 17):
        punish(tournament.players.get(number=number), 1000 * number, number=1)
    tournament.refresh_from_db()
    cut(tournament, 8, after=1)
    known = pairing_basis(tournament, 3)
    assert known.finalists == 8
    assert {known.rows[pk].standing.tier for pk in known.order[:8]} == {0}


def test_a_line_of_a_cut_between_equals_is_decided_first():
    tournament = played_event(16, 4, closed=1)
    known = pairing_basis(tournament, 2)
    ranks = [known.rows[pk].standing for pk in known.order]
    size = next(at for at in range(4, 16) if ranks[at - 1].place == ranks[at].place)
    cut(tournament, size, after=1)
    with pytest.raises(Refused, match="The cut after hanchan 1 runs through place"):
        apply(tournament, 2)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (PairingChoice(Method.FINALS), "There was no cut before this hanchan"),
        (PairingChoice(Method.PATTERN, pattern="1-2-3"), "Table 1 of the pattern has 3 ranks"),
    ],
)
def test_a_choice_that_does_not_fit_is_refused_in_words(choice, message):
    tournament = played_event()
    with pytest.raises(Refused, match=message):
        apply(tournament, choice=choice)


def test_more_tables_than_the_hall_has_are_refused():
    tournament = played_event()
    tournament.table_count = 3
    tournament.save()
    with pytest.raises(Refused, match="4 tables are needed, and the hall has 3"):
        apply(tournament)


@pytest.mark.long("every way of pairing")
def test_every_way_seats_everybody_once():
    """One event for all of them: each is a further version of the third hanchan."""
    tournament = played_event(32, 3)
    everybody = sorted(tournament.players.values_list("pk", flat=True))
    ways = product([one for one in Method if one is not Method.FINALS], TableNumbering)
    for seed, (method, tables) in enumerate(ways, start=2):
        choice = PairingChoice(method, pattern="1-4-5-8 / 2-3-6-7", tables=tables, seed=seed)
        try:
            seating = apply(tournament, choice=choice)
        except Refused as refusal:
            assert "already has exactly these seats" in refusal.message, (method, tables)
            continue  # two ways that come to the same: it was looked at before
        seats = [player for table in draft_of(seating)[3].values() for player in table]
        assert sorted(seats) == everybody, (method, tables)
        tournament.refresh_from_db()
    assert tournament.seatings.count() > 12


def test_a_hanchan_before_it_without_a_seating_is_named():
    tournament = played_event()
    tournament.seating.seats.filter(hanchan__number=2).delete()
    tournament.hanchan.filter(number=2).update(state="closed")
    [said] = ways(tournament)[""].obstacles
    assert sentence(said) == "Hanchan 2 has no seating. Seat or import it first."


def test_each_method_is_a_way_the_chosen_one_first_and_only_the_one_asked_for_is_searched_for():
    tournament = played_event()
    found = ways(tournament, choice=PairingChoice(Method.POTS, seed=5), run="snake")
    assert list(found) == ["pots", "swiss", "groups", "snake", "chunks"]
    assert [key for key, way in found.items() if not way.is_waiting] == ["snake"]
    assert found["snake"].arranged.draft[3] and found["pots"].arranged is None
    again = ways(tournament, choice=PairingChoice(Method.SNAKE, seed=5))
    assert again["snake"].arranged == found["snake"].arranged and not again["snake"].is_waiting


def test_a_hanchan_that_is_public_is_hidden_with_it_so_that_nobody_sees_the_change_at_once():
    tournament = played_event()
    publish(tournament=tournament, hanchan=3, act=Act(by=None, at=MORNING))
    basis, way = basis_of(tournament), ways(tournament, run="swiss")["swiss"]
    shown = Preview(basis, way)
    assert basis.published == {3} and {move.hanchan for move in shown.moves} == {3}
    assert shown.seen_at_once == ""
    assert Preview(basis, replace(way, hides=frozenset())).seen_at_once == "3"


def test_finals_are_a_way_after_a_cut_and_say_what_is_wrong_with_their_pattern():
    tournament = played_event(32, 4)
    for number in range(1, 33):  # everybody apart
        punish(tournament.players.get(number=number), 1000 * number, number=2)
    tournament.refresh_from_db()
    cut(tournament, 12)
    choice = PairingChoice(Method.PATTERN, pattern="1-4-5-8 / 2-3-6-7", seed=5)
    assert list(ways(tournament, choice=PairingChoice()))[-1] == "finals"
    [said] = ways(tournament, choice=choice)["finals"].obstacles
    assert said.field == "pattern"
    cut(tournament, 6)
    assert "finals" not in ways(tournament)
    [said] = ways(tournament, choice=PairingChoice(Method.FINALS))[""].obstacles
    assert sentence(said).startswith("6 players above the cut do not fill tables of 4.") and said.field == "way"


def test_results_that_change_between_the_search_and_the_lock_are_a_conflict(monkeypatch):
    tournament = played_event()
    before = commit.refuse_altered

    def meanwhile(*args, **kwargs):
        punish(tournament.players.get(number=1), number=2)
        before(*args, **kwargs)

    monkeypatch.setattr(commit, "refuse_altered", meanwhile)
    with pytest.raises(Conflict, match="changed since this preview"):
        apply(tournament)
    assert tournament.seatings.count() == 1
