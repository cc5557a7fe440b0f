"""The draws of the winds: that of one table with its presses, those of a whole hanchan."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from scoring.joint_draw import fingerprint
from tournament.core.chain import moment
from tournament.core.models import Hanchan
from tournament.core.records import event_id
from tournament.players.models import Player
from tournament.results.wind_draw_models import DrawPress, WindDraw
from tournament.seats.queries import Place

SALT = "tournament.results.wind_draws"


@dataclass(frozen=True, slots=True)
class TableDraw:
    """How far the draw of a table is. `players` are in the order of their start numbers, as the draw has them.

    `draw` is the one that holds, `before` are those that were cancelled or broken off.
    """

    hanchan: Hanchan
    table: int
    players: tuple[Player, ...]
    draw: WindDraw | None
    before: tuple[WindDraw, ...]
    presses: tuple[DrawPress, ...]

    @property
    def attempt(self) -> int:
        """The number of the draw that holds, else of the next one."""
        return self.draw.attempt if self.draw else len(self.before) + 1

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(player.number for player in self.players)

    @property
    def secret(self) -> str:
        """The server's secret for this attempt, 256 bits; it follows from the server's key, so it is not stored."""
        event = self.hanchan.tournament
        about = (moment(event.made_at), event_id(event), self.hanchan.number, self.table, self.attempt, self.numbers)
        return salted_hmac(SALT, repr(about), algorithm="sha256").hexdigest()

    @property
    def fingerprint(self) -> str:
        """The fingerprint that is published before anybody presses."""
        return fingerprint(self.hanchan.number, self.table, self.attempt, self.numbers, self.secret)

    @property
    def pressed(self) -> dict[int, DrawPress]:
        """The presses by player id."""
        return {one.player_id: one for one in self.presses}

    @property
    def all_pressed(self) -> bool:
        return self.pressed.keys() == {player.pk for player in self.players}

    @property
    def are_others(self) -> bool:
        """Return whether somebody pressed who does not sit here any more: the attempt has to be broken off."""
        return not self.pressed.keys() <= {player.pk for player in self.players}

    @property
    def mark(self) -> tuple[object, ...]:
        """Another whenever the draw is further."""
        presses = tuple((one.player_id, one.press, bool(one.value)) for one in self.presses)
        return (self.draw and self.draw.pk, len(self.before), self.numbers, presses)


def table_draw(hanchan: Hanchan, table: int, places: Sequence[Place]) -> TableDraw:
    """Return how far the draw of a table is. Two queries."""
    found = list(hanchan.wind_draws.filter(table=table))
    for one in found:
        one.hanchan = hanchan
    draw = next((one for one in found if one.cancelled_at is None), None)
    before = tuple(one for one in found if one is not draw)
    attempt = draw.attempt if draw else len(before) + 1
    presses = hanchan.draw_presses.filter(table=table, attempt=attempt).order_by("player__number")
    players = sorted((place.player for place in places), key=lambda player: player.number)
    return TableDraw(hanchan, table, tuple(players), draw, before, tuple(presses))


def draws_of(hanchan: Hanchan) -> list[WindDraw]:
    """Return every draw of a hanchan, by table, the first attempt first. One query."""
    found = list(hanchan.wind_draws.select_related("cancelled_by").order_by("table", "attempt"))
    for one in found:
        one.hanchan = hanchan
    return found
