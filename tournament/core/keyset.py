"""A page of a long list that begins where another one ended (keyset pagination): rows are found by an index, and none
is skipped or repeated when one is added meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

Row = TypeVar("Row")
At = TypeVar("At")


@dataclass(frozen=True, slots=True)
class Page(Generic[Row, At]):
    """Some rows, with the places in the list of the first and the last one, before and after which there are more; None
    where there are none.
    """

    rows: list[Row]
    before: At | None
    after: At | None

    @classmethod
    def of(cls, rows: Sequence[Row], place: Callable[[Row], At], *, has_before: bool, has_after: bool) -> Self:
        """Return the page of these rows; `place` says where a row is in the list."""
        return cls(
            list(rows),
            place(rows[0]) if rows and has_before else None,
            place(rows[-1]) if rows and has_after else None,
        )
