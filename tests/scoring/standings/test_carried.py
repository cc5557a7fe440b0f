"""A score carried from an earlier event: part of every total, of no hanchan and of no tie-break that looks at one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Table
from scoring.rules import preset
from scoring.standings import standings
from scoring.standings.cut import HALF, Cut
from scoring.standings.rules import PLAIN, Per, StandingRules, TeamRules
from scoring.standings.teams import team_standings
from scoring.standings.ties import Breaker
from scoring.standings.values import Deduction, Entrant, Standing, Status
from tests.scoring.sheets import AIKO, EWA, LUC, TOM, brief, events, of, penalties, sheet
from tests.scoring.standings.test_laws import cut_at, two_cuts, with_lot

WRC = preset("wrc-2022")
FIRST = sheet(1, (AIKO, 45_000), (LUC, 32_000), (EWA, 28_000), (TOM, 15_000))  # +30 +7 −7 −30
SECOND = sheet(2, (TOM, 45_000), (EWA, 32_000), (LUC, 28_000), (AIKO, 15_000))
EIGHT = [Entrant(player) for player in range(1, 9)]
amounts = st.lists(st.sampled_from([0, 500, 12_300, -4_500, 30_000, -100_000]), min_size=8, max_size=8)


def with_carried(carried: Sequence[int], entrants: Sequence[Entrant] = EIGHT) -> list[Entrant]:
    return [replace(entrant, carried=own) for entrant, own in zip(entrants, carried, strict=True)]


def four(**carried: int) -> list[Entrant]:
    """Aiko, Luc, Ewa and Tom, some with a carried score."""
    own = {"aiko": AIKO, "luc": LUC, "ewa": EWA, "tom": TOM}
    return [Entrant(player, carried=carried.get(name, 0)) for name, player in own.items()]


def test_the_total_begins_with_it_before_and_after_every_hanchan() -> None:
    entrants = four(luc=12_300, ewa=-4_500)
    totals = [
        {row.player: row.total for row in standings([FIRST, SECOND], [], entrants, WRC, after)} for after in (0, 1, 2)
    ]
    assert totals[0] == {AIKO: 0, LUC: 12_300, EWA: -4_500, TOM: 0}
    assert totals[1] == {AIKO: 30_000, LUC: 19_300, EWA: -11_500, TOM: -30_000}
    assert totals[2] == {AIKO: 0, LUC: 12_300, EWA: -4_500, TOM: 0}
    first = standings([FIRST], [], entrants, WRC, 0)[0]
    assert (first.player, first.place, first.carried_in, first.table_total) == (LUC, 1, 12_300, 0)


def test_half_of_it_is_carried_over_a_cut_and_a_penalty_outside_any_hanchan_counts_in_full() -> None:
    cut = Cut(after=1, sizes=(2,), above=HALF, below=HALF)
    fine = [Deduction(AIKO, 10_000, None)]
    rows = standings([FIRST, SECOND], fine, four(aiko=20_000), WRC, by=StandingRules(cuts=(cut,)))
    aiko = of(rows, AIKO)
    assert (aiko.carried[0].total, aiko.carried[0].carried) == (50_000, 25_000)
    assert aiko.total == 25_000 - 10_000 - 30_000


def test_tie_breaks_that_look_at_hanchan_do_not_see_it() -> None:
    entrants = four(luc=23_000)
    for breaker in (Breaker.FIRSTS, Breaker.BEST, Breaker.PLACES):
        rows = standings([FIRST], [], entrants, WRC, by=StandingRules(breakers=(breaker,)))
        assert brief(rows)[:2] == [(AIKO, 1, 30_000), (LUC, 2, 30_000)], breaker


def test_the_total_before_the_last_hanchan_has_it() -> None:
    rows = standings([FIRST], [], four(luc=23_000), WRC, by=StandingRules(breakers=(Breaker.BEFORE_LAST,)))
    assert brief(rows)[:2] == [(LUC, 1, 30_000), (AIKO, 2, 30_000)]


def test_it_is_never_dropped() -> None:
    rows = standings([FIRST, SECOND], [], four(aiko=-90_000), WRC, by=StandingRules(best=1, of=2))
    assert (of(rows, AIKO).total, of(rows, AIKO).dropped) == (-60_000, (2,))


@pytest.mark.parametrize(("per", "total"), [(Per.TOTAL, 49_300), (Per.HANCHAN, 37_000)])
def test_teams_have_it_where_they_add_up_totals(per: Per, total: int) -> None:
    def rows(number: int) -> tuple[Standing, ...]:
        return standings([FIRST], [], four(luc=12_300), WRC, number)

    felt, _ivory = team_standings(rows, 1, {AIKO: "Felt", LUC: "Felt", EWA: "Ivory"}, TeamRules(per=per), PLAIN)
    assert (felt.team, felt.total) == ("Felt", total)


@given(events(), penalties, amounts, st.sampled_from([PLAIN, StandingRules(best=1, of=3), StandingRules(best=2, of=3)]))
def test_without_a_cut_it_is_added_to_the_total_and_changes_nothing_else(
    tables: list[Table], taken: list[Deduction], carried: list[int], by: StandingRules
) -> None:
    without = {row.player: row for row in standings(tables, taken, EIGHT, WRC, by=by)}
    for row in standings(tables, taken, with_carried(carried), WRC, by=by):
        own, plain = carried[row.player - 1], without[row.player]
        assert row.total == plain.total + own
        same = replace(row, total=plain.total, place=plain.place, shared=plain.shared, carried_in=0)
        assert same == plain


@given(events(), penalties, amounts, cut_at)
def test_with_a_cut_the_factor_takes_its_part_of_it(
    tables: list[Table], taken: list[Deduction], carried: list[int], cut: Cut
) -> None:
    by, entrants = with_lot((), cuts=(cut,)), with_carried(carried)
    for row in standings(tables, taken, entrants, WRC, by=by):
        first, *later = [played.score if played else 0 for played in row.hanchan]
        fines = [one for one in taken if one.player == row.player]
        at_the_cut = sum(one.amount for one in fines if one.hanchan == 1)
        others = sum(one.amount for one in fines if one.hanchan != 1)
        (effect,) = row.carried
        assert effect.total == carried[row.player - 1] + first - at_the_cut
        assert row.total == cut.carry(effect.total, effect.division) + sum(later) - others


@given(events(), penalties, amounts, two_cuts)
def test_totals_add_up_whatever_the_cuts(
    tables: list[Table], taken: list[Deduction], carried: list[int], cuts: tuple[Cut, ...]
) -> None:
    for row in standings(tables, taken, with_carried(carried), WRC, by=with_lot((), cuts=cuts)):
        assert row.carried_in == carried[row.player - 1]
        assert row.total == row.carried_in + row.table_total - row.penalties + row.adjustment


@given(events(), st.integers(-50_000, 50_000))
def test_the_same_for_everybody_changes_no_place(tables: list[Table], own: int) -> None:
    by = StandingRules(breakers=(Breaker.BEFORE_LAST, Breaker.BEST))
    before, after = (
        [(row.player, row.place) for row in standings(tables, [], entrants, WRC, by=by)]
        for entrants in (EIGHT, with_carried([own] * 8))
    )
    assert before == after


def test_who_is_not_ranked_has_it_in_the_total_too() -> None:
    entrants = [*four()[:3], Entrant(TOM, Status.WITHDRAWN, carried=5_000)]
    assert of(standings([FIRST], [], entrants, WRC), TOM).total == -25_000
