"""Somebody is missing, somebody came, or the rest is planned again: the options of a repair."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle, started_obstacle
from tournament.planning.sources.repair_options import options, repair_case
from tournament.players.models import Player
from tournament.seats.models import SeatingSource


@dataclass(frozen=True, slots=True)
class Repair:
    """Players who leave, and players who come, from hanchan `first` on. Those who leave are withdrawn with it."""

    first: int
    leaving: tuple[Player, ...] = ()
    coming: tuple[Player, ...] = ()

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        if obstacles := tuple(self._obstacles(basis)):
            yield impossible(self.first, obstacles)
            return
        for way in options(repair_case(basis, self.first, self.leaving, self.coming), run):
            yield replace(way, withdraws=self.leaving)

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        ahead = [number for number in basis.hanchan if number >= self.first]
        if self.first not in ahead:
            yield obstacle("no-such-hanchan", _("There is no hanchan {number}."), "first", number=self.first)
        elif not basis.version and self.first > 1:
            yield obstacle("no-seating", _("There is no seating yet. Start with hanchan 1."), "first")
        elif started := basis.started.intersection(ahead):
            yield started_obstacle(started, "first")
        yield from self._wrong_people(basis)

    def _wrong_people(self, basis: SeatingBasis) -> Iterator[Message]:
        for player in self.coming:
            if player in self.leaving:
                yield obstacle("leaves-and-comes", _("{name} cannot both leave and come."), "who", name=player)
            elif not basis.is_playing(player.pk):
                text = _("{name} is not playing. Reinstate the player first.")
                yield obstacle("not-playing", text, "who", name=player)


def impossible(first: int, obstacles: Sequence[Message]) -> Proposal:
    """Return what stands for the ways of an answer that leads to none."""
    origin = Origin(source=SeatingSource.REPAIRED, verb=Verb.REPAIRED, subject="")
    title = gettext("Not possible")
    return Proposal(key="", title=title, done="", button="", origin=origin, first=first, obstacles=tuple(obstacles))
