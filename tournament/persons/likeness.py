"""Which entries may be one person: persons, and players of events who have none yet. Found here, decided by people."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import TextChoices
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.persons.models import Person, PersonAct, PersonLink, PersonVerb
from tournament.persons.queries import ids_of_today, persons
from tournament.players.models import NEVER_PLACED, Player
from tournament.players.name_search import reading_key
from tournament.players.names import in_either_order, words
from tournament.players.similar_names import SimilarNames

NUMBERS = ("ema_number", "ara_id")
Keys = frozenset[str]


class Band(TextChoices):
    """The likeness of a pair: the same number and a similar name; names alone; the same number and unlike names."""

    CERTAIN = "certain", _("Certain")
    LIKELY = "likely", _("Likely")
    CONFLICT = "conflict", _("Conflict")


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """The facts to compare of a person, or of a player without one (`of_player`): every name, number and event."""

    pk: int
    of_player: bool
    names: tuple[str, ...]
    reading: str
    country: str
    numbers: frozenset[tuple[str, str]]
    events: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """The entry in addresses and forms."""
        return f"player{self.pk}" if self.of_player else str(self.pk)

    @property
    def name(self) -> str:
        return self.names[0]

    def is_alike(self, other: "PersonEntry") -> bool:
        """Return whether a name of one is a name of the other in any order, read alike, or written nearly so."""
        if self.reading and reading_key(self.reading) == reading_key(other.reading):
            return True
        theirs = SimilarNames(other.names)
        orders = {in_either_order(name) for name in other.names}
        return any(in_either_order(name) in orders or theirs.like(name) for name in self.names)

    def may_be_called(self, other: "PersonEntry") -> bool:
        """Return whether the names are alike, or have a word in common, as after a marriage."""
        mine, theirs = ({word for name in one.names for word in words(name)} for one in (self, other))
        return bool(mine & theirs) or self.is_alike(other)

    def contradicts(self, other: "PersonEntry") -> bool:
        """Return whether the two have different numbers of one federation."""
        return any(
            mine and theirs and not mine & theirs
            for mine, theirs in ((self.of_kind(kind), other.of_kind(kind)) for kind in NUMBERS)
        )

    def of_kind(self, kind: str) -> set[str]:
        """Return the numbers of one federation."""
        return {number for known, number in self.numbers if known == kind}


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Two entries that may be one person; `second` may be a player."""

    first: PersonEntry
    second: PersonEntry
    band: Band

    @property
    def key(self) -> str:
        return f"{self.first.key}-{self.second.key}"

    @property
    def facts(self) -> str:
        """The numbers and countries that the two have, and how many events, in a line."""
        numbers = sorted(number for _kind, number in self.first.numbers & self.second.numbers)
        countries = [country for country in dict.fromkeys((self.first.country, self.second.country)) if country]
        events = f"{len(self.first.events)} + {len(self.second.events)}"
        return " · ".join((*numbers, *countries, gettext("{events} events").format(events=events)))


def entry_of_player(player: Player) -> PersonEntry:
    """Return what is compared of a player."""
    numbers = frozenset((kind, getattr(player, kind)) for kind in NUMBERS if getattr(player, kind))
    events = frozenset([player.tournament_id])
    return PersonEntry(player.pk, True, (player.name,), player.reading, player.country, numbers, events)


def person_entries(wanted: Iterable[int] | None = None) -> list[PersonEntry]:
    """Return what is compared of persons, of all who are not erased when none are named; three queries."""
    found = persons().filter(erased_at=None).prefetch_related("names")
    links = PersonLink.objects.filter(player__merged_into=None)
    if wanted is not None:
        ids = list(wanted)
        found, links = found.filter(pk__in=ids), links.filter(person__in=ids)
    events, numbers = defaultdict[int, set[int]](set), defaultdict[int, set[tuple[str, str]]](set)
    for person, event, *known in links.values_list(
        "person", "player__tournament", "player__ema_number", "player__ara_id"
    ):
        events[person].add(event)
        numbers[person] |= {pair for pair in zip(NUMBERS, known, strict=True) if pair[1]}
    return [_entry(one, numbers[one.pk], events[one.pk]) for one in found]


def _entry(person: Person, numbers: set[tuple[str, str]], events: set[int]) -> PersonEntry:
    names = dict.fromkeys([person.name, *(one.name for one in person.names.all())])
    own = {(kind, getattr(person, kind)) for kind in NUMBERS if getattr(person, kind)}
    return PersonEntry(
        person.pk, False, tuple(names), person.reading, person.country, frozenset(own | numbers), frozenset(events)
    )


class KnownPersons:
    """Persons by number and by name: made once, it compares a thousand players with ten thousand of them."""

    def __init__(self, entries: Sequence[PersonEntry]):
        self._by_number, self._by_name = (
            defaultdict[object, list[PersonEntry]](list),
            defaultdict[object, list[PersonEntry]](list),
        )
        self._written: list[tuple[str, PersonEntry]] = []
        for one in entries:
            for number in one.numbers:
                self._by_number[number].append(one)
            for name in one.names:
                self._by_name[in_either_order(name)].append(one)
                self._written.append((name, one))
            if one.reading:
                self._by_name[("reading", *reading_key(one.reading))].append(one)
        self._similar = SimilarNames([name for name, _one in self._written])

    def of_number(self, entry: PersonEntry) -> list[PersonEntry]:
        """Return who has a number of the entry."""
        return _distinct(one for number in entry.numbers for one in self._by_number.get(number, ()))

    def of_name(self, entry: PersonEntry) -> list[PersonEntry]:
        """Return who has a name like the entry's, of no other country, and no other number."""
        found = [one for name in entry.names for one in self._by_name.get(in_either_order(name), ())]
        if entry.reading:
            found += self._by_name.get(("reading", *reading_key(entry.reading)), ())
        found += (self._written[at][1] for name in entry.names for at in self._similar.like(name))
        return [one for one in _distinct(found) if _may_be_one(one, entry)]


def _distinct(entries: Iterable[PersonEntry]) -> list[PersonEntry]:
    return list({one.key: one for one in entries}.values())


def _may_be_one(one: PersonEntry, other: PersonEntry) -> bool:
    """Return whether nothing but the names has to be looked at: one country or an unknown one, no event in common."""
    is_elsewhere = one.country and other.country and one.country != other.country
    return not (is_elsewhere or one.events & other.events or one.contradicts(other))


@dataclass(frozen=True, slots=True)
class PersonFinding:
    """The players of an event who have no person: whose person is known, who are new, and who may be one of several."""

    known: tuple[tuple[Player, PersonEntry], ...]
    new: tuple[Player, ...]
    doubts: tuple[tuple[Player, SamePerson], ...]


def find_persons_of(players: Iterable[Player], known: KnownPersons) -> PersonFinding:
    """Say who these players are. No query.

    Certain is one person with a number of the player and a similar name, who plays here as nobody else.
    """
    sure: list[tuple[Player, PersonEntry]] = []
    new: list[Player] = []
    doubts: list[tuple[Player, SamePerson]] = []
    taken = set[str]()
    for player in players:
        entry = entry_of_player(player)
        numbered = known.of_number(entry)
        meant = numbered or known.of_name(entry)
        if len(numbered) == 1 and _is_certain(entry, numbered[0]) and numbered[0].key not in taken:
            taken.add(numbered[0].key)
            sure.append((player, numbered[0]))
        elif meant:
            doubts.append((player, SamePerson(meant[0], entry, band_of(meant[0], entry))))
        else:
            new.append(player)
    return PersonFinding(tuple(sure), tuple(new), tuple(doubts))


def _is_certain(entry: PersonEntry, person: PersonEntry) -> bool:
    return person.is_alike(entry) and not (person.events & entry.events or person.contradicts(entry))


def band_of(one: PersonEntry, other: PersonEntry) -> Band:
    """Return what is known of a pair."""
    if not one.numbers & other.numbers:
        return Band.LIKELY
    return Band.CERTAIN if one.may_be_called(other) else Band.CONFLICT


def without_person(tournament: int | None = None) -> list[Player]:
    """Return the players without a person, of one event or of all events whose players were looked for; one query.

    Nobody on the waiting list, no unconfirmed name from the registration page, and no stand-in such as “Player 12”.
    """
    looked = PersonAct.objects.filter(what=PersonVerb.LINKED, undone_at=None).values("tournament")
    found = Player.objects.filter(person_link=None, is_unlisted=False).exclude(status__in=NEVER_PLACED)
    found = found.filter(tournament=tournament) if tournament else found.filter(tournament__in=looked)
    return [one for one in found.select_related("tournament") if not any(map(str.isdigit, one.name))]


def told_apart() -> set[frozenset[int]]:
    """Return the pairs that somebody told apart, as ids of the persons of today; two queries."""
    acts = PersonAct.objects.filter(what=PersonVerb.APART, undone_at=None).values_list("person", "other")
    pairs = [(one, other) for one, other in acts if one and other]
    today = ids_of_today(pk for pair in pairs for pk in pair)
    return {frozenset((today[one], today[other])) for one, other in pairs}


def same_person_pairs() -> list[SamePerson]:
    """Return the pairs that wait for an answer, by band and the oldest first; the number of queries is always the same.

    Who plays in one event under two numbers is two people, and nobody is asked.
    """
    hidden = set(persons().filter(is_hidden=True).values_list("pk", flat=True))
    entries = person_entries()
    apart = told_apart()
    pairs: dict[Keys, SamePerson] = {}
    for one, other in _candidates([entry for entry in entries if entry.pk not in hidden]):
        if frozenset((one.pk, other.pk)) not in apart:
            first, second = (one, other) if one.pk < other.pk else (other, one)
            pairs.setdefault(frozenset((one.key, other.key)), SamePerson(first, second, band_of(one, other)))
    doubts = find_persons_of(without_person(), KnownPersons(entries)).doubts
    order = list(Band)
    found = [*pairs.values(), *(pair for _player, pair in doubts)]
    return sorted(found, key=lambda pair: (order.index(pair.band), pair.first.pk, pair.second.pk))


def _candidates(entries: Sequence[PersonEntry]) -> Iterator[tuple[PersonEntry, PersonEntry]]:
    """Yield pairs with a number in common, and pairs of like names that nothing else tells apart."""
    for group in _groups((number, one) for one in entries for number in one.numbers):
        yield from combinations(group, 2)
    named: list[tuple[object, PersonEntry]] = [(in_either_order(name), one) for one in entries for name in one.names]
    named += [(("reading", *reading_key(one.reading)), one) for one in entries if one.reading]
    for group in _groups(named):
        yield from (pair for pair in combinations(group, 2) if _may_be_one(*pair))
    for country in {one.country for one in entries}:
        there = [(name, one) for one in entries if one.country in (country, "") for name in one.names]
        for at, other_at in SimilarNames([name for name, _one in there]).pairs():
            pair = there[at][1], there[other_at][1]
            if pair[0] is not pair[1] and _may_be_one(*pair):
                yield pair


def _groups(keyed: Iterable[tuple[object, PersonEntry]]) -> Collection[list[PersonEntry]]:
    found: dict[object, list[PersonEntry]] = defaultdict(list)
    for key, one in keyed:
        found[key].append(one)
    return [_distinct(group) for group in found.values() if len(group) > 1]
