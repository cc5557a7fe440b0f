"""The address of a table's sheet: one table of one hanchan, and nothing that can be guessed from another one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import MORNING
from tournament.core.models import Tournament
from tournament.desk.signatures.links import LENGTH, is_table_token, table_token

EVENT = Tournament(pk=7, made_at=MORNING)
numbers = st.integers(1, 48)


@given(numbers, numbers, numbers, numbers)
def test_a_token_opens_its_own_table_and_no_other(hanchan, table, other_hanchan, other_table):
    token = table_token(EVENT, hanchan, table)
    same = (hanchan, table) == (other_hanchan, other_table)
    assert is_table_token(token, EVENT, other_hanchan, other_table) == same


def test_a_token_is_short_and_of_characters_that_an_address_keeps():
    token = table_token(EVENT, 1, 1)
    assert len(token) == LENGTH
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def test_it_is_another_one_at_another_event_and_with_another_secret(settings):
    token = table_token(EVENT, 1, 1)
    assert not is_table_token(token, Tournament(pk=8, made_at=MORNING), 1, 1)
    settings.SECRET_KEY = "another"
    assert not is_table_token(token, EVENT, 1, 1)


@pytest.mark.parametrize("typed", ["", "x", "東", "a" * 5000])
def test_anything_else_is_no_token(typed):
    assert not is_table_token(typed, EVENT, 1, 1)
