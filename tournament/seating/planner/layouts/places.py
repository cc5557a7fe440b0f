"""Places from points: a construction counts people from 0, a layout from 1."""

from collections.abc import Sequence

from ..words import Round, table_of


def places(rounds: Sequence[Round]) -> list[Round]:
    """The same hanchan over places 1..N for points 0..N-1."""
    return [tuple(table_of([point + 1 for point in table]) for table in tables) for tables in rounds]
