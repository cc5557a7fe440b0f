"""Retention: what stays of any copies at any moment."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from tournament.archive.retention import KEPT, superseded

NOON = datetime(2026, 5, 16, 12, tzinfo=UTC)


class Made(NamedTuple):
    made_at: datetime
    reason: str = "timed"


minutes = st.one_of(st.integers(0, 90), st.integers(0, 4_000), st.integers(-2_000, 900_000))
copies = st.lists(
    st.builds(
        lambda ago, reason: Made(NOON - timedelta(minutes=ago), reason),
        minutes,
        st.sampled_from(["timed", "close", "manual", "before-restore", "before-migration"]),
    ),
    max_size=120,
    unique=True,
)


def kept_of(made, now=NOON):
    gone = superseded(made, now)
    assert len({*gone}) == len(gone) and {*gone} <= {*made}
    return sorted({*made} - {*gone}, reverse=True)


@given(copies)
def test_the_newest_always_stays_and_no_folder_grows_without_end(made):
    kept = kept_of(made)
    assert not made or max(made) in kept
    assert len(kept) <= 12 + 24 + 14 + 12 + 12


@given(copies)
def test_every_hour_day_and_month_that_counts_keeps_its_newest(made):
    kept = kept_of(made)
    for count, period in KEPT:
        newest = sorted({f"{copy.made_at:{period}}" for copy in made}, reverse=True)[:count]
        for one in newest:
            assert max(copy for copy in made if f"{copy.made_at:{period}}" == one) in kept


@given(copies)
def test_of_the_last_hour_twelve_stay_and_all_of_fewer(made):
    recent = sorted((one for one in made if NOON - timedelta(hours=1) < one.made_at <= NOON), reverse=True)
    assert {*recent[:12]} <= {*kept_of(made)}


@given(copies)
def test_what_was_replaced_by_hand_stays_for_two_weeks(made):
    before = [one for one in made if one.reason.startswith("before-") and NOON - one.made_at < timedelta(days=14)]
    assert {*sorted(before, reverse=True)[:12]} <= {*kept_of(made)}


@given(copies)
@example([Made(NOON)])
def test_thinning_twice_is_thinning_once(made):
    assert superseded(kept_of(made), NOON) == []


def test_a_server_that_copies_for_more_than_a_year_has_hours_days_and_months_to_go_back_to():
    made, now = [], NOON - timedelta(days=400)
    while now < NOON:
        now += timedelta(hours=2)
        made.append(Made(now))
        gone = {*superseded(made, now)}
        made = [one for one in made if one not in gone]
    assert min(made).made_at == datetime(2025, 6, 30, 22, tzinfo=UTC)
    ages = sorted({(NOON - one.made_at).days for one in made})
    assert ages[:13] == list(range(13)) and len(made) <= 62
