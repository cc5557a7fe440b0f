"""`manage.py plan_seating`: what others rely on."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from seating import problems
from tests.command_line import manage

ROOT = Path(__file__).parents[3]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command where no database may be asked: pytest refuses it."""
    return manage("plan_seating", *arguments)


def test_json_is_the_only_thing_on_standard_output():
    done = run("--players", "40", "--rounds", "10", "--seed", "7", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert set(answer) == {"rounds", "quality", "seconds"}
    assert problems(answer["rounds"], 40) == ()
    assert len(answer["rounds"]) == 10
    assert (answer["quality"]["repeats"], answer["quality"]["wind_gap_any"]) == (0, 1)
    assert answer["seconds"] >= 0


@pytest.mark.parametrize("address", ["postgres://nobody@127.0.0.1:1/nothing", "garbage://", "nonsense"])
def test_no_database_is_needed_wherever_one_is_said_to_be(address):
    command = [sys.executable, "manage.py", "plan_seating", "--players", "8", "--rounds", "1", "--json"]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "DATABASE_URL": address}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert problems(json.loads(done.stdout)["rounds"], 8) == ()


def test_without_json_it_is_to_be_read():
    done = run("--players", "8", "--rounds", "2", "--seed", "7")
    assert done.returncode == 0
    assert "8 players, 2 hanchan, seed 7" in done.stdout
    assert "table 2   East" in done.stdout
    assert "Repeated pairings: 4. No seating of this size can have fewer." in done.stdout


@pytest.mark.parametrize(
    ("players", "remedy"),
    [
        ("38", "add 2 substitutes"),
        ("0", "add players first"),
        ("-4", "at least 4 players"),
        ("20000", "Split the tournament"),
    ],
)
def test_numbers_that_cannot_be_seated_end_with_1_and_the_remedy(players, remedy):
    done = run("--players", players, "--rounds", "8", "--seed", "1", "--json")
    assert (done.returncode, done.stdout) == (1, "")
    assert remedy in done.stderr


@pytest.mark.parametrize("arguments", [[], ["--players", "40"], ["--players", "many", "--rounds", "8"]])
def test_a_wrong_call_ends_with_2(arguments):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "plan_seating" in done.stderr


# --- clubs --------------------------------------------------------------------------------------------------


def test_clubs_are_kept_apart_as_far_as_their_sizes_allow_and_the_bound_is_said():
    done = run("--players", "36", "--rounds", "6", "--clubs", "8,12,4", "--json")
    answer = json.loads(done.stdout)
    assert (answer["met"], answer["bound"]) == (18, 18)
    assert [said.endswith("They are unavoidable.") for said in answer["unmet"]] == [True]
    assert (answer["quality"]["repeats"], answer["stopped"]) == (0, False)
    said = run("--players", "36", "--rounds", "6", "--clubs", "8,12,4")
    assert "Same-club pairings: 18 (best possible: 18)." in said.stdout


@pytest.mark.parametrize(
    ("clubs", "status", "words"), [("8,x", 2, "write 8,8,4"), ("0", 2, "at least one"), ("30,8", 1, "have 38 members")]
)
def test_clubs_that_are_none_are_refused(clubs, status, words):
    done = run("--players", "36", "--rounds", "6", "--clubs", clubs)
    assert (done.returncode, done.stdout) == (status, "")
    assert words in done.stderr


def test_a_search_that_takes_a_while_tells_how_far_it_is_and_ctrl_c_ends_it_with_the_best_so_far():
    nowhere = {**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"}
    words = ["--players", "200", "--rounds", "12", "--clubs", "60,40,30,20,10,8", "--progress", "--json"]
    command = [sys.executable, "manage.py", "plan_seating", *words]
    with subprocess.Popen(
        command, cwd=ROOT, env=nowhere, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert "%, shortfall" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        answer = json.loads(running.communicate()[0])
    assert (running.returncode, answer["stopped"]) == (0, True)
    assert problems(answer["rounds"], 200) == ()
