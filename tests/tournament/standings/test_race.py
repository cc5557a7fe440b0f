"""The tournament before a hanchan, with cuts and dropped results: what the question about the last hand starts from."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from scoring.winds import WINDS
from tests.tournament.standings.tables import USUAL
from tournament.results.penalties.queries import GivenPenalty
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName
from tournament.standings.race import TIER, before, race

AT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)


def players(*substitutes: int) -> tuple[PlayerName, ...]:
    return tuple(PlayerName(n, n, f"Player {n}", "", "", "", n in substitutes, "playing") for n in range(1, 9))


def table(hanchan: int, number: int, *points: int) -> Table:
    ids = range(number * 4 - 3, number * 4 + 1)
    return Table(hanchan, number, tuple(map(ScoreLine, WINDS, ids, points)))


def facts(*tables: Table, by: StandingRules | None = None, **fields) -> Inputs:
    hanchan = tuple(HanchanInput(n, "closed", AT, AT) for n in range(1, 5))
    made = Inputs(preset("wrc-2022"), True, players(), tables, (), hanchan)
    return replace(made, by=by or made.by, **fields)


def penalty(player: int, hanchan: int | None) -> GivenPenalty:
    return GivenPenalty(
        id=1,
        player=player,
        hanchan=hanchan,
        kind="points",
        foul_title="",
        amount=5_000,
        minutes=None,
        status_before="",
        given_at=AT,
        cancelled_at=None,
        limit=10,
    )


ONE = (table(1, 1, *USUAL), table(1, 2, 40_000, 35_000, 25_000, 20_000))


def race_before(known: Inputs, hanchan: int = 2):
    rows, tied = before(known, hanchan)
    assert tied is None
    return race(rows, hanchan, (1, 2, 3, 4), known.by)


def test_totals_are_those_of_the_standings_and_sheets_of_the_hanchan_do_not_count():
    """+30.2, +6.1, −9.3, −27.0 (RULES.md §8.1); +25.0, +10.0, −10.0, −25.0."""
    found = race_before(facts(*ONE, table(2, 1, *USUAL)))
    assert found.totals == (30_200, 6_100, -9_300, -27_000)
    assert found.others == (-25_000, -10_000, 10_000, 25_000)


def test_penalties_that_are_known_count_also_those_of_the_hanchan():
    for hanchan in (None, 1, 2):
        assert race_before(facts(*ONE, penalties=(penalty(1, hanchan),))).totals[0] == 25_200
    assert race_before(facts(*ONE, penalties=(penalty(1, 3),))).totals[0] == 30_200


def test_substitutes_are_in_nobodys_way():
    found = race_before(facts(*ONE, players=players(2, 5)))
    assert found.totals == (30_200, None, -9_300, -27_000)
    assert found.others == (-25_000, -10_000, 10_000)


def test_after_a_cut_tiers_stay_apart_and_carried_totals_count():
    """Four go on with half: 30.2, 25.0, 10.0, 6.1 become 15.1, 12.5, 5.0, 3.1 (rounded up)."""
    by = StandingRules(cuts=(Cut(after=1, sizes=(4,), above=Fraction(1, 2)),))
    found = race_before(facts(*ONE, by=by))
    assert found.totals == (15_100, 3_100, -9_300 - TIER, -27_000 - TIER)
    assert found.others == (-25_000 - TIER, -10_000 - TIER, 5_000, 12_500)
    assert [place for place, _shared in found.places((-90_000, 0, 90_000, 0))] == [4, 3, 5, 8]


def test_a_cut_that_runs_through_equals_is_in_the_way_and_one_to_come_is_not():
    level = (table(1, 1, *USUAL), table(1, 2, *USUAL))
    assert before(facts(*level, by=StandingRules(cuts=(Cut(after=1, sizes=(1,)),))), 2)[1] is not None
    assert before(facts(*level, by=StandingRules(cuts=(Cut(after=2, sizes=(1,)),))), 2)[1] is None


def test_a_result_that_would_drop_out_adds_nothing():
    """Two of three count. Before hanchan 3 everybody has both; then the third takes the place of the worse, or none."""
    by = StandingRules(best=2, of=3)
    known = facts(*ONE, table(2, 1, 20_000, 25_000, 35_000, 40_000), by=by)
    found = race_before(known, 3)
    assert found.best == 2
    assert found.scores == ((30_200, -25_000), (6_100, -10_000), (-9_300, 10_000), (-27_000, 25_000))
    assert found.totals == (0, 0, 0, 0)
    assert found.others == (-25_000, -10_000, 10_000, 25_000)
    assert [place for place, _shared in found.places((10_000, -20_000, 10_000, 25_000))] == [2, 6, 4, 1]


def test_once_all_that_may_drop_out_are_played_every_score_counts():
    by = StandingRules(best=1, of=2)
    known = facts(*ONE, table(2, 1, 20_000, 25_000, 35_000, 40_000), by=by)
    found = race_before(known, 3)
    assert (found.best, found.totals) == (None, (30_200, 6_100, 10_000, 25_000))


def not_ranked(number: int, hanchan: int) -> tuple[PlayerName, ...]:
    return tuple(replace(one, choices=((hanchan, False),)) if one.number == number else one for one in players())


def test_who_is_not_ranked_for_the_hanchan_keeps_the_total_whatever_happens_at_the_table():
    rows, _tied = before(facts(*ONE, players=not_ranked(1, 2)), 2)
    found = race(rows, 2, (1, 2, 3, 4), facts().by, [1])
    assert found.totals == (None, 6_100, -9_300, -27_000)
    assert found.others == (-25_000, -10_000, 10_000, 25_000, 30_200)


def test_a_hanchan_that_does_not_count_is_none_of_the_best():
    known = facts(*ONE, table(2, 1, 20_000, 25_000, 35_000, 40_000), by=StandingRules(best=2, of=3))
    found = race_before(replace(known, players=not_ranked(1, 1)), 3)
    assert found.scores[0] == (0, -25_000)
