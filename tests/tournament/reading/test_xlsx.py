"""Workbooks: read as text, never evaluated, never unpacked beyond measure."""

import io
import zipfile
from datetime import date

import pytest
from openpyxl import Workbook

from tests.tournament.players.importing.lists import read_file, saved, with_part, workbook
from tournament.core.messages import Level, Refused
from tournament.reading.xlsx import OLE


def cells(content, name="players.xlsx"):
    return [line.cells for line in read_file(name, content).lines]


def test_cells_are_read_as_people_see_them():
    content = workbook(
        ["name", "EMA", "sub", "note"], ["Aiko", 5100170, True, date(2026, 5, 16)], ["Luc", 7.0, None, 1.5]
    )
    assert cells(content)[1:] == [("Aiko", "5100170", "yes", "2026-05-16"), ("Luc", "7", "", "1.5")]


def test_a_formula_without_a_computed_value_is_an_error_at_its_row():
    line = read_file("a.xlsx", workbook(["name", "club"], ["=1+1", "Paris"])).lines[1]
    assert line.cells == ("", "Paris")
    assert [(column, remark.level, remark.code) for column, remark in line.remarks] == [
        (0, Level.ERROR, "formula-without-value")
    ]


def test_a_formula_gives_the_value_that_was_saved_with_it():
    content = workbook(["name", "club"], ["=1+1", "Paris"])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        part = archive.read("xl/worksheets/sheet1.xml")
    part = part.replace(b"<f>1+1</f><v />", b"<f>1+1</f><v>Luc Moreau</v>").replace(
        b"<f>1+1</f><v></v>", b"<f>1+1</f><v>Luc Moreau</v>"
    )
    part = part.replace(b'<c r="A2">', b'<c r="A2" t="str">')
    line = read_file("a.xlsx", with_part(content, "xl/worksheets/sheet1.xml", part)).lines[1]
    assert line.cells[0] == "Luc Moreau"
    assert line.remarks[0][1].level == Level.NOTE


def test_text_that_looks_like_a_formula_stays_text():
    book = Workbook()
    book.active.append(["name"])
    book.active.append(["x"])
    book.active["A2"].value = "=1+1"
    book.active["A2"].data_type = "s"
    assert cells(saved(book))[1] == ("=1+1",)


def test_a_merged_block_gives_its_value_to_each_of_its_rows():
    content = workbook(["name", "club"], ["Aiko", "Berlin"], ["Luc", None], ["Ewa", "Paris"], merged=["B2:B3"])
    grid = read_file("a.xlsx", content)
    assert [line.cells for line in grid.lines[1:]] == [("Aiko", "Berlin"), ("Luc", "Berlin"), ("Ewa", "Paris")]
    assert grid.lines[2].remarks[0][1].code == "merged"


def test_the_sheet_with_known_headings_is_the_one_that_is_read():
    book = Workbook()
    book.active.append(["Budget 2026"])
    hidden = book.create_sheet("Old")
    hidden.append(["name", "club"])
    hidden.sheet_state = "hidden"
    book.create_sheet("Inscrits").append(["nom", "prénom"])
    book["Inscrits"].append(["Moreau", "Luc"])
    grid = read_file("a.xlsx", saved(book))
    assert grid.lines[1].cells == ("Moreau", "Luc")
    assert "Inscrits" in str(grid.notes[0])


def test_an_endless_desert_of_blank_rows_is_not_gone_through():
    book = Workbook()
    book.active.append(["name", "club"])
    book.active["A3"] = "Aiko"
    book.active["XFD3"] = "far right"
    book.active["A1048576"] = "far below"
    grid = read_file("a.xlsx", saved(book))
    assert [line.cells for line in grid.lines] == [("name", "club"), ("Aiko",)]
    assert "read to row 3" in str(grid.notes[0])


def test_a_long_sheet_beside_the_players_does_not_matter():
    book = Workbook()
    for number in range(2_100):
        book.active.append([f"Expense {number}"])
    book.create_sheet("Players").append(["name", "club"])
    book["Players"].append(["Aiko", "Berlin"])
    assert cells(saved(book))[1] == ("Aiko", "Berlin")


def test_macros_are_noted_and_not_run():
    grid = read_file("a.xlsm", with_part(workbook(["name"], ["Aiko"]), "xl/vbaProject.bin", b"\0"))
    assert "macros" in str(grid.notes[0])


def zip_of(**parts):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (OLE + b"\0" * 600, "old Excel file"),
        (OLE + b"\0" * 100 + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"PK\x03\x04 and then nothing", "damaged"),
        (workbook(["name"], ["Aiko"])[:-200], "damaged"),
        (zip_of(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "not a workbook"),
        (zip_of(xl__workbook="x", other="y"), "not a workbook"),
        (zip_of(**{"xl__workbook.bin": "x"}), "xlsb"),
        (with_part(workbook(["name"], ["Aiko"]), "xl/worksheets/sheet1.xml", b"<nonsense"), "damaged"),
        (with_part(workbook(["name"], ["Aiko"]), "xl/bomb.xml", b"0" * 30_000_000), "too large when unpacked"),
        (
            with_part(
                workbook(["name"], ["Aiko"]), "xl/sharedStrings.xml",
                b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst>&b;</sst>',
            ),
            "not written by a spreadsheet program",
        ),
        (workbook(["name"], *([f"Player {n}"] for n in range(2_100))), "at once"),
        (workbook(), "every row is blank"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_words(content, words):
    with pytest.raises(Refused, match=words):
        read_file("players.xlsx", content)
