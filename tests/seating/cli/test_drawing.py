"""`python -m seating draw`: who knows only the published list and the words recomputes every seat."""

import json
from pathlib import Path

import pytest

from seating import plan
from seating.cli import main
from seating.word_draw import list_digest, normalised, seed_from
from tests.seating.cli import test_cli

WORDS = "7 13 Pon!"


@pytest.fixture
def run(capsys):
    """The command within this process: its exit code, and what it says."""

    def answer(*arguments):
        code = main(["draw", *arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    return answer


@pytest.fixture
def published(tmp_path):
    """Write a draw of 16 players whose numbers have gaps, with these changes of its file; return the path."""

    def write(**changes):
        people = [[3 * at, f"Player {at} 山田"] for at in range(1, 17)]
        seed = seed_from(list_digest(map(tuple, people)), WORDS)
        rounds = plan(16, 4, seed).rounds
        draw = {
            "list": people,
            "hanchan": 4,
            "words": normalised(WORDS),
            "digest": list_digest(map(tuple, people)),
            "seed": seed,
            "seats": [[[3 * player for player in table] for table in tables] for tables in rounds],
        }
        path = tmp_path / "draw.json"
        path.write_text(json.dumps({name: value for name, value in (draw | changes).items() if value is not None}))
        return str(path)

    return write


def test_every_seat_follows_from_the_list_and_the_words(published):
    """From the shell, as a player at home calls it."""
    done = test_cli.run("draw", published(), "  7 13\tPON!")
    assert (done.returncode, done.stderr) == (0, "")
    assert "WRONG" not in done.stdout and done.stdout.endswith("Every seat follows from the words.\n")
    assert done.stdout.count("everybody sits where the seed puts them") == 4
    draw = json.loads(Path(published()).read_text(encoding="utf-8"))
    by_plan = json.loads(test_cli.run("plan", "16", "4", "--seed", draw["seed"], "--json").stdout)["rounds"]
    assert draw["seats"] == [[[3 * player for player in table] for table in tables] for tables in by_plan]


@pytest.mark.parametrize("where", [(0, 0, 0, 1), (3, 2, 1, 3)])
def test_two_players_who_are_exchanged_are_found(run, published, where):
    hanchan, table, seat, other_seat = where
    seats = json.loads(Path(published()).read_text(encoding="utf-8"))["seats"]
    tables = seats[hanchan]
    one, other = tables[table], tables[(table + 1) % 4]
    one[seat], other[other_seat] = other[other_seat], one[seat]
    code, said = run(published(seats=seats), WORDS)
    assert code == 1 and "1 WRONG" in said
    named = ", ".join(map(str, sorted({table + 1, (table + 1) % 4 + 1})))
    assert f"WRONG  hanchan {hanchan + 1}: everybody sits where the seed puts them (not at table {named})" in said


def wholly_rigged(path):
    """The file with seats that somebody wished, and every other value made to fit."""
    draw = json.loads(Path(path).read_text(encoding="utf-8"))
    numbers = [number for number, _name in draw["list"]]
    return {**draw, "seats": [[numbers[at : at + 4] for at in range(0, 16, 4)]] * 4, "seed": "1"}


def test_a_wholly_rigged_seating_is_caught(run, published):
    code, said = run(published(**wholly_rigged(published())), WORDS)
    assert code == 1 and "5 WRONG" in said


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"words": "7 13 chi"}, "the words of the file are those you gave"),
        ({"digest": "0" * 64}, "the list of 16 players has the digest"),
        ({"seed": "0" * 64}, "the seed is made from the digest and the words"),
        ({"hanchan": 3}, "3 hanchan are seated"),
        ({"list": [[3 * at, "Somebody"] for at in range(1, 17)]}, "the list of 16 players has the digest"),
    ],
)
def test_every_other_value_is_compared(run, published, changes, sentence):
    code, said = run(published(**changes), WORDS)
    assert code == 1 and f"WRONG  {sentence}" in said


def test_a_list_that_leaves_open_who_is_who_is_found(run, published):
    """One number for all, numbers as text, and lines within a name, which leave the digest as it is."""
    people = json.loads(Path(published()).read_text(encoding="utf-8"))["list"]
    last = "\n".join(f"{number} {name}" for number, name in people[11:])
    joined = [*people[:11], [people[11][0], last.partition(" ")[2]]]
    assert list_digest(map(tuple, joined)) == list_digest(map(tuple, people))
    for other in ([[3, name] for _number, name in people], [[str(number), name] for number, name in people], joined):
        code, said = run(published(list=other), WORDS)
        assert code == 1 and "WRONG  every player of the list has one line, and a number of their own" in said


def test_other_words_than_those_of_the_hall_are_refused(run, published):
    assert run(published(), "7 13 chi")[0] == 1


def test_the_digest_that_somebody_noted_is_compared(run, published):
    path = published()
    noted = json.loads(Path(path).read_text(encoding="utf-8"))["digest"]
    code, said = run(path, WORDS, "--list", f"{noted[:8].upper()} {noted[8:]}")
    assert code == 0 and "ok     it is the digest that you wrote down" in said
    assert run(path, WORDS, "--list", "0" * 64)[0] == 1


@pytest.mark.parametrize("name", ["list", "hanchan", "words", "digest", "seed", "seats"])
def test_a_file_with_a_hole_has_nothing_to_compare(run, published, name):
    code, said = run(published(**{name: None}), WORDS)
    assert code == 2 and "there is nothing to compare" in said


@pytest.mark.parametrize(
    ("given", "words", "sentence"),
    [
        ("no JSON", WORDS, "is not JSON"),
        ("[" * 100_000, WORDS, "is not JSON"),
        ("[]", WORDS, "not the file of a draw"),
        ("{}", " ", "Give the words that were heard in the hall."),
    ],
)
def test_without_a_draw_or_words_there_is_nothing_to_compare(run, tmp_path, given, words, sentence):
    path = tmp_path / "draw.json"
    path.write_text(given)
    code, said = run(str(path), words)
    assert code == 2 and sentence in said
