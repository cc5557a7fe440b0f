"""What the live sheets say and how they look; that their formulas are right is recalculated beside this file."""

import re
from dataclasses import replace
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.game import ScoreLine, Table
from scoring.rules import preset
from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from scoring.winds import WINDS
from tests.factories import MORNING
from tests.tournament.exports.live.random_events import live, named, random_event
from tournament.core.models import HanchanState
from tournament.exports.live import LiveEvent
from tournament.exports.row_heights import row_height
from tournament.exports.spreadsheet import Book
from tournament.exports.workbook import write_workbook
from tournament.players.models import PlayerStatus
from tournament.standings.inputs import HanchanInput, Inputs, PlayerName

LIVE = [
    "Overview",
    "Live standings",
    "Player",
    "Check",
    "Table points",
    "Deductions",
    "Scores",
    "Rule values",
]
NAMES = ("Ann", "ann", "=1+1", "@luc")


def event_of(by: StandingRules, *hanchan: tuple[int, int, int, int]) -> LiveEvent:
    """Four players at one table in every hanchan, points in the order of their numbers."""
    players = named(PlayerName(n, n, name, "", "", "", False, PlayerStatus.PLAYING) for n, name in enumerate(NAMES, 1))
    tables = tuple(
        Table(n, 1, tuple(ScoreLine(w, p.id, x) for w, p, x in zip(WINDS, players, points, strict=True)))
        for n, points in enumerate(hanchan, 1)
    )
    rows = tuple(HanchanInput(n, HanchanState.CLOSED, MORNING, MORNING) for n in range(1, len(hanchan) + 1))
    return live(Inputs(preset("wrc-2022"), True, players, tables, (), rows, by))


def file_of(event: LiveEvent) -> BytesIO:
    file = BytesIO()
    write_workbook([], file, title=event.name, at=MORNING, live=event)
    return file


PLAIN = event_of(StandingRules(), (40_000, 30_000, 30_000, 20_000), (30_000, 40_000, 25_000, 25_000))


def test_every_live_sheet_is_there_and_prints_its_area_under_its_headings():
    book = load_workbook(file_of(PLAIN))
    assert book.sheetnames == LIVE
    for sheet in book:
        assert sheet.print_area and sheet.page_setup.paperSize == 9, sheet.title
        assert sheet.page_setup.fitToWidth == 1 and sheet.page_setup.fitToHeight == 0
    assert [title for title in LIVE if book[title].print_title_rows] == LIVE[1:2] + LIVE[3:7]
    assert [title for title in LIVE if book[title]._charts] == ["Overview", "Player"]


def test_scores_that_need_two_pages_side_by_side_have_their_totals_on_the_first():
    sheets = [
        (n, load_workbook(file_of(event_of(StandingRules(), *[(40_000, 30_000, 30_000, 20_000)] * n)))) for n in (2, 12)
    ]
    breaks = {n: [one.id for one in book["Scores"].col_breaks.brk] for n, book in sheets}
    heads = [cell.value for cell in dict(sheets)[12]["Scores"][1]]
    assert breaks == {2: [], 12: [heads.index("Place") + 1]}
    assert dict(sheets)[12]["Scores"].print_title_cols == "$A:$B"


def test_values_stand_beside_the_formulas_for_readers_that_do_not_compute():
    file = file_of(PLAIN)
    formulas, values = load_workbook(file)["Check"], load_workbook(file, data_only=True)["Check"]
    rows = list(values.iter_rows(min_row=values.max_row - 3, values_only=True))
    assert [(row[2], row[4]) for row in rows] == [(row[3], row[5]) for row in rows]
    assert [row[3] for row in rows] == [row.standing.place for row in PLAIN.players]
    assert {formulas.cell(formulas.max_row, column).data_type for column in (4, 6)} == {"f"}


def test_names_that_several_have_are_told_apart_and_text_stays_text():
    book = load_workbook(file_of(PLAIN))
    names = [cell for (cell,) in book["Scores"]["B2:B5"]]
    assert [cell.value for cell in names] == ["Ann · № 1", "ann · № 2", "=1+1", "@luc"]
    assert {cell.data_type for cell in names} == {"s"}


def test_everything_is_in_one_typeface_and_large_enough_to_read():
    styles = load_workbook(file_of(PLAIN))._fonts
    assert {font.name for font in styles} == {"Arial"}
    assert min(font.size for font in styles) >= 8.5


def test_a_cut_waits_while_players_are_tied_on_its_line():
    level = (30_000,) * 4
    by = StandingRules(cuts=(Cut(after=1, sizes=(2,)),))
    event = event_of(by, level, (40_000, 30_000, 30_000, 20_000))
    (first, last) = event.stages
    assert (first.tied, last.tied) == (2, 0)
    assert {row.effect.digit for row in first.rows.values()} == {0}
    counts = load_workbook(file_of(event), data_only=True)["Check"].iter_rows(values_only=True)
    assert ("Cut after hanchan 1: players too many above the line", 2) in {(row[0], row[5]) for row in counts}


def test_winds_are_in_the_letters_of_the_language_and_who_took_a_prize_is_chosen_among_them():
    rules = preset("wrc-2022").replace(bust="below-zero", bust_prize=10_000)
    table = PLAIN.inputs.tables[0]
    lines = [
        replace(line, points=line.points + own) for line, own in zip(table.lines, (0, 0, 25_000, -25_000), strict=True)
    ]
    lines[3] = replace(lines[3], busted_by=WINDS[2])
    tables = (replace(table, lines=tuple(lines)), *PLAIN.inputs.tables[1:])
    event = live(replace(PLAIN.inputs, rules=rules, tables=tables))
    with override("fr"):
        book = load_workbook(file_of(event), data_only=True)
    points, player = book["Points des tables"], book["Joueur"]
    headings, *rows = points.iter_rows(values_only=True)
    assert [row[headings.index("Vent")] for row in rows[:4]] == ["E", "S", "O", "N"]
    assert rows[3][headings.index("Tobi par")] == "O"
    assert '"E,S,O,N"' in [rule.formula1 for rule in points.data_validations.dataValidation]
    assert [player.cell(row, 3).value for row in (5, 6, 7)] == ["Vent", "O", "O"]


def test_the_best_hanchan_are_added_up_by_formulas_and_the_verdict_is_green():
    event = event_of(StandingRules(best=1, of=2), (40_000, 30_000, 30_000, 20_000), (30_000, 40_000, 25_000, 25_000))
    book = load_workbook(file_of(event))
    heads = [cell.value for cell in book["Scores"][1]]
    row = dict(zip(heads, book["Scores"][2], strict=False))
    assert row["Total"].data_type == row["Place"].data_type == row["Best 1 of 2"].data_type == "f"
    values = load_workbook(file_of(event), data_only=True)["Scores"].iter_rows(min_row=2, values_only=True)
    found = [dict(zip(heads, cells, strict=False)) for cells in values]
    assert [one["Total"] for one in found] == [one["Best 1 of 2"] for one in found] == [25.0, 25.0, 0.0, -15.0]
    assert {str(cell).partition("{")[0][:2] for cell in verdicts(event).values()} == {"● "}
    assert book["Overview"]["A5"].value is None


def verdicts(event: LiveEvent) -> dict[str, str]:
    """What stands under the title of each sheet that has the verdict."""
    book = load_workbook(file_of(event), data_only=True)
    return {title: book[title][cell].value for title, cell in VERDICTS.items()}


VERDICTS = {"Overview": "A4", "Live standings": "A3", "Check": "A3"}


def test_finalists_who_played_below_the_corrected_cut_are_told_and_their_results_are_values():
    results = ((40_000, 30_000, 30_000, 20_000), (30_000, 40_000, 25_000, 25_000))
    inputs = event_of(StandingRules(cuts=(Cut(after=1, sizes=(1,)),)), *results).inputs
    ann, luc = (player.id for player in inputs.players[:2])
    first, final = inputs.hanchan
    event = live(replace(inputs, hanchan=(first, replace(final, divisions=((0, luc), (1, ann))))))
    book = load_workbook(file_of(event))
    assert book["Overview"]["A5"].value.startswith("The finalists of hanchan 2 are those who played it")
    assert book["Overview"]["A3"].value == "16 May 2026  Nothing changes in the tournament."
    assert book["Live standings"]["A2"].value == "After hanchan 2 of 2."
    assert {*verdicts(event).values()} == {"■ Totals and places are fixed values here: no formula computes them."}
    amber = [rule for rules in book["Check"].conditional_formatting for rule in rules.rules if rule.dxf.fill]
    assert [rule.formula[0] for rule in amber][:2] == ['LEFT($A$3,2)="■ "', 'LEFT($A$3,2)="⚠ "']
    heads = [cell.value for cell in book["Scores"][1]]
    row = dict(zip(heads, book["Scores"][3], strict=False))
    assert (row["Above the line: 1"].value, row["Place"].value) == (1, 1)


def test_what_was_played_as_a_substitute_is_told_and_totals_are_values():
    event = event_of(StandingRules(), (40_000, 30_000, 30_000, 20_000), (30_000, 40_000, 25_000, 25_000))
    late, *others = event.inputs.players
    event = live(replace(event.inputs, players=(replace(late, counts_from=2), *others)))
    assert load_workbook(file_of(event))["Overview"]["A5"].value.startswith("Not every hanchan counts for Ann")


def test_a_hanchan_in_which_somebody_was_not_ranked_is_told_and_totals_are_values():
    event = event_of(StandingRules(), (40_000, 30_000, 30_000, 20_000), (30_000, 40_000, 25_000, 25_000))
    ann, *others = event.inputs.players
    event = live(replace(event.inputs, players=(replace(ann, choices=((2, False),)), *others)))
    assert event.ranking.by_number[1].standing.total == 25_000
    assert load_workbook(file_of(event))["Overview"]["A5"].value.startswith("Not every hanchan counts for Ann")
    assert {*verdicts(event).values()} == {"■ Totals and places are fixed values here: no formula computes them."}


def test_every_wrapped_text_has_room_for_its_lines():
    assert row_height([("short", 20)]) is None
    assert row_height([("word " * 20, 20), ("a\nb", 20)]) == row_height([("word " * 20, 20)]) > 60
    assert row_height([("雀" * 20, 20)]) == 3 * 12 + 2


def test_sheets_of_the_same_title_are_numbered_whatever_their_case():
    with Book("x", MORNING) as book:
        assert [book.sheet(title).title for title in ("Tables", "tables", "a/b*c?", "", "'")] == [
            "Tables",
            "tables 2",
            "a-b c",
            "-",
            "- 2",
        ]


def test_a_frame_that_is_not_as_expected_is_an_error_and_no_broken_file(monkeypatch):
    monkeypatch.setattr("tournament.exports.spreadsheet._SIZE", re.compile("nowhere"))
    with pytest.raises(ValueError, match="openpyxl wrote the sheet in another way"):
        file_of(PLAIN)


def test_every_part_of_the_file_is_well_formed_whatever_people_are_called():
    from xml.etree import ElementTree

    for seed in (4, 5):
        with ZipFile(file_of(random_event(seed))) as parts:
            for name in parts.namelist():
                if name.endswith((".xml", ".rels")):
                    ElementTree.fromstring(parts.read(name))
