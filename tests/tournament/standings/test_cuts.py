"""Lines of cuts, sentences under rows and beside players, and what of a decision is public: pure, on made-up facts."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.cut import HALF, NOTHING, Cut, TiedLine
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.tournament.standings.test_ranking import events
from tournament.results.tie_decisions import DecidedTie
from tournament.standings.inputs import Inputs
from tournament.standings.ranking import Ranking, place_changes, ranking
from tournament.standings.result_mode import ResultMode
from tournament.standings.visibility import public_through, released

AT = datetime(2026, 5, 16, 9, 30, tzinfo=UTC)
rules = st.builds(
    StandingRules,
    breakers=st.lists(st.sampled_from(Breaker), unique=True).map(tuple),
    lot_seed=st.just("dice 3 5 1"),
    cuts=st.sampled_from(
        [
            (),
            (Cut(after=1, sizes=(4,), above=HALF, below=NOTHING),),
            (Cut(after=1, sizes=(2, 5), above=HALF), Cut(after=2, sizes=(1,))),
        ]
    ),
)
decisions = st.lists(
    st.builds(
        DecidedTie,
        id=st.integers(1, 99),
        after=st.integers(1, 3),
        reason=st.just("a play-off"),
        referee=st.just("Mina"),
        decided_at=st.just(AT),
        cancelled_at=st.none() | st.just(AT),
        order=st.lists(st.integers(1, 8), min_size=2, unique=True).map(tuple),
    ),
    max_size=3,
).map(tuple)


@st.composite
def ranked_events(draw) -> Inputs:
    return replace(draw(events()), by=draw(rules), decided=draw(decisions))


@settings(deadline=None)
@given(ranked_events())
def test_a_line_stands_between_two_tiers_and_nowhere_else_unless_the_cut_is_made_here(facts):
    shown = ranking(1, facts)
    made_here = any(cut.after == shown.after for cut in facts.by.cuts)
    for above, below in pairwise(shown.ranked):
        if below.line is None:
            assert above.standing.tier == below.standing.tier
        else:
            assert above.standing.tier < below.standing.tier or (made_here and not shown.tied)


@settings(deadline=None)
@given(ranked_events())
def test_a_note_stands_where_equal_totals_of_one_tier_were_told_apart(facts):
    rows = ranking(1, facts).ranked
    assert not rows or rows[0].note is None
    for above, below in pairwise(rows):
        same = (above.standing.tier, above.standing.total) == (below.standing.tier, below.standing.total)
        assert (below.note is not None) == (same and above.standing.place != below.standing.place)


@settings(deadline=None)
@given(ranked_events())
def test_every_ranked_player_reads_about_both_neighbours(facts):
    shown = ranking(1, facts)
    for place, row in enumerate(shown.ranked):
        reasons = [str(one) for one in shown.reasons(row.player.number)]
        neighbours = (place > 0) + (place + 1 < len(shown.rows))
        assert len(reasons) == neighbours
        assert all(row.player.name in reason or "ranked" in reason for reason in reasons)


@settings(deadline=None)
@given(ranked_events())
def test_whatever_the_rules_are_there_is_something_to_show(facts):
    """A line between equals stops that cut and the later ones, never the page."""
    for after in range(facts.played + 1):
        shown = ranking(1, facts, after)
        assert {row.player.id for row in shown.ranked} == {
            one.id for one in facts.players if one.status_after(facts.played) == "playing"
        }
        assert (shown.problem is None) == (shown.tied is None)


@settings(deadline=None)
@given(ranked_events())
def test_a_decision_after_a_hidden_hanchan_is_not_public(facts):
    shown = released(facts)
    assert {one.after for one in shown.decided} <= set(range(1, public_through(facts) + 1))
    assert [one for one in facts.decided if one.after <= public_through(facts)] == list(shown.decided)


@settings(deadline=None)
@given(ranked_events(), rules)
def test_who_moves_is_whose_place_or_total_is_another(facts, by):
    before, after = ranking(1, facts), ranking(1, replace(facts, by=by))
    found = {move.after.player.number for move in place_changes(before, after)}
    for row in after.rows:
        was = before.by_number[row.player.number].standing
        same = (was.place, was.shared, was.total) == (row.standing.place, row.standing.shared, row.standing.total)
        assert (row.player.number in found) != same
    assert place_changes(before, before) == ()


def test_a_tie_at_a_cut_names_people_who_are_not_listed():
    tied = TiedLine(Cut(after=1, sizes=(4,)), 4, 4, (4, 5))
    shown = Ranking(1, 1, 2, ResultMode(), None, (), tied=tied, tied_names=("Dan", "Eve"))
    assert "Dan, Eve are tied" in str(shown.problem)
