"""The quality report cut into pages."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from tournament.seating_report.paper_pages import ROOM, report_pages, split_cases
from tournament.seating_report.report import WorstCase

sentences = st.lists(st.text("abc ", min_size=1, max_size=300).filter(str.strip), min_size=1, max_size=30)
cases = st.lists(st.builds(WorstCase, st.just("winds"), st.just("Winds"), sentences, st.integers(0, 5)), max_size=6)


@given(cases, st.sampled_from(["a4", "letter"]))
def test_every_sentence_is_on_paper_once_and_no_column_holds_more_than_it_can(found, paper):
    pages = report_pages(7, found, [], [], [], paper)
    columns = [column for page in pages for column in page.columns]
    said = [sentence for column in columns for block in column if block.of for sentence in block.of.sentences]
    assert said == [sentence for case in found for sentence in case.sentences]
    for column in columns:
        assert len(column) == 1 or sum(block.height for block in column) <= ROOM[paper]
    firsts = [block.kind for column in columns for block in column if block.is_first]
    assert firsts == ["card", "case"][: 1 + bool(found)]


def test_a_case_that_is_longer_than_a_column_goes_on_and_says_at_its_end_how_many_more_there_are():
    parts = split_cases([WorstCase("winds", "Winds", ["Somebody sits East."] * 60, 7)], 1_000)
    assert len(parts) > 1
    assert [part.more for part in parts] == [0] * (len(parts) - 1) + [7]


def test_rows_are_spread_evenly_over_as_few_pages_as_possible():
    pages = report_pages(7, [], [], [], paths(51), "a4")
    assert [len(page.rows) for page in pages if page.kind == "paths"] == [26, 25]


def test_paths_that_have_room_below_the_text_or_a_small_matrix_have_no_page_of_their_own():
    few, many = ([WorstCase("winds", "Winds", ["Somebody sits East."] * n, 0)] for n in (1, 66))
    for cases, players, place in ((few, 16, "text"), (many, 16, "matrix"), (few, 50, "paths")):
        pages = report_pages(7, cases, [], [], paths(players), "a4")
        assert [(page.kind, len(page.rows)) for page in pages if page.rows] == [(place, players)]
        assert [page.kind for page in pages].count("matrix") == 1


def paths(players):
    return [SimpleNamespace(name="Aiko Brandt") for _player in range(players)]
