"""Declared tables: order, sorting, cells and what files read."""

from dataclasses import dataclass

import pytest

from tournament.core.tables import (
    AmountColumn,
    DataColumn,
    DataTable,
    FlagColumn,
    NumberColumn,
    PColumn,
    PlaceColumn,
    RepeatedColumn,
)


@dataclass
class Someone:
    name: str
    place: int | None
    total: int
    taken: int = 0
    is_guest: bool = False
    scores: tuple[int, ...] = ()


class SomeTable(DataTable):
    name = DataColumn("Name")
    place = PlaceColumn("Place")
    guest = FlagColumn("Guest", "is_guest", visible=False)
    total = PColumn("Total", file_heading="Total P")
    first = RepeatedColumn(NumberColumn, "{n}", lambda one, n: one.scores[n - 1], file_heading="First {n}")
    second = RepeatedColumn(PColumn, "{n}", lambda one, n: one.scores[n - 1], visible=False)
    taken = AmountColumn("Taken")
    act = DataColumn("", "name", orderable=False, exclude_from_export=True)

    class Meta:
        sequence = ("place", "name", "first", "...", "act")


PEOPLE = [
    Someone("<Ewa>", 2, -9_300, scores=(1, 2)),
    Someone("aiko", 1, 26_200, taken=30_000, scores=(3, 4)),
    Someone("Luc", None, 0, is_guest=True, scores=(5, 6)),
]


@pytest.fixture
def table():
    return SomeTable(PEOPLE, numbers=(1, 2))


def names(table):
    return [one.name for one in table.records]


def test_files_have_the_order_of_the_declarations_and_repeated_columns_alternate(table):
    keys = [column.key for column in table.file_columns]
    assert keys == ["name", "place", "guest", "total", "first_1", "second_1", "first_2", "second_2", "taken"]
    assert [column.heading for column in table.file_columns][3:6] == ["Total P", "First 1", "1"]


def test_the_page_has_an_order_of_its_own_without_hidden_columns(table):
    assert [column.name for column in table.columns] == ["place", "name", "first_1", "first_2", "total", "taken", "act"]


def test_a_column_that_is_absent_is_in_no_face_and_one_that_is_unused_only_in_files():
    table = SomeTable(PEOPLE, numbers=(1,), absent=("taken", "second"), unused=("place",))
    assert [column.key for column in table.file_columns] == ["name", "place", "guest", "total", "first_1"]
    assert [column.name for column in table.columns] == ["name", "first_1", "total", "act"]


def test_cells_are_escaped_and_numbers_written_as_their_kind(table):
    first, second, third = table.body().split("</tr>")[:3]
    assert "&lt;Ewa&gt;" in first and '<td class="num neg">−9.3</td>' in first
    assert '<td class="num neg">−30.0</td>' in second and '<td class="num">+26.2</td>' in second
    assert '<th scope="row" class="num place">–</th>' in third


def test_rows_sort_by_any_heading_and_nothing_comes_last_both_ways(table):
    table.order_by = "place"
    assert names(table) == ["aiko", "<Ewa>", "Luc"]
    table.order_by = "-place"
    assert names(table) == ["<Ewa>", "aiko", "Luc"]
    table.order_by = "-first_2"
    assert names(table) == ["Luc", "aiko", "<Ewa>"]


def test_text_sorts_without_regard_to_capitals(table):
    table.order_by = "name"
    assert names(table) == ["<Ewa>", "aiko", "Luc"]


def test_a_column_that_there_is_not_or_that_does_not_sort_changes_nothing(table):
    for alias in ("nothing", "act", "-act", "", "-", "guest__x"):
        table.order_by = [alias]
        assert not table.order_by
    assert names(table) == ["<Ewa>", "aiko", "Luc"]
