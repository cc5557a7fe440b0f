"""`python -m scoring ranking`, and the files that it reads. Rankings are tested in tests/scoring/rankings."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.cli.results_file import ResultsProblem
from scoring.cli.season_results import read_last_season, read_season
from scoring.rankings import Contest, PersonResult, RankingPenalty, rank, ranking_rule
from tests.scoring.cli.calls import refused, result
from tests.scoring.cli.golden_answers import FOLDER

SEASON = str(FOLDER / "season.csv")
EMA, AVERAGE, BEFORE = ranking_rule("ema-2018"), ranking_rule("average"), ranking_rule("ema-before-2018")
HEADING = "person,event,ended,days,players,countries,qualification,place"
ROW = "Anna,Cup,2026-09-13,2,64,9,no,30"
LEAGUE = "person,game,day,score,place"


def wrong(heading: str, *rows: str, rules: object = EMA) -> list[str]:
    with pytest.raises(ResultsProblem) as found:
        read_season("\n".join([heading, *rows]), rules)  # type: ignore[arg-type]
    return [str(one) for one in found.value.messages]


def test_a_person_reads_the_rule_the_places_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ranking", SEASON, "--rule", "ema-2018", "--on", "2026-11-01", "--why"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  European ranking (EMA), 2018, 2026-11-01"
    assert "  1       Zofia        10      911.59" in lines
    assert "          ½ A + ½ B = 911.59, rounded once." in lines
    assert "  –       Anna          1           –" in lines
    assert [line.split() for line in lines[-2:]] == [["1", "PL", "1", "303.86"], ["2", "SE", "1", "244.89"]]


def test_without_why_only_who_lacks_a_result_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ranking", SEASON, "--rule", "ema-2018"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("  European ranking (EMA), 2018, 2026-09-13\n")  # the day of the last result
    assert "─" in printed
    assert printed.count("One more result to have a place.") == 1
    assert "rounded once" not in printed


def test_a_league_is_ranked_by_a_rule_of_one_s_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "league.csv"
    rows = ["Anna,1,2026-09-03,30200,1", "Ben,1,2026-09-03,-6100,2", "Anna,2,2026-09-10,-6100,2"]
    games.write_text("\n".join([LEAGUE, *rows, "Ben,2,2026-09-10,30200,1"]), encoding="utf-8")
    own = tmp_path / "club.toml"
    own.write_text('title = "Club"\nsource = "us"\nresult = "game"\ncounted = "score"\ncarry = 0.5\n', encoding="utf-8")
    last = tmp_path / "last.csv"
    last.write_text("person,ranking\nBen,−3.00\n", encoding="utf-8")
    assert main(["ranking", str(games), "--rule", str(own), "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["rule"]["key"] == "club"
    assert [(one["person"], one["place"], one["shared"], one["ranking"]) for one in found["rows"]] == [
        ("Anna", 1, True, "24.10"),
        ("Ben", 1, True, "24.10"),
    ]
    assert main(["ranking", str(games), "--rule", str(own), "--last-season", str(last)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["2", "Ben", "2", "22.60"]


def test_nobody_is_there_when_nothing_weighs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ranking", SEASON, "--rule", "ema-2018", "--on", "2020-01-01"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["Place", "Person", "Results", "Ranking"]


def test_a_wrong_call_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "did you mean ema-2018" in refused(capsys, "ranking", SEASON, "--rule", "ema-2019")
    assert "write it as 2026-11-01" in refused(capsys, "ranking", SEASON, "--rule", "ema-2018", "--on", "1.11.2026")
    own = tmp_path / "club.toml"
    own.write_text("lest = 2", encoding="utf-8")
    assert "club.toml: Line 1: “lest” is not a value" in refused(capsys, "ranking", SEASON, "--rule", str(own))
    own.write_bytes(b"\xff")
    assert "a rule is text in UTF-8" in refused(capsys, "ranking", SEASON, "--rule", str(own))
    assert "cannot be read" in refused(capsys, "ranking", SEASON, "--rule", "ema-2018", "--last-season", "no.csv")


def test_a_row_is_a_result_and_further_columns_are_more() -> None:
    season = read_season(
        "\n".join(
            [
                f"{HEADING},substitutes,penalty,country,club",
                "Anna,Cup,2026-09-13,2,64,9,no,30,2,40,PL,x",
                "Ben,Cup,2026-09-13,2,64,9,no,66,2,,,y",
                "Anna,Open,2026-10-01,1,40,5,yes,1,,,SE,",
            ]
        ),
        EMA,
    )
    assert season.contests == (
        Contest(
            name="Cup",
            ended=date(2026, 9, 13),
            results=(PersonResult("Anna", 30), PersonResult("Ben", 66)),
            players=64,
            substitutes=2,
            days=2,
            countries=9,
        ),
        Contest(
            name="Open",
            ended=date(2026, 10, 1),
            results=(PersonResult("Anna", 1),),
            players=40,
            countries=5,
            qualification=True,
        ),
    )
    assert season.penalties == (RankingPenalty("Anna", 40, date(2026, 9, 13)),)
    assert season.countries == {"Anna": "SE"}


def test_json_is_a_list_of_objects_with_the_same_names() -> None:
    names = HEADING.split(",")
    typed = [dict(zip(names, ROW.split(","), strict=True)) | {"place": 30, "qualification": False}]
    assert read_season(json.dumps(typed), EMA) == read_season(f"{HEADING}\n{ROW}", EMA)


def test_a_game_has_four_places_or_as_many_as_are_told() -> None:
    (one,) = read_season(f"{LEAGUE}\nAnna,1,2026-09-03,30200,1", AVERAGE).contests
    assert (one.players, one.weight, one.results) == (4, 1, (PersonResult("Anna", 1, 30_200),))
    (six,) = read_season(f"{LEAGUE}\nAnna,1,2026-09-03,−30200,6", AVERAGE).contests
    assert (six.players, six.results) == (6, (PersonResult("Anna", 6, -30_200),))


def test_a_weight_may_be_a_fraction() -> None:
    (one,) = read_season("person,event,ended,players,weight,place\nAnna,Cup,2026-09-13,40,1.5,1", BEFORE).contests
    assert one.weight == Fraction(3, 2)


def test_one_name_written_in_two_ways_is_one_person() -> None:
    text = f"{LEAGUE}\nZoé,1,2026-09-03,0,1\nZoe\u0301,2,2026-09-03,0,1"
    assert {one.results[0].person for one in read_season(text, AVERAGE).contests} == {"Zoé"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Anna", " ", "Line 2, person: There is no name."),
        ("Anna", "An\u200bna", "Line 2, person: There is a hidden character in “An·na” (U+200B): type the name again."),
        ("2026-09-13", "13.9.2026", "Line 2, ended: “13.9.2026” is not a day; write it as 2026-11-01."),
        ("2026-09-13", "2026-02-30", "Line 2, ended: “2026-02-30” is not a day; write it as 2026-11-01."),
        (",64,", ",x,", "Line 2, players: “x” is not a whole number from 1 on."),
        (",64,", ",,", "Line 2, players: “” is not a whole number from 1 on."),
        (",no,", ",maybe,", "Line 2, qualification: “maybe” is not yes or no."),
        (",30", ",0", "Line 2, place: “0” is not a whole number from 1 on."),
        (",30", ",65", "Line 2, place: “Cup” has 64 places."),
        (",30", ",30,1", "Line 2: 9 cells under 8 headings."),
    ],
)
def test_a_wrong_cell_is_refused_by_line_and_column(before: str, after: str, said: str) -> None:
    assert wrong(HEADING, ROW.replace(before, after)) == [said]


def test_rows_of_an_event_agree_and_have_each_person_once() -> None:
    assert wrong(HEADING, ROW, ROW.replace("Anna", "Ben").replace(",9,", ",8,"), ROW) == [
        "Line 3, countries: “Cup” has another value here than in row 2.",
        "Line 4, person: Anna has a result of “Cup” in row 2 already.",
    ]


def test_a_league_is_refused_in_its_own_words() -> None:
    rows = ["Anna,1,2026-09-03,0,1", "Ben,1,2026-09-04,0,2"]
    assert wrong(LEAGUE, *rows, rules=AVERAGE) == ["Line 3, day: “1” has another value here than in row 2."]


def test_a_number_of_thirty_digits_is_no_number() -> None:
    assert wrong(HEADING, ROW.replace(",64,", f",{'9' * 30},")) == [
        f"Line 2, players: “{'9' * 30}” is not a whole number from 1 on."
    ]


def test_a_hundred_million_players_are_a_number_like_another() -> None:
    season = read_season(f"{HEADING}\n{ROW.replace(',64,', ',100000000,')}", EMA)
    (row,) = rank(season.contests, EMA, date(2026, 11, 1))
    assert row.calculation.results[0].worth == 1_000


def test_scores_and_weights_are_refused_with_the_remedy() -> None:
    assert wrong(LEAGUE, "Anna,1,2026-09-03,30.2,1", rules=AVERAGE) == [
        "Line 2, score: “30.2” is not a score; type points in full, as 25300 or -2800."
    ]
    assert wrong("person,event,ended,players,weight,place", "Anna,Cup,2026-09-13,40,heavy,1", rules=BEFORE) == [
        "Line 2, weight: “heavy” is not a weight, as 2 or 1.5."
    ]


def test_missing_columns_and_empty_files_are_refused() -> None:
    assert wrong(HEADING) == ["There are no results in the file."]
    assert wrong("") == ["There are no results in the file."]
    assert wrong("person,game,day,place", "Anna,1,2026-09-03,1", rules=AVERAGE) == [
        "There is no column “score”; the columns are: person, game, day, score, place."
    ]
    assert wrong("person,event,ended,place", "Anna,Cup,2026-09-03,1") == [
        f"There is no column “days”; the columns are: {', '.join(HEADING.split(','))}."
    ]


def test_the_last_season_has_each_person_once_with_a_number() -> None:
    assert read_last_season("person,ranking\nAnna,911.59\nBen,-2.5", EMA) == {
        "Anna": Fraction(91_159, 100),
        "Ben": Fraction(-5, 2),
    }
    with pytest.raises(ResultsProblem) as found:
        read_last_season("person,ranking\nAnna,911.59\nAnna,1", EMA)
    assert str(found.value) == "Line 3, person: Anna is there twice."
    with pytest.raises(ResultsProblem) as found:
        read_last_season("person,ranking\nAnna,911.59\nAnna,1\nBen,many\n ,3", EMA)
    assert [str(one) for one in found.value.messages] == [
        "Line 4, ranking: “many” is not a ranking, as 911.59.",
        "Line 5, person: There is no name.",
    ]
