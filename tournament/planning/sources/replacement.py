"""Somebody has the seats of somebody else for good."""

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
from tournament.seats.seat_map import renamed, seated, spans


@dataclass(frozen=True, slots=True)
class Replacement:
    """A player who leaves, and who has the seats from hanchan `first` on, none of which has started."""

    leaving: Player
    coming: Player
    first: int

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        names = {"number": self.first, "coming": self.coming, "leaving": self.leaving}
        obstacles = tuple(self._obstacles(basis))
        yield Proposal(
            key="replace",
            title=gettext("{coming} takes the seats of {leaving}").format(**names),
            done=gettext("{coming} replaces {leaving} from hanchan {number} on.").format(**names),
            button=gettext("Replace"),
            origin=Origin(
                source=SeatingSource.CHANGED,
                verb=Verb.REPLACED_PLAYER,
                subject=coded("replacement", **names),
            ),
            first=self.first,
            arranged=None if obstacles else renamed(basis.now, self.first, {self.leaving.pk: self.coming.pk}),
            obstacles=obstacles,
            people=(self.leaving.pk, self.coming.pk),
            renames=True,
            needs_reason=True,
        )

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        if self.leaving == self.coming:
            yield obstacle("same-player", _("Choose a different player as the replacement."), "coming")
            return
        if not basis.is_playing(self.coming.pk):
            text = _("{name} is not playing. Reinstate the player first.")
            yield obstacle("not-playing", text, "coming", name=self.coming)
        theirs, taken = self._seats(basis, self.leaving), self._seats(basis, self.coming)
        if not theirs:
            text = _("{name} has no seat from hanchan {number} on.")
            yield obstacle("no-seat", text, "leaving", name=self.leaving, number=self.first)
        elif started := basis.started.intersection(theirs):
            yield started_obstacle(started, "from_hanchan")
        if taken:
            text = _("{name} already has a seat in hanchan {numbers}.")
            yield obstacle("has-seat", text, "coming", name=self.coming, numbers=spans(taken))

    def _seats(self, basis: SeatingBasis, player: Player) -> list[int]:
        """The hanchan from the first one on in which a player has a seat."""
        ahead = {number: tables for number, tables in basis.now.draft.items() if number >= self.first}
        return [number for number, tables in ahead.items() if player.pk in seated(tables)]
