"""What a player's hanchan and penalties are to the standings, where hanchan were missed or fines came late."""

from scoring.rules import preset
from scoring.standings import standings, standings_so_far
from scoring.standings.cut import NOTHING, Cut, TiedLine
from scoring.standings.players import read_cards
from scoring.standings.rules import StandingRules
from scoring.standings.stages import contender
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Deduction, Entrant, HanchanResult, Status
from scoring.winds import Wind
from tests.scoring.sheets import AIKO, EWA, INES, KOJI, LUC, TOM, of, sheet

WRC = preset("wrc-2022")
FOUR = [Entrant(player) for player in (AIKO, LUC, EWA, TOM)]
LEVEL = ((AIKO, 30_000), (LUC, 30_000), (EWA, 30_000), (TOM, 30_000))
BEST = StandingRules(breakers=(Breaker.BEST,))


def test_a_penalty_in_a_hanchan_that_nobody_has_played_yet_counts_after_everything() -> None:
    """Forfeited before the first sheet is in: the penalty shows at once, and not in earlier standings."""
    fined = [Deduction(AIKO, 30_000, 2)]
    assert of(standings([sheet(1, *LEVEL)], fined, FOUR, WRC), AIKO).total == -30_000
    assert of(standings([sheet(1, *LEVEL)], fined, FOUR, WRC, 1), AIKO).total == 0


def test_a_missed_hanchan_is_a_best_score_of_nothing_beside_worse_ones() -> None:
    """A18: an absence counts as played with 0.0. Inês has −10.0 and an absence, Tom −5.0 twice."""
    entrants = [*FOUR, Entrant(INES)]
    tables = [
        sheet(1, (AIKO, 40_000), (LUC, 30_000), (INES, 25_000), (TOM, 25_000)),
        sheet(2, (AIKO, 40_000), (LUC, 30_000), (EWA, 25_000), (TOM, 25_000)),
    ]
    taken = [Deduction(INES, 15_000, None)]
    rows = standings(tables, taken, entrants, WRC, by=BEST)
    assert of(rows, INES).total == of(rows, TOM).total == -30_000
    assert (of(rows, INES).place, of(rows, TOM).place) == (4, 5)
    assert of(rows, INES).breaks[0].value == (0,)
    assert of(rows, TOM).breaks[0].value == (-15_000,)


def test_who_has_missed_nothing_has_no_best_score_of_nothing() -> None:
    """Luc −12.0 and −11.0 with 24P taken, Ewa −23.0 and −24.0: both are always below zero, and Luc's best is better."""
    tables = [
        sheet(1, (AIKO, 40_000), (TOM, 35_000), (LUC, 23_000), (EWA, 22_000)),
        sheet(2, (TOM, 40_000), (AIKO, 35_000), (LUC, 24_000), (EWA, 21_000)),
    ]
    rows = standings(tables, [Deduction(LUC, 24_000, 1)], FOUR, WRC, by=BEST)
    luc, ewa = of(rows, LUC), of(rows, EWA)
    assert (luc.total, ewa.total) == (-47_000, -47_000)
    assert [(row.place, row.breaks[0].value) for row in (luc, ewa)] == [(3, (-11_000,)), (4, (-23_000,))]


def test_a_hanchan_that_is_dropped_is_not_missed() -> None:
    """Best 1 of 2: Luc's −11.0 counts and −12.0 is dropped; there is no 0.0."""
    tables = [
        sheet(1, (AIKO, 40_000), (TOM, 35_000), (LUC, 23_000), (EWA, 22_000)),
        sheet(2, (TOM, 40_000), (AIKO, 35_000), (LUC, 24_000), (EWA, 21_000)),
    ]
    cards = read_cards(tables, [], FOUR, WRC, None, StandingRules(best=1, of=2))
    assert cards.dropped(LUC, 2) == (1,)
    assert cards.contender(LUC, 2, 0).best == -11_000


def test_a_penalty_in_the_hanchan_of_the_cut_does_not_show_that_somebody_went_on() -> None:
    """R:ARAMIN: who left before the next hanchan makes room for the next above the line."""
    tables = [sheet(1, (AIKO, 45_000), (LUC, 35_000), (EWA, 25_000), (TOM, 15_000))]
    left = [Entrant(AIKO, Status.WITHDRAWN), *FOUR[1:]]
    by = StandingRules(cuts=(Cut(after=1, sizes=(1,), below=NOTHING),))
    rows = standings(tables, [Deduction(AIKO, 1_000, 1)], left, WRC, 2, by=by)
    assert (of(rows, LUC).tier, of(rows, EWA).tier, of(rows, AIKO).carried) == (0, 1, ())


def test_before_the_last_hanchan_is_what_was_shown_then_also_when_a_cut_has_taken_it() -> None:
    """R:RON: everybody begins again at 0 after hanchan 1; Luc and Aiko are equal after hanchan 2, Luc led before."""
    tables = [
        sheet(1, (LUC, 45_000), (AIKO, 35_000), (EWA, 25_000), (TOM, 15_000)),
        sheet(2, *LEVEL),
    ]
    cut = Cut(after=1, sizes=(2,), above=NOTHING, below=NOTHING)
    rows = standings(tables, [], FOUR, WRC, by=StandingRules(breakers=(Breaker.BEFORE_LAST,), cuts=(cut,)))
    assert [(row.player, row.place, row.total) for row in rows[:2]] == [(LUC, 1, 0), (AIKO, 2, 0)]
    assert rows[0].breaks[0].value == (30_000,)


def test_what_a_referee_decided_holds_also_while_a_cut_waits() -> None:
    tables = [sheet(1, *LEVEL), sheet(2, *LEVEL)]
    by = StandingRules(cuts=(Cut(after=1, sizes=(2,)),))
    decided = [Decision(2, (TOM, EWA, LUC, AIKO), "drawn")]
    rows, tied = standings_so_far(tables, [], FOUR, WRC, by=by, decisions=decided)
    assert isinstance(tied, TiedLine)
    assert [row.player for row in rows] == [TOM, EWA, LUC, AIKO]


def test_nothing_has_told_unranked_players_apart() -> None:
    entrants = [*FOUR[:3], Entrant(TOM, Status.SUBSTITUTE), Entrant(KOJI, Status.WITHDRAWN)]
    rows = standings([sheet(1, *LEVEL)], [], entrants, WRC, by=BEST)
    assert [row.breaks for row in rows if not row.ranked] == [(), ()]


def test_a_row_keeps_everything_of_each_hanchan() -> None:
    """Luc and Ewa share the second place and the uma of second and third."""
    tables = [sheet(1, (AIKO, 42_000), (LUC, 30_000), (EWA, 30_000), (TOM, 18_000), table=7)]
    assert of(standings(tables, [], FOUR, WRC), LUC).hanchan == (
        HanchanResult(1, 7, Wind.SOUTH, 30_000, 2, True, 0, 0),
    )
    assert of(standings(tables, [], FOUR, WRC), TOM).hanchan == (
        HanchanResult(1, 7, Wind.NORTH, 18_000, 4, False, -15_000, -27_000),
    )


def test_two_of_a_team_at_one_table_bring_it_both_scores_head_to_head() -> None:
    both = [
        HanchanResult(1, 7, wind, 30_000, 2, True, 0, score)
        for wind, score in ((Wind.EAST, 9_000), (Wind.WEST, -4_000))
    ]
    team = contender("Tigers", both, missed=False, before=0, seed=None, ticket="Tigers")
    assert (dict(team.tables), team.best, team.counted) == ({(1, 7): 5_000}, 9_000, 2)
