"""The script that anybody can run: it says yes to a draw as it was, and no to every single thing that was altered."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from seating.lots import ticket
from tests.factories import MORNING
from tests.tournament.planning.draws.halls import LOTTERY, closed, held, open_hall, opened_by_an_earlier_release
from tournament.core.audit import Act
from tournament.planning.draws import check_draw
from tournament.planning.draws.commitment import final_seed, sha256_hex
from tournament.planning.draws.public_views import SCRIPT
from tournament.planning.draws.queries import draw_json
from tournament.planning.wishes.actions import add_wish


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
    return [sentence for sentence, holds in check_draw.check(draw, noted) if holds is False]


def test_a_draw_as_it_was_passes(drawn, file_of):
    status, said = run(file_of(drawn), drawn["fingerprint"])
    assert status == 0, said
    assert "WRONG" not in said and "Every seat follows from the fingerprint that you wrote down" in said
    assert said.count("every seat is as drawn") == 7
    assert "NOT CHECKED that this gave the number: the lottery of Saturday. Compare: 7 13 21 28 34 49" in said


def test_without_the_noted_fingerprint_nothing_is_called_proved(drawn, file_of):
    status, said = run(file_of(drawn))
    assert status == 2
    assert "NOT CHECKED that this fingerprint was published before the draw" in said
    assert "Nothing is proved without the fingerprint" in said and "2 NOT CHECKED" in said


def rigged(draw):
    """The same draw with a seating that somebody wished, 1, 6, 7 and 8 together, and every figure of the file
    made to fit: any permutation of places undoes the lots."""
    numbers = [number for number, _name in draw["people"]]
    friends = [1, 6, 7, 8]
    others = [number for number in numbers if number not in friends]
    rounds = [[friends, *(others[at : at + 4] for at in range(0, len(others), 4))] for _ in draw["layout"]]
    place = dict(zip(numbers, draw["places"], strict=True))
    layout = [[[place[number] for number in table] for table in tables] for tables in rounds]
    lines = ["".join(" | ".join(" ".join(map(str, table)) for table in tables)) for tables in layout]
    seats = [" | ".join(" ".join(map(str, table)) for table in tables) for tables in rounds]
    repeats = (len(rounds) - 1) * 6 * len(rounds[0])
    figures = {"repeats": repeats, "wind_gap": check_draw.wind_gap(rounds)}
    digests = {"layout_digest": check_draw.digest(layout), "digest": check_draw.digest(rounds)}
    return {**draw, "layout": lines, "hanchan": seats, **digests, **figures}


def test_a_wholly_rigged_seating_is_caught(drawn, file_of):
    made = rigged(drawn)
    assert verdict(made, drawn["fingerprint"]) == ["list, hanchan, wishes, layout, form and time are the frozen ones"]
    layout = [check_draw.tables(one) for one in made["layout"]]
    text = check_draw.statement(made, layout)
    frozen_again = {**made, "statement": text, "fingerprint": check_draw.hexed(text)}
    number = frozen_again["public_number"]
    frozen_again["seed"] = check_draw.hexed(f"{frozen_again['fingerprint']}:{number}")
    status, said = run(file_of(frozen_again), drawn["fingerprint"])
    assert status == 1 and "WRONG   the fingerprint is the one you wrote down" in said


def test_with_wishes_the_script_says_what_it_cannot_check(db, file_of):
    hall = open_hall()
    chosen = list(hall.players.order_by("number")[:2])
    add_wish(tournament=hall, kind="apart", weight="must", players=chosen, act=Act(by=None, at=MORNING))
    draw = held(hall)
    published = json.loads(json.dumps(draw_json(draw, hall, [draw])))
    status, said = run(file_of(published), draw.fingerprint)
    assert status == 0, said
    assert "NOT CHECKED that the layout is the best for the wishes" in said
    assert verdict({**published, "asked": []}) != []
    assert verdict({**published, "kinds": [list(range(1, 17))]}) != []


def test_another_group_without_wishes_is_wrong(drawn):
    layout = [check_draw.tables(one) for one in drawn["layout"]]
    split = {**drawn, "kinds": [list(range(1, 11)), list(range(11, 21))]}
    split["statement"] = check_draw.statement(split, layout)
    assert "without wishes all are drawn in one group" in verdict(split)


def test_a_draw_of_an_earlier_release_is_checked_as_far_as_it_goes(db, file_of):
    """Its file has a secret and no frozen statement; the seats are those of its layout and lots."""
    hall = open_hall()
    draw = held(hall)
    seed = final_seed("5e" * 32, draw.public_text)
    published = json.loads(json.dumps(draw_json(draw, hall, [draw])))
    old = {
        **published,
        "format": "sekigime-draw-1",
        "secret": "5e" * 32,
        "commitment": sha256_hex("5e" * 32),
        "seed": seed,
    }
    sentences = dict(check_draw.check(old, old["commitment"]))
    assert sentences["the secret is the one whose hash was shown before the draw"] is True
    assert sentences["the hash is the one you wrote down"] is True
    assert sentences["the seed is made from the secret and the public text"] is True
    assert sentences["that list and layout are those from before the draw: this older form did not freeze them"] is None
    assert "the hash is the one you wrote down" not in dict(check_draw.check(old, ""))


@pytest.mark.parametrize(
    ("number", "form", "is_right"),
    [
        ("7 13 21 28 34 49", "numbers 6 1 49", True),
        ("13 7 21 28 34 49", "numbers 6 1 49", False),
        ("7 13 21 28 34 50", "numbers 6 1 49", False),
        ("7 13 21 28 34", "numbers 6 1 49", False),
        ("07 13 21 28 34 49", "numbers 6 1 49", False),
        ("ab" * 32, "beacon 4810", True),
        ("AB" * 32, "beacon 4810", False),
        ("ab" * 31, "beacon 4810", False),
    ],
)
def test_the_form_of_the_number_is_strict(number, form, is_right):
    assert check_draw.is_of_form(number, form) is is_right


def test_other_draws_that_were_cancelled_are_counted(drawn, file_of):
    _status, said = run(file_of({**drawn, "cancelled": [{"draw": 1, "reason": "again"}]}), drawn["fingerprint"])
    assert "NOT CHECKED why 1 other draws were cancelled" in said


def test_the_script_stands_alone_and_is_short():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
    assert "import tournament" not in text and "from tournament" not in text


def test_the_fingerprint_that_somebody_noted_is_compared(drawn, file_of):
    noted = drawn["fingerprint"]
    assert run(file_of(drawn), noted[:32], noted[32:].upper())[0] == 0
    status, said = run(file_of(drawn), "0" * 64)
    assert status == 1 and "WRONG   the fingerprint is the one you wrote down" in said


def other_hex(text):
    return ("0" if text[0] != "0" else "1") + text[1:]


def swapped(items):
    return [items[1], items[0], *items[2:]]


ALTERED = {
    "draw": lambda number: number + 1,
    "statement": lambda text: text + "x\n",
    "fingerprint": other_hex,
    "number_form": lambda form: form + "0",
    "earliest": lambda at: at.replace("T", "T0"),
    "announced": lambda text: text + " again",
    "drawn_at": lambda at: "2000" + at[4:],
    "asked": lambda asked: [*asked, {}],
    "public_number": lambda text: text + "0",
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
TOLD_ONLY = {"format", "event", "closed_at", "cancelled"}
"""What no computing can check."""


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
    assert "WRONG   the list of 20 people has its fingerprint" in said and "Do not trust this draw: 2 WRONG" in said


@pytest.mark.parametrize("field", sorted(ALTERED))
def test_a_file_with_a_hole_is_told_without_a_traceback(drawn, file_of, field):
    status, said = run(file_of({name: value for name, value in drawn.items() if name != field}))
    assert status == 1 and "Traceback" not in said


def test_before_the_draw_there_is_nothing_to_check(db, file_of):
    hall = open_hall()
    draw = closed(hall)
    status, said = run(file_of(draw_json(draw, hall, [draw])))
    assert status == 1 and "not been held yet" in said and draw.fingerprint in said


def test_the_secret_of_an_open_older_draw_is_not_published(db):
    hall = open_hall()
    draw = opened_by_an_earlier_release(hall)
    assert draw.secret not in json.dumps(draw_json(draw, hall, [draw]))


def test_without_an_argument_it_says_how_it_is_run():
    status, said = run()
    assert status == 1 and "python check_draw.py draw.json" in said


def test_an_address_is_read_as_well(drawn, live_server):
    status, said = run(f"{live_server.url}/t/spring-open/draw/draw.json", drawn["fingerprint"])
    assert status == 0, said


def test_the_example_of_the_manual_is_right():
    text = (Path(__file__).parents[4] / "docs" / "draw.md").read_text(encoding="utf-8")
    fingerprint = "5e" * 32
    seed = sha256_hex(f"{fingerprint}:{LOTTERY}")
    drawn = sorted(range(1, 5), key=lambda position: ticket(seed, position))
    assert seed in text
    assert all(ticket(seed, position) in text for position in drawn)
    assert "that of position {}, then {}, {} and {}:".format(*drawn) in text
