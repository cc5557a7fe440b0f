"""The three characters on a sheet: they lead back to one sheet, and a slip of the finger leads to none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.results.sheets.codes import ALPHABET, read_code, sheet_code


def codes(hanchan: int, tables: int) -> dict[str, tuple[int, int]]:
    return {sheet_code(h, t): (h, t) for h in range(1, hanchan + 1) for t in range(1, tables + 1)}


def slips(code: str) -> set[str]:
    """Every code with one other character."""
    return {code[:i] + other + code[i + 1 :] for i in range(3) for other in ALPHABET if other != code[i]}


def test_every_sheet_of_the_largest_event_has_a_code_of_its_own_that_leads_back():
    event = codes(40, 250)
    assert len(event) == 40 * 250
    assert all(read_code(code) == place for code, place in event.items())


@pytest.mark.parametrize(("hanchan", "tables"), [(8, 9), (10, 50), (12, 60)])
def test_one_mistyped_character_is_never_another_sheet_of_the_event(hanchan, tables):
    event = codes(hanchan, tables)
    assert not any(event.keys() & slips(code) for code in event)


def test_in_one_hanchan_that_holds_however_many_tables_there_are():
    hanchan = {sheet_code(7, table) for table in range(1, 251)}
    assert not any(hanchan & slips(code) for code in hanchan)


def test_no_two_characters_look_alike():
    for pair in ("0O", "1I", "5S", "8B", "2Z", "6G", "UV"):
        assert len(set(pair) & set(ALPHABET)) < 2


def test_small_letters_and_look_alikes_are_understood():
    assert read_code("4rt") == read_code(" 4RT ") == (4, 5)
    code = next(code for code in codes(10, 50) if "5" in code)
    assert read_code(code.replace("5", "s")) == read_code(code)


@pytest.mark.parametrize("text", ["", "4R", "4RTT", "4R-", "東RT"])
def test_what_is_no_code_says_so(text):
    with pytest.raises(ValueError, match="no sheet code"):
        read_code(text)


@pytest.mark.parametrize(("hanchan", "table"), [(0, 1), (1, 0), (49, 1), (1, 301)])
def test_a_sheet_that_cannot_be_has_no_code(hanchan, table):
    with pytest.raises(ValueError, match="no sheet code"):
        sheet_code(hanchan, table)


@given(st.text(ALPHABET, min_size=3, max_size=3))
def test_whatever_is_read_is_the_code_of_that_sheet(text):
    try:
        place = read_code(text)
    except ValueError:
        return
    assert sheet_code(*place) == text
