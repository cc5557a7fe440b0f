"""The five characters on a sheet lead back to it and its people, and a slip of the finger leads to none."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.results.sheets.codes import ALPHABET, PRIME, people_digest, read_code, sheet_code

FOUR = (11, 12, 13, 14)
people = st.lists(st.integers(1, 2**40), min_size=4, max_size=4, unique=True)


def codes(hanchan: int, tables: int) -> dict[str, tuple[int, int]]:
    return {sheet_code(h, t, FOUR): (h, t) for h in range(1, hanchan + 1) for t in range(1, tables + 1)}


def slips(code: str) -> set[str]:
    """Every code with one other character."""
    return {code[:i] + other + code[i + 1 :] for i in range(5) for other in ALPHABET if other != code[i]}


def test_every_sheet_of_the_largest_event_has_a_code_of_its_own_that_leads_back():
    event = codes(40, 250)
    assert len(event) == 40 * 250
    assert all(read_code(code)[:2] == place for code, place in event.items())


@pytest.mark.parametrize(("hanchan", "tables"), [(8, 9), (10, 50), (12, 60)])
def test_one_mistyped_character_is_never_another_sheet_of_the_event(hanchan, tables):
    event = {code[:3] for code in codes(hanchan, tables)}
    assert not any(event & {slip[:3] for slip in slips(f"{code}22") if slip[:3] != code} for code in event)


def test_in_one_hanchan_that_holds_however_many_tables_there_are():
    hanchan = {sheet_code(7, table, FOUR) for table in range(1, 251)}
    assert not any(hanchan & slips(code) for code in hanchan)


def test_no_two_characters_look_alike():
    for pair in ("0O", "1I", "5S", "8B", "2Z", "6G", "UV"):
        assert len(set(pair) & set(ALPHABET)) < 2


def test_small_letters_and_look_alikes_are_understood():
    assert read_code("4rtxy") == read_code(" 4RT XY ") == read_code(sheet_code(4, 5, (1, 2, 3, 4)))
    code = next(code for code in codes(10, 50) if "5" in code)
    assert read_code(code.replace("5", "s")) == read_code(code)


@pytest.mark.parametrize("text", ["", "4R", "4RT", "4RTTXX", "4R-XY", "東RTXY", "4RTYY"])
def test_what_is_no_code_says_so(text):
    with pytest.raises(ValueError, match="no sheet code"):
        read_code(text)


@pytest.mark.parametrize(("hanchan", "table"), [(0, 1), (1, 0), (49, 1), (1, 301)])
def test_a_sheet_that_cannot_be_has_no_code(hanchan, table):
    with pytest.raises(ValueError, match="no sheet code"):
        sheet_code(hanchan, table, FOUR)


@given(st.text(ALPHABET, min_size=5, max_size=5))
def test_whatever_is_read_is_the_code_of_that_sheet(text):
    try:
        hanchan, table, digest = read_code(text)
    except ValueError:
        return
    assert sheet_code(hanchan, table, (digest,)) == text


@given(people, st.integers(0, 3), st.integers(1, PRIME - 1))
def test_one_other_person_is_always_another_code(four, row, further):
    other = [*four[:row], four[row] + further, *four[row + 1 :]]
    assert people_digest(other) != people_digest(four)


@given(st.lists(st.integers(1, PRIME - 1), min_size=4, max_size=4, unique=True))
def test_two_people_in_each_others_rows_are_always_another_code(four):
    for one, other in combinations(range(4), 2):
        exchanged = [*four]
        exchanged[one], exchanged[other] = four[other], four[one]
        assert people_digest(exchanged) != people_digest(four)
