"""A seating made elsewhere: the hanchan that it contains are those of the list, the others stay."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.models import Verb
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.planning.seat_faults import seating_faults
from tournament.seats.models import SeatingSource
from tournament.seats.seat_map import Arrangement, SeatMap, spans


@dataclass(frozen=True, slots=True)
class SeatList:
    """Seats by hanchan, and the players who sit out there."""

    draft: SeatMap
    byes: Mapping[int, Collection[int]] = field(default_factory=dict)

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        numbers = {"numbers": spans(list(self.draft))}
        faults = seating_faults(
            self.draft,
            basis.listed,
            len(basis.hanchan),
            seated=basis.now.draft,
            size=basis.size,
            byes=self.byes,
        )
        obstacles = (obstacle("not-imported", _("Nothing was imported.")), *faults) if faults else ()
        out = {**basis.now.byes, **{number: frozenset(self.byes.get(number, ())) for number in self.draft}}
        byes = {number: people for number, people in out.items() if people}
        yield Proposal(
            key="list",
            title=gettext("Import hanchan {numbers}").format(**numbers),
            done=gettext("Imported: hanchan {numbers}. Hidden until you publish it.").format(**numbers),
            button=gettext("Import this seating"),
            origin=Origin(
                source=SeatingSource.IMPORTED,
                verb=Verb.IMPORTED_SEATING,
                subject=gettext("hanchan {numbers}").format(**numbers),
            ),
            first=min(self.draft, default=1),
            arranged=Arrangement({**basis.now.draft, **self.draft}, byes),
            obstacles=obstacles,
            hides=frozenset(number for number in self.draft if basis.now.draft.get(number) != self.draft[number]),
            afresh=self.draft,
        )
