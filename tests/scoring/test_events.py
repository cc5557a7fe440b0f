"""Whole real events, pinned."""

from scoring.game import score_table
from scoring.messages import Level
from scoring.points import Minus, write_p
from scoring.rules import preset
from scoring.sheet import problems
from scoring.standings import standings
from scoring.standings.values import Entrant
from tests.scoring.events import deductions, points_of, rows, sheets

WRC = preset("wrc-2022")


def test_the_real_event_has_each_players_published_uma_and_score() -> None:
    """wrc-36x8.csv: 36 players, 8 hanchan, leftover deposits at nine tables, three chonbo."""
    read = list(sheets("wrc-36x8.csv"))
    assert (len(read), sum(table.deposits > 0 for table, _ in read)) == (72, 9)
    for table, lines in read:
        for line, row in zip(lines, score_table(table, WRC), strict=True):
            assert row.uma == points_of(line["uma"]), line
            assert row.score - points_of(line["penalty_p"]) == points_of(line["total_p"]), line


def test_the_real_event_has_no_sheet_with_an_error() -> None:
    for table, _ in sheets("wrc-36x8.csv"):
        found = problems([line.points for line in table.lines], table.deposits, WRC)
        assert not [problem for problem in found if problem.level is Level.ERROR], table


def test_the_real_event_has_the_published_standings_to_the_tenth() -> None:
    """wrc-36x8-standings.csv."""
    tables = [table for table, _ in sheets("wrc-36x8.csv")]
    taken = deductions("wrc-36x8.csv")
    assert [deduction.amount for deduction in taken] == [30_000] * 3
    found = standings(tables, taken, [Entrant(player) for player in range(1, 37)], WRC)
    published = [(row["rank"], row["player"], row["total_p"]) for row in rows("wrc-36x8-standings.csv")]
    assert [
        (str(row.place), str(row.player), write_p(row.total, Minus.EXPORT, plus=False)) for row in found
    ] == published


def test_the_sample_event_differs_from_its_hand_typed_uma_at_two_tables() -> None:
    """sample-24x8-typed-uma.csv: hanchan 3 table 4 and hanchan 8 table 5 are wrong though they sum to zero."""
    read = list(sheets("sample-24x8-typed-uma.csv"))
    assert len(read) == 48
    wrong = [
        (table.hanchan, table.table)
        for table, lines in read
        if [row.uma for row in score_table(table, WRC)] != [points_of(line["uma_typed"]) for line in lines]
    ]
    assert wrong == [(3, 4), (8, 5)]
