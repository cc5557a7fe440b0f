"""Who stands elsewhere in one ranking than in another of the same players. Pure."""

from dataclasses import dataclass

from tournament.standings.ranking import Ranking, Row


@dataclass(frozen=True, slots=True)
class Move:
    """One player's row before and after."""

    before: Row
    after: Row


def moves(before: Ranking, after: Ranking) -> tuple[Move, ...]:
    """Everybody whose place or total is another, in the order of the new standings."""
    pairs = [Move(before.by_number[row.player.number], row) for row in after.rows]
    return tuple(move for move in pairs if _shown(move.before) != _shown(move.after))


def _shown(row: Row) -> tuple[object, ...]:
    return row.standing.place, row.standing.shared, row.standing.total
