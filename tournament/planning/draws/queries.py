"""A draw as values for its pages and its file. Before the draw nothing here reveals the secret."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from seating.check import Line, digest
from seating.lots import draw_places as places_of
from tournament.core.models import HanchanState, Tournament
from tournament.planning.draws.commitment import digest_of, final_seed, fingerprint, hash_groups, lines_of
from tournament.planning.draws.statement import seed_of
from tournament.planning.models import Draw
from tournament.seats.integrity import rows_of

FORMAT, OLD_FORMAT = "sekigime-draw-2", "sekigime-draw-1"


@dataclass(frozen=True, slots=True)
class DrawnPlayer:
    """One player of a draw: position on the list, number, name, and place in the plan."""

    position: int
    number: int
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class HeldDraw:
    """A held draw: the seed, the place of each player, and the seats (hanchan, tables, players East to North)."""

    secret: str
    seed: str
    people: tuple[DrawnPlayer, ...]
    listed: str
    digest: str
    hanchan: tuple[tuple[tuple[DrawnPlayer, ...], ...], ...]
    repeats: int
    wind_gap: int

    @property
    def by_place(self) -> list[DrawnPlayer]:
        return sorted(self.people, key=lambda one: one.place)

    @property
    def seed_groups(self) -> list[str]:
        return hash_groups(self.seed)


def draws_of(tournament: Tournament) -> list[Draw]:
    """Every draw, newest first; one query."""
    return list(tournament.draws.select_related("committed_by", "drawn_by").order_by("-number"))


def held_of(draw: Draw) -> HeldDraw | None:
    """The result of a draw, read from the version it made; None before the draw. Three queries."""
    if draw.drawn_at is None:
        return None
    seating = draw.seatings.order_by("number").first()
    if seating is None:
        return None
    seed = seed_of(draw) if draw.statement else final_seed(draw.secret, draw.public_text)
    kinds = tuple(map(tuple, draw.groups))
    rows = zip(draw.people, places_of(seed, kinds), strict=True)
    people = tuple(DrawnPlayer(at, number, name, place) for at, ((number, name, _), place) in enumerate(rows, start=1))
    known = {pk: person for (_, _, pk), person in zip(draw.people, people, strict=True)}
    lines = rows_of(seating).lines
    return HeldDraw(
        secret=draw.secret,
        seed=seed,
        people=people,
        listed=fingerprint((one.number, one.name) for one in people),
        digest=digest([(*line[:3], known[line[3]].number) for line in lines]),
        hanchan=_tables(lines, known),
        repeats=seating.quality.get("repeats", 0),
        wind_gap=seating.quality.get("wind_gap", 0),
    )


def _tables(lines: list[Line], known: dict[int, DrawnPlayer]) -> tuple[tuple[tuple[DrawnPlayer, ...], ...], ...]:
    found: dict[int, dict[int, list[DrawnPlayer]]] = {}
    for hanchan, table, _, player in lines:
        found.setdefault(hanchan, {}).setdefault(table, []).append(known[player])
    return tuple(tuple(map(tuple, tables.values())) for tables in found.values())


@dataclass(frozen=True, slots=True)
class SeatsMoved:
    """How many players sit elsewhere than drawn in a hanchan, and which of those drawn: number and name."""

    hanchan: int
    count: int
    people: tuple[tuple[int, str], ...]


def moved_since(draw: Draw, tournament: Tournament) -> list[SeatsMoved]:
    """Where the seating in use differs from the draw, in every hanchan that is published or has started."""
    drawn = draw.seatings.order_by("number").first()
    current = tournament.seating
    if drawn is None or current is None or current == drawn:
        return []
    before, after = set(rows_of(drawn).lines), set(rows_of(current).lines)
    shown = tournament.hanchan.exclude(seating_published_at=None, state=HanchanState.PLANNED)
    found = [
        _moved(draw, number, before, after) for number in shown.order_by("number").values_list("number", flat=True)
    ]
    return [one for one in found if one.count]


def _moved(draw: Draw, hanchan: int, before: set[Line], after: set[Line]) -> SeatsMoved:
    gone = {line[3] for line in before - after if line[0] == hanchan}
    come = {line[3] for line in after - before if line[0] == hanchan}
    people = tuple((number, name) for number, name, pk in draw.people if pk in gone)
    return SeatsMoved(hanchan, max(len(gone), len(come)), people)


def draw_json(draw: Draw | None, tournament: Tournament, earlier: list[Draw]) -> dict[str, Any]:
    """Everything needed to recompute a draw. Before it is held: what was frozen, with names, layout and groups if the
    list of players is public."""
    about = {
        "format": FORMAT if draw is None or draw.statement else OLD_FORMAT,
        "event": tournament.name,
        "draw": draw.number if draw else None,
        "announced": draw.announced if draw else "",
        "wishes": lines_of(draw.wishes) if draw else [],
        "wishes_digest": (draw.wishes_digest or digest_of(draw.wishes)) if draw else "",
        "cancelled": [_cancelled(one) for one in earlier if one.cancelled_at],
    }
    if draw is None:
        return about
    about |= {"closed_at": _moment(draw.committed_at)}
    if draw.statement:
        frozen = {"statement": draw.statement, "fingerprint": draw.fingerprint, "number_form": draw.number_form}
        about |= frozen | {"earliest": _moment(draw.earliest)}
    else:
        about |= {"commitment": draw.commitment, "planned_for": draw.planned_for}
    held = held_of(draw)
    if held is None:
        return about | (_closed(draw) if draw.statement and tournament.players_public else {})
    about |= {"secret": held.secret} if held.secret else {}
    return (
        about
        | _closed(draw)
        | {
            "drawn_at": _moment(draw.drawn_at),
            "public_number": draw.public_text,
            "seed": held.seed,
            "list": held.listed,
            "places": [one.place for one in held.people],
            "hanchan_count": len(held.hanchan),
            "hanchan": [_table_text(tables) for tables in held.hanchan],
            "digest": held.digest,
            "repeats": held.repeats,
            "wind_gap": held.wind_gap,
        }
    )


def _closed(draw: Draw) -> dict[str, Any]:
    """The closed list, the layout and the groups."""
    return {
        "people": [[number, name] for number, name, _pk in draw.people],
        "asked": draw.planner_wishes,
        "kinds": draw.groups,
        "layout": draw.places,
        "layout_digest": draw.layout,
    }


def _cancelled(draw: Draw) -> dict[str, Any]:
    """A cancelled draw, with all that would have made its result: its number if it was held, the secret of an older
    one."""
    about = {"draw": draw.number, "reason": draw.reason, "held": draw.drawn_at is not None}
    about |= {"public_number": draw.public_text}
    if draw.statement:
        return about | {"fingerprint": draw.fingerprint, "statement": draw.statement}
    return about | {"commitment": draw.commitment, "secret": draw.secret}


def _moment(at: datetime | None) -> str | None:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else None


def _table_text(tables: tuple[tuple[DrawnPlayer, ...], ...]) -> str:
    """1 2 3 4 | 5 6 7 8: start numbers, tables in order, East to North."""
    return " | ".join(" ".join(str(one.number) for one in table) for table in tables)
