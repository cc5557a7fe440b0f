"""Several tournaments as one: totals or points for places, the best so many, ties."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.fields import RulesetProblem
from scoring.sentences.reasons import IN_A_SERIES, reason
from scoring.standings.series import SeriesCount, SeriesResult, SeriesRules, SeriesStanding, series
from scoring.standings.ties import Breaker, Decision
from scoring.standings.values import Standing, Status

BY_PLACE = SeriesRules(counted=SeriesCount.PLACE, prizes=(25_000, 18_000, 15_000, 12_000))


def tournament(**totals: int) -> dict[str, Standing]:
    """The rows of a tournament in which everybody has this total in P; equal totals share a place."""
    order = sorted(totals.values(), reverse=True)
    return {
        person: row(order.index(total) + 1, total * 1_000, shared=order.count(total) > 1)
        for person, total in totals.items()
    }


def row(place: int | None, total: int, *, shared: bool = False, status: Status = Status.PLAYING) -> Standing:
    return Standing(1, place, shared, place is not None, status, total, total, 0, (), (0, 0, 0, 0))


SPRING = tournament(Anna=40, Ben=30, Cem=-20)
SUMMER = tournament(Anna=-30, Ben=20, Dana=10)
AUTUMN = tournament(Anna=50, Cem=50, Dana=-100)
YEAR = [SPRING, SUMMER, AUTUMN]


def brief(rows: Sequence[SeriesStanding]) -> list[tuple[str, int | None, int]]:
    return [(one.person, one.place, one.total) for one in rows]


def test_totals_add_up() -> None:
    assert brief(series(YEAR, SeriesRules())) == [
        ("Anna", 1, 60_000),
        ("Ben", 2, 50_000),
        ("Cem", 3, 30_000),
        ("Dana", 4, -90_000),
    ]


def test_only_the_best_count_and_the_others_are_shown() -> None:
    """RULES.md §5, USMA Cup: best 3 of 4; here the best 2 of 3."""
    rows = series(YEAR, SeriesRules(best=2))
    assert brief(rows)[0] == ("Anna", 1, 90_000)
    assert rows[0].results == (
        SeriesResult(1, 1, 40_000, counts=True),
        SeriesResult(2, 3, -30_000, counts=False),
        SeriesResult(3, 1, 50_000, counts=True),
    )
    ben = rows[1]
    assert ben.results[2] is None and ben.total == 50_000


def test_places_bring_points_and_shared_places_share_them() -> None:
    rows = series(YEAR, BY_PLACE)
    assert brief(rows) == [
        ("Anna", 1, 25_000 + 15_000 + 21_500),
        ("Ben", 2, 18_000 + 25_000),
        ("Cem", 3, 15_000 + 21_500),
        ("Dana", 4, 18_000 + 15_000),
    ]


def test_a_share_that_does_not_divide_is_cut_to_a_tenth_and_a_place_without_points_brings_none() -> None:
    """S0 Mod.4.1: one decimal, cut off."""
    even = tournament(Anna=0, Ben=0, Cem=0, Dana=-1)
    rules = SeriesRules(counted=SeriesCount.PLACE, prizes=(20_000,))
    assert [one.total for one in series([even], rules)] == [6_600, 6_600, 6_600, 0]


def test_who_was_not_ranked_has_no_result() -> None:
    guests = {
        **SPRING,
        "Eva": row(None, 90_000, status=Status.SUBSTITUTE),
        "Ben": row(None, 5, status=Status.WITHDRAWN),
    }
    rows = series([guests, SUMMER], SeriesRules())
    assert {one.person for one in rows} == {"Anna", "Ben", "Cem", "Dana"}
    assert next(one for one in rows if one.person == "Ben").results[0] is None


def test_a_series_without_tournaments_has_nobody() -> None:
    assert series([], SeriesRules()) == ()


def test_everybody_in_it_is_ranked() -> None:
    assert {one.status for one in series(YEAR, SeriesRules())} == {Status.PLAYING}


@pytest.mark.parametrize(
    ("breaker", "tournaments", "sentence"),
    [
        (
            Breaker.FIRSTS,
            [SPRING, tournament(Ben=-10, Anna=-20, Cem=0)],
            "Both have 20.0; tournaments won: Anna 1, Ben 0.",
        ),
        (
            Breaker.PLACES,
            [SPRING, tournament(Ben=10, Anna=0, Cem=5, Dana=3, Eva=2)],
            "Both have 40.0; sum of places: Ben 3, Anna 6.",
        ),
        (
            Breaker.BEST,
            [SPRING, tournament(Ben=10, Anna=0)],
            "Both have 40.0; best tournament: Anna 40.0, Ben 30.0.",
        ),
        (
            Breaker.BEFORE_LAST,
            [SPRING, tournament(Ben=10, Anna=0)],
            "Both have 40.0; before the last tournament Anna had 40.0, Ben 30.0.",
        ),
        (
            Breaker.HEAD_TO_HEAD,
            [SPRING, tournament(Ben=10)],
            "Both have 40.0; in the tournaments that all tied players played, Anna got 40.0, Ben 30.0.",
        ),
    ],
)
def test_equals_are_told_apart_by_their_tournaments(
    breaker: Breaker, tournaments: list[Mapping[str, Standing]], sentence: str
) -> None:
    first, second, *_ = series(tournaments, SeriesRules(breakers=(breaker,)))
    assert str(reason(first, second, first.person, second.person, IN_A_SERIES)) == sentence


def test_a_lot_and_a_referee_tell_apart_as_in_a_tournament() -> None:
    even = [tournament(Anna=0, Ben=0)]
    assert [one.place for one in series(even, SeriesRules())] == [1, 1]
    by_lot = SeriesRules(breakers=(Breaker.LOT,), lot_seed="dice 3 5 1")
    assert [one.place for one in series(even, by_lot)] == [1, 2]
    decided = series(even, SeriesRules(), [Decision(1, ("Ben", "Anna"), "a play-off")])
    assert [one.person for one in decided] == ["Ben", "Anna"]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("prizes", {"counted": SeriesCount.PLACE}),
        ("prizes", {"prizes": (10_000, 20_000)}),
        ("prizes", {"prizes": (10_000, -1)}),
        ("best", {"best": 0}),
        ("counted", {"counted": "stars"}),
        ("breakers", {"breakers": (Breaker.BEST, Breaker.BEST)}),
        ("lot_seed", {"breakers": (Breaker.LOT,)}),
    ],
)
def test_nonsense_is_refused_by_the_name_of_its_field(field: str, said: dict[str, object]) -> None:
    with pytest.raises(RulesetProblem) as problem:
        SeriesRules(**said)  # type: ignore[arg-type]
    assert problem.value.field == field


# --- laws ----------------------------------------------------------------------------------------------------------

years = st.lists(
    st.dictionaries(st.sampled_from("ABCDE"), st.integers(-3, 3), max_size=5).map(lambda totals: tournament(**totals)),
    max_size=4,
)


@given(years, st.none() | st.integers(1, 3), st.sampled_from([SeriesRules(), BY_PLACE]))
def test_a_total_is_what_the_counted_tournaments_brought(
    tournaments: list[dict[str, Standing]], best: int | None, rules: SeriesRules
) -> None:
    rules = SeriesRules(counted=rules.counted, prizes=rules.prizes, best=best)
    rows = series(tournaments, rules)
    for one in rows:
        results = [result for result in one.results if result]
        counted = [result.brought for result in results if result.counts]
        assert one.total == sum(counted)
        assert len(counted) == min(best or 9, len(results)) >= 1
        assert all(result.brought <= min(counted) for result in results if not result.counts)
    assert [one.total for one in rows] == sorted((one.total for one in rows), reverse=True)


@given(years, st.lists(st.sampled_from(Breaker), unique=True))
def test_a_longer_chain_never_turns_the_order(tournaments: list[dict[str, Standing]], breakers: list[Breaker]) -> None:
    before = {one.person: one.place or 0 for one in series(tournaments, SeriesRules())}
    after = series(tournaments, SeriesRules(breakers=tuple(breakers), lot_seed="x"))
    assert [before[one.person] for one in after] == sorted(before.values())
