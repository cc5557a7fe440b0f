"""An earlier version of the seating again."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.players.models import Player, PlayerStatus
from tournament.seating_report.sentences import player_list
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.seat_map import Arrangement, carried, renamed, seated


@dataclass(frozen=True, slots=True)
class VersionRestoration:
    """An earlier version, and its seats."""

    version: Seating
    earlier: Arrangement

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        made, number = restored(basis, self.earlier), {"number": self.version.number}
        before = basis.seated_but_out(basis.now)
        out = [player for player in basis.seated_but_out(made) if player not in before]
        now = basis.now
        changed = [
            hanchan
            for hanchan, tables in made.draft.items()
            if (tables, made.byes.get(hanchan)) != (now.draft.get(hanchan), now.byes.get(hanchan))
        ]
        back = tuple(player for player in out if player.status == PlayerStatus.WITHDRAWN)
        text = gettext("Withdrawn since then, and reinstated with it: {names}.")
        yield Proposal(
            key="back",
            title=gettext("Go back to version {number}").format(**number),
            done=gettext("Version {number} restored.").format(**number),
            button=gettext("Go back to this version"),
            origin=Origin(
                source=SeatingSource.CHANGED,
                verb=Verb.RESTORED_SEATING,
                subject=coded("back", **number),
            ),
            first=min(changed or basis.hanchan, default=1),
            arranged=made,
            obstacles=tuple(self._obstacles(basis, made, [player for player in out if player not in back])),
            notes=(text.format(names=player_list(back)),) if back else (),
            reinstates=back,
            reads=self.version,
            afresh=tuple(self.earlier.draft),
        )

    def _obstacles(self, basis: SeatingBasis, made: Arrangement, out: list[Player]) -> Iterator[Message]:
        if out:
            text = _(
                "This would seat players who are out of the event: {names}. "
                "Reinstate them first, or change the current seating instead."
            )
            yield obstacle("players-out", text, names=player_list(out))
        if made == basis.now:
            text = _("Version {number} has the same seats as the version in use: nothing would change.")
            yield obstacle("same-seats", text, number=self.version.number)


def restored(basis: SeatingBasis, earlier: Arrangement) -> Arrangement:
    """Return the earlier seats and byes in hanchan that have not started, the current ones in the others.

    An entry that was merged since is the other one. A hanchan in which both had a seat stays as it is; where one had a
    bye, the seat of the other one is kept.
    """
    while earlier.everybody & basis.merged.keys():
        earlier = renamed(earlier, 1, basis.merged)
    twice = {number for number, tables in earlier.draft.items() if len(seated(tables)) < sum(map(len, tables.values()))}
    staying = basis.started | twice
    chosen = {
        number: basis.now if number in staying or number not in earlier.draft else earlier
        for number in sorted({*basis.now.draft, *earlier.draft} & set(basis.hanchan))
    }
    draft = {number: one.draft[number] for number, one in chosen.items() if number in one.draft}
    byes = {number: one.byes.get(number, frozenset()) for number, one in chosen.items()}
    return Arrangement(draft, carried(byes, draft))
