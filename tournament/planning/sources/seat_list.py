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
from tournament.seats.seat_map import Arrangement, SeatMap, hanchan_words, spans

NOTHING_NEW = _("All these hanchan have started with the same seats as in the list: there is nothing to import.")


@dataclass(frozen=True, slots=True)
class SeatList:
    """Seats by hanchan, and the players who sit out there."""

    draft: SeatMap
    byes: Mapping[int, Collection[int]] = field(default_factory=dict)

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        numbers = {"numbers": spans(list(self.draft))}
        faults = seating_faults(self.draft, basis, self.byes) if self.draft else (obstacle("started", NOTHING_NEW),)
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
                subject=hanchan_words(list(self.draft)),
            ),
            first=min(self.draft, default=1),
            arranged=Arrangement({**basis.now.draft, **self.draft}, byes),
            obstacles=obstacles,
            notes=tuple(self._notes(basis)),
            hides=frozenset(number for number in self.draft if basis.now.draft.get(number) != self.draft[number]),
            afresh=self.draft,
        )

    def _notes(self, basis: SeatingBasis) -> Iterator[str]:
        """Yield what is in the list, what stays as it is, and who sees it."""
        numbers, tables = spans(list(self.draft)), max(map(len, self.draft.values()), default=0)
        text = gettext("Hanchan {numbers}, {tables} tables each.").format(numbers=numbers, tables=tables)
        if any(self.byes.values()):
            yield text
        else:
            yield f"{text} {gettext('Every player is seated exactly once.')}"
        if kept := basis.now.draft.keys() - self.draft.keys():
            yield gettext("Unchanged: hanchan {numbers}.").format(numbers=spans(list(kept)))
        yield gettext("Imported hanchan are hidden from players until you publish them.")
