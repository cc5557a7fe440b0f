"""The ways that an answer leads to, side by side: what each costs, and which one is looked at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournament.core.messages import sentence
from tournament.planning.basis import SeatingBasis
from tournament.planning.preview import Preview
from tournament.planning.proposal import Proposal
from tournament.planning.refusals import stand_in_obstacle


@dataclass(frozen=True, slots=True)
class Way:
    """A proposal with what it changes; without that where it is not possible, or not searched for yet."""

    proposal: Proposal
    preview: Preview | None = None

    @property
    def obstacle(self) -> str:
        """The first thing that speaks against it, "" for none."""
        return sentence(self.proposal.obstacles[0]) if self.proposal.obstacles else ""


@dataclass(frozen=True, slots=True)
class Ways:
    """Those worth showing: possible ones first, waiting ones among them, then those that are calculated on request,
    then those that lack players or tables. `needless` are the keys of those that another one makes needless."""

    rows: tuple[Way, ...]
    needless: tuple[str, ...] = ()
    chosen: Way | None = None

    @property
    def possible(self) -> list[Way]:
        """Those that can be used, or will be as soon as they are calculated."""
        return [way for way in self.rows if not (way.proposal.obstacles or way.proposal.is_long)]

    @property
    def waiting(self) -> int:
        """The number of those not calculated yet."""
        return sum(way.proposal.is_waiting for way in self.rows)

    @property
    def ready(self) -> int:
        """The number of possible ones that are calculated."""
        return len(self.possible) - self.waiting

    def row(self, key: str) -> Way | None:
        """Return the row with that key, unless there is none or it is needless."""
        return next((way for way in self.rows if way.proposal.key == key), None)


def ways_of(basis: SeatingBasis, proposals: Iterable[Proposal], key: str = "") -> Ways:
    """Return what can be done; the one with the key is looked at, however needless, or the first that is calculated."""
    found = [_way(basis, one) for one in proposals]
    found.sort(key=lambda way: (bool(way.proposal.obstacles), way.proposal.is_long))
    shown = [way.preview for way in found if way.preview]
    needless = [way for way in found if way.preview and way.proposal.key != key and _is_needless(way.preview, shown)]
    rows = tuple(way for way in found if way not in needless)
    ready = [way for way in rows if way.preview or way.proposal.seats_stay]
    chosen = next((way for way in ready if way.proposal.key == key), ready[0] if ready else None)
    return Ways(rows, tuple(way.proposal.key for way in needless), chosen)


def _way(basis: SeatingBasis, proposal: Proposal) -> Way:
    if proposal.obstacles or not proposal.arranged:
        return Way(proposal)
    if found := stand_in_obstacle(basis.stand_ins, proposal.arranged.draft):
        return Way(replace(proposal, obstacles=(found,)))
    return Way(proposal, Preview(basis, proposal))


def _is_needless(preview: Preview, others: Sequence[Preview]) -> bool:
    return any(preview.is_outdone_by(other) for other in others)
