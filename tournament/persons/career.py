"""The events and games of a person, as far as each event shows them: official, whole and public, else nothing.

What an event says of a player is computed once per edition, so that a page of a thousand games asks as many questions
as one of eight.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from scoring.ema import base_rank, mers_weight
from scoring.points import Points
from scoring.winds import WINDS, Wind
from tournament.core.models import Tournament
from tournament.persons.models import Person, PersonLink
from tournament.persons.queries import name_on
from tournament.standings.cache import SingleFlightCache
from tournament.standings.head_to_head import written_average
from tournament.standings.inputs import read_inputs
from tournament.standings.ranking import Ranking, StandingsRow, ranking
from tournament.standings.visibility import released
from tournament.translation.formats import number

OPPONENTS = 3


class CareerGame(NamedTuple):
    """One hanchan of a player: the place, its mean where it is shared, and the others as (player's id, place)."""

    hanchan: int
    wind: Wind
    place: int
    mean_place: Fraction
    score: Points
    others: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CareerEvent:
    """An event as it shows one player. `place` and `rank` are None for who is not ranked and in a league,
    whose places are those of its own rule; `weight` is that of MERS without a qualification, None for a league and
    while the days of the event are not known. `number` is the player's there."""

    slug: str
    name: str
    town: str
    ended: date | None
    number: int
    place: int | None
    shared: bool
    players: int
    rank: int | None
    weight: Fraction | None
    total: Points
    games: tuple[CareerGame, ...]

    @property
    def weight_text(self) -> str:
        """The weight as people write it: 3, or 2.5."""
        return "" if self.weight is None else number(written_average(self.weight).rstrip("0").rstrip("."))


_final: SingleFlightCache[Ranking | None] = SingleFlightCache(64)
_events: SingleFlightCache[CareerEvent | None] = SingleFlightCache(8_192)


def forget_careers() -> None:
    """Drop everything that was computed: after a restored backup, and between tests."""
    _final.clear()
    _events.clear()


def _event_of(tournament: Tournament, player: int) -> CareerEvent | None:
    """Return what an event shows of a player; `tournament` may have no more than its edition."""
    key = (tournament.pk, tournament.made_at, tournament.edition)

    def read() -> CareerEvent | None:
        whole = Tournament.objects.get(pk=tournament.pk)
        final = _final.get(key, lambda: _read(whole))
        return _part(whole, final, player) if final else None

    return _events.get((*key, player), read)


def _read(tournament: Tournament) -> Ranking | None:
    """Read past the cache of the standings, which is for events that are being played. Of a league every game that
    counts is shown, as in its table, whatever another one waits for."""
    if not tournament.is_public:
        return None
    final = ranking(tournament.pk, released(read_inputs(tournament)))
    is_whole = final.after == final.hanchan_count and final.official and not final.tied
    return final if final.after and (is_whole or tournament.is_league) else None


def _part(tournament: Tournament, final: Ranking, player: int) -> CareerEvent | None:
    row = next((row for row in final.rows if row.player.id == player), None)
    if row is None:
        return None
    count, place = len(final.ranked), None if tournament.is_league else row.standing.place
    others = len(final.substitutes)
    first, last = tournament.first_day, tournament.last_day or tournament.first_day
    countries = {one.player.country for one in final.ranked} - {""}
    is_known = first is not None and last is not None and not (final.is_partial or tournament.is_league)
    return CareerEvent(
        slug=tournament.slug,
        name=tournament.name,
        town=tournament.place,
        ended=last,
        number=row.player.number,
        place=place,
        shared=row.standing.shared,
        players=count,
        rank=None if place is None or final.is_partial else base_rank(place, count, others),
        weight=mers_weight((last - first).days + 1, count, len(countries), substitutes=others)
        if is_known and first and last
        else None,
        total=row.standing.total,
        games=tuple(_games(final, row)),
    )


def _games(final: Ranking, row: StandingsRow) -> Iterable[CareerGame]:
    at_tables: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for other in final.rows:
        for played in other.standing.hanchan:
            if played and other is not row:
                at_tables[played.hanchan, played.table].append((other.player.id, played.place))
    for own in row.standing.hanchan:
        if own is not None:
            others = tuple(at_tables[own.hanchan, own.table])
            mean = own.place + Fraction(sum(place == own.place for _player, place in others), 2)
            yield CareerGame(own.hanchan, own.wind, own.place, mean, own.score, others)


@dataclass(frozen=True, slots=True)
class WindRow:
    """The games with one seat wind at the start: how often on each place, and the mean place."""

    wind: Wind
    places: tuple[int, ...]
    average: Fraction

    @property
    def games(self) -> int:
        return sum(self.places)

    @property
    def average_text(self) -> str:
        return number(written_average(self.average))

    @property
    def parts(self) -> list[tuple[int, int, int]]:
        """The places that occur, as a bar: where each part starts, how long it is, and the place."""
        starts = accumulate(self.places, initial=0)
        return [(start, n, place) for place, (start, n) in enumerate(zip(starts, self.places, strict=False), 1) if n]


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody met at the table, and how often the person finished ahead and behind."""

    person: Person
    games: int
    ahead: int
    behind: int


class Career:
    """Everything on the page of a person: the events, the latest first."""

    def __init__(self, person: Person):
        self.person = person
        prefetch_related_objects([person], "names")
        links = PersonLink.objects.filter(person=person, player__merged_into=None, player__tournament__is_public=True)
        rows = links.values_list("player", *(f"player__tournament__{name}" for name in ("pk", "made_at", "edition")))
        known = ((player, Tournament(pk=pk, made_at=at, edition=edition)) for player, pk, at, edition in rows)
        found = [part for player, event in known if (part := _event_of(event, player))]
        self.events = sorted(found, key=lambda one: (one.ended or date.min, one.name), reverse=True)

    @cached_property
    def games(self) -> Sequence[CareerGame]:
        return [game for event in self.events for game in event.games]

    @property
    def average(self) -> Fraction | None:
        """The mean place over all games."""
        return _mean([game.mean_place for game in self.games]) if self.games else None

    @cached_property
    def winds(self) -> list[WindRow]:
        """One row a wind, in the order of the winds; none for winds without a game."""
        rows = []
        for wind in WINDS:
            games = [game for game in self.games if game.wind == wind]
            if games:
                places = Counter(game.place for game in games)
                counts = tuple(places[place] for place in range(1, 5))
                rows.append(WindRow(wind, counts, _mean([game.mean_place for game in games])))
        return rows

    @cached_property
    def rivals(self) -> list[Rival]:
        """The three with most games at one table, as far as they are persons themselves and not hidden. Two queries."""
        met = [(player, place - game.place) for game in self.games for player, place in game.others]
        links = PersonLink.objects.filter(player__in={player for player, _difference in met}, person__is_hidden=False)
        known = dict(links.exclude(person=self.person).values_list("player", "person"))
        differences: dict[int, list[int]] = defaultdict(list)
        for player, difference in met:
            if player in known:
                differences[known[player]].append(difference)
        most = sorted(map(len, differences.values()), reverse=True)[:OPPONENTS]
        often = Person.objects.filter(pk__in=[pk for pk, games in differences.items() if len(games) >= most[-1]])
        order = sorted(often, key=lambda one: (-len(differences[one.pk]), one.name_key))[:OPPONENTS]
        return [_rival(one, differences[one.pk]) for one in order]

    @property
    def best_game(self) -> tuple[CareerEvent, CareerGame] | None:
        """The game with the highest score, the first of equals, with its event."""
        games = [(event, game) for event in reversed(self.events) for game in event.games]
        return max(games, key=lambda one: one[1].score, default=None)

    @property
    def best_event(self) -> CareerEvent | None:
        """The event with the highest total."""
        return max(reversed(self.events), key=lambda one: one.total, default=None)

    def name_at(self, event: CareerEvent) -> str:
        """Return the name at the time of an event where it is another than today's, else ""."""
        name = name_on(self.person, event.ended)
        return "" if name == self.person.name else name


def _rival(person: Person, differences: Sequence[int]) -> Rival:
    ahead, behind = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
    return Rival(person, len(differences), ahead, behind)


def _mean(places: Sequence[Fraction]) -> Fraction:
    return sum(places, Fraction(0)) / len(places)
