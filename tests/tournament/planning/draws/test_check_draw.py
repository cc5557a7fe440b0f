"""The script that anybody can run: it says yes to a draw as it was, and no to every single thing that was altered."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from seating.lots import ticket
from tests.tournament.planning.draws.halls import LOTTERY, SECRET, committed, held, open_hall
from tournament.planning.draws import check_draw
from tournament.planning.draws.commitment import final_seed, sha256_hex
from tournament.planning.draws.public_views import SCRIPT
from tournament.planning.draws.queries import draw_json


@pytest.fixture
def file_of(tmp_path):
    def write(draw):
        path = tmp_path / "draw.json"
        path.write_text(json.dumps(draw), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def drawn(db):
    """The file of a draw as it is published."""
    hall = open_hall(players=20, hanchan=7)  # more hanchan than can be without a repeat
    hall.players.filter(number=3).update(name="山田 太郎 🀄")
    draw = held(hall)
    return json.loads(json.dumps(draw_json(draw, hall, [draw])))


def run(*arguments):
    done = subprocess.run([sys.executable, "-I", SCRIPT, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def verdict(draw, noted=""):
    return [sentence for sentence, holds in check_draw.check(draw, noted) if not holds]


def test_a_draw_as_it_was_passes(drawn, file_of):
    status, said = run(file_of(drawn))
    assert status == 0, said
    assert "WRONG" not in said and "The draw is as published." in said
    assert said.count("every seat is as drawn") == 7


def test_the_script_stands_alone_and_is_short():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    assert "import tournament" not in text and "from tournament" not in text


def test_the_commitment_that_somebody_noted_is_compared(drawn, file_of):
    noted = drawn["commitment"]
    assert run(file_of(drawn), noted[:32], noted[32:].upper())[0] == 0
    status, said = run(file_of(drawn), "0" * 64)
    assert status == 1 and "WRONG   the hash is the one you wrote down" in said


def other_hex(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def swapped(items):
    return [items[1], items[0], *items[2:]]


ALTERED = {
    "commitment": other_hex,
    "secret": other_hex,
    "public_text": lambda text: text + "0",
    "seed": other_hex,
    "people": swapped,
    "list": other_hex,
    "wishes": lambda lines: [*lines, "apart must people 1 2"],
    "wishes_digest": other_hex,
    "kinds": lambda kinds: [kinds[0][:10], kinds[0][10:]],
    "places": swapped,
    "layout": swapped,
    "layout_digest": other_hex,
    "hanchan_count": lambda count: count - 1,
    "hanchan": swapped,
    "digest": other_hex,
    "repeats": lambda count: count + 1,
    "wind_gap": lambda gap: gap + 1,
}
TOLD_ONLY = {"format", "event", "draw", "committed_at", "announced", "planned_for", "cancelled", "drawn_at", "asked"}
"""What no computing can check; `asked` needs the planner (see `draw_layout`)."""


def test_every_field_is_either_checked_or_known_to_be_told_only(drawn):
    assert set(drawn) == set(ALTERED) | TOLD_ONLY


@pytest.mark.parametrize("field", ALTERED)
def test_every_altered_field_is_noticed(drawn, field):
    assert verdict(drawn) == []
    assert verdict({**drawn, field: ALTERED[field](drawn[field])})


@pytest.mark.parametrize("hanchan", range(7))
def test_every_altered_seat_is_noticed(drawn, hanchan):
    line = drawn["hanchan"][hanchan]
    numbers = line.replace("|", "").split()
    for one, other in [*pairwise(numbers), (numbers[0], "21")]:
        changed = " ".join({one: other, other: one}.get(part, part) for part in line.split())
        altered = [*drawn["hanchan"][:hanchan], changed, *drawn["hanchan"][hanchan + 1 :]]
        assert f"hanchan {hanchan + 1}: every seat is as drawn, and everybody has one" in verdict(
            {**drawn, "hanchan": altered}
        )


def test_an_altered_file_is_told_and_ends_with_an_error(drawn, file_of):
    people = [*drawn["people"][:4], [drawn["people"][4][0], "Somebody Else"], *drawn["people"][5:]]
    status, said = run(file_of({**drawn, "people": people}))
    assert status == 1
    assert "WRONG   the list of 20 people has its fingerprint" in said and "Do not trust this draw: 1 WRONG" in said


@pytest.mark.parametrize("field", sorted(ALTERED))
def test_a_file_with_a_hole_is_told_without_a_traceback(drawn, file_of, field):
    status, said = run(file_of({name: value for name, value in drawn.items() if name != field}))
    assert status == 1 and "Traceback" not in said


def test_before_the_draw_there_is_nothing_to_check(db, file_of):
    hall = open_hall()
    draw = committed(hall)
    published = draw_json(draw, hall, [draw])
    assert SECRET not in json.dumps(published)
    status, said = run(file_of(published))
    assert status == 1 and "not been held yet" in said and draw.commitment in said


def test_without_an_argument_it_says_how_it_is_run():
    status, said = run()
    assert status == 1 and "python check_draw.py draw.json" in said


def test_an_address_is_read_as_well(drawn, live_server):
    status, said = run(f"{live_server.url}/t/spring-open/draw/draw.json")
    assert status == 0, said


def test_the_example_of_the_manual_is_right():
    text = (Path(__file__).parents[4] / "docs" / "draw.md").read_text(encoding="utf-8")
    seed = final_seed(SECRET, LOTTERY)
    drawn = sorted(range(1, 5), key=lambda position: ticket(seed, position))
    assert sha256_hex(SECRET) in text and seed in text
    assert all(ticket(seed, position) in text for position in drawn)
    assert "that of position {}, then {}, {} and {}:".format(*drawn) in text
