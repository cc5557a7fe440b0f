"""Who is who across the sources of a final event and its players. Pure."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from tournament.players.models import Player
from tournament.players.names import in_either_order
from tournament.players.queries import are_distinct

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Identity:
    """The facts that tell who somebody is: an entry with name, country, club and numbers, the `person`, and the player
    in an `earlier` event, by ids. The entry need not be saved.
    """

    entry: Player
    person: int | None = None
    earlier: int | None = None
    event: int | None = None
    """The event of the earlier player."""

    def marks(self) -> list[Hashable]:
        """Return what two entries of one person have in common, whatever they are called."""
        found = {"person": self.person, "earlier": self.earlier}
        found |= {name: getattr(self.entry, name) for name in ("ema_number", "ara_id")}
        return [pair for pair in found.items() if pair[1]]

    def is_other(self, other: "Identity") -> bool:
        """Return whether somebody of the same name is known to be somebody else."""
        if None not in (self.person, other.person):
            return self.person != other.person
        if self.event is not None and self.event == other.event:
            return self.earlier != other.earlier
        return are_distinct(self.entry, other.entry)


@dataclass(slots=True)
class Identities(Generic[Item]):
    """People by what tells who they are, each with an item."""

    _by_key: dict[Hashable, Item] = field(default_factory=dict)
    _by_name: dict[tuple[str, ...], list[tuple[Identity, Item]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, who: Identity, item: Item) -> None:
        """Add somebody."""
        for key in who.marks():
            self._by_key.setdefault(key, item)
        self._by_name[in_either_order(who.entry.name)].append((who, item))

    def find(self, who: Identity) -> Item | None:
        """Return the item of somebody: the same person or number, else the same name of whom nothing says otherwise."""
        for mark in who.marks():
            if mark in self._by_key:
                return self._by_key[mark]
        alike = self._by_name.get(in_either_order(who.entry.name), ())
        return next((item for other, item in alike if not who.is_other(other)), None)
