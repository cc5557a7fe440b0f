"""What is known of the people of a list from other events: numbers and countries that the list leaves out.

The persons are known to a package above this one, whose function is named here and loaded when a list is read.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.module_loading import import_string
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Level, Message
from tournament.core.models import Tournament
from tournament.players.importing.matching import Entry
from tournament.players.names import in_either_order
from tournament.translation.formats import series

FILLED = ("country", "ema_number", "ara_id")
NUMBERS = ("ema_number", "ara_id")


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who is known from other events; `names` begins with the one of today."""

    names: tuple[str, ...]
    country: str
    ema_number: str
    ara_id: str


SOURCE = "tournament.persons.queries.known_in_event"
"""The function of a package above this one that knows the persons whom an event may be told."""


def known_persons(tournament: Tournament) -> Iterable[KnownPerson]:
    """Return everybody who is known to the club of an event."""
    source: Callable[[Tournament], Iterable[KnownPerson]] = import_string(SOURCE)
    return source(tournament)


def filled(entries: Sequence[Entry], known: Iterable[KnownPerson]) -> list[Entry]:
    """Return the entries with numbers and countries of the persons whom they mean beyond doubt.

    That is one person of the same name, in either order, whom neither number nor country contradicts, and whom no other
    line may mean.
    """
    by_name: dict[tuple[str, ...], list[KnownPerson]] = defaultdict(list)
    for one in known:
        for name in {in_either_order(name) for name in one.names}:
            by_name[name].append(one)
    lines = defaultdict[tuple[str, ...], int](int)
    for entry in entries:
        lines[in_either_order(entry.name)] += 1
    found = []
    for entry in entries:
        name = in_either_order(entry.name)
        people = [one for one in by_name.get(name, ()) if _may_be(entry, one)]
        is_certain = len(people) == 1 and lines[name] == 1 and not entry.doubt
        found.append(_filled(entry, people[0]) if is_certain else entry)
    return found


def _may_be(entry: Entry, known: KnownPerson) -> bool:
    return all(getattr(entry, name) in ("", getattr(known, name)) or not getattr(known, name) for name in FILLED)


def _filled(entry: Entry, known: KnownPerson) -> Entry:
    more = {name: getattr(known, name) for name in FILLED if getattr(known, name) and not getattr(entry, name)}
    if not more:
        return entry
    text = _("Known from other events: {values}.")
    remark = Message("known-person", text, {"values": series(more.values())}, Level.NOTE)
    return replace(entry, values={**entry.values, **more}, remarks=(*entry.remarks, remark))
