"""The list of tournaments in pages: each one once, whatever happens between two pages."""

from datetime import date, timedelta

import pytest

from tests.factories import MORNING
from tournament.core.models import Tournament
from tournament.events.event_list import Cursor, page_after, page_before, page_number, search, years_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 5, 16)


def add(*days):
    """A tournament for each, on that day or on none."""
    there = Tournament.objects.count()
    return Tournament.objects.bulk_create(
        Tournament(slug=f"open-{there + n}", name=f"Open {n}", first_day=day, made_at=MORNING, rules={}, fouls={})
        for n, day in enumerate(days)
    )


@pytest.fixture
def events():
    """Two without a day, three on the same day, two earlier ones."""
    return add(None, None, DAY, DAY, DAY, DAY - timedelta(1), DAY - timedelta(400))


ALL = Tournament.objects.all()


def latest_first():
    return sorted(Tournament.objects.all(), key=lambda one: (one.first_day or date.max, one.pk), reverse=True)


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 8])
def test_pages_forth_and_back_have_each_tournament_once_in_its_order(events, size):
    forth, page = [], page_after(ALL, None, size)
    forth.append(page)
    while page.after:
        page = page_after(ALL, page.after, size)
        forth.append(page)
    assert [one for each in forth for one in each.rows] == latest_first()
    assert [page_number(ALL, number, size).rows for number in range(1, len(forth) + 1)] == [one.rows for one in forth]
    back = [page]
    while page.before:
        page = page_before(ALL, page.before, size)
        back.insert(0, page)
    assert [one for each in back for one in each.rows] == latest_first()
    assert (back[0].before, back[-1].after) == (None, None)


@pytest.mark.parametrize("day", [None, DAY + timedelta(1), DAY, DAY - timedelta(9)])
def test_a_tournament_that_is_added_between_two_pages_moves_no_other_one(events, day):
    before = latest_first()
    first = page_after(ALL, None, 4)
    (new,) = add(day)
    rows = [*first.rows, *page_after(ALL, first.after, 9).rows]
    assert [one for one in rows if one != new] == before


def test_before_the_first_one_is_the_first_page(events):
    (new,) = add(None)
    assert page_before(ALL, Cursor.of(new), 3) == page_after(ALL, None, 3)
    assert page_after(ALL.none(), None, 3).rows == []


def test_the_years_are_those_with_a_tournament_the_latest_first(events):
    assert years_of(ALL) == [2026, 2025]
    assert years_of(search(ALL, "open 6", None)) == [2025]
    assert years_of(ALL.filter(first_day=None)) == []
