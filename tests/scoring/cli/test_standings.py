"""`python -m scoring standings`. The standings are tested in tests/scoring/standings."""

from pathlib import Path

import pytest

from scoring.__main__ import main
from tests.scoring import events
from tests.scoring.cli.calls import refused, result
from tests.scoring.cli.golden_answers import FOLDER

RESULTS = str(FOLDER / "results.csv")
REAL = str(events.GOLDEN / "wrc-36x8.csv")


def test_a_person_reads_places_totals_penalties_and_why_equal_totals_are_in_their_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["standings", RESULTS, "--tie-breaks", "firsts,best"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["  WRC 2022", ""]
    assert lines[2].split() == ["Place", "Player", "Total", "Penalty", "By", "hanchan"]
    assert lines[3].split() == ["1", "Anna", "+50.0", "0.0", "+26.0", "+24.0"]
    assert lines[10].split() == ["8", "Hal", "−52.0", "−1.0", "−23.0", "−28.0"]
    assert lines[-1] == "  Both have 1.0; best hanchan: Ben 8.0, Fay 5.0."


def test_without_tie_breaks_equal_totals_share_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", RESULTS]) == 0
    said = capsys.readouterr().out
    assert said.count("\n  3=  ") == 2
    assert said.endswith("  Ben and Fay are tied on everything that the rules compare: they share place 3.\n")


def test_nothing_is_said_of_ties_where_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", RESULTS, "--after", "1", "--rules", "ema-2025", "--status", "Hal=substitute"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "  EMA 2025"
    assert lines[2].split() == ["Place", "Player", "Total", "By", "hanchan"]
    assert lines[-1].split() == ["substitute", "Hal", "−23.0", "−23.0"]


def test_a_real_event_comes_out_as_it_was_published(capsys: pytest.CaptureFixture[str]) -> None:
    """The file is read as `load_event` reads it: `round`, `penalty_p`, `deposits_left_on_table`."""
    assert main(["standings", REAL, "--json"]) == 0
    found = [(row["place"], row["player"], row["total"]) for row in result(capsys.readouterr().out)["rows"]]
    published = [
        (int(row["rank"]), row["player"], events.points_of(row["total_p"]))
        for row in events.rows("wrc-36x8-standings.csv")
    ]
    assert found == published


def test_a_cut_draws_a_line_and_takes_off_what_is_not_carried_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", RESULTS, "--cut-after", "1", "--keep", "4", "--carry", "half"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].split() == ["1", "Anna", "+37.0", "0.0", "−13.0", "+26.0", "+24.0"]
    assert [line[:8] for line in lines if line.startswith("  ─")] == ["  ──────"]
    assert lines.index(next(line for line in lines if "─" in line)) == 7


def test_json_says_who_shares_a_place_and_why_who_has_as_much_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", RESULTS, "--json"]) == 0
    rows = result(capsys.readouterr().out)["rows"]
    assert [(row["player"], row["place"]) for row in rows if row["shared"]] == [("Ben", 3), ("Fay", 3)]
    assert main(["standings", RESULTS, "--tie-breaks", "firsts,places,best", "--json"]) == 0
    found = result(capsys.readouterr().out)
    assert found["said"] == ["Both have 1.0; best hanchan: Ben 8.0, Fay 5.0."]
    assert not any(row["shared"] for row in found["rows"])


def test_best_n_of_m_names_the_hanchan_that_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", RESULTS, "--best", "1", "--of", "2", "--json"]) == 0
    first = result(capsys.readouterr().out)["rows"][0]
    assert (first["player"], first["total"], first["dropped"]) == ("Anna", 26_000, [2])


def test_a_player_who_sat_out_a_hanchan_has_a_gap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Path(RESULTS).read_text(encoding="utf-8").replace("2,2,N,Hal", "2,2,N,Ida")
    path = tmp_path / "results.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["standings", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-2:] for line in lines if "Hal" in line] == [["−23.0", "–"]]
    assert main(["standings", str(path), "--json"]) == 0
    rows = {row["player"]: row for row in result(capsys.readouterr().out)["rows"]}
    assert rows["Ida"]["hanchan"][0] is None
    assert rows["Hal"]["hanchan"][1] is None


def test_a_score_carried_from_an_earlier_event_is_part_of_the_total(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heading, first, *others = Path(RESULTS).read_text(encoding="utf-8").splitlines()
    path = tmp_path / "results.csv"
    text = "\n".join([f"{heading},carried", f"{first},-4.5", *(f"{row}," for row in others)])
    path.write_text(text, encoding="utf-8")
    assert main(["standings", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split()[:5] == ["Place", "Player", "Total", "Carried", "Penalty"]
    anna = next(line for line in lines if "Anna" in line)
    assert anna.split()[1:5] == ["Anna", "+45.5", "−4.5", "0.0"]


def test_a_rare_score_is_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["standings", REAL]) == 0
    assert capsys.readouterr().err == (
        "warning [below-minus-30000]: Hanchan 4, table 1: −45,000 for West is less than −30,000. Check the sheet.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--after", "3"), "there is no hanchan 3; the file has the hanchan 1 to 2"),
        (("--cut-after", "2", "--keep", "4"), "the standings after hanchan 2 do not have a cut after hanchan 2 yet; "),
        (("--cut-after", "1"), "a cut needs --cut-after, the hanchan, and --keep"),
        (("--carry", "half"), "a cut needs --cut-after, the hanchan, and --keep"),
        (("--cut-after", "1", "--keep", "4,2"), "The numbers of “sizes” do not rise."),
        (("--cut-after", "1", "--keep", "4", "--carry", "third"), "there is no “third”; there are: all, half, quarter"),
        (("--tie-breaks", "first"), "“first” is not a tie-break; did you mean firsts?"),
        (("--tie-breaks", "lot"), "A lot is drawn from a text that everybody knows: give one."),
        (("--best", "1"), "Say how many hanchan count, and of how many."),
        (("--status", "Hal"), "“Hal” does not say who is what, as Anna=substitute"),
        (("--status", "Hall=substitute"), "“Hall” is not in the file; did you mean Hal?"),
    ],
)
def test_a_wrong_call_is_exit_2(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "standings", RESULTS, *arguments)
