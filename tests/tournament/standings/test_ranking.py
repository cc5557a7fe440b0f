"""Laws of the standings as pages show them, on facts that hypothesis makes up."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.winds import WINDS
from tournament.players.models import PlayerStatus
from tournament.results.penalties.queries import GivenPenalty
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName
from tournament.standings.player_card import card, crosstable
from tournament.standings.ranking import ranking, running_in
from tournament.standings.visibility import released

AT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
RULES = preset("wrc-2022")


@st.composite
def sheets(draw) -> tuple[int, int, int, int]:
    """Four scores that add up to 120,000."""
    cuts = [draw(st.integers(-200, 900)) * 100 for _ in range(3)]
    return (*cuts, 120_000 - sum(cuts))


@st.composite
def events(draw) -> Inputs:
    """Eight players, two substitutes among them at will, up to three hanchan, some penalties."""
    players = tuple(
        PlayerName(n, n, f"Player {n}", "FR", "", "", draw(st.booleans()), draw(st.sampled_from(STATUSES)))
        for n in range(1, 9)
    )
    count = draw(st.integers(0, 3))
    tables = tuple(
        Table(number, table, tuple(map(ScoreLine, WINDS, seats, draw(sheets()))))
        for number in range(1, count + 1)
        for table, seats in enumerate(([1, 2, 3, 4], [5, 6, 7, 8]), start=1)
    )
    gone = draw(st.lists(st.booleans(), min_size=3, max_size=3))
    hanchan = tuple(HanchanInput(n, "closed", AT if gone[n - 1] else None, AT) for n in range(1, 4))
    penalties = tuple(draw(st.lists(given_penalties(), max_size=4)))
    return Inputs(RULES, draw(st.booleans()), players, tables, penalties, hanchan)


STATUSES = ("playing", "playing", "withdrawn", "disqualified")


@st.composite
def given_penalties(draw) -> GivenPenalty:
    return GivenPenalty(
        id=draw(st.integers(1, 99)),
        player=draw(st.integers(1, 8)),
        hanchan=draw(st.none() | st.integers(1, 3)),
        kind="points",
        foul_title="",
        amount=draw(st.integers(0, 300)) * 100,
        minutes=None,
        status_before="",
        given_at=AT,
        cancelled_at=draw(st.none() | st.just(AT)),
        limit=10,
    )


@settings(deadline=None)
@given(events())
def test_the_table_scores_of_all_add_up_to_zero_and_totals_are_table_scores_less_penalties(facts):
    rows = ranking(1, facts, facts.played).rows
    if all(not player.is_substitute for player in facts.players):
        assert sum(row.standing.table_total for row in rows) == 0  # split uma is exact in 15/5, no deposits left
    assert all(row.standing.total == row.standing.table_total + row.deducted for row in rows)


@settings(deadline=None)
@given(events())
def test_only_those_who_play_regularly_have_a_place_and_places_follow_the_totals(facts):
    shown = ranking(1, facts)
    assert [row.standing.place is None for row in shown.rows] == [not row.standing.ranked for row in shown.rows]
    totals = [row.standing.total for row in shown.ranked]
    assert totals == sorted(totals, reverse=True)
    for row in shown.ranked:
        assert row.standing.place == 1 + sum(total > row.standing.total for total in totals)
        assert row.standing.shared == (totals.count(row.standing.total) > 1)


@settings(deadline=None)
@given(events())
def test_what_is_public_names_no_table_and_no_penalty_of_a_hidden_hanchan(facts):
    shown = released(facts)
    known = {hanchan.number for hanchan in facts.hanchan if hanchan.released_at}
    assert {table.hanchan for table in shown.tables} <= known
    assert {one.hanchan for one in shown.penalties} - {None} <= known
    assert facts.standings_public or not shown.tables


@settings(deadline=None)
@given(events(), st.integers(0, 8))
def test_what_is_public_does_not_depend_on_what_is_hidden(facts, missing):
    """Whatever is taken out of the hidden part, the public part is the same."""
    last = 0
    for hanchan in facts.hanchan:
        if not (hanchan.released_at and facts.standings_public):
            break
        last = hanchan.number
    less = Inputs(
        facts.rules,
        facts.standings_public,
        facts.players,
        tuple(table for n, table in enumerate(facts.tables) if table.hanchan <= last or n == missing),
        tuple(one for one in facts.penalties if one.hanchan is None or one.hanchan <= last),
        facts.hanchan,
    )
    assert ranking(1, released(facts)).digest == ranking(1, released(less)).digest


@settings(deadline=None)
@given(events())
def test_a_players_running_total_ends_at_the_total(facts):
    ranked, running = ranking(1, facts), [running_in(facts, after) for after in range(1, facts.played + 1)]
    for row in ranked.rows if running else ():
        page = card(facts, ranked, running, row.player.number)
        assert page.steps[-1].running == row.standing.total
        assert len(page.steps) == facts.played


@settings(deadline=None)
@given(events())
def test_places_and_totals_after_each_hanchan_are_those_of_its_standings(facts):
    for after in range(1, facts.played + 1):
        rows = (row.standing for row in ranking(1, facts, after).rows)
        assert running_in(facts, after) == {one.player: (one.place, one.shared, one.total) for one in rows}


@given(
    status=st.sampled_from(PlayerStatus.values),
    is_substitute=st.booleans(),
    first=st.integers(1, 3),
    left=st.integers(0, 3),
    choices=st.lists(st.tuples(st.integers(1, 3), st.booleans()), max_size=2, unique_by=lambda one: one[0]),
)
def test_who_is_said_to_be_steady_is_the_same_entrant_after_every_hanchan(status, is_substitute, first, left, choices):
    own = {"counts_from": first, "out_from": left, "choices": tuple(sorted(choices))}
    player = PlayerName(7, 7, "Aiko Brandt", "FR", "", "", is_substitute, status, **own)
    facts = Inputs(RULES, True, (player,), (), (), ())
    for hanchan in range(4):
        assert facts.entrants_after(hanchan) == [player.entrant_after(hanchan)]


def test_most_players_are_steady_and_who_leaves_or_comes_late_is_not():
    players = [PlayerName(1, 1, "Aiko Brandt", "FR", "", "", False, status) for status in PlayerStatus.values]
    assert all(player.is_steady for player in players)
    assert not replace(players[0], counts_from=2).is_steady
    assert not replace(players[0], taking_part=PlayerStatus.WITHDRAWN, out_from=2).is_steady
    assert not replace(players[0], choices=((1, True),)).is_steady


@settings(deadline=None)
@given(events())
def test_who_met_whom_is_the_same_from_both_sides(facts):
    table = crosstable(facts, ranking(1, facts))
    met = {cross.row.player.number: cross.met for cross in table.rows}
    assert all(met[one][other] == met[other][one] for one in table.numbers for other in table.numbers)
