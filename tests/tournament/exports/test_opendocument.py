"""The ODS file, read as XML and by our own import. LibreOffice computes it in live/test_recalculation.py."""

from datetime import UTC, date, datetime
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest

from tests.factories import MORNING
from tests.tournament.exports.events import rich_event, tables
from tests.tournament.exports.live.random_events import random_event
from tests.tournament.players.importing.lists import read_file
from tournament.core.tables import AnyColumn, DataColumn, DataTable
from tournament.exports.opendocument import ODS, save_opendocument
from tournament.exports.opendocument_styles import NumberFormats
from tournament.exports.spreadsheet import Book, Look
from tournament.exports.workbook import make_book

OFFICE, TABLE = (
    "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}",
    "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}",
)


def file_of(book: Book) -> BytesIO:
    file = BytesIO()
    save_opendocument(book, file)
    return file


def cells_of(file: BytesIO) -> list[ElementTree.Element]:
    content = ElementTree.fromstring(ZipFile(file).read("content.xml"))
    return list(content.iter(f"{TABLE}table-cell"))


class OdsTable(DataTable):
    name = DataColumn("Name")
    value = AnyColumn("Value")
    title = "Ann's list"


def book_of(*values):
    return make_book([OdsTable([{"name": "Ann", "value": value} for value in values])], title="Spring", at=MORNING)


def test_programs_tell_the_kind_of_file_by_its_first_part():
    with ZipFile(file_of(book_of(1))) as parts:
        first = parts.infolist()[0]
        assert (first.filename, first.compress_type, parts.read(first)) == ("mimetype", ZIP_STORED, ODS.encode())
        listed = ElementTree.fromstring(parts.read("META-INF/manifest.xml"))
        named = {value for entry in listed for key, value in entry.attrib.items() if key.endswith("full-path")}
        assert named - {"/"} == set(parts.namelist()) - {"mimetype", "META-INF/manifest.xml"}


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_every_part_is_well_formed_whatever_people_are_called(seed):
    with ZipFile(file_of(make_book([], title="a & <b>", at=MORNING, live=random_event(seed)))) as parts:
        for name in parts.namelist():
            if name.endswith(".xml"):
                ElementTree.fromstring(parts.read(name))


def test_numbers_dates_and_text_keep_their_kind():
    values = (1.5, 7, date(2026, 5, 16), datetime(2026, 5, 16, 8, 30, tzinfo=UTC), "=1+1", "two\nlines  and a\ttab")
    cells = [cell for cell in cells_of(file_of(book_of(*values))) if cell.get(f"{OFFICE}value-type")][3::2]
    kinds = [cell.get(f"{OFFICE}value-type") for cell in cells]
    assert kinds == ["float", "float", "date", "date", "string", "string"]
    assert [cell.get(f"{OFFICE}value") for cell in cells[:2]] == ["1.5", "7"]
    assert [cell.get(f"{OFFICE}date-value") for cell in cells[2:4]] == ["2026-05-16", "2026-05-16T08:30:00"]
    assert not [cell for cell in cells if cell.get(f"{TABLE}formula")]
    assert len(list(cells[-1])) == 2


def test_our_own_import_reads_the_players_as_they_were(db):
    book = make_book([tables(rich_event())["players"]], title="Spring", at=MORNING)
    grid = read_file("players.ods", file_of(book).getvalue())
    headings, first, *_rest = (line.cells for line in grid.lines)
    row = dict(zip(headings, first, strict=False))
    assert (row["Name"], row["EMA number"], row["Club"]) == ("=1+1", "05100170", "+Club")


def test_a_number_format_that_no_sheet_has_is_an_error_and_no_wrong_number():
    formats = NumberFormats()
    assert (formats.name("General"), formats.name("0"), formats.name("0_)")) == ("", "N1", "N1")
    with pytest.raises(ValueError, match="no number format of ours: 0E"):
        formats.name("0E+00")


def test_a_book_without_names_filters_or_styles_of_numbers_is_a_file_too():
    book = Book("Plain", MORNING)
    sheet = book.sheet("One")
    sheet.append([(book.style(Look()), "text"), None, (book.style(Look(fill="FFFFFF", align="right")), None)])
    sheet.append([])
    assert len(cells_of(file_of(book))) == 4
