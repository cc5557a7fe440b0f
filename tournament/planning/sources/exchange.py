"""Two sit wrong: they change places in one hanchan."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle, started_obstacle
from tournament.players.models import Player
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, carried, exchange, seated


@dataclass(frozen=True, slots=True)
class SeatExchange:
    """Two players who should have each other's seat in a hanchan that has not started."""

    hanchan: int
    one: Player
    other: Player

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        names = {"number": self.hanchan, "one": self.one, "other": self.other}
        obstacles = tuple(self._obstacles(basis))
        draft = {} if obstacles else exchange(basis.now.draft, self.hanchan, self.one.pk, self.other.pk)
        yield Proposal(
            key="swap",
            title=gettext("Swap {one} and {other}").format(**names),
            done=gettext("Swapped {one} and {other} in hanchan {number}.").format(**names),
            button=gettext("Swap"),
            origin=Origin(
                source=SeatingSource.CHANGED,
                verb=Verb.SWAPPED_SEATS,
                subject=coded("swap", **names),
            ),
            first=self.hanchan,
            arranged=Arrangement(draft, carried(basis.now.byes, draft)) if draft else None,
            obstacles=obstacles,
            people=(self.one.pk, self.other.pk),
        )

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        tables = basis.now.draft.get(self.hanchan)
        if self.one == self.other:
            yield obstacle("same-player", _("Choose two different players."), "other")
        elif tables is None:
            yield obstacle("no-seating", _("Hanchan {number} has no seating yet."), number=self.hanchan)
        elif self.hanchan in basis.started:
            yield started_obstacle([self.hanchan])
        else:
            for field, player in (("one", self.one), ("other", self.other)):
                if player.pk not in seated(tables):
                    text = _("{name} has no seat in hanchan {number}.")
                    yield obstacle("no-seat", text, field, name=player, number=self.hanchan)
            if not basis.winds and any({self.one.pk, self.other.pk} <= set(seats) for seats in tables.values()):
                text = _("Both sit at the same table, where winds are drawn: nothing would change.")
                yield obstacle("same-table", text)
