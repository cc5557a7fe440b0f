"""`python -m scoring`, in this process and as others run it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import scoring
from scoring.__main__ import main
from scoring.rules import PRESETS, Ruleset, preset

ROOT = Path(scoring.__file__).parent.parent


def run(*arguments: str, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "scoring", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, env={"PYTHONIOENCODING": encoding}, check=False, timeout=60
    )


def test_a_table_as_json_as_promised_to_others() -> None:
    done = run("table", "--rules", "wrc-2022", "41000", "33000", "26000", "18000", "--deposits", "2", "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {
        "ok": True,
        "problems": [],
        "rows": [
            {"points": 41_000, "place": 1, "uma": 15_000, "score": 26_000},
            {"points": 33_000, "place": 2, "uma": 5_000, "score": 8_000},
            {"points": 26_000, "place": 3, "uma": -5_000, "score": -9_000},
            {"points": 18_000, "place": 4, "uma": -15_000, "score": -27_000},
        ],
    }


def test_a_table_for_a_person_is_aligned() -> None:
    done = run("table", "--rules", "wrc-2022", "78300", "32100", "12400", "-4800", "--deposits", "2")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "  WRC 2022\n"
        "\n"
        "  Wind       Points  Place      Uma    Score\n"
        "  ──────────────────────────────────────────\n"
        "  東 East    78,300     1     +15.0    +63.3\n"
        "  南 South   32,100     2      +5.0     +7.1\n"
        "  西 West    12,400     3      −5.0    −22.6\n"
        "  北 North   −4,800     4     −15.0    −49.8\n"
        "  ──────────────────────────────────────────\n"
        "  Sum       118,000             0.0     −2.0\n"
        "  Deposits    2,000\n"
    )


def test_a_terminal_without_the_winds_characters_still_gets_its_table() -> None:
    done = run("table", "42000", "30000", "30000", "18000", encoding="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"? East    42,000     1     +15.0    +27.0" in done.stdout
    assert b"? North   18,000     4     -15.0    -27.0" in done.stdout


def test_a_terminal_without_curly_quotes_gets_plain_ones() -> None:
    done = run("table", "a", "30000", "30000", "18000", encoding="ascii")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b'"a" is not a whole number' in done.stderr


def test_a_sheet_with_problems_is_exit_1_and_says_them_on_standard_error() -> None:
    done = run("table", "41200", "33100", "25700", "19100")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == (
        "error [sum-too-low]: 900 missing. Two digits exchanged? 42100 instead of 41200 for East would make it fit. "
        "A deposit left on the table is 1,000.\n"
    )


def test_a_table_in_this_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "41000", "33000", "26000", "18000", "--deposits", "2"]) == 0
    assert capsys.readouterr().out.endswith("  Sum       118,000             0.0     −2.0\n  Deposits    2,000\n")


def test_a_refused_table_prints_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "41000", "33000", "26000", "18000"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert (
        printed.err
        == "error [deposits-missing]: 2,000 missing. Riichi deposits left on the table? 2 would make it fit.\n"
    )


def test_a_sheet_with_problems_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--json", "41050", "33000", "26000", "21000", "--deposits", "-1"]) == 1
    printed = capsys.readouterr()
    assert printed.err == ""
    assert json.loads(printed.out) == {
        "ok": False,
        "problems": [
            {
                "level": "error",
                "code": "not-a-multiple-of-100",
                "message": "41,050 for East is not a multiple of 100. Check the last two digits.",
                "row": 0,
            },
            {
                "level": "error",
                "code": "deposits-negative",
                "message": "−1 riichi deposits cannot be left on the table. Type 0 for none.",
                "row": None,
            },
            {
                "level": "error",
                "code": "sum-too-high",
                "message": "1,050 too many. Compare each score with the sheet.",
                "row": None,
            },
        ],
        "rows": [],
    }


def test_more_than_a_table_can_hold_is_refused_though_the_sum_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--json", "9000000000", "-9000000000", "60000", "60000"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [(one["code"], one["row"]) for one in said["problems"]] == [("too-large", 0), ("too-large", 1)]
    assert said["problems"][1]["message"] == ("−9,000,000,000 for South is more than a table can hold. Type it again.")
    assert said["rows"] == []


def test_a_warning_stops_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "30000", "30000", "30000", "30000"]) == 0
    printed = capsys.readouterr()
    assert printed.err == "warning [all-equal]: All four scores are 30,000. Was this hanchan played?\n"
    assert "  東 East    30,000     1=      0.0      0.0\n" in printed.out


def test_a_warning_is_in_the_json_of_an_accepted_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--json", "130000", "10000", "-10000", "-10000"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], [one["code"] for one in said["problems"]]) == (True, ["above-100000"])
    assert [row["place"] for row in said["rows"]] == [1, 2, 3, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("tables",), "invalid choice: 'tables'"),
        (("table",), "a table has four scores, not 0; the rule sets are: wrc-2022, wrc-2025, ema-2025, jpml-a, own"),
        (("table", "1", "2", "3"), "a table has four scores, not 3"),
        (("table", "1", "2", "3", "4", "5"), "a table has four scores, not 5"),
        (("table", "a", "2", "3", "4"), "“a” is not a whole number; type points in full, as 25300 or -2800"),
        (("table", "25.3", "2", "3", "4"), "“25.3” is not a whole number"),
        (("table", "1", "2", "3", "4", "--deposits", "x"), "“x” is not a whole number"),
        (
            ("table", "--rules", "wrc", "1", "2", "3", "4"),
            "“wrc” is not a rule set; there are: wrc-2022, wrc-2025, ema-2025, jpml-a, own",
        ),
        (("rules", "wrc"), "“wrc” is not a rule set; there are: wrc-2022, wrc-2025, ema-2025, jpml-a, own"),
        (("table", "--js", "1", "2", "3", "4"), "unrecognized arguments: --js"),
    ],
)
def test_a_wrong_call_is_exit_2_with_nothing_on_standard_output(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    printed = capsys.readouterr()
    assert (stopped.value.code, printed.out) == (2, "")
    assert message in printed.err


def test_a_wrong_call_is_exit_2_for_others_too() -> None:
    done = run("table", "--rules", "wrc", "41000", "33000", "26000", "18000", "--json")
    assert (done.returncode, done.stdout) == (2, b"")


def test_the_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "  wrc-2022  WRC 2022   start 30,000   goal 30,000   uma 15/5/−5/−15    chonbo 30P",
        "  wrc-2025  WRC 2025   start 30,000   goal 30,000   uma 15/5/−5/−15    chonbo 30P",
        "  ema-2025  EMA 2025   start 30,000   goal 30,000   uma 15/5/−5/−15    chonbo 20P",
        "  jpml-a    JPML A     start 30,000   goal 30,000   uma floating       chonbo 30P",
        "  own       Own rules  start 30,000   goal 30,000   uma 15/5/−5/−15    chonbo 30P",
    ]


def test_the_presets_are_listed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed == [{"key": key, "title": preset(key).title} for key in PRESETS]


def test_one_rule_set_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ema-2025"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("  EMA 2025\n\n  Everyone starts with 30,000 points.\n  [EMA 2025 §1.4]\n\n")
    assert max(map(len, said.splitlines())) <= 80


def test_one_rule_set_as_json_holds_its_snapshot_and_its_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "wrc-2025", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    sentences, oka = said.pop("sentences"), said.pop("oka")
    assert Ruleset.from_json(said) == preset("wrc-2025")
    assert (oka, sentences[0]) == (
        0,
        {"field": "start", "text": "Everyone starts with 30,000 points.", "source": "WRC 2025 §8.9"},
    )


def test_a_stream_that_is_no_terminal_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["rules"]) == 0
    assert stream.getvalue().count("\n") == len(PRESETS)
