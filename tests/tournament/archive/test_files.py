"""Workbooks of finished events: the sheet that is meant, in the lines of the sheet, and nothing empty in silence."""

import csv

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.rules import preset
from tests.factories import make_user
from tests.tournament.exports.events import real_event
from tests.tournament.players.importing.lists import spreadsheet, workbook
from tests.tournament.standings.tables import GOLDEN
from tournament.archive.faults import BadFile
from tournament.archive.files import text_of
from tournament.archive.reading import read_event
from tournament.core.messages import Refused
from tournament.reading import xlsx
from tournament.reading.xlsx import OLE

WRC = preset("wrc-2022")
HEADINGS = ("Hanchan", "Table", "Seat", "Player", "Points")
ROWS = ((1, 1, "E", "Aiko", 41_000), (1, 1, "S", "Luc", 33_000), (1, 1, "W", "Ewa", 26_000), (1, 1, "N", "Tom", 20_000))


@pytest.mark.django_db
def test_our_own_workbook_is_read_as_the_event_that_it_was_made_from(client):
    tournament = real_event()
    client.force_login(make_user(superuser=True))
    answer = client.get(reverse("export_workbook", args=[tournament.slug]))
    read = read_event(text_of(b"".join(answer), "real.xlsx"), WRC)
    first = read_event((GOLDEN / "wrc-36x8.csv").read_text(encoding="utf-8"), WRC)
    assert (read.tables, read.penalties, read.players) == (first.tables, first.penalties, first.players)


@pytest.mark.parametrize("made", [workbook, spreadsheet])
def test_the_rows_stand_in_the_lines_of_the_sheet_and_a_title_above_them_is_left(made):
    text = text_of(made(("Autumn Open",), (), HEADINGS, (), *ROWS), "autumn.xlsx")
    assert text.splitlines()[2] == "Hanchan,Table,Seat,Player,Points"
    assert next(csv.reader([text.splitlines()[4]])) == ["1", "1", "E", "Aiko", "41000"]
    assert read_event(text, WRC).players == ("Aiko", "Luc", "Ewa", "Tom")


def test_a_sheet_whose_headings_nobody_knows_is_read_from_its_first_line():
    assert text_of(workbook(("Wer", "Was"), ("Aiko", "nichts"))).splitlines() == ["Wer,Was", "Aiko,nichts"]


def test_a_formula_that_was_saved_without_its_value_is_refused_with_its_cell():
    rows = [(*HEADINGS, "Penalty P"), (*ROWS[0], "=1+1"), *ROWS[1:]]
    with pytest.raises(BadFile, match="line 2: column 6: The cell has a formula without a value"):
        text_of(workbook(*rows))


def test_what_is_wrong_with_the_headings_names_their_line():
    text = text_of(workbook(("Autumn Open",), (), (*HEADINGS, "Bonus"), (*ROWS[0], 1), *ROWS[1:]))
    with pytest.raises(BadFile, match="line 3: nothing reads what is under “Bonus”"):
        read_event(text, WRC)


def test_a_sheet_with_too_many_cells_is_to_be_saved_as_csv(monkeypatch):
    monkeypatch.setattr(xlsx, "MAX_KEPT", 20)
    with pytest.raises(BadFile, match="Save the sheet with the tables as “CSV UTF-8”"):
        text_of(workbook(HEADINGS, *ROWS))


@pytest.mark.parametrize("data", [OLE + b"old", b"PK\x03\x04 no workbook"])
def test_an_old_or_a_broken_workbook_is_refused_with_the_remedy(data):
    with pytest.raises(Refused, match="Save"):
        text_of(data, "old.xls")


@pytest.mark.django_db
def test_the_page_says_what_is_wrong_with_a_workbook_beside_its_field(client):
    client.force_login(make_user(superuser=True))
    sent = {"name": "Old", "preset": "wrc-2022", "file": SimpleUploadedFile("old.xls", OLE)}
    answer = client.post("/manage/new/finished/", sent)
    assert answer.status_code == 422
    assert "Save it as .xlsx" in answer.context["form"].errors["file"][0]
