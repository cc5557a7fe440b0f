"""Files of finished events as hurried people and their spreadsheets make them."""

import csv
from io import StringIO

import pytest

from scoring.rules import preset
from tests.factories import load_past_event
from tournament.archive.reading import BadFile, PastEvent, read_event

HEADING = "round,table,wind,player,points"
NAMES = ("Inês Duarte", "Luc Moreau", "Ewa Nowak", "Tom Okafor")
POINTS = (41_000, 33_000, 26_000, 20_000)


def read(*, names=NAMES, points=POINTS, heading=HEADING, more=("",) * 4, end="") -> PastEvent:
    """One table, with `more` behind each row and `end` behind all."""
    out = StringIO()
    csv.writer(out).writerows(["1", "1", *row] for row in zip("ESWN", names, points, strict=True))
    rows = (row + tail for row, tail in zip(out.getvalue().splitlines(), more, strict=True))
    return read_event("\n".join((heading, *rows, *end.splitlines())), preset("wrc-2022"))


def refusal(**event) -> tuple[str, ...]:
    with pytest.raises(BadFile) as refused:
        read(**event)
    return tuple(refused.value.sentences)


@pytest.mark.parametrize("score", [10**25, 9_000_000_000, 1_000_000])
def test_scores_that_no_table_can_hold_are_told_by_line_though_they_add_up(score):
    first, second = refusal(points=(score, -score, 60_000, 60_000))
    assert first.startswith(f"line 2: points: “{str(score)[:20]}")
    assert second.startswith(f"line 3: points: “-{str(score)[:19]}")


def test_a_score_of_a_few_hundred_is_points_and_not_a_riddle():
    past = read(points=(78_300, 32_100, 10_400, -800))
    assert [line.points for line in past.tables[0].lines] == [78_300, 32_100, 10_400, -800]


@pytest.mark.parametrize("amount", ["1e30", "1e999999", "-1", "nan", "sNaN", "inf", "0.05", "1000", "a lot"])
def test_a_penalty_that_cannot_be_is_told_by_line(amount):
    messages = refusal(heading=f"{HEADING},penalty_p", more=(",0", f",{amount}", ",", ",0"))
    assert [message.split("”")[0] for message in messages] == [f"line 3: penalty_p is “{amount}"]


def test_a_slip_is_shown_as_it_stands_in_the_file():
    (message,) = refusal(points=(41_200, 33_100, 25_700, 19_100))
    assert "42100 instead of 41200 for East" in message


def test_rows_of_nothing_at_the_end_are_no_players():
    assert read(end=",,,,\n,,,,\n").players == NAMES


def test_a_column_twice_is_refused_and_not_guessed():
    assert refusal(heading=f"{HEADING},Points", more=(",5",) * 4) == ("line 1: the heading has points twice.",)


def test_a_score_in_p_beside_the_points_is_not_read_as_points():
    past = read(heading=f"{HEADING},score,name", more=(",26.0,A", ",8.0,B", ",-9.0,C", ",-25.0,D"))
    assert past.players == NAMES
    assert [line.points for line in past.tables[0].lines] == list(POINTS)


def test_one_name_in_two_spellings_of_the_same_letters_is_one_person():
    assert refusal(names=("Inês Duarte", "Ine\u0302s  Duarte\u200f", "Ewa Nowak", "Tom Okafor")) == (
        "line 3: Inês Duarte sits twice in hanchan 1, first in line 2.",
    )


def test_a_name_that_is_too_long_is_told_by_line():
    (message,) = refusal(names=("x" * 200, *NAMES[1:]))
    assert message.startswith("line 2: the name “xxx")
    assert message.endswith("…” is longer than 100 characters.")


def test_deposits_that_differ_come_with_the_remedy():
    (message,) = refusal(
        points=(41_000, 33_000, 26_000, 18_000),
        heading=f"{HEADING},deposits_left_on_table",
        more=(",2", ",", ",0", ","),
    )
    assert message.endswith("has different deposits in its rows: 0, 2; write the table's number on each.")


@pytest.mark.django_db
def test_only_a_number_written_plainly_is_a_start_number():
    past = read(names=("00007", "1", "٣", "7"))
    tournament = load_past_event(past, name="Spring Open")
    numbers = dict(tournament.players.values_list("name", "number"))
    assert (numbers["1"], numbers["3"], numbers["7"]) == (1, 3, 7)
    assert numbers["00007"] == 2
