"""`python -m seating`: one command for each verb; starts without Django."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from seating import plan, problems

ROOT = Path(__file__).parents[3]


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a person calls it."""
    command = [sys.executable, "-m", "seating", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False)


def test_a_plan_as_json_is_what_the_library_plans():
    done = run("plan", "16", "4", "--seed", "x", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["rounds"] == json.loads(json.dumps(plan(16, 4, "x").rounds))
    assert problems(answer["rounds"], 16) == ()


def test_a_reader_that_stops_early_ends_the_command_quietly():
    with subprocess.Popen(
        [sys.executable, "-m", "seating", "plan", "200", "14"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdout.close()
        assert running.stderr.read() == b""


@pytest.mark.slow("long searches")
def test_a_plan_can_be_read():
    done = run("plan", "9", "4", "--at-a-table", "3", "--clubs", "3,2")
    assert done.returncode == 0
    assert "9 players, 4 hanchan, seed 1" in done.stdout and "No two players meet twice." in done.stdout
    assert "(best possible: 0)." in done.stdout


def test_what_was_planned_is_verified_from_standard_input():
    made = run("plan", "40", "8", "--json").stdout
    done = run("check", "-", given=made)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Every player has one seat in every hanchan" in done.stdout


def test_a_faulty_seating_ends_with_1_and_says_where(tmp_path):
    rounds = [list(map(list, tables)) for tables in plan(8, 2, 1).rounds]
    rounds[1][0][0] = rounds[1][1][0]
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(rounds))
    done = run("check", str(file))
    assert (done.returncode, done.stderr) == (1, "")
    assert "Hanchan 2" in done.stdout and "also has another seat" in done.stdout
    assert {one["code"] for one in json.loads(run("check", str(file), "--json").stdout)["faults"]} == {"twice"}


def test_a_figure_that_was_altered_is_found():
    made = json.loads(run("plan", "16", "4", "--json").stdout)
    made["quality"]["repeats"] = 3
    done = run("check", "-", given=json.dumps(made))
    assert done.returncode == 1 and "repeats" in done.stdout


def test_bounds_are_printed_and_given_as_json():
    assert "hanchan without a repeat" in run("bounds", "40", "8").stdout
    assert json.loads(run("bounds", "20", "6", "--json").stdout)["repeats"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["plan", "38", "8"], "add 2 substitutes"),
        (["plan", "20000", "8"], "Split the tournament"),
        (["plan", "36", "6", "--clubs", "30,8"], "have 38 members"),
        (["bounds", "16", "0"], "at least one hanchan"),
        (["check", "no such file"], "no such file"),
        (["check", "-"], "is not JSON"),
        (["plan", "16"], "required: hanchan"),
        (["plan", "many", "4"], "invalid int value"),
        (["plan", "16", "4", "--clubs", "8,x"], "write 8,8,4"),
    ],
)
def test_a_wrong_call_ends_with_2_and_the_remedy(arguments, words):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("statement", "most"),
    [
        ("import seating", 2),
        ("import seating.check", 4),
        ("import seating.cli.checking", 8),
        ("import seating.cli.bounds", 8),
    ],
)
def test_only_what_is_needed_is_loaded(statement, most):
    """The search is loaded by those who search, Django by nobody."""
    script = (
        f"import sys; {statement}; print([name for name in sys.modules if name.split('.')[0] in ('seating', 'django')])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stdout
    assert "seating.search" not in loaded and "seating.plans" not in loaded and "django" not in loaded
    assert loaded.count("'seating") <= most


def test_unknown_names_are_not_in_the_library():
    import seating

    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = seating.nothing_like_it
    assert all(hasattr(seating, name) for name in seating.__all__)
