"""How an event ranks, as a value: what it refuses, what it keeps, what it hands on."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.fields import RulesetProblem
from scoring.standings.cut import CARRIES, HALF, Cut, Rounding
from scoring.standings.rules import PLAIN, Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker, Chain, Decision

WRC_2017 = tuple(Cut(after=after, sizes=(size,)) for after, size in ((9, 32), (10, 16), (11, 8), (12, 4)))


def test_the_default_is_what_the_rule_books_give() -> None:
    assert StandingRules() == StandingRules.from_json({}) == PLAIN
    assert PLAIN.is_plain
    assert PLAIN.chain(8) is None and PLAIN.cuts_before(99) == ()


def test_several_cuts_follow_each_other() -> None:
    """RULES.md §5, WRC 2017: 9 hanchan, top 32, then 16, 8, final 4."""
    rules = StandingRules(cuts=WRC_2017)
    assert [len(rules.cuts_before(after)) for after in (9, 10, 11, 12, 13)] == [0, 1, 2, 3, 4]
    assert rules.until(WRC_2017[2]).cuts == WRC_2017[:2]
    assert not rules.is_plain


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("breakers", {"breakers": (Breaker.BEST, Breaker.BEST)}),
        ("breakers", {"breakers": ("height",)}),
        ("breakers", {"breakers": "best"}),
        ("cuts", {"cuts": 6}),
        ("cuts.1", {"cuts": ("six",)}),
        ("cuts.2.after", {"cuts": (Cut(after=6, sizes=(16,)), Cut(after=6, sizes=(8,)))}),
        ("cuts.2.sizes", {"cuts": (Cut(after=6, sizes=(16,)), Cut(after=7, sizes=(16,)))}),
        ("cuts.2.sizes", {"cuts": (Cut(after=6, sizes=(16, 32)), Cut(after=7, sizes=(8, 24)))}),
        ("best", {"best": 0, "of": 8}),
        ("best", {"best": 8, "of": 8}),
        ("best", {"of": 8}),
        ("of", {"best": 5}),
        ("of", {"best": 5, "of": 8, "cuts": (Cut(after=7, sizes=(16,)),)}),
        ("lot_seed", {"breakers": (Breaker.LOT,)}),
        ("lot_seed", {"lot_seed": "two\nlines"}),
        ("lot_seed", {"lot_seed": "x" * 201}),
        ("lot_seed", {"lot_seed": None}),
        ("teams", {"teams": 4}),
    ],
)
def test_nonsense_is_refused_by_the_name_of_its_field(field: str, said: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        StandingRules(**said)  # type: ignore[arg-type]
    assert problem.value.field == field


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("best", {"best": 0}),
        ("per", {"cuts": (Cut(after=6, sizes=(4,)),)}),
        ("cuts.2.after", {"per": Per.HANCHAN, "cuts": (Cut(after=6, sizes=(4,)), Cut(after=5, sizes=(2,)))}),
    ],
)
def test_teams_that_make_no_sense_are_refused_by_the_name_of_the_field(field: str, said: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        TeamRules(**said)  # type: ignore[arg-type]
    assert problem.value.field == field


@pytest.mark.parametrize(
    ("field", "data"),
    [
        ("colour", {"colour": "red"}),
        ("breakers", {"breakers": {"best": 1}}),
        ("cuts.1.sizes", {"cuts": [{"after": 6, "above": "1", "below": "1", "rounding": "up"}]}),
        ("cuts.1.above", {"cuts": [{"after": 6, "sizes": [4], "above": "2", "below": "1", "rounding": "up"}]}),
        ("teams.per", {"teams": {"per": "day", "best": None, "cuts": []}}),
        ("teams.best", {"teams": {"per": "total", "best": 0, "cuts": []}}),
        ("teams.cuts.1", {"teams": {"per": "total", "best": None, "cuts": [6]}}),
    ],
)
def test_a_snapshot_that_cannot_be_is_refused_by_the_name_of_its_field(field: str, data: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        StandingRules.from_json(data)
    assert problem.value.field == field


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            {"cuts": (Cut(after=6, sizes=(16,)), Cut(after=7, sizes=(24,)))},
            "A cut is made among those above the line before it, who are 16.",
        ),
        (
            {"best": 5, "of": 8, "cuts": (Cut(after=7, sizes=(16,)),)},
            "Hanchan are dropped among the first 8, but the first cut is after hanchan 7: what is carried over could "
            "still change.",
        ),
    ],
)
def test_what_does_not_go_together_is_said_with_its_numbers(said: dict[str, object], message: str) -> None:
    with pytest.raises(RulesetProblem) as problem:
        StandingRules(**said)  # type: ignore[arg-type]
    assert str(problem.value) == message


def test_best_n_of_m_goes_with_a_cut_after_them() -> None:
    assert StandingRules(best=5, of=6, cuts=(Cut(after=6, sizes=(16,)),)).best == 5


def test_a_chain_holds_the_decisions_of_its_hanchan() -> None:
    early, late = Decision(6, (1, 2), "a play-off"), Decision(8, (1, 2), "drawn")
    assert PLAIN.chain(8, [early, late]) == Chain((), "", (late,))
    assert PLAIN.chain(7, [early, late]) is None
    chosen = StandingRules(breakers=(Breaker.FIRSTS, Breaker.LOT), lot_seed=" dice 3 5 1")
    assert chosen.chain(7) == Chain((Breaker.FIRSTS, Breaker.LOT), " dice 3 5 1")


def test_every_way_to_add_up_has_words() -> None:
    assert len({one.label for one in Per}) == len(Per)


@st.composite
def cuts(draw: st.DrawFn) -> tuple[Cut, ...]:
    afters = sorted(draw(st.sets(st.integers(1, 12), max_size=3)))
    sizes = sorted(draw(st.sets(st.integers(1, 64), min_size=6, max_size=6)), reverse=True)
    return tuple(
        Cut(
            after=after,
            sizes=tuple(sorted(sizes[2 * at : 2 * at + draw(st.integers(1, 2))])),
            above=draw(st.sampled_from(CARRIES)),
            below=draw(st.sampled_from(CARRIES)),
            rounding=draw(st.sampled_from(Rounding)),
        )
        for at, after in enumerate(afters)
    )


@st.composite
def rules(draw: st.DrawFn) -> StandingRules:
    made = draw(cuts())
    best = draw(st.none() | st.integers(1, made[0].after - 1)) if made and made[0].after > 1 else None
    return StandingRules(
        breakers=tuple(draw(st.lists(st.sampled_from(Breaker), unique=True))),
        cuts=made,
        best=best,
        of=best and made[0].after,
        lot_seed="dice 3 5 1",
        teams=TeamRules(per=Per.HANCHAN, best=draw(st.none() | st.integers(1, 4)), cuts=draw(cuts())),
        countries=TeamRules(best=draw(st.none() | st.integers(1, 4))),
    )


@given(rules())
def test_rules_come_back_from_json_as_they_were(made: StandingRules) -> None:
    assert StandingRules.from_json(json.loads(json.dumps(made.to_json()))) == made


@given(rules())
def test_a_snapshot_of_an_earlier_program_lacks_what_it_did_not_know(made: StandingRules) -> None:
    data = made.to_json()
    del data["countries"]
    assert StandingRules.from_json(data).breakers == made.breakers
    assert StandingRules.from_json(data).countries == PLAIN.countries


def test_halves_are_written_as_people_write_them() -> None:
    plain = StandingRules(cuts=(Cut(after=6, sizes=(16,), above=HALF),)).to_json()
    assert plain["version"] == 1
    assert plain["cuts"] == [{"after": 6, "sizes": [16], "above": "1/2", "below": "1", "rounding": "up"}]
