"""A ceremony as its screen and the phones lay it out: which rows stand where, names for the hall, roads. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.points import Points
from tournament.screens.hall_names import HallName, hall_name
from tournament.standings.ceremony_steps import ALONE, GROUP, StepKind
from tournament.standings.final_places import FinalRow
from tournament.standings.inputs import PlayerName
from tournament.standings.prizes.ceremony_show import Show, ShownPrize, ShownStep
from tournament.standings.road_picture import ALONE_ROAD, PHONE_ROAD, WINNER_ROAD, RoadLayout, RoadPicture, road_picture

BELOW = 7
"""How many rows stand under the newest place."""


LONG = 16
"""More letters than this are a long name."""


class BoardFace(StrEnum):
    """What the screen looks like."""

    WAIT = "wait"
    GROUP = "group"
    LIST = "list"
    PRIZE = "prize"
    ALONE = "alone"
    WINNER = "winner"


FACES = {
    StepKind.GROUP: BoardFace.GROUP,
    StepKind.SINGLE: BoardFace.LIST,
    StepKind.PRIZE: BoardFace.PRIZE,
    StepKind.ALONE: BoardFace.ALONE,
    StepKind.WINNER: BoardFace.WINNER,
}


@dataclass(frozen=True, slots=True)
class BoardName:
    """A name in large letters. `parts` is the name as it is written, in two where it may break between given and family
    name. `origin` is the reading of a name in kanji, the country and the club, "" for none."""

    who: HallName
    parts: tuple[str, ...]
    origin: str

    @property
    def is_long(self) -> bool:
        """Return whether the name will hardly fit on one line: what a browser without script goes by."""
        return len(self.who.full) > LONG


@dataclass(frozen=True, slots=True)
class CeremonyRow:
    """A place on the screen; `starts_rest`: above it runs the line between the finals and the rest."""

    row: FinalRow
    name: BoardName
    starts_rest: bool = False
    road: RoadPicture | None = None


@dataclass(frozen=True)
class Board:
    """The screen: the newest rows large, `columns` of a group, the rows `below`, and the places whose tiles lie face
    down. `margin` is by how much the winner won, in points; None where nobody can say so."""

    face: BoardFace
    rows: tuple[CeremonyRow, ...] = ()
    columns: tuple[tuple[CeremonyRow, ...], ...] = ()
    below: tuple[CeremonyRow, ...] = ()
    prize: ShownPrize | None = None
    names: tuple[BoardName, ...] = ()
    face_down: tuple[int, ...] = ()
    margin: Points | None = None


def board(show: Show) -> Board:
    """Return what the screen shows of a ceremony."""
    step = show.step
    if step is None:
        return Board(BoardFace.WAIT, face_down=show.face_down)
    if step.prize:
        return Board(BoardFace.PRIZE, prize=step.prize, names=_winners(step.prize), face_down=show.face_down)
    face = FACES[step.kind]
    layout = {BoardFace.ALONE: ALONE_ROAD, BoardFace.WINNER: WINNER_ROAD}.get(face)
    rows = _rows(step.rows, show, layout if len(step.rows) == 1 else None)
    winner = face is BoardFace.WINNER
    earlier = [row for row in show.earlier if row.place <= ALONE][: ALONE - 1] if winner else list(show.earlier[:BELOW])
    return Board(
        face,
        rows=rows,
        columns=_columns(rows) if face is BoardFace.GROUP else (),
        below=_rows(earlier, show, above=step.rows[-1] if step.rows else None),
        face_down=show.face_down,
        margin=_margin(step.rows, earlier) if winner else None,
    )


def newest(show: Show) -> tuple[CeremonyRow, ...]:
    """Return the rows of the last place that was shown, with roads as wide as a phone."""
    shown: list[ShownStep] = [step for step in show.steps if step.rows]
    return _rows(shown[-1].rows, show, PHONE_ROAD) if shown and shown[-1].kind is not StepKind.GROUP else ()


def _rows(
    rows: Iterable[FinalRow], show: Show, layout: RoadLayout | None = None, above: FinalRow | None = None
) -> tuple[CeremonyRow, ...]:
    found = []
    for row in rows:
        starts_rest = above is not None and above.place <= show.finalists < row.place
        road = road_picture(row.road, show.labels, layout) if layout and row.road else None
        found.append(CeremonyRow(row, _name(row.player), starts_rest, road))
        above = row
    return tuple(found)


def _columns(rows: Sequence[CeremonyRow]) -> tuple[tuple[CeremonyRow, ...], ...]:
    """The rows of a group in two columns; more than GROUP are in columns of equal height."""
    height = max(GROUP // 2, (len(rows) + 1) // 2)
    return tuple(tuple(rows[at : at + height]) for at in range(0, len(rows), height))


def _margin(first: Sequence[FinalRow], others: Sequence[FinalRow]) -> Points | None:
    """By how much the winner's total is above the second one; None for several winners, and where a cut put a total
    that is not lower below."""
    if len(first) != 1 or not others:
        return None
    margin = first[0].total - others[0].total
    return margin if margin > 0 else None


def _winners(prize: ShownPrize) -> tuple[BoardName, ...]:
    if prize.groups:
        return tuple(BoardName(HallName(name, name), (name,), "") for name in prize.groups)
    return tuple(_name(player) for player in prize.players)


def _name(player: PlayerName) -> BoardName:
    who = hall_name(player, player.reading)
    origin = " · ".join(part for part in (who.reading, player.origin) if part)
    written = ((who.given, who.family), (who.family, who.given))
    parts = next((pair for pair in written if all(pair) and " ".join(pair) == player.name), (player.name,))
    return BoardName(who, parts, origin)
