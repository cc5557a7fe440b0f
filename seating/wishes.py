"""Wishes, the constraints of a seating: people apart, people together, people at tables; and how much each weighs.

Players are numbers of the plan, hanchan and tables count from 1. Whether all wishes can hold together is decided by
`impossible`, how well a seating meets them is counted by `unmet`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from seating.arguments import number_set, whole_number
from seating.notes import CannotPlan, Note, gettext_noop, people_text


class Weight(Enum):
    """The priority of a wish."""

    MUST = "must"
    RAISED = "raised"
    """As much as a repeat: what the search makes of a strong wish to see what it would cost (`search.priorities`)."""
    STRONG = "strong"
    SOFT = "soft"

    @property
    def label(self) -> str:
        return LABELS[self]


LABELS = {
    Weight.MUST: gettext_noop("required"),
    Weight.RAISED: gettext_noop("as far as possible"),
    Weight.STRONG: gettext_noop("as far as possible"),
    Weight.SOFT: gettext_noop("only if it costs nothing"),
}


@dataclass(frozen=True, slots=True)
class Apart:
    """Two people of one group do not sit together: a club, a country, a team, a forbidden pair, the seeds.

    `before` None: in no hanchan; k: not before hanchan k. With a weight below MUST: as few times as can be proved
    possible, spread over different pairs, and late.
    """

    groups: tuple[frozenset[int], ...]
    before: int | None = None
    weight: Weight = Weight.STRONG
    name: str = ""
    """The common name of the people of a group, for sentences: that of a club, for example."""

    def __post_init__(self) -> None:
        groups = tuple(number_set("the players of a group", group) for group in self.groups)
        object.__setattr__(self, "groups", groups)
        if self.before is not None:
            whole_number("before", self.before)
        _check_weight(self.weight)

    def holds_in(self, hanchan: int) -> bool:
        """Return whether the wish applies in this hanchan (from 1)."""
        return self.before is None or hanchan < self.before


@dataclass(frozen=True, slots=True)
class Together:
    """Two people meet: in `hanchan`, or in any when it is None."""

    one: int
    other: int
    hanchan: int | None = None
    weight: Weight = Weight.STRONG

    def __post_init__(self) -> None:
        for name, value in (("one", self.one), ("other", self.other), ("hanchan", self.hanchan)):
            if value is not None or name != "hanchan":
                whole_number(name, value)
        _check_weight(self.weight)


@dataclass(frozen=True, slots=True)
class AtTables:
    """People sit at these tables only, in every hanchan: one table for one person is a fixed place, several tables
    for several people are, say, tables where a language is spoken. Others may sit there too.
    """

    players: frozenset[int]
    tables: frozenset[int]
    weight: Weight = Weight.MUST
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", number_set("players", self.players))
        object.__setattr__(self, "tables", number_set("tables", self.tables))
        _check_weight(self.weight)


def _check_weight(value: object) -> None:
    if not isinstance(value, Weight):
        raise TypeError(f"weight must be a Weight, not {value!r}")


Wish = Apart | Together | AtTables


def meaningless_wishes(wishes: Sequence[Wish]) -> Iterator[Note]:
    """Yield a note for each meaningless wish of any weight."""
    for wish in wishes:
        if isinstance(wish, Together):
            yield from _together(wish)
        elif isinstance(wish, AtTables):
            yield from _at_tables(wish)


def _together(wish: Together) -> Iterator[Note]:
    if wish.one == wish.other:
        template = gettext_noop("Player {player} cannot meet themselves: name two different players.")
        yield Note("meets_self", template, {"player": wish.one})
    if wish.hanchan is not None and wish.hanchan < 1:
        template = gettext_noop(
            "Players {one} and {other} should meet in hanchan {hanchan}; hanchan are numbered from 1."
        )
        yield Note("hanchan_from_1", template, {"one": wish.one, "other": wish.other, "hanchan": wish.hanchan})


def _at_tables(wish: AtTables) -> Iterator[Note]:
    who = wish.name or people_text(wish.players)
    if not wish.tables:
        yield Note("tables_unknown", gettext_noop("{who}: the wish names no table. Name at least one."), {"who": who})
    elif min(wish.tables) < 1:
        template = gettext_noop("{who}: there is no table {table}; tables are numbered from 1.")
        yield Note("tables_unknown", template, {"who": who, "table": min(wish.tables)})


def unknown_players(wishes: Sequence[Wish], players: int) -> Iterator[Note]:
    """Yield a note for each wish that names somebody outside players 1..`players`."""
    template = gettext_noop("A wish names player {strange} ({who}); the players are numbered 1 to {players}.")
    for wish in wishes:
        if isinstance(wish, Apart):
            named = frozenset[int]().union(*wish.groups)
        else:
            named = wish.players if isinstance(wish, AtTables) else frozenset((wish.one, wish.other))
        missing = [player for player in named if not 1 <= player <= players]
        if missing:
            who = people_text(named) if isinstance(wish, Together) else wish.name or people_text(named)
            yield Note("unknown_player", template, {"strange": people_text(missing), "who": who, "players": players})


def check_wishes(wishes: Sequence[Wish], players: int | None = None) -> None:
    """Raise `CannotPlan` for the first wish that is meaningless or names an unknown player."""
    for wish in wishes:
        if not isinstance(wish, Apart | Together | AtTables):
            raise TypeError(f"each of wishes must be an Apart, a Together or an AtTables, not {wish!r}")
    for note in (*meaningless_wishes(wishes), *(unknown_players(wishes, players) if players is not None else ())):
        raise CannotPlan(note)
