"""Files of results: what is read, and that every problem names its line and column."""

import json
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.cli.event_results import read_results
from scoring.cli.results_file import ResultsProblem
from scoring.game import Table
from scoring.rules import preset
from scoring.standings.values import Deduction
from tests.scoring.cli.calls import problems
from tests.scoring.cli.golden_answers import FOLDER

RULES = preset("wrc-2022")
TEXT = (FOLDER / "results.csv").read_text(encoding="utf-8")
HEADING = "hanchan,table,wind,player,points,deposits,penalty_p"
TABLE = ["1,1,E,Anna,41000,2,", "1,1,S,Ben,33000,,30", "1,1,W,Cem,26000,,", "1,1,N,Dee,18000,,"]


def file_of(*rows: str, heading: str = HEADING) -> str:
    return "\n".join([heading, *rows])


def wrong(text: str) -> list[tuple[str, str]]:
    """The field and the message of each problem."""
    with pytest.raises(ResultsProblem) as found:
        read_results(text, RULES)
    assert str(found.value) == "\n".join(map(str, found.value.messages))
    return [(one.field, str(one)) for one in found.value.messages]


def changed(at: int, row: str) -> str:
    return file_of(*TABLE[:at], row, *TABLE[at + 1 :])


def test_a_table_of_the_file_is_a_table_of_the_rule_book() -> None:
    found = read_results(TEXT, RULES)
    assert found.names == ("Anna", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")
    assert [(one.hanchan, one.table, one.deposits) for one in found.tables] == [
        (1, 1, 2),
        (1, 2, 0),
        (2, 1, 0),
        (2, 2, 0),
    ]
    assert found.deductions == (Deduction(8, 1_000, 2),)


def test_penalties_in_whole_points_are_read_as_ours_are_written_and_not_beside_those_in_p() -> None:
    heading = HEADING.replace("penalty_p", "penalty_points")
    rows = [row.replace(",30", ",30000") for row in TABLE]
    assert read_results(file_of(*rows, heading=heading), RULES).deductions == (Deduction(2, 30_000, 1),)
    assert wrong(file_of(*(f"{row}," for row in rows), heading=f"{heading},penalty_p")) == [
        ("", "There are penalties in P and in points: give one.")
    ]


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace(",", ";"),
        TEXT.replace(",", "\t"),
        TEXT.replace("\n", "\n\n"),
        TEXT.replace(
            HEADING,
            "Round,TABLE,seat,name,score,deposits_left_on_table,penalty",
        ),
        TEXT.replace(",E,", ",1,").replace(",S,", ",南,").replace(",W,", ",w,"),
    ],
    ids=["semicolons", "tabs", "blank lines", "other headings", "other winds"],
)
def test_other_ways_to_write_it_are_the_same_event(text: str) -> None:
    assert read_results(text, RULES) == read_results(TEXT, RULES)


def test_json_is_a_list_of_objects_with_the_same_names() -> None:
    heading, *rows = (line.split(",") for line in TEXT.splitlines())
    objects = [dict(zip(heading, row, strict=True)) for row in rows]
    assert read_results(json.dumps(objects), RULES) == read_results(TEXT, RULES)
    typed = [
        {"hanchan": 1, "table": 1, "wind": wind, "player": name, "points": points, "penalty_p": fine, "note": None}
        for wind, name, points, fine in zip(
            "ESWN", "ABCD", (41_000, 33_000, 26_000, 20_000), (0, 7.5, None, 30), strict=True
        )
    ]
    found = read_results(json.dumps(typed), RULES)
    assert [(one.player, one.amount) for one in found.deductions] == [(2, 7_500), (4, 30_000)]


def test_deposits_stand_in_one_row_of_a_table_or_in_all() -> None:
    in_all = file_of(*(row.replace(",2,", ",,").replace(",,", ",2,", 1) for row in TABLE))
    assert read_results(in_all, RULES).tables == read_results(file_of(*TABLE), RULES).tables


def test_a_rare_score_is_a_warning() -> None:
    text = file_of("1,1,E,A,130000,,", "1,1,S,B,10000,,", "1,1,W,C,-10000,,", "1,1,N,D,−10000,,")
    (warning,) = read_results(text, RULES).warnings
    assert (warning.level, warning.field) == ("warning", "hanchan 1 table 1")


@pytest.mark.parametrize(
    ("at", "row", "field", "message"),
    [
        (0, "x,1,E,Anna,41000,2,", "line 2 hanchan", "Line 2, hanchan: “x” is not a number from 1 to 100."),
        (1, "1,0,S,Ben,33000,,", "line 3 table", "Line 3, table: “0” is not a number from 1 to 1000."),
        (2, "1,1,X,Cem,26000,,", "line 4 wind", "Line 4, wind: “X” is not a wind; it is E, S, W or N."),
        (3, "1,1,N, ,18000,,", "line 5 player", "Line 5, player: There is no name."),
        (3, "1,1,N,Dee,18.0,,", "line 5 points", "Line 5, points: “18.0” is not a score; type points in full, as"),
        (0, "1,1,E,Anna,41000,101,", "line 2 deposits", "Line 2, deposits: “101” is not a number from 0 to 100."),
        (1, "1,1,S,Ben,33000,,-30", "line 3 penalty", "Line 3, penalty: “-30” is not a penalty in P, as 30 or 7.5."),
        (1, "1,1,S,Ben,33000,", "line 3", "Line 3: 6 cells under 7 headings."),
        (3, "1,1,N,Dee,18100,,", "hanchan 1 table 1", "Hanchan 1, table 1: 100 too many. "),
        (
            3,
            "1,1,W,Dee,18000,,",
            "hanchan 1 table 1",
            "Hanchan 1, table 1: There is one row for each of E S W N, not for E S W W.",
        ),
        (3, "1,1,N,Ben,18000,,", "hanchan 1 table 1", "Hanchan 1, table 1: A player sits at this table twice."),
        (
            3,
            "1,1,N,Dee,18000,1,",
            "hanchan 1 table 1",
            "Hanchan 1, table 1: The rows of a table tell the same deposits",
        ),
    ],
)
def test_a_problem_names_its_line_and_column(at: int, row: str, field: str, message: str) -> None:
    ((found, said),) = wrong(changed(at, row))
    assert found == field
    assert said.startswith(message)


def test_all_problems_of_the_rows_are_told_at_once() -> None:
    rows = ["x,1,E,Anna,41000,2,", "1,1,X,Ben,33k,,30", *TABLE[2:]]
    assert [field for field, _said in wrong(file_of(*rows))] == ["line 2 hanchan", "line 3 wind", "line 3 points"]


def test_a_player_at_two_tables_of_a_hanchan_is_named() -> None:
    text = TEXT.replace("1,2,E,Eva", "1,2,E,Ben")
    assert wrong(text) == [("hanchan 1 table 2", "Hanchan 1, table 2: Ben sits at table 1 too.")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There are no results in the file."),
        (HEADING, "There are no results in the file."),
        ("[]", "There are no results in the file."),
        ("[1]", "This is not a list of objects in JSON."),
        ("[{", "This is not a list of objects in JSON."),
        (
            file_of(*TABLE, heading=HEADING.replace("wind", "air")),
            "There is no column “wind”; the columns are: hanchan, ",
        ),
        (file_of(*TABLE, heading=HEADING.replace("deposits", "name")), "There are two columns “player”."),
        (
            file_of(f"1,1,E,{'A' * 200_000},41000,,"),
            "Line 2: This cannot be read as CSV: field larger than field limit",
        ),
        ('[{"hanchan": 1}]', "There is no column “table”"),
    ],
)
def test_a_file_that_is_none_is_refused(text: str, message: str) -> None:
    ((_field, said),) = wrong(text)
    assert said.startswith(message)


def test_a_row_of_json_is_named_by_its_number() -> None:
    row = {"hanchan": 1, "table": 1, "wind": "E", "player": "Anna", "points": True}
    ((field, said),) = wrong(json.dumps([row]))
    assert field == "row 1 points"
    assert said.startswith("Row 1, points: “True” is not a score")


def test_the_commands_refuse_it_with_exit_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.csv"
    path.write_text(changed(2, "1,1,X,Cem,26000,,"), encoding="utf-8")
    assert main(["standings", str(path)]) == 1
    assert capsys.readouterr().err == "Line 4, wind: “X” is not a wind; it is E, S, W or N.\n"
    assert main(["standings", str(path), "--json"]) == 1
    (found,) = problems(capsys.readouterr().out)
    assert (found["code"], found["field"]) == ("results", "line 4 wind")


def test_a_table_of_three_has_three_rows() -> None:
    rows = file_of("1,1,E,A,55000,,", "1,1,S,B,35000,,", "1,1,W,C,15000,,")
    (table,) = read_results(rows, preset("tenhou-3")).tables
    assert isinstance(table, Table)
    assert len(table.lines) == 3


@pytest.mark.parametrize("heading", ["carried", "Carried over", "carry-over", "starting score"])
def test_a_carried_score_stands_on_one_row_or_on_all(heading: str) -> None:
    rows = [f"{row},{typed}" for row, typed in zip(TABLE, ["12.3", '"−4,5"', "▲30", ""], strict=True)]
    found = read_results(file_of(*rows, heading=f"{HEADING},{heading}"), RULES)
    assert found.carried == {"Anna": 12_300, "Ben": -4_500, "Cem": -30_000}


def test_a_carried_score_that_cannot_be_read_names_its_line() -> None:
    rows = [f"{TABLE[0]},much", *(f"{row}," for row in TABLE[1:])]
    assert wrong(file_of(*rows, heading=f"{HEADING},carried")) == [
        ("line 2 carried", "Line 2, carried: “much” is not a score in P, such as 12.3 or -4.5.")
    ]


def test_two_carried_scores_of_a_player_are_an_error() -> None:
    again = [row.replace("1,1,", "2,1,", 1) for row in TABLE]
    rows = [*(f"{row},12.3" for row in TABLE), f"{again[0]},12.4", *(f"{row},12.3" for row in again[1:])]
    assert wrong(file_of(*rows, heading=f"{HEADING},carried")) == [
        ("hanchan 2 table 1", "Hanchan 2, table 1: The carried score of Anna is +12.4 here and +12.3 before.")
    ]
