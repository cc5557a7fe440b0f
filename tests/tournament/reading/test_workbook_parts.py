"""Workbooks that are small to send and large to read, and the parts of honest ones."""

import tracemalloc
import zipfile
from itertools import count

import pytest

from bench.hostile_files import HEAD, MAIN, NAMES, RELATIONS, SHEET, TAIL, frame, packed, rows, unfolding, workbook
from tests.tournament.players.importing.lists import read_file
from tournament.core.messages import Level, Refused
from tournament.core.turns import Busy
from tournament.reading.files import READING_TURNS
from tournament.reading.workbook_parts import MAX_PARTS

LARGE = "too large when unpacked. Copy only the list into a new workbook"
STRANGE = "not written by a spreadsheet program"
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'


def cells(content):
    return [line.cells for line in read_file("a.xlsx", content).lines]


def merged(count):
    blocks = b"".join(b'<mergeCell ref="A%d:A999"/>' % number for number in range(2, count + 2))
    return packed({**frame(), SHEET: HEAD + rows(1_000) + b"</sheetData>" + blocks + b"</worksheet>"})


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (unfolding(30, said=100), "damaged: it cannot be read"),
        (unfolding(30, said=20_000_000), LARGE),
        (unfolding(30), LARGE),
        (packed({"a.xlsx": unfolding(1)}), "not a workbook"),
        (workbook(b" " * 1_000_000, method=zipfile.ZIP_BZIP2), STRANGE),
        (packed(frame() | {f"p{number}": b"" for number in range(MAX_PARTS)}), LARGE),
        (workbook(NAMES + rows(2_100)), "more than 2,000 rows"),
        (workbook(NAMES + b"<row>" + b"<c/>" * 17_000 + b"</row>"), LARGE),
        (workbook(NAMES + b"<row/>" * 700_000, styles=b"<a>" + b"<a/>" * 1_000_000 + b"</a>"), LARGE),
        (workbook(b"<a>" * 100), LARGE),
        (workbook(b"<c" + b"".join(b' a%d=""' % number for number in range(70_000)) + b"/>"), LARGE),
        (workbook(NAMES + b'<row><c t="inlineStr"><is><t>' + b"a" * 600_000 + b"</t></is></c></row>"), LARGE),
        (workbook(NAMES, sharedStrings=b"<sst>" + b"<si/>" * 300_001 + b"</sst>"), LARGE),
        (workbook(NAMES + (b"<row>" + b'<c t="s"><v>0</v></c>' * 60 + b"</row>") * 100,
                  sharedStrings=b"<sst><si><t>" + b"a" * 2_000 + b"</t></si></sst>"), LARGE),
        (workbook(NAMES + (b"<row>" + b"<c><f/><v>1</v></c>" * 60 + b"</row>") * 1_900), LARGE),
        (merged(300), LARGE),
        (merged(501), "hundreds of merged cells"),
        (packed(frame() | {SHEET: LAUGHS.encode()}), STRANGE),
        (packed(frame() | {SHEET: LAUGHS.encode("utf-16")}), STRANGE),
        (packed(frame() | {SHEET: HEAD + NAMES + TAIL, "docProps/app.xml": LAUGHS.encode()}), STRANGE),
        (packed(frame() | {SHEET: b'<?xml version="1.0" encoding="cp037"?><worksheet/>'}), STRANGE),
        (packed(frame() | {SHEET: HEAD}), "damaged: it cannot be read"),
        (workbook(NAMES + b'<row><c t="s"><v>7</v></c></row>'), "damaged: it cannot be read"),
    ],
    ids=count(),
)  # fmt: skip
def test_a_hostile_workbook_is_refused_with_the_remedy(content, words):
    with pytest.raises(Refused, match=words) as refused:
        read_file("a.xlsx", content)
    assert refused.value.field == "file"


def test_whatever_a_workbook_says_of_its_size_little_of_it_is_in_memory():
    content = unfolding(200, said=23_000_000)
    tracemalloc.start()
    with pytest.raises(Refused):
        read_file("a.xlsx", content)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * len(content) + 5_000_000


def test_a_part_that_many_sheets_share_is_read_once():
    assert cells(workbook(rows(2), sheets=150)) == [("name", "club"), ("2",), ("3",)]


def test_shared_strings_come_without_how_they_are_pronounced():
    strings = f'<sst xmlns="{MAIN}"><si><r><t>山田</t></r><r><t> 太郎</t></r><rPh><t>ヤマダ</t></rPh></si></sst>'
    names = b'<row r="2"><c t="s"><v>0</v></c></row>'
    assert cells(workbook(NAMES + names, sharedStrings=strings.encode()))[1] == ("山田 太郎",)


STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>'
).encode()


def with_styles(sheet, book=b""):
    parts = frame() | {"xl/styles.xml": STYLES, SHEET: HEAD + NAMES + sheet + TAIL}
    link = f'<Relationship Id="rId3" Type="{RELATIONS}/styles" Target="/xl/styles.xml"/></Relationships>'
    rels = "xl/_rels/workbook.xml.rels"
    parts[rels] = parts[rels].replace(b"</Relationships>", link.encode())
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<sheets>", book + b"<sheets>")
    return packed(parts)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (b'<c s="1"><v>46158</v></c>', "2026-05-16"),
        (b'<c s="1"><v>46158.5</v></c>', "2026-05-16 12:00"),
        (b'<c s="2"><v>1.25</v></c>', "1 day, 6:00:00"),
        (b'<c t="d"><v>2026-05-16</v></c>', "2026-05-16"),
        (b'<c t="b"><v>1</v></c>', "yes"),
        (b'<c t="str"><v>1e3</v></c>', "1e3"),
        (b"<c><v>1E3</v></c>", "1000"),
    ],
)
def test_a_value_is_shown_as_its_style_has_it(cell, text):
    assert cells(with_styles(b"<row>" + cell + b"</row>"))[1] == (text,)


def test_days_may_be_counted_from_1904():
    day = b'<row><c s="1"><v>44696</v></c></row>'
    assert cells(with_styles(day, b'<workbookPr date1904="1"/>'))[1] == ("2026-05-16",)


def test_a_day_that_is_none_is_an_error_in_its_cell():
    line = read_file("a.xlsx", with_styles(b'<row><c s="1"><v>1e300</v></c></row>')).lines[1]
    assert [(column, remark.level, remark.code) for column, remark in line.remarks] == [(0, Level.ERROR, "cell-error")]


def test_rows_and_cells_without_a_place_follow_each_other_and_a_row_is_not_written_twice():
    sheet = (
        b'<row><c><v>1</v></c><c r="D2"><v>2</v></c></row><row r="2"><c><v>9</v></c></row><row><c><v>3</v></c></row>'
    )
    grid = read_file("a.xlsx", workbook(NAMES + sheet))
    assert [(line.number, line.cells) for line in grid.lines[1:]] == [(2, ("1", "", "", "2")), (3, ("3",))]


def test_a_sheet_whose_part_is_missing_is_passed_over():
    parts = frame() | {SHEET: HEAD + NAMES + TAIL}
    other = b'<sheet name="Lost" sheetId="9" r:id="rId9"/></sheets>'
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</sheets>", other)
    assert cells(packed(parts)) == [("name", "club")]


def test_while_others_are_read_one_more_is_told_to_come_back():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(READING_TURNS, "_places", NoPlaces())
        with pytest.raises(Busy, match="Try again in a moment"):
            read_file("a.csv", b"name\nAiko\n")
    assert read_file("a.csv", b"name\nAiko\n").lines


class NoPlaces:
    """As when one file is being read and three wait."""

    def acquire(self, *, blocking):
        assert not blocking
        return False
