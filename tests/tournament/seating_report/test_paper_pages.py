"""The quality report cut into pages."""

from hypothesis import given
from hypothesis import strategies as st

from tournament.seating_report.paper_pages import HEADING, ROOM, case_height, report_pages, split_cases
from tournament.seating_report.report import WorstCase

sentences = st.lists(st.text("abc ", min_size=1, max_size=300).filter(str.strip), min_size=1, max_size=30)
cases = st.lists(st.builds(WorstCase, st.just("winds"), st.just("Winds"), sentences, st.integers(0, 5)), max_size=6)


@given(cases, st.sampled_from(["a4", "letter"]))
def test_every_sentence_is_on_paper_once_and_no_column_holds_more_than_it_can(found, paper):
    pages = report_pages(found, [], [], [], paper)
    columns = [column for page in pages for column in page.columns]
    said = [sentence for column in columns for case in column for sentence in case.sentences]
    assert said == [sentence for case in found for sentence in case.sentences]
    for column in columns:
        assert len(column) == 1 or sum(map(case_height, column)) <= ROOM[paper] - HEADING


def test_a_case_that_is_longer_than_a_column_goes_on_and_says_at_its_end_how_many_more_there_are():
    parts = split_cases([WorstCase("winds", "Winds", ["Somebody sits East."] * 60, 7)], 1_000)
    assert len(parts) > 1
    assert [part.more for part in parts] == [0] * (len(parts) - 1) + [7]


def test_rows_are_spread_evenly_over_as_few_pages_as_possible():
    pages = report_pages([], [], [], list(range(43)), "a4")
    assert [len(page.rows) for page in pages if page.kind == "paths"] == [22, 21]
