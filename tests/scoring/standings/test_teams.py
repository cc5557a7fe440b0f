"""Teams and countries: members added up, the best so many, cuts of teams, the same chain."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Table
from scoring.rules import preset
from scoring.sentences.reasons import reason
from scoring.standings import standings
from scoring.standings.cut import HALF, NOTHING, CarryOver, Cut, TiedLine
from scoring.standings.rules import PLAIN, Per, StandingRules, TeamRules
from scoring.standings.teams import Member, TeamStanding, team_standings
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import AIKO, EWA, INES, KOJI, LUC, MAX, NOOR, TOM, events, penalties, sheet

WRC = preset("wrc-2022")
EIGHT = [Entrant(player) for player in range(1, 9)]
TEAMS = {AIKO: "Felt", LUC: "Felt", EWA: "Ivory", TOM: "Ivory", INES: "Oak", KOJI: "Oak", MAX: "Oak", NOOR: ""}

FIRST = [
    sheet(1, (AIKO, 45_000), (EWA, 32_000), (INES, 28_000), (KOJI, 15_000), table=1),  # +30 +7 −7 −30
    sheet(1, (LUC, 40_000), (TOM, 36_000), (MAX, 24_000), (NOOR, 20_000), table=2),  # +25 +11 −11 −25
]
SECOND = [
    sheet(2, (EWA, 45_000), (AIKO, 32_000), (LUC, 28_000), (NOOR, 15_000), table=1),  # +30 +7 −7 −30
    sheet(2, (MAX, 40_000), (INES, 36_000), (TOM, 24_000), (KOJI, 20_000), table=2),  # +25 +11 −11 −25
]
BOTH = [*FIRST, *SECOND]
IN_EACH = TeamRules(per=Per.HANCHAN)


def teams(
    tables: Sequence[Table],
    rules: TeamRules = TeamRules(),  # noqa: B008  # a frozen value
    *,
    taken: Sequence[Deduction] = (),
    entrants: Sequence[Entrant] = EIGHT,
    by: StandingRules = PLAIN,
    decisions: Sequence[Decision] = (),
    after: int | None = None,
) -> tuple[TeamStanding, ...]:
    def rows(number: int) -> tuple[Standing, ...]:
        return standings(tables, taken, entrants, WRC, number, by=by)

    last = max(table.hanchan for table in tables) if after is None else after
    return team_standings(rows, last, TEAMS, rules, by, decisions)


def brief(rows: Sequence[TeamStanding]) -> list[tuple[str, int | None, int]]:
    return [(row.team, row.place, row.total) for row in rows]


@pytest.mark.parametrize("rules", [TeamRules(), IN_EACH])
def test_a_team_has_what_its_members_have(rules: TeamRules) -> None:
    assert brief(teams(BOTH, rules)) == [("Felt", 1, 55_000), ("Ivory", 2, 37_000), ("Oak", 3, -37_000)]


def test_who_is_in_no_team_brings_nothing() -> None:
    players = {member.player for row in teams(BOTH) for member in row.members}
    assert NOOR not in players and len(players) == 7


def test_the_best_totals_count_and_the_others_are_listed() -> None:
    """Oak: Ines +4, Max +14, Koji −55."""
    oak = teams(BOTH, TeamRules(best=2))[-1]
    assert oak.members == (Member(MAX, 14_000, True), Member(INES, 4_000, True), Member(KOJI, -55_000, False))
    assert (oak.total, oak.hanchan) == (18_000, ())


def test_the_best_scores_of_each_hanchan_count() -> None:
    """Oak: −7 −11 (−30) and +25 +11 (−25)."""
    rows = teams(BOTH, TeamRules(per=Per.HANCHAN, best=2), taken=[Deduction(KOJI, 2_000, 1)])
    oak = next(row for row in rows if row.team == "Oak")
    assert (oak.total, oak.hanchan) == (16_000, (-18_000, 36_000))
    assert oak.members == (Member(MAX, 14_000, True), Member(INES, 4_000, True), Member(KOJI, -2_000, False))


def test_a_penalty_counts_with_the_total_it_is_in_or_in_each_hanchan_always() -> None:
    taken = [Deduction(KOJI, 30_000, 1)]
    by_total = {row.team: row.total for row in teams(BOTH, TeamRules(best=2), taken=taken)}
    per_hanchan = {row.team: row.total for row in teams(BOTH, TeamRules(per=Per.HANCHAN, best=2), taken=taken)}
    assert (by_total["Oak"], per_hanchan["Oak"]) == (18_000, -12_000)


def test_a_team_keeps_what_somebody_scored_for_it_who_has_withdrawn() -> None:
    entrants = [Entrant(one.player, Status.WITHDRAWN if one.player == AIKO else one.status) for one in EIGHT]
    now, before = ({row.team: row.total for row in teams(BOTH, entrants=who)} for who in (entrants, EIGHT))
    assert now == before


@pytest.mark.parametrize("status", [Status.DISQUALIFIED, Status.SUBSTITUTE])
def test_who_is_not_ranked_brings_the_team_nothing(status: Status) -> None:
    entrants = [Entrant(one.player, status if one.player == AIKO else one.status) for one in EIGHT]
    felt = next(row for row in teams(BOTH, entrants=entrants) if row.team == "Felt")
    assert felt.total == 18_000


def test_dropped_hanchan_and_cuts_of_players_are_in_their_totals() -> None:
    by = StandingRules(cuts=(Cut(after=1, sizes=(4,), above=HALF, below=NOTHING),))
    assert brief(teams(BOTH, by=by))[0] == ("Ivory", 1, 28_000)  # 3.5 + 30 and 5.5 − 11
    assert brief(teams(BOTH, IN_EACH, by=by))[0] == ("Felt", 1, 55_000)


# --- cuts of teams -------------------------------------------------------------------------------------------------


def test_points_of_teams_are_halved_from_stage_to_stage() -> None:
    """RULES.md §5, M-League: the first teams go on with half their points."""
    rules = TeamRules(per=Per.HANCHAN, cuts=(Cut(after=1, sizes=(2,), above=HALF),))
    taken = [Deduction(LUC, 5_000, 1), Deduction(LUC, 1_000, 2), Deduction(LUC, 100, None)]
    rows = teams(BOTH, rules, taken=taken)
    assert brief(rows) == [("Ivory", 1, 28_000), ("Felt", 2, 23_900), ("Oak", 3, -37_000)]
    felt = rows[1]
    assert felt.carried == (CarryOver(1, 0, 50_000, 25_000),)
    assert (felt.adjustment, felt.tier, rows[2].tier) == (-25_000, 0, 1)
    assert brief(teams(BOTH, rules, after=1)) == brief(teams(FIRST, IN_EACH))


def test_a_line_between_equal_teams_is_refused() -> None:
    even = [sheet(1, (AIKO, 30_000), (EWA, 30_000), (INES, 30_000), (NOOR, 30_000)), *SECOND]
    with pytest.raises(TiedLine, match="Felt, Ivory, Oak are tied"):
        teams(even, TeamRules(per=Per.HANCHAN, cuts=(Cut(after=1, sizes=(2,)),)))


def test_until_somebody_decides_there_are_the_teams_before_the_cut() -> None:
    first, second = Cut(after=1, sizes=(4,)), Cut(after=2, sizes=(2,))
    rules = TeamRules(per=Per.HANCHAN, cuts=(first, second))
    assert rules.until(second).cuts == (first,)
    assert rules.until(first).cuts == ()


def test_a_team_above_the_line_stays_above() -> None:
    rules = TeamRules(per=Per.HANCHAN, cuts=(Cut(after=1, sizes=(1,), above=NOTHING),))
    first, second, _ = teams(BOTH, rules)
    assert (first.total, second.total) == (0, 37_000)
    assert (
        str(reason(first, second, first.team, second.team)) == "Felt is above the cut after hanchan 1, Ivory below it."
    )


# --- ties ----------------------------------------------------------------------------------------------------------

# Felt +30 −30, Ivory +7 −7; then the same again the other way round: all have 0.
TIED = [
    sheet(1, (AIKO, 45_000), (EWA, 32_000), (TOM, 28_000), (LUC, 15_000)),
    sheet(2, (AIKO, 40_000), (EWA, 32_000), (TOM, 28_000), (LUC, 20_000)),
    sheet(3, (EWA, 40_000), (AIKO, 32_000), (NOOR, 28_000), (MAX, 20_000)),  # Ivory +25, Felt +7
    sheet(4, (AIKO, 48_000), (EWA, 28_000), (NOOR, 32_000), (MAX, 12_000)),  # Felt +33, Ivory −7
    sheet(5, (AIKO, 22_000), (EWA, 40_000), (NOOR, 32_000), (MAX, 26_000)),  # Felt −23, Ivory +25
]


@pytest.mark.parametrize(
    ("breaker", "sentence"),
    [
        (Breaker.FIRSTS, "won 3 hanchan"),
        (Breaker.PLACES, "sum of places: Ivory"),
        (Breaker.BEST, "best hanchan: Felt 33.0, Ivory 25.0"),
        (Breaker.BEFORE_LAST, "before the last hanchan"),
    ],
)
@pytest.mark.parametrize("rules", [TeamRules(), IN_EACH])
def test_equal_teams_are_told_apart_by_what_their_members_did(
    breaker: Breaker, sentence: str, rules: TeamRules
) -> None:
    found = {row.team: row.total for row in teams(TIED, rules)}
    taken = [Deduction(EWA, found["Ivory"] - found["Felt"], None)] if found["Ivory"] > found["Felt"] else []
    taken += [Deduction(AIKO, found["Felt"] - found["Ivory"], None)] if found["Felt"] > found["Ivory"] else []
    first, second = teams(TIED, rules, by=StandingRules(breakers=(breaker,)), taken=taken)[:2]
    assert first.total == second.total
    assert sentence in str(reason(first, second, first.team, second.team))


def test_the_lot_is_drawn_for_the_name_of_the_team() -> None:
    even = [sheet(1, (AIKO, 30_000), (EWA, 30_000), (INES, 30_000), (NOOR, 30_000))]
    by = StandingRules(breakers=(Breaker.LOT,), lot_seed="dice 3 5 1")
    rows = teams(even, by=by)
    assert [row.place for row in rows] == [1, 2, 3]
    assert [row.team for row in rows] == ["Ivory", "Felt", "Oak"]


def test_a_referee_may_order_teams() -> None:
    even = [sheet(1, (AIKO, 30_000), (EWA, 30_000), (INES, 30_000), (NOOR, 30_000))]
    rows = teams(even, decisions=[Decision(1, ("Oak", "Felt", "Ivory"), "a play-off")])
    assert [row.team for row in rows] == ["Oak", "Felt", "Ivory"]
    assert [(row.team, row.place, row.status) for row in teams(even)] == [
        ("Felt", 1, Status.PLAYING),
        ("Ivory", 1, Status.PLAYING),
        ("Oak", 1, Status.PLAYING),
    ]


def test_before_the_first_hanchan_and_without_teams_there_is_nothing_to_tell() -> None:
    assert {(row.place, row.total, row.hanchan) for row in teams(BOTH, IN_EACH, after=0)} == {(1, 0, ())}
    assert team_standings(lambda _: (), 0, {}, IN_EACH, PLAIN) == ()


# --- laws ----------------------------------------------------------------------------------------------------------


@given(events(), penalties, st.sampled_from(Per))
def test_all_teams_together_have_what_their_members_have(tables: list[Table], taken: list[Deduction], per: Per) -> None:
    rows = teams(tables, TeamRules(per=per), taken=taken)
    alone = standings(tables, taken, EIGHT, WRC)
    assert sum(row.total for row in rows) == sum(row.total for row in alone if TEAMS[row.player])
    for row in rows:
        assert row.total == sum(member.total for member in row.members)


@given(events(), penalties, st.sampled_from(Per), st.integers(1, 2))
def test_more_members_that_count_never_bring_less_than_the_best_alone(
    tables: list[Table], taken: list[Deduction], per: Per, best: int
) -> None:
    rows = teams(tables, TeamRules(per=per, best=best), taken=taken)
    for row in rows:
        counted = [member.total for member in row.members if member.counts]
        if per is Per.TOTAL:
            assert row.total == sum(sorted((one.total for one in row.members), reverse=True)[:best]) == sum(counted)
        else:
            fines = sum(one.amount for one in taken if TEAMS[one.player] == row.team)
            assert row.total == sum(row.hanchan) - fines
            assert sum(member.total for member in row.members) == row.total
