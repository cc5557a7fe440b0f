"""The boards of the last hand on the wall: up to three beside each other, four on two pages. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.points import Points
from tournament.hanchan.last_hand.board import LastHandBoard, LastHandRow
from tournament.screens.hall_names import HallName, hall_name

MOST = 3


@dataclass(frozen=True, slots=True)
class HallBoardRow:
    """A row of a board with the name as the hall has it."""

    row: LastHandRow
    name: HallName | None

    @property
    def below(self) -> Points:
        """How far the delta is below zero, 0 where it is not."""
        return max(-(self.row.delta or 0), 0)


@dataclass(frozen=True, slots=True)
class HallBoard:
    """A board with its rows for the wall."""

    board: LastHandBoard
    rows: tuple[HallBoardRow, ...]


def board_pages(boards: Sequence[LastHandBoard]) -> list[tuple[HallBoard, ...]]:
    """Return the pages of the wall: the boards that are beside each other."""
    walls = tuple(HallBoard(board, tuple(_row(row) for row in board.rows)) for board in boards)
    size = MOST if len(walls) <= MOST else 2
    return [walls[start : start + size] for start in range(0, len(walls), size)]


def _row(row: LastHandRow) -> HallBoardRow:
    return HallBoardRow(row, hall_name(row.seat.place.player) if row.seat.place else None)
