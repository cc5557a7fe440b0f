"""The draw from words behind the seating: what anybody needs to recompute it, and what was changed since."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from seating.check import Line
from seating.word_draw import list_digest, seed_from
from tournament import __version__
from tournament.core.models import HanchanState, Tournament
from tournament.players.models import Player
from tournament.seats.integrity import rows_of
from tournament.seats.models import Seating
from tournament.seats.seat_map import spans

Listed = list[list[Any]]
"""Number, name and id of each player, in the order of the planner's numbers."""


def listed(people: Sequence[Player]) -> Listed:
    """Return the list of a draw, as it is stored."""
    return [[player.number, player.name, player.pk] for player in people]


def digest_of(people: Listed) -> str:
    """Return the digest of the list of a draw."""
    return list_digest((number, name) for number, name, _pk in people)


def in_groups(digest: str) -> str:
    """Return a digest in groups of eight, to be read out and compared.

    >>> in_groups("0123456789abcdef")
    '01234567 89abcdef'
    """
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


@dataclass(frozen=True, slots=True)
class WordDraw:
    """The newest draw of an event: the version of the seating that it made, and those of the `earlier` draws."""

    seating: Seating
    earlier: tuple[Seating, ...]

    @property
    def number(self) -> int:
        return len(self.earlier) + 1

    @property
    def words(self) -> str:
        return self.seating.words

    @property
    def digest(self) -> str:
        return self.seating.list_digest or digest_of(self.seating.listed)

    @property
    def digest_in_groups(self) -> str:
        return in_groups(self.digest)

    @property
    def seed(self) -> str:
        return seed_from(self.digest, self.words)


def draw_of(tournament: Tournament) -> WordDraw | None:
    """Return the newest draw from words; None when nothing was drawn. One query."""
    *earlier, newest = [None, *tournament.seatings.exclude(words="").order_by("number")]
    return WordDraw(newest, tuple(filter(None, earlier))) if newest else None


def public_draw_of(tournament: Tournament) -> WordDraw | None:
    """Return the newest draw while all hanchan that it seated are published: its words give away every one of them."""
    draw = draw_of(tournament)
    if draw is None or tournament.hanchan.filter(seats__seating=draw.seating, seating_published_at=None).exists():
        return None
    return draw


def moved_since(draw: WordDraw, tournament: Tournament, *, hidden: bool = False) -> list[tuple[int, int]]:
    """Return each shown hanchan where players sit elsewhere than drawn, with how many; six queries at most.

    In a hanchan that was not drawn everybody does. With `hidden` those that are not published count too.
    """
    if tournament.seating is None or tournament.seating == draw.seating:
        return []
    before, after = set(rows_of(draw.seating).lines), set(rows_of(tournament.seating).lines)
    hanchan = tournament.hanchan.order_by("number")
    shown = hanchan if hidden else hanchan.exclude(seating_published_at=None, state=HanchanState.PLANNED)
    found = [
        (number, max(len(_people(before - after, number)), len(_people(after - before, number))))
        for number in shown.values_list("number", flat=True)
    ]
    return [(number, count) for number, count in found if count]


def _people(lines: set[Line], hanchan: int) -> set[int]:
    return {line[3] for line in lines if line[0] == hanchan}


def changed_since(draw: WordDraw | None, tournament: Tournament, *, hidden: bool = False) -> str:
    """Return the numbers of the hanchan with other seats than drawn, as text: for the line above or below the seats."""
    return spans(number for number, _count in moved_since(draw, tournament, hidden=hidden)) if draw else ""


def draw_file(draw: WordDraw, tournament: Tournament) -> dict[str, object]:
    """Return everything that recomputes the draw (`python -m seating draw`), as values for JSON. Two queries.

    Who sits and is not on the list, since somebody altered it, is number 0: then it says of itself that it is wrong.
    """
    number_of = {pk: number for number, _name, pk in draw.seating.listed}
    seats: dict[int, dict[int, list[int]]] = {}
    for hanchan, table, _wind, player in rows_of(draw.seating).lines:
        seats.setdefault(hanchan, {}).setdefault(table, []).append(number_of.get(player, 0))
    return {
        "release": __version__,
        "event": tournament.name,
        "draw": draw.number,
        "drawn_at": draw.seating.made_at.astimezone(UTC).isoformat(timespec="seconds"),
        "list": [[number, name] for number, name, _pk in draw.seating.listed],
        "digest": draw.digest,
        "hanchan": len(seats),
        "words": draw.words,
        "seed": draw.seed,
        "seats": [list(tables.values()) for tables in seats.values()],
        "earlier": [one.words for one in draw.earlier],
    }
