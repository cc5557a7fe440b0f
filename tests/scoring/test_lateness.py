"""Minutes late (WRC 2025 §12.3.9, S0 Mod.6.1 and Mod.6.3, RULES.md §2.5, A7, A8 and §8.5)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fouls import schedule
from scoring.fouls.cases import Consequence
from scoring.lateness import Arrival, absence, full_minutes, lateness
from scoring.rules import preset
from scoring.rules.files import PRESETS
from scoring.sentences.penalties import lateness_texts

WRC = preset("wrc-2022")
BARE = preset("own").replace(schedule="bare-minimum")


def after(minutes: int, seconds: int = 0) -> timedelta:
    return timedelta(minutes=minutes, seconds=seconds)


@pytest.mark.parametrize(
    ("minutes", "seconds", "kind", "full", "amount"),
    [
        (-5, 0, Arrival.ON_TIME, 0, 0),
        (0, 0, Arrival.ON_TIME, 0, 0),
        (0, 59, Arrival.ON_TIME, 0, 0),
        (1, 0, Arrival.LATE, 1, 1_000),
        (7, 30, Arrival.LATE, 7, 7_000),
        (9, 59, Arrival.LATE, 9, 9_000),
        (10, 0, Arrival.LATE, 10, 10_000),
        (10, 1, Arrival.FORFEIT, 10, 30_000),
        (45, 0, Arrival.FORFEIT, 45, 30_000),
    ],
)
@pytest.mark.parametrize("key", ["wrc-2022", "wrc-2025"])
def test_lateness_by_the_exact_time(
    key: str, minutes: int, seconds: int, kind: Arrival, full: int, amount: int
) -> None:
    """A7: full elapsed minutes count; a second past the tenth minute is a forfeit."""
    elapsed = after(minutes, seconds)
    verdict = lateness(elapsed, preset(key))
    assert (verdict.kind, verdict.minutes, verdict.amount) == (kind, full, amount)
    assert full_minutes(elapsed) == full


@pytest.mark.parametrize(
    ("minutes", "kind", "amount"),
    [(0, Arrival.ON_TIME, 0), (1, Arrival.LATE, 1_000), (10, Arrival.LATE, 10_000), (11, Arrival.FORFEIT, 30_000)],
)
def test_lateness_by_full_minutes(minutes: int, kind: Arrival, amount: int) -> None:
    verdict = lateness(minutes, WRC)
    assert (verdict.kind, verdict.minutes, verdict.amount) == (kind, minutes, amount)


def test_a_forfeit_is_not_added_to_the_minutes() -> None:
    """RULES.md §8.5: eleven minutes late is -30.0, not -40.0."""
    assert lateness(11, WRC).amount == 30_000


@pytest.mark.parametrize(
    ("elapsed", "amount"), [(after(4), 2_000), (after(15), 7_500), (after(15, 1), 20_000), (after(0, 59), 0)]
)
def test_own_rules_may_have_their_own_scale(elapsed: timedelta, amount: int) -> None:
    rules = preset("own").replace(lateness={"per_minute": 500, "minutes": 15, "forfeit": 20_000})
    assert lateness(elapsed, rules).amount == amount


def test_with_no_minutes_to_spare_a_second_is_a_forfeit() -> None:
    rules = preset("own").replace(lateness={"minutes": 0})
    assert lateness(after(0), rules).kind is Arrival.ON_TIME
    assert lateness(after(0, 1), rules).kind is Arrival.FORFEIT


@pytest.mark.parametrize(
    ("elapsed", "kind", "foul"), [(after(5), Arrival.LATE, "LATE_1_10"), (after(11), Arrival.FORFEIT, "LATE_10")]
)
def test_the_bare_minimum_warns_who_comes_late(elapsed: timedelta, kind: Arrival, foul: str) -> None:
    """S0 Mod.6.3, third column: a warning, and past ten minutes a replacement as well."""
    verdict = lateness(elapsed, BARE)
    assert (verdict.kind, verdict.amount, verdict.consequence) == (kind, 0, Consequence.WARNING)
    assert verdict.foul == foul


@pytest.mark.parametrize("rules", [WRC, BARE, preset("wrc-2025")], ids=lambda rules: rules.schedule)
def test_who_does_not_come_at_all_forfeits_for_thirty_p(rules) -> None:  # type: ignore[no-untyped-def]
    """S0 Mod.6.3: 30P in every column; WRC 2025 §12.3.9."""
    verdict = absence(rules)
    assert (verdict.kind, verdict.minutes, verdict.amount) == (Arrival.FORFEIT, 0, 30_000)
    assert (verdict.consequence, verdict.foul) == (Consequence.POINTS, "FORFEIT")


def test_the_schedule_of_an_event_decides_when_it_is_another_than_the_rule_sets() -> None:
    assert lateness(5, WRC, schedule("bare-minimum")).consequence is Consequence.WARNING
    assert lateness(5, BARE, schedule("wrc-2022")).amount == 5_000


def test_a_schedule_that_does_not_name_lateness_leaves_it_to_the_rule_set() -> None:
    """S1 names neither."""
    verdict = lateness(5, WRC, schedule("friendly"))
    assert (verdict.amount, verdict.consequence, verdict.foul) == (5_000, Consequence.POINTS, "")


@pytest.mark.parametrize("paid", ["table", "reverse-mangan"])
def test_where_penalties_are_paid_at_the_table_lateness_costs_nothing(paid: str) -> None:
    """S0 Mod.6.1: what belongs to the tournament alone is not applied."""
    rules = WRC.replace(paid=paid)
    for verdict in (lateness(5, rules), lateness(11, rules), absence(rules)):
        assert (verdict.amount, verdict.consequence) == (0, Consequence.NONE)


@given(st.sampled_from(PRESETS), st.integers(-100, 10_000), st.integers(0, 5_000))
def test_who_comes_later_never_pays_less(key: str, seconds: int, more: int) -> None:
    """Up to the forfeit; past it the price is one and the same. Every preset's forfeit costs at least the minutes."""
    rules = preset(key)
    earlier = lateness(timedelta(seconds=seconds), rules)
    later = lateness(timedelta(seconds=seconds + more), rules)
    assert earlier.amount <= later.amount
    assert list(Arrival).index(earlier.kind) <= list(Arrival).index(later.kind)
    if earlier.kind is Arrival.FORFEIT:
        assert later.amount == earlier.amount


@given(st.integers(0, 120), st.integers(0, 59), st.integers(0, 60))
def test_seconds_do_not_count_before_the_limit(minutes: int, seconds: int, limit: int) -> None:
    rules = preset("own").replace(lateness={"minutes": limit})
    verdict = lateness(after(minutes, seconds), rules)
    if verdict.kind is Arrival.FORFEIT:
        assert after(minutes, seconds) > after(limit)
    else:
        assert verdict.amount == minutes * rules.lateness.per_minute


@pytest.mark.parametrize(
    ("elapsed", "rules", "said"),
    [
        (after(0, 59), WRC, ["On time: less than a full minute."]),
        (after(7, 30), WRC, ["Late, full minutes: 7.", "The tournament score is lowered by 7P."]),
        (after(7), BARE, ["Late, full minutes: 7.", "This is a warning."]),
        (
            after(10, 1),
            WRC,
            [
                "The hanchan is forfeited: more than 10 minutes late, or absent.",
                "The tournament score is lowered by 30P.",
                "No points for the hanchan. A substitute plays, scored but not ranked.",
            ],
        ),
        (
            after(7),
            WRC.replace(paid="table"),
            ["Lateness is not applied here: penalties are paid at the table, and this one is the tournament's."],
        ),
        (
            after(12),
            BARE.replace(paid="table"),
            ["Lateness is not applied here: penalties are paid at the table, and this one is the tournament's."],
        ),
    ],
)
def test_the_verdict_says_itself(elapsed, rules, said) -> None:  # type: ignore[no-untyped-def]
    assert [str(one) for one in lateness_texts(lateness(elapsed, rules), rules)] == said
