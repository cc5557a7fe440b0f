"""Standings from the database: the real event, one computation per edition, a constant number of queries."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scoring.standings.values import Status
from tests.factories import make_players, make_tournament
from tests.tournament.standings.tables import (
    USUAL,
    begin,
    finish,
    play,
    punish,
    put_in,
    real_event,
    real_totals,
    small_event,
)
from tournament.core.audit import Act
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import cancel
from tournament.standings.cache import SingleFlightCache
from tournament.standings.queries import card_of, crosstable_of, forget, standings_of

pytestmark = pytest.mark.django_db


def test_the_real_event_gives_its_published_totals_to_the_tenth():
    ranking = standings_of(real_event())
    assert {row.player.number: row.standing.total for row in ranking.rows} == real_totals()
    assert [row.standing.place for row in ranking.rows][:3] == [1, 2, 3]
    assert ranking.official
    assert sum(row.standing.penalties for row in ranking.rows) == 90_000


def test_a_player_of_an_event_without_a_seating_has_no_results_yet():
    tournament = make_tournament(hanchan_count=2)
    make_players(tournament, 4)
    assert card_of(tournament, 1) is None


def test_the_number_of_queries_does_not_grow_with_the_event(django_assert_num_queries):
    small, _ = small_event()
    play(small, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (30_000, 30_000, 30_000, 30_000)})
    large = real_event()
    for tournament in (small, large):
        forget()
        with django_assert_num_queries(5):
            standings_of(tournament)


def test_nothing_is_asked_of_the_database_while_nothing_was_written(django_assert_num_queries):
    tournament, _ = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000)})
    standings_of(tournament)
    with django_assert_num_queries(1):
        card_of(tournament, 1)  # who sits out is asked once, by the first card
    with django_assert_num_queries(0):
        standings_of(tournament)
        standings_of(tournament, after=1)
        card_of(tournament, 1)
        crosstable_of(tournament)
        standings_of(tournament, public=True)


def test_a_hidden_disqualification_stays_hidden_when_the_staff_looked_first():
    tournament, people = small_event(hanchan_count=2)
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000)})
    begin(tournament, 2)
    punish(people[2], 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    tournament.refresh_from_db()
    assert not standings_of(tournament, after=1).by_number[3].standing.ranked
    assert standings_of(tournament, after=1, public=True).by_number[3].standing.ranked


def test_a_penalty_moves_the_standings_at_once():
    tournament, (aiko, *_) = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000)})
    assert standings_of(tournament).by_number[1].standing.total == 30_200
    penalty = punish(aiko, 30_000)
    assert standings_of(tournament).by_number[1].standing.total == 200  # RULES 8.5
    cancel(penalty=penalty, act=Act(by=None, at=penalty.given_at, reason="wrong table"))
    tournament.refresh_from_db()
    assert standings_of(tournament).by_number[1].standing.total == 30_200


def test_a_sheet_of_a_hidden_hanchan_makes_no_public_standings_anew():
    tournament, _ = small_event(players=8, hanchan_count=2)
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    begin(tournament, 2)
    before, staff = standings_of(tournament, public=True), standings_of(tournament, after=1)
    put_in(tournament, 2, 1)
    tournament.refresh_from_db()
    assert standings_of(tournament, public=True) is before
    assert standings_of(tournament, after=1) is not staff
    put_in(tournament, 2, 2)
    finish(tournament, 2)
    tournament.refresh_from_db()
    assert standings_of(tournament, public=True).after == 2


def test_standings_after_an_earlier_hanchan_leave_out_what_came_later():
    tournament, (aiko, *_) = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000)})
    play(tournament, 2, {1: (18_000, 25_700, 31_100, 45_200)})
    punish(aiko, 2_000, number=2)
    punish(aiko, 1_000, number=None)
    assert standings_of(tournament, after=1).by_number[1].standing.total == 29_200
    assert standings_of(tournament).by_number[1].standing.total == 30_200 - 27_000 - 3_000
    assert standings_of(tournament, after=7).after == 2


def test_equal_totals_share_a_place():
    tournament, _ = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    assert [(row.standing.place, row.standing.shared) for row in standings_of(tournament).ranked][:4] == [
        (1, True),
        (1, True),
        (3, True),
        (3, True),
    ]


def test_standings_are_provisional_until_every_hanchan_is_closed():
    tournament, _ = small_event(hanchan_count=2)
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000)})
    assert not standings_of(tournament).official
    begin(tournament, 2)
    put_in(tournament, 2, 1)
    assert not standings_of(tournament).official
    finish(tournament, 2)
    forget()
    assert standings_of(tournament).official
    assert not standings_of(tournament, after=1).official


def test_a_players_card_runs_through_every_hanchan():
    tournament, (aiko, *_) = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_300, 31_000, 25_700, 18_000)})
    play(tournament, 2, {1: (18_000, 25_700, 31_100, 45_200), 2: (30_000, 30_000, 30_000, 30_000)})
    punish(aiko, 0, number=2, kind=PenaltyKind.WARNING)
    card = card_of(tournament, aiko.number)
    assert [step.running for step in card.steps] == [30_200, 3_200]
    assert [step.then.place for step in card.steps] == [2, 3]
    assert [one.player.name for one in card.steps[0].companions if not one.is_self] == [
        "Luc Moreau",
        "Ewa Nowak",
        "Tom Okafor",
    ]
    assert [given.label for given in card.steps[1].penalties] == ["warning"]
    assert card_of(tournament, 99) is None


def test_the_crosstable_counts_who_met_whom():
    tournament, _ = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_300, 31_000, 25_700, 18_000)})
    table = crosstable_of(tournament)
    by_number = {cross.row.player.number: cross.met for cross in table.rows}
    assert by_number[1] == {1: 0, 2: 1, 3: 1, 4: 1, 5: 0, 6: 0, 7: 0, 8: 0}


def test_a_rush_of_readers_computes_once():
    once: SingleFlightCache[str] = SingleFlightCache(4)
    asked, go = [], Event()

    def compute() -> str:
        asked.append(1)
        go.wait(5)
        return "standings"

    with ThreadPoolExecutor(8) as pool:
        readers = [pool.submit(once.get, "edition 7", compute) for _ in range(8)]
        go.set()
        assert {reader.result() for reader in readers} == {"standings"}
    assert len(asked) == 1


def test_what_fails_to_compute_is_tried_again():
    once: SingleFlightCache[int] = SingleFlightCache(4)
    with pytest.raises(ZeroDivisionError):
        once.get("edition 7", lambda: 1 // 0)
    assert once.get("edition 7", lambda: 7) == 7


def test_a_value_whose_data_changed_meanwhile_is_returned_but_not_kept():
    once: SingleFlightCache[int] = SingleFlightCache(4)
    assert once.get("mark", lambda: 7, lambda: False) == 7
    assert once.get("mark", lambda: 8, lambda: True) == 8
    assert once.get("mark", lambda: 9) == 8


def test_only_so_many_values_are_kept():
    once: SingleFlightCache[int] = SingleFlightCache(2)
    for key in (1, 2, 3):
        once.get(key, lambda key=key: key)
    assert once.get(1, lambda: 100) == 100
    assert once.get(3, lambda: 100) == 3


def test_only_so_much_is_kept_and_the_oldest_goes_first():
    once: SingleFlightCache[str] = SingleFlightCache(9, weight=len, most=10)
    for value in ("four", "five5", "six666"):
        once.get(value, lambda value=value: value)
    assert once.values() == ["six666"]
    once.get("two", lambda: "22")
    assert once.values() == ["six666", "22"]
    once.clear()
    once.get("ten", lambda: "1" * 10)
    once.get("more than there is room for", lambda: "1" * 11)
    assert once.values() == []


def test_what_the_staff_looked_at_is_never_handed_to_the_public():
    tournament, (aiko, *_others) = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL, 2: USUAL}, released=False)
    punish(aiko, 0, number=2, kind=PenaltyKind.DISQUALIFICATION)
    tournament.refresh_from_db()
    assert standings_of(tournament, 1).by_number[aiko.number].standing.status is Status.DISQUALIFIED
    for ask in (lambda: standings_of(tournament, 1, public=True), lambda: standings_of(tournament, public=True)):
        assert ask().by_number[aiko.number].standing.status is Status.PLAYING
