"""Drawing the seat winds. Facts and vectors: RULES.md §3.4."""

from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.draw import (
    DirectDraw,
    DrawProblem,
    NumberTile,
    OwnDraw,
    TraditionalDraw,
    WindDraw,
    read_row,
    shuffle,
)
from scoring.rules.values import SeatDraw
from scoring.sentences.draw import draw_instructions, draw_steps
from scoring.winds import WINDS, Wind

ROW = read_row(["N", "1p", "E", "W", "2p", "S"])  # SGWRC, used at WRC 2017
E, S, W, N = WINDS
DICE = [one + two for one, two in product(range(1, 7), repeat=2)]
ODD, EVEN = NumberTile(1, "p"), NumberTile(2, "p")
Row = tuple[Wind | NumberTile, ...]
ROWS: list[Row] = list(permutations((*WINDS, ODD, EVEN)))
LAID_OUT: list[Row] = [(a, *order, b) for order in permutations(WINDS) for a, b in ((ODD, EVEN), (EVEN, ODD))]


def winds(draw: WindDraw) -> str:
    return "".join(draw.winds)


# The vectors of §3.4: row, rolls, provisional East, winds of seats 0 to 3, where each then sits.
@pytest.mark.parametrize(
    ("row", "rolls", "east_seat", "drawn", "seats"),
    [
        ("N 1p E W 2p S", (5,), 0, "NEWS", (3, 0, 2, 1)),  # SGWRC and §3.4
        ("N 1p E W 2p S", (8,), 3, "WENS", (1, 3, 2, 0)),  # §3.4, second vector
        ("2m W N S E 1p", (8,), 3, "NSEW", (2, 0, 3, 1)),  # mjg: provisional East draws W, then N, S, E
        ("1p S N E W 2p", (7, 3), 2, "SNEW", (3, 1, 2, 0)),  # wikidot: from West's seat, the roller draws first
    ],
)
def test_the_published_vectors(
    row: str, rolls: tuple[int, ...], east_seat: int, drawn: str, seats: tuple[int, ...]
) -> None:
    draw = TraditionalDraw(read_row(row.split()), rolls)
    assert draw.east_seat == east_seat
    assert winds(draw) == drawn
    assert draw.seats == tuple((east_seat + Wind(wind).index) % 4 for wind in drawn) == seats


def test_the_number_tiles_go_to_the_ends_and_the_winds_keep_their_order() -> None:
    assert " ".join(map(str, TraditionalDraw(ROW, (5,)).laid_out)) == "1p N E W S 2p"


@pytest.mark.parametrize(("rolls", "seat"), [((5, 9), 0), ((2, 6, 10), 1), ((3, 7, 11), 2), ((4, 8, 12), 3)])
def test_a_roll_is_counted_counter_clockwise_from_the_roller_as_one(rolls: tuple[int, ...], seat: int) -> None:
    """katch: 5 and 9 self, 2, 6, 10 right, 3, 7, 11 across, 4, 8, 12 left."""
    for roll, roller in product(rolls, range(4)):
        assert TraditionalDraw(ROW, (roll,), roller).east_seat == (roller + seat) % 4


def test_with_one_roll_the_provisional_east_takes_first() -> None:
    for roll in range(2, 13):
        draw = TraditionalDraw(ROW, (roll,))
        assert draw.first == draw.east_seat


def test_with_two_rolls_the_second_is_counted_from_the_provisional_east_and_names_the_end() -> None:
    """katch and wikidot."""
    draw = TraditionalDraw(ROW, (2, 4))
    assert (draw.east_seat, draw.first, draw.end) == (1, 0, EVEN)


def east_neighbours(draw: TraditionalDraw) -> list[Wind]:
    """The winds as they then sit, counter-clockwise from the provisional East's seat."""
    sitting = dict(zip(draw.seats, draw.winds, strict=True))
    return [sitting[(draw.east_seat + step) % 4] for step in range(4)]


def test_every_row_and_every_roll_seats_each_wind_once_east_at_the_provisional_easts_seat() -> None:
    for row, roll, roller in product(LAID_OUT, range(2, 13), range(4)):
        assert east_neighbours(TraditionalDraw(row, (roll,), roller)) == [E, S, W, N]


def counted(rows: list[Row], rolls: Counter[tuple[int, ...]], roller: int) -> Counter[tuple[int, Wind]]:
    """How often each player gets each wind, over all the rows and all throws of the dice."""
    found: Counter[tuple[int, Wind]] = Counter()
    for row, (thrown, times) in product(rows, rolls.items()):
        for player, wind in enumerate(TraditionalDraw(row, thrown, roller).winds):
            found[player, wind] += times
    return found


@pytest.mark.parametrize("roller", range(4))
def test_with_one_roll_everybody_gets_each_wind_equally_often(roller: int) -> None:
    found = counted(LAID_OUT, Counter((roll,) for roll in DICE), roller)
    assert found == dict.fromkeys(product(range(4), WINDS), 48 * 36 // 4)


def test_only_the_row_as_laid_out_matters() -> None:
    """So that the dice need not be rolled for all 720 rows: 15 rows become each of 48."""
    found = Counter(TraditionalDraw(row, (2,)).laid_out for row in ROWS)
    assert found == dict.fromkeys(LAID_OUT, 15)
    for row, roll in product(ROWS, (2, 3)):
        draw = TraditionalDraw(row, (roll,))
        assert draw.winds == TraditionalDraw(draw.laid_out, (roll,)).winds


@pytest.mark.parametrize("roller", range(4))
def test_with_two_rolls_everybody_gets_each_wind_equally_often(roller: int) -> None:
    found = counted(LAID_OUT, Counter(product(DICE, repeat=2)), roller)
    assert found == dict.fromkeys(product(range(4), WINDS), 48 * 36 * 36 // 4)


def test_the_direct_draw_gives_everybody_each_wind_equally_often() -> None:
    found = Counter(item for order in permutations(WINDS) for item in enumerate(DirectDraw(order).winds))
    assert found == dict.fromkeys(product(range(4), WINDS), 6)


def test_in_a_direct_draw_east_stays_or_sits_where_east_chose() -> None:
    """mjg and jihaijan: East keeps the seat, or chooses one."""
    assert DirectDraw((S, E, N, W)).seats == (2, 1, 0, 3)
    assert DirectDraw((S, E, N, W), east_seat=0).seats == (1, 0, 3, 2)


def test_an_own_way_is_recorded_with_how() -> None:
    draw = OwnDraw((S, E, N, W), "Sticks drawn from a cup")
    assert (winds(draw), draw.seats) == ("SENW", (2, 1, 0, 3))
    assert str(draw_steps(draw)[0]) == "How the winds were drawn: Sticks drawn from a cup"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("N 1p E W S", "row: The row has six tiles, not 5."),
        ("N 1p E W 2p S 3p", "row: The row has six tiles, not 7."),
        ("N 1p E W 3p S", "row: The row has one odd and one even number tile, not 2 odd and 0 even."),
        ("N 1p E W 2p 4p", "row: The row has one odd and one even number tile, not 1 odd and 2 even."),
        ("N 1p E W N S", "row: The row has one odd and one even number tile, not 1 odd and 0 even."),
        ("N 1p N W 2p S", "tile 3: North is there twice; each wind is there once."),
        ("N 1p E X 2p S", "tile 4: “X” is neither a wind (E, S, W, N) nor a number tile such as 1p, 2m or 9s."),
        ("N 0p E W 2p S", "tile 2: “0p” is neither a wind (E, S, W, N) nor a number tile such as 1p, 2m or 9s."),
        ("N 1z E W 2p S", "tile 2: “1z” is neither a wind (E, S, W, N) nor a number tile such as 1p, 2m or 9s."),
    ],
)
def test_a_row_that_cannot_be_is_refused_naming_the_place(row: str, message: str) -> None:
    with pytest.raises(DrawProblem) as refused:
        TraditionalDraw(read_row(row.split()), (5,))
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("rolls", "roller", "place", "message"),
    [
        ((1,), 0, "roll 1", "Two dice show 2 to 12, not 1."),
        ((5, 13), 0, "roll 2", "Two dice show 2 to 12, not 13."),
        ((), 0, "rolls", "The dice are rolled once or twice, not 0 times."),
        ((5, 5, 5), 0, "rolls", "The dice are rolled once or twice, not 3 times."),
        ((5,), 4, "roller", "The seats are 1 to 4, counter-clockwise, not 5."),
        ((5,), -1, "roller", "The seats are 1 to 4, counter-clockwise, not 0."),
    ],
)
def test_rolls_and_seats_out_of_range_are_refused_naming_the_place(
    rolls: tuple[int, ...], roller: int, place: str, message: str
) -> None:
    with pytest.raises(DrawProblem) as refused:
        TraditionalDraw(ROW, rolls, roller)
    assert (refused.value.place, refused.value.message.say()) == (place, message)


@pytest.mark.parametrize(
    ("drawn", "message"),
    [
        ((E, S, W), "winds: Four players draw four winds, not 3."),
        ((E, S, W, S), "seat 4: South is there twice; each wind is there once."),
    ],
)
def test_winds_that_are_not_the_four_are_refused(drawn: tuple[Wind, Wind, Wind, Wind], message: str) -> None:
    for draw in (lambda: DirectDraw(drawn), lambda: OwnDraw(drawn, "By lot")):
        with pytest.raises(DrawProblem) as refused:
            draw()
        assert str(refused.value) == message


def test_a_direct_draw_refuses_a_seat_out_of_range_and_an_own_one_no_words() -> None:
    with pytest.raises(DrawProblem, match=r"east_seat: The seats are 1 to 4"):
        DirectDraw((E, S, W, N), east_seat=4)
    with pytest.raises(DrawProblem, match=r"how: Say how the winds were drawn\."):
        OwnDraw((E, S, W, N), " ")


@pytest.mark.parametrize(("number", "suit"), [(0, "p"), (10, "p"), (1, "z"), (1, "")])
def test_no_such_number_tile_exists(number: int, suit: str) -> None:
    with pytest.raises(DrawProblem):
        NumberTile(number, suit)


def test_a_draw_tells_its_steps_to_the_players() -> None:
    """The first vector of §3.4."""
    said = [str(step) for step in draw_steps(TraditionalDraw(ROW, (5,)), ("Anna", "Ben", "Chie", "Dmitri"))]
    assert said == [
        "Anna rolls 5: the provisional East is Anna.",
        "The row N 1p E W 2p S becomes 1p N E W S 2p.",
        "5 is odd: the winds are taken from the end with 1p.",
        "Anna takes North.",
        "Ben takes East.",
        "Chie takes West.",
        "Dmitri takes South.",
        "East: Ben moves to where Anna sat.",
        "South: Dmitri moves to where Ben sat.",
        "West: Chie stays.",
        "North: Anna moves to where Dmitri sat.",
    ]


def test_two_rolls_are_both_told_and_seats_stand_in_for_names() -> None:
    """wikidot's example."""
    said = [str(step) for step in draw_steps(TraditionalDraw(read_row(["1p", "S", "N", "E", "W", "2p"]), (7, 4)))]
    assert said[:5] == [
        "Seat 1 rolls 7: the provisional East is Seat 3.",
        "Seat 3 rolls 4: Seat 2 takes first.",
        "The row 1p S N E W 2p becomes 1p S N E W 2p.",
        "4 is even: the winds are taken from the end with 2p.",
        "Seat 2 takes West.",
    ]


def test_a_direct_draw_has_only_takers_and_seats_to_tell() -> None:
    said = [str(step) for step in draw_steps(DirectDraw((E, S, W, N)))]
    assert said[0] == "Seat 1 takes East."
    assert said[-1] == "North: Seat 4 stays."
    assert len(said) == 8


@pytest.mark.parametrize("method", SeatDraw)
def test_every_way_is_explained_to_players_and_ends_with_where_they_sit(method: SeatDraw) -> None:
    assert "South sits to the right of East, West opposite, North to the left." in str(draw_instructions(method)[-1])


@given(st.permutations([*WINDS, ODD, EVEN]), st.data())
def test_shuffling_loses_and_adds_no_tile(tiles: list[Wind | NumberTile], data: st.DataObject) -> None:
    mixed = shuffle(tiles, lambda count: data.draw(st.integers(0, count - 1)))
    assert Counter(mixed) == Counter(tiles)


def test_every_order_is_as_likely() -> None:
    """One order for each of the 4 * 3 * 2 answers that chance can give about four tiles."""
    orders = Counter(shuffle(WINDS, Answers(answers)) for answers in ANSWERS)
    assert orders == dict.fromkeys(permutations(WINDS), 1)


ANSWERS = list(product(range(4), range(3), range(2)))


class Answers:
    """Chance that answers what it is told to, within what it is asked."""

    def __init__(self, answers: tuple[int, ...]) -> None:
        self.rest = iter(answers)

    def __call__(self, count: int) -> int:
        answer = next(self.rest)
        assert answer < count
        return answer


@pytest.mark.parametrize("method", [SeatDraw.TRADITIONAL, SeatDraw.DIRECT])
def test_three_players_take_one_of_three_winds(method: SeatDraw) -> None:
    said = " ".join(map(str, draw_instructions(method, 3)))
    assert "One of you mixes East, South and West face down." in said
    assert said.endswith("nobody sits as North.")


def test_three_players_may_have_a_way_of_the_organisers() -> None:
    assert draw_instructions(SeatDraw.OWN, 3) == draw_instructions(SeatDraw.OWN)
