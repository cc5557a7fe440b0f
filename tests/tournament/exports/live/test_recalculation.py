"""The formulas of the live sheets, computed by LibreOffice: a second implementation of scoring and standings.

Each test starts LibreOffice once, for all its files.
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from scoring.game import Table
from scoring.standings.ties import Breaker
from scoring.winds import Wind
from tests.calculator import differences, formulas_of, print_to_pdf, recalculate, values_of
from tests.factories import MORNING
from tests.tournament.exports.events import real_event
from tests.tournament.exports.live.random_events import best_of, live, random_event, with_changed_score
from tournament.core.tables import DataTable
from tournament.exports.book import tables_of
from tournament.exports.live import LiveEvent, live_event
from tournament.exports.workbook import write_workbook
from tournament.standings.ranking import place_changes

pytestmark = [pytest.mark.sqlite, pytest.mark.libreoffice, pytest.mark.slow("workbooks computed by LibreOffice")]
SEEDS = range(0, 36, 3)  # `python -m bench recalculation` takes 200, all presets
CHANGED = range(1, 31, 3)
CARRIED = range(0, 48, 4)
BEST = range(0, 40, 3)
LEGIBLE = 7.99
"""Points; spreadsheets round what they scale."""
VERDICTS = {("Overview", "A4"), ("Live standings", "A3")}
"""The cells that say whether the formulas agree with the published standings."""


def written(event: LiveEvent, file: Path, tables: Iterable[DataTable] = ()) -> Path:
    with file.open("wb") as stream:
        write_workbook(tables, stream, title=event.name, at=MORNING, live=event)
    return file


@pytest.mark.django_db
def test_the_real_event_has_no_difference_in_any_formula_and_a_false_value_is_found(tmp_path):
    file = written(live_event(real_event()), tmp_path / "real.xlsx")
    wrong = _falsified(file, tmp_path / "false.xlsx")
    recalculate([file, wrong], tmp_path / "out")
    assert len(list(formulas_of(file))) > 3_000
    assert differences(file, tmp_path / "out" / file.name) == {}
    (found,) = differences(wrong, tmp_path / "out" / wrong.name).items()
    assert found[0][0] == "Scores" and found[1][0] == 999


def _falsified(source: Path, copy: Path) -> Path:
    """A copy in which one stored score is another than its formula gives."""
    with ZipFile(source) as old, ZipFile(copy, "w") as new:
        for item in old.infolist():
            text = old.read(item)
            if item.filename == "xl/worksheets/sheet7.xml":
                text = re.sub(rb"(<f>IFERROR\(INDEX[^<]*</f><v>)[-0-9.]+", rb"\g<1>999", text, count=1)
            new.writestr(item, text)
    return copy


def test_random_events_have_no_difference(tmp_path):
    files = [written(random_event(seed), tmp_path / f"{seed}.xlsx") for seed in SEEDS]
    recalculate(files, tmp_path / "out")
    assert {file.name: differences(file, tmp_path / "out" / file.name) for file in files} == {
        file.name: {} for file in files
    }


@pytest.mark.parametrize("language", ["fr", "de", "ja"])
def test_who_took_the_last_points_is_found_by_the_letters_of_each_language(language, tmp_path):
    with_prizes = [one for one in map(random_event, range(200)) if one.rules.bust_prize and _takers(one)][:4]
    with override(language):
        files = [written(event, tmp_path / f"{number}.xlsx") for number, event in enumerate(with_prizes)]
    recalculate(files, tmp_path / "out")
    assert [differences(file, tmp_path / "out" / file.name) for file in files] == [{}] * 4


def _takers(event: LiveEvent) -> list[Wind]:
    return [line.busted_by for table in event.inputs.tables for line in table.lines if line.busted_by]


def test_random_events_with_carried_scores_have_no_difference(tmp_path):
    files = [written(random_event(seed, with_carried=True), tmp_path / f"{seed}.xlsx") for seed in CARRIED]
    recalculate(files, tmp_path / "out")
    assert {file.name: differences(file, tmp_path / "out" / file.name) for file in files} == {
        file.name: {} for file in files
    }


def test_the_best_hanchan_of_random_events_have_no_difference_also_after_a_change(tmp_path):
    """Ties, absences, penalties, carried scores, cuts after the last hanchan of which some are dropped."""
    files, expected = [], {}
    for seed in BEST:
        event = best_of(_one_by_one(random_event(seed, with_carried=seed % 2 == 0)), random.Random(seed))
        change = (event, *with_changed_score(event, random.Random(seed)))
        files.append(written(event, tmp_path / f"{seed}.xlsx"))
        files.append(_with_typed_points(*change, tmp_path / f"{seed}-changed.xlsx"))
        expected[files[-1].name] = written(change[1], tmp_path / f"{seed}-expected.xlsx")
    recalculate(files, tmp_path / "out")
    for file in files:
        known = expected.get(file.name, file)
        found = differences(known, tmp_path / "out" / file.name, without=("Check",))
        assert set(found) - (VERDICTS if file.name in expected else set()) == set(), (file.name, found)


def test_with_one_score_changed_every_cell_moves_as_the_product_computes(tmp_path):
    changes = {f"{seed}.xlsx": change for seed, change in _changes()}
    files = [_with_typed_points(*change, tmp_path / name) for name, change in changes.items()]
    recalculate(files, tmp_path / "out")
    for name, (before, after, _table, _seat) in changes.items():
        expected, found = written(after, tmp_path / f"expected-{name}"), tmp_path / "out" / name
        assert set(differences(expected, found, without=("Check",))) == VERDICTS, name
        values = values_of(found)
        rows = load_workbook(found, data_only=True)["Check"].iter_rows(values_only=True)
        differing = {row[1] for row in rows if row[6] in ("place", "total", "both")}
        assert differing == _numbers_that_differ(before, after) != set(), name
        verdict = f"⚠ Published results that differ: {len(differing)}. See the sheet Check."
        assert values["Overview", "A4"] == values["Live standings", "A3"] == values["Check", "A3"] == verdict


def _changes() -> Iterator[tuple[int, tuple[LiveEvent, LiveEvent, Table, int]]]:
    """Seed; an event, the same with the points of one seat changed, its table and the line in seat order."""
    for seed in CHANGED:
        event = _one_by_one(random_event(seed, with_carried=seed % 2 == 0))
        yield seed, (event, *with_changed_score(event, random.Random(seed)))


def _one_by_one(event: LiveEvent) -> LiveEvent:
    """The event without tie-breaks that ask about groups, whose findings are values in the workbook."""
    by = event.inputs.by
    breakers = tuple(one for one in by.breakers if one not in (Breaker.HEAD_TO_HEAD, Breaker.REFEREE))
    return live(replace(event.inputs, decided=(), by=replace(by, breakers=breakers, best=None, of=None)))


def _with_typed_points(before: LiveEvent, after: LiveEvent, table: Table, seat: int, file: Path) -> Path:
    """The workbook of `before`, where somebody types other points for one seat and looks at the new winner."""
    book = load_workbook(written(before, file))
    headings, *rows = book["Table points"].iter_rows(values_only=True)
    keys = [headings.index(key) for key in ("Hanchan", "Table", "Wind")]
    here = [table.hanchan, table.table, table.lines[seat].wind.value]
    at = next(n for n, row in enumerate(rows, 2) if [row[key] for key in keys] == here)
    book["Table points"].cell(at, headings.index("Points") + 1).value = table.lines[seat].points
    book["Player"]["B2"] = after.ranking.rows[0].player.number
    book.save(file)
    return file


def _numbers_that_differ(before: LiveEvent, after: LiveEvent) -> set[int]:
    return {
        one.after.player.number
        for one in place_changes(before.ranking, after.ranking)
        if (one.before.standing.place, one.before.standing.total)
        != (one.after.standing.place, one.after.standing.total)
    }


@pytest.mark.django_db
def test_the_live_sheets_of_36_players_and_8_hanchan_print_on_twelve_pages_and_nothing_is_too_small(tmp_path):
    event = real_event()
    live = live_event(event)
    assert 8 <= len(print_to_pdf(written(live, tmp_path / "real.xlsx"), tmp_path)) <= 12
    whole = written(live, tmp_path / "whole.xlsx", tables_of(event, at=MORNING))
    assert min(print_to_pdf(whole, tmp_path)) >= LEGIBLE
