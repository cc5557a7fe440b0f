"""The picture of the race: every line is where its places are, and what is drawn of a large field."""

import random
import re
from itertools import pairwise

import pytest
from hypothesis import given

from scoring.standings.cut import Cut
from scoring.standings.players import Running
from scoring.standings.rules import StandingRules
from tests.tournament.standings.tables import USUAL
from tests.tournament.standings.test_place_race import four_hanchan, race_of
from tests.tournament.standings.test_race import facts, table
from tests.tournament.standings.test_ranking import events
from tournament.standings.inputs import PlayerName
from tournament.standings.place_race import PlaceRace, Racer
from tournament.standings.race_picture import (
    HEIGHT,
    LISTED,
    MOST_REST,
    ORDER,
    STEP,
    TONES,
    own_line,
    own_rows,
    race_picture,
)  # fmt: skip

PART = re.compile(r"([Mhc])([-\d ]+)")


def points_of(path: str) -> list[tuple[int, int]]:
    """The points at which the pieces of a path begin and end."""
    x, y, found = 0, 0, []
    for letter, text in PART.findall(path):
        numbers = [int(one) for one in text.split()]
        if letter == "M":
            x, y = numbers
        elif letter == "h":
            x += numbers[0]
        else:
            assert numbers[0] > 0 < STEP - numbers[2] and numbers[1] == 0, "it leaves level"
            assert numbers[3] == numbers[5], "and comes level"
            x, y = x + numbers[4], y + numbers[5]
        found.append((x, y))
    return found


def field(players: int, hanchan: int, cut: int | None = None) -> PlaceRace:
    """A race of so many players, who stand in another order after each hanchan."""
    chance = random.Random(players)
    numbers = list(range(1, players + 1))
    orders = [tuple(chance.sample(numbers, players)) for _ in range(hanchan)]
    racers = {
        n: Racer(
            PlayerName(n, n, f"Player with a usual name {n}", "", "", "", False, "playing"),
            tuple(Running(order.index(n) + 1, False, 0) for order in orders),
            frozenset(),
        )
        for n in numbers
    }
    cuts = (Cut(after=hanchan, sizes=(cut,)),) if cut else ()
    return PlaceRace(hanchan, hanchan, hanchan, 4, racers, tuple(orders), cuts)


@given(inputs=events())
def test_a_line_is_at_the_players_place_after_every_hanchan(inputs):
    race = race_of(inputs)
    if not race.orders:
        return
    picture = race_picture(race, race.played)
    assert {line.number for line in picture.lines} == set(race.racers)
    for line in picture.lines:
        racer = race.racers[line.number]
        where = {
            ((after - 1) * STEP, round((place - 1) * HEIGHT / (race.places - 1)))
            for after in range(1, race.played + 1)
            if (place := racer.place(after)) is not None
        }
        drawn = {*points_of(line.path), *points_of(line.missed), *points_of(line.start)}
        assert drawn == where
        assert all(0 <= y <= HEIGHT for _x, y in drawn)


def test_ties_share_a_height_and_the_list_says_so():
    race = race_of(facts(*(table(n, at, *USUAL) for n in (1, 2) for at in (1, 2))))
    picture = race_picture(race, 2)
    one, other = (next(line for line in picture.lines if line.number == number) for number in (1, 5))
    assert one.path == other.path and {one.tone, other.tone} == {"is-leader"}
    rows = picture.moment.rows
    assert [re.sub("<[^>]+>", "", row.place) for row in rows] == ["1=", "1=", "3=", "3=", "5=", "5=", "7=", "7="]
    assert rows[0].dot == rows[1].dot and rows[0].fan != rows[1].fan


def test_a_hanchan_that_was_missed_is_drawn_apart():
    race = race_of(facts(table(1, 1, *USUAL), table(1, 2, *USUAL), table(2, 1, *USUAL), table(3, 1, *USUAL),
                         table(3, 2, *USUAL)))  # fmt: skip
    picture = race_picture(race, 3)
    there, away = (next(line for line in picture.lines if line.number == number) for number in (1, 8))
    assert there.missed == "" and there.path.count("M") == 1
    assert [x for x, _y in points_of(away.missed)] == [0, STEP]
    assert [x for x, _y in points_of(away.path)] == [STEP, 2 * STEP]


def test_the_leader_is_drawn_last_and_each_hanchan_has_its_own_colours():
    race = race_of(four_hanchan(by=StandingRules(cuts=(Cut(after=3, sizes=(6,)),))))
    for shown in range(1, 5):
        picture = race_picture(race, shown)
        tones = [line.tone for line in picture.lines]
        ranks = [[*TONES.values()].index(tone) for tone in tones]
        letters = "".join([*TONES][rank] for rank in ranks)
        assert sorted(letters, key=ORDER.index) == [*letters] and tones[-1] == "is-leader"
        for line in picture.lines:
            place = race.racers[line.number].place(shown)
            expected = "l" if place == 1 else "f" if place <= 4 else "g" if place <= 6 else "n"
            assert line.tones[shown - 1] == expected


def test_after_the_first_hanchan_there_are_points_and_the_fan():
    picture = race_picture(race_of(facts(table(1, 1, *USUAL), table(1, 2, *USUAL))), 1)
    assert {line.path for line in picture.lines} == {""}
    assert all(row.dot and row.fan and row.moved is None for row in picture.moment.rows)
    assert [n for n, _x, moment in picture.columns if moment] == [1] and len(picture.columns) == 4


@pytest.mark.parametrize(
    ("players", "hanchan", "cut"), [(200, 10, None), (200, 10, 32), (1000, 15, None), (1000, 15, 64)]
)
def test_of_a_large_field_all_who_were_ever_in_front_are_drawn_and_some_of_the_rest(players, hanchan, cut):
    race = field(players, hanchan, cut)
    picture = race_picture(race, hanchan)
    front = {number for order in race.orders for number in order[: max(cut or 0, LISTED)]}
    drawn = {line.number for line in picture.lines}
    assert front <= drawn and picture.is_many
    assert 0 < len(drawn - front) <= MOST_REST
    assert sum(bool(line.tones) for line in picture.lines) == len(front)


def test_every_fifth_of_two_hundred_who_were_never_in_front_is_drawn():
    race = field(200, 2)
    rest = 200 - len({number for order in race.orders for number in order[:LISTED]})
    assert sum(not line.tones for line in race_picture(race, 2).lines) == rest // 5


def test_the_first_places_of_a_large_field_have_more_room_than_the_last():
    heights = [int(row.dot.split()[1].removesuffix("h0")) for row in race_picture(field(200, 2), 2).moment.rows]
    gaps = [below - above for above, below in pairwise(heights)]
    assert min(gaps) > HEIGHT / 199 and gaps == sorted(gaps, reverse=True)


@pytest.mark.parametrize(("players", "ticks"), [(4, [1, 4]), (16, [1, 4, 8, 12, 16]), (36, [1, 8, 16, 24, 32, 36])])
def test_the_axis_has_the_first_place_the_last_and_a_few_between(players, ticks):
    assert sorted(tick.place for tick in race_picture(field(players, 2), 2).ticks) == ticks


def test_no_number_of_the_axis_is_beside_that_of_the_cut():
    picture = race_picture(field(36, 2, 8), 2)
    assert sorted(tick.place for tick in picture.ticks) == [1, 16, 24, 32, 36]
    assert picture.moment.line.size == 8


def test_the_reader_has_a_line_and_a_row_wherever_they_stand():
    race = field(200, 3)
    last = race.orders[-1][-1]
    line, rows = own_line(race, last, 3), own_rows(race, last)
    assert (line.tone, line.key) == ("is-own", "race-own") and len(points_of(line.path)) == 3
    assert [row.place for row in rows] == [str(race.racers[last].place(after)) for after in (1, 2, 3)]
    assert rows[2].moved == race.racers[last].place(2) - 200
