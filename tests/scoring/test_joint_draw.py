"""A draw by all players together: every order equally likely, and every cheat caught by the recomputation."""

import json
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import joint_draw
from scoring.joint_draw import FORM, drawn_winds, findings, fingerprint, lot, main, press

hexadecimal = st.text("0123456789abcdef", min_size=32, max_size=32)
secrets = st.text("0123456789abcdef", min_size=64, max_size=64)
people = st.lists(st.integers(1, 999), min_size=3, max_size=4, unique=True).map(sorted)


@st.composite
def published(draw):
    """A draw as an honest server publishes it."""
    players, secret = draw(people), draw(secrets)
    hanchan, table, attempt = (draw(st.integers(1, 40)) for _ in range(3))
    numbers = [draw(hexadecimal) for _ in players]
    bound = fingerprint(hanchan, table, attempt, players, secret)
    rows = [
        {"number": player, "press": press(bound, player, number), "value": number}
        for player, number in zip(players, numbers, strict=True)
    ]
    head = {"form": FORM, "hanchan": hanchan, "table": table, "attempt": attempt, "fingerprint": bound}
    return {**head, "secret": secret, "players": rows, "winds": list(drawn_winds(secret, numbers))}


def is_right(draw, seen=""):
    return all(holds for holds, _says in findings(draw, seen or draw["fingerprint"]))


# --- equally likely


@pytest.mark.parametrize(("outcomes", "each"), [(24, 10), (6, 42)])
def test_of_all_bytes_as_many_give_each_lot_and_the_others_none(outcomes, each):
    """Enumerated: a byte that gives no lot leaves it to the next one, which is as good as a first."""
    first_bytes = [lot(f"{byte:02x}" + "00" * 31, outcomes) for byte in range(outcomes * each)]
    assert Counter(first_bytes) == dict.fromkeys(range(outcomes), each)
    rest = range(outcomes * each, 256)
    assert len(rest) < outcomes
    for byte in rest:
        later = Counter(lot(f"{byte:02x}{next_one:02x}" + "00" * 30, outcomes) for next_one in range(outcomes * each))
        assert later == dict.fromkeys(range(outcomes), each)


@pytest.mark.parametrize("players", [3, 4])
def test_every_lot_is_another_order_of_the_winds(players, monkeypatch):
    orders = list(permutations("ESWN"[:players]))
    found = []
    for number in range(len(orders)):
        monkeypatch.setattr(joint_draw, "lot", lambda _seed, _outcomes, number=number: number)
        found.append(drawn_winds("0" * 64, ["1" * 32] * players))
    assert found == orders


def test_a_seed_of_which_no_byte_gives_a_lot_is_hashed():
    assert lot("ff" * 32, 24) == lot(joint_draw._hash("ff" * 32), 24)


@given(secrets, st.lists(hexadecimal, min_size=4, max_size=4))
def test_every_player_has_a_wind_of_their_own(secret, numbers):
    assert sorted(drawn_winds(secret, numbers)) == sorted("ESWN")


def test_one_honest_number_alone_gives_all_orders():
    """Whatever the others and the server chose before: 24 numbers in ten thousand would be missing by chance never."""
    found = Counter(drawn_winds("0" * 64, ["1" * 32] * 3 + [f"{number:032x}"]) for number in range(2400))
    assert len(found) == 24
    assert max(found.values()) < 170 > 100 > min(found.values()) > 50


# --- cheating


@given(published())
def test_an_honest_draw_is_right(draw):
    assert is_right(draw)


@given(published(), secrets)
def test_a_server_that_changes_its_secret_afterwards_is_caught(draw, other):
    """It knows all numbers, and takes a secret that gives what it wants: the fingerprint is another then."""
    if other == draw["secret"]:
        return
    cheat = {**draw, "secret": other, "winds": list(drawn_winds(other, [row["value"] for row in draw["players"]]))}
    assert not is_right(cheat)
    rows = cheat["players"]
    own = fingerprint(draw["hanchan"], draw["table"], draw["attempt"], [row["number"] for row in rows], other)
    anew = [{**row, "press": press(own, row["number"], row["value"])} for row in rows]
    assert is_right({**cheat, "fingerprint": own, "players": anew}), "consistent in itself"
    assert not is_right({**cheat, "fingerprint": own, "players": anew}, seen=draw["fingerprint"])


@given(published(), hexadecimal, st.integers(0, 2))
def test_a_player_who_changes_the_number_after_the_press_is_caught(draw, other, who):
    rows = [dict(row) for row in draw["players"]]
    if rows[who]["value"] == other:
        return
    rows[who]["value"] = other
    winds = list(drawn_winds(draw["secret"], [row["value"] for row in rows]))
    assert not is_right({**draw, "players": rows, "winds": winds})


@given(published(), st.permutations("ESWN"))
def test_other_winds_than_those_that_follow_are_caught(draw, winds):
    winds = [wind for wind in winds if wind in draw["winds"]]
    assert is_right({**draw, "winds": winds}) == (winds == draw["winds"])


@given(published(), st.sampled_from(["hanchan", "table", "attempt"]), st.integers(1, 40))
def test_a_draw_of_another_table_or_attempt_is_caught(draw, name, value):
    assert is_right({**draw, name: value}) == (value == draw[name])


@given(published(), st.integers(1, 999))
def test_other_players_than_those_that_drew_are_caught(draw, number):
    rows = [dict(row) for row in draw["players"]]
    same = rows[0]["number"] == number
    rows[0]["number"] = number
    assert is_right({**draw, "players": rows}) == same


@given(published())
def test_a_press_is_good_for_one_player_and_one_draw_only(draw):
    """Nobody can press with a copy of somebody else's press, nor with one of an earlier attempt."""
    first, second = draw["players"][:2]
    assert press(draw["fingerprint"], second["number"], first["value"]) != first["press"]
    assert press("0" * 64, first["number"], first["value"]) != first["press"]


# --- the script that is handed out

DRAW = {
    "form": FORM,
    "hanchan": 3,
    "table": 7,
    "attempt": 1,
    "fingerprint": fingerprint(3, 7, 1, [4, 12, 17, 33], "5e" * 32),
    "secret": "5e" * 32,
    "players": [],
    "winds": list(drawn_winds("5e" * 32, [f"{number:032x}" for number in (4, 12, 17, 33)])),
}
DRAW["players"] = [
    {"number": number, "name": "A B", "press": press(DRAW["fingerprint"], number, value), "value": value}
    for number, value in ((number, f"{number:032x}") for number in (4, 12, 17, 33))
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "draw.json"
    path.write_text(json.dumps(DRAW))
    return path


def test_the_script_says_that_everything_follows(file, capsys):
    assert main([str(file), DRAW["fingerprint"][:8].upper(), DRAW["fingerprint"][8:]]) == 0
    said = capsys.readouterr().out
    assert "WRONG" not in said and f"{DRAW['winds'][0]}       4 A B" in said


def test_without_a_fingerprint_nothing_is_proved(file, capsys):
    assert main([str(file)]) == 2
    assert "nothing is proved" in capsys.readouterr().out


def test_another_fingerprint_than_the_one_seen_is_wrong(file, capsys):
    assert main([str(file), "0" * 64]) == 1
    assert "WRONG   the fingerprint is the one that you saw before" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"players": [{}]}'])
def test_what_is_no_draw_is_named(tmp_path, capsys, content):
    path = tmp_path / "x.json"
    path.write_text(content)
    assert main([str(path)]) == 1
    assert "is no draw that can be checked" in capsys.readouterr().out


def test_without_a_file_the_script_says_how_it_is_used(capsys):
    assert main([]) == 1
    assert "python joint_draw.py draw.json" in capsys.readouterr().out


def test_the_script_runs_alone_where_sekigime_is_not_installed(file, tmp_path):
    alone = tmp_path / "joint_draw.py"
    alone.write_bytes(Path(joint_draw.__file__).read_bytes())
    ran = subprocess.run(
        [sys.executable, "-I", str(alone), str(file), DRAW["fingerprint"]],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
