"""The qualifiers of a final event as a value: everybody in the order of the sources, and who is offered a place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from django.db.models import Q
from django.utils.translation import gettext

from scoring.points import Points
from scoring.rankings.rule import Counted
from scoring.sentences.rankings import GLYPHS
from scoring.standings.cut import Rounding, carry_over
from tournament.core.models import Tournament, User
from tournament.core.official_results import season_is_over
from tournament.events.clubs import club_of
from tournament.events.queries import LATEST, organised_by
from tournament.leagues.queries import league_of
from tournament.persons.models import Person, PersonLink
from tournament.persons.queries import ids_of_today, of_today
from tournament.players.importing.earlier_event import TAKEN, removed_names, title_of
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import players_of
from tournament.qualifiers.identities import Identities, Identity
from tournament.qualifiers.models import Qualifier, QualifierSource
from tournament.rankings.event_results import final_results
from tournament.rankings.models import ClubRanking
from tournament.rankings.queries import rankings_for, shown_reckoning
from tournament.standings.league_table import rule_of
from tournament.translation.formats import number, written

MOST_RESERVES = 10  # that a list shows of a source
MOST_EVENTS = 200  # that a form offers
FIELDS = tuple(name for name in TAKEN if name not in Player.private)
"""What goes from an earlier event to the final: nothing private, as its organiser may be another one."""
PlaceOfPlayer = tuple[int, int, Fraction | None]
OF_PERSON = ("name", "reading", "country", "ema_number", "ara_id")


class QualifierState(StrEnum):
    """The state of somebody who is in a source: `OFFERED` has a place that is not taken yet, `RESERVE` is next in
    order. `LISTED` is registered, but not as a qualifier; `ELSEWHERE` qualifies by an earlier source; both are skipped.
    """

    REGISTERED = "registered"
    OFFERED = "offered"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    LISTED = "listed"
    ELSEWHERE = "elsewhere"
    HIDDEN = "hidden"
    RESERVE = "reserve"


@dataclass(frozen=True, slots=True)
class PlaceInSource:
    """Somebody in the order of a source. `total` is in points, None where no scores count."""

    place: int
    who: Identity
    total: Fraction | None = None
    is_hidden: bool = False

    @property
    def key(self) -> str:
        return f"e{self.who.earlier}" if self.who.earlier else f"p{self.who.person}"

    def fields(self) -> dict[str, str]:
        """Return what a player of the final is made of."""
        return {name: getattr(self.who.entry, name) for name in FIELDS}


@dataclass(frozen=True, slots=True)
class Qualification:
    """A row of the list: somebody with their state. `player` is the entry in the final, `reserve` the turn of a
    reserve, `by` the source that somebody has a place by, and `record` that they declined before they were registered.
    """

    source: QualifierSource
    candidate: PlaceInSource
    state: QualifierState
    player: Player | None = None
    reserve: int = 0
    by: QualifierSource | None = None
    record: Qualifier | None = None

    @property
    def key(self) -> str:
        """The row in forms."""
        return f"{self.source.pk}-{self.candidate.key}"

    @property
    def name(self) -> str:
        if self.player is not None:
            return self.player.label
        return gettext("Player hidden") if self.candidate.is_hidden else self.candidate.who.entry.name

    @property
    def carried(self) -> Points | None:
        """The score that the qualifier starts with; None where nothing is carried."""
        return carried(self.source, self.candidate.total)

    @property
    def is_outdated(self) -> bool:
        """Return whether a registered qualifier starts with another score than the total brings now."""
        registered = self.state is QualifierState.REGISTERED and self.carried is not None
        return registered and self.player is not None and self.player.carried != self.carried


@dataclass(frozen=True)
class SourceList:
    """The rows of a source. `is_open`: its results are not public or not official yet; `goes_on`: it is a league whose
    season is not over, so that its places may change.
    """

    source: QualifierSource
    rows: tuple[Qualification, ...]
    is_open: bool
    goes_on: bool = False

    @cached_property
    def shown(self) -> tuple[Qualification, ...]:
        """Everybody of whom something is to be said, and the next reserves."""
        return tuple(row for row in self.rows if row.reserve <= MOST_RESERVES)

    @property
    def offered(self) -> tuple[Qualification, ...]:
        return tuple(row for row in self.rows if row.state is QualifierState.OFFERED)

    @property
    def more(self) -> int:
        """The number of reserves that the list leaves out."""
        return len(self.rows) - len(self.shown)

    @property
    def shared(self) -> int | None:
        """The place that is shared across the line, so that the order there says nothing."""
        first = next((row for row in self.rows if row.state is QualifierState.RESERVE), None)
        last = self.offered[-1] if self.offered else None
        is_shared = first and last and first.candidate.place == last.candidate.place
        return last.candidate.place if last and is_shared else None


@dataclass(frozen=True)
class Qualifiers:
    """The sources of a final event in their order."""

    lists: tuple[SourceList, ...]

    @cached_property
    def by_key(self) -> Mapping[str, Qualification]:
        return {row.key: row for one in self.lists for row in one.rows}

    @cached_property
    def offered(self) -> tuple[Qualification, ...]:
        """Those who have a place that is not taken yet."""
        return tuple(row for one in self.lists for row in one.offered)

    @property
    def places(self) -> int:
        return sum(one.source.places for one in self.lists)

    @property
    def registered(self) -> int:
        return sum(row.state is QualifierState.REGISTERED for row in self.by_key.values())

    @property
    def outdated(self) -> int:
        return sum(row.is_outdated for row in self.by_key.values())


def carried(source: QualifierSource, total: Fraction | None) -> Points | None:
    """Return the points that a total brings, rounded once; None where nothing is carried."""
    if not source.carry or total is None:
        return None
    return carry_over(total, Fraction(source.carry), Rounding(source.rounding))


def carry_in_words(source: QualifierSource) -> str:
    """Return how a total becomes the carried score; "" where nothing is carried."""
    if not source.carry:
        return ""
    part = GLYPHS.get(Fraction(source.carry)) or number(source.carry)
    text = gettext("{part} of the total is carried over, {rounded}.")
    return text.format(part=part, rounded=gettext(Rounding(source.rounding).label))


def source_title(source: QualifierSource) -> str:
    """Return the name of an event with its year, or of a ranking with its day."""
    if source.event is not None:
        return title_of(source.event)
    return f"{source.ranking}, {written(source.as_of, 'short')}" if source.as_of else str(source.ranking)


def has_scores(source: QualifierSource) -> bool:
    """Return whether totals are scores, so that a part of them can be carried over."""
    if source.ranking is not None:
        return source.ranking.rules.counted is Counted.SCORE
    return not source.event or not source.event.is_league or rule_of(source.event).counted is Counted.SCORE


# --- who is in a source ----------------------------------------------------------------------------------------------


def candidates_of(source: QualifierSource, today: date) -> tuple[PlaceInSource, ...] | None:
    """Return everybody with a place in a source, the first one first; None while its results are not out."""
    if source.event is not None:
        return _of_event(source.event)
    return _of_ranking(source, today)


def _of_event(event: Tournament) -> tuple[PlaceInSource, ...] | None:
    """Four queries once the results were read."""
    places = _places_of_league(event) if event.is_league else _places_of_event(event)
    if places is None:
        return None
    players = Player.objects.in_bulk([player for player, _place, _total in places])
    links = PersonLink.objects.filter(player__in=players).select_related("person")
    persons, removed = {one.player_id: one.person for one in links}, removed_names(event)
    found = []
    for pk, place, total in sorted(places, key=lambda one: one[1]):
        player, person = players[pk], persons.get(pk)
        entry = Player(**{name: getattr(player, name) or getattr(person, name, "") for name in FIELDS})
        who = Identity(entry, person.pk if person else None, pk, event.pk)
        found.append(PlaceInSource(place, who, total, player.is_unlisted or player.name in removed))
    return tuple(found)


def _places_of_event(event: Tournament) -> list[PlaceOfPlayer] | None:
    results = final_results(event)
    if results is None:
        return None
    return [(one.player, one.place, Fraction(one.total)) for one in results.places]


def _places_of_league(event: Tournament) -> list[PlaceOfPlayer] | None:
    if not event.is_public:
        return None
    table = league_of(event, public=True)
    is_score = table.rules.counted is Counted.SCORE
    return [
        (one.player.id, one.place, one.row.calculation.value if is_score else None)
        for one in table.placed
        if one.place is not None
    ]


def _of_ranking(source: QualifierSource, today: date) -> tuple[PlaceInSource, ...]:
    """Return the people of a ranking; those hidden in public only for a final of the ranking's own club."""
    ranking = source.ranking
    assert ranking is not None  # noqa: S101  # one of the two is there
    found = shown_reckoning(ranking, source.as_of, today)
    today_of = ids_of_today(int(row.person) for row in found.placed)
    persons = Person.objects.in_bulk(today_of.values())
    is_own = club_of(source.tournament).pk == ranking.club_id
    is_score = ranking.rules.counted is Counted.SCORE
    candidates = []
    for row in found.placed:
        person = persons[today_of[int(row.person)]]
        total = row.calculation.value if is_score else None
        is_hidden = person.erased_at is not None or (person.is_hidden and not is_own)
        candidates.append(PlaceInSource(row.place or 0, _identity_of(person), total, is_hidden))
    return tuple(candidates)


# --- who is in the final ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Known:
    """The records of a final: its players, who declined, and the source of a player's place, by ids."""

    players: Identities[Player]
    declined: Identities[Qualifier]
    qualified: Mapping[int, int]


def _known(tournament: Tournament) -> _Known:
    """Three queries, and one for each entry that was merged into another since."""
    records = Qualifier.objects.filter(source__tournament=tournament).select_related("person", "earlier", "player")
    links = PersonLink.objects.filter(Q(player__tournament=tournament) | Q(player__in=records.values("earlier")))
    person_of = dict(links.values_list("player_id", "person_id"))
    declined, players = Identities[Qualifier](), Identities[Player]()
    qualified: dict[int, int] = {}
    earlier: dict[int, Player] = {}
    for one in records:
        if one.player is None:
            declined.add(_who_declined(one, person_of), one)
            continue
        player = _entry_of_today(one.player)
        qualified.setdefault(player.pk, one.source_id)
        if one.earlier:
            earlier[player.pk] = _entry_of_today(one.earlier)
    for player in players_of(tournament):
        before = earlier.get(player.pk)
        of = (before.pk, before.tournament_id) if before else (None, None)
        players.add(Identity(player, person_of.get(player.pk), *of), player)
    return _Known(players, declined, qualified)


def _who_declined(one: Qualifier, person_of: Mapping[int, int]) -> Identity:
    if one.earlier is not None:
        earlier = _entry_of_today(one.earlier)
        return Identity(earlier, person_of.get(earlier.pk), earlier.pk, earlier.tournament_id)
    person = one.person
    assert person is not None  # noqa: S101  # one of the two is there
    return _identity_of(of_today(person))


def _identity_of(person: Person) -> Identity:
    return Identity(Player(**{name: getattr(person, name) for name in OF_PERSON}), person.pk)


def _entry_of_today(player: Player) -> Player:
    """Return the entry that a player was merged into, or the player."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def sources_of(tournament: Tournament) -> list[QualifierSource]:
    """Return the sources in their order; one query."""
    snapshots = ("rules", "fouls", "standing_rules", "final_places")
    sources = tournament.qualifier_sources.select_related("event", "ranking")
    found = list(sources.defer(*(f"event__{name}" for name in snapshots)))
    for one in found:
        one.tournament = tournament
    return found


def qualifiers_of(tournament: Tournament, today: date) -> Qualifiers:
    """Return everybody who qualifies for an event, with what became of them."""
    sources, known, claimed = sources_of(tournament), _known(tournament), Identities[QualifierSource]()
    by_id, lists = {one.pk: one for one in sources}, []
    for source in sources:
        candidates = candidates_of(source, today)
        found = [_row(source, one, known, claimed, by_id) for one in candidates or ()]
        rows = tuple(_in_order(source, found))
        for row in rows:
            if row.state in (QualifierState.REGISTERED, QualifierState.OFFERED):
                claimed.add(row.candidate.who, source)
        goes_on = source.event is not None and source.event.is_league and not season_is_over(source.event)
        lists.append(SourceList(source, rows, candidates is None, goes_on))
    return Qualifiers(tuple(lists))


def _row(
    source: QualifierSource,
    candidate: PlaceInSource,
    known: _Known,
    claimed: Identities[QualifierSource],
    by_id: Mapping[int, QualifierSource],
) -> Qualification:
    """Return the row of a candidate; nobody of whom nothing is on record has a turn yet."""
    row = Qualification(source, candidate, QualifierState.RESERVE)
    if candidate.is_hidden:
        return replace(row, state=QualifierState.HIDDEN)
    player = known.players.find(candidate.who)
    if player is not None:
        by = by_id.get(known.qualified.get(player.pk, 0))
        return replace(row, state=_state_of(source, player, by), player=player, by=by)
    record = known.declined.find(candidate.who)
    if record is not None:
        return replace(row, state=QualifierState.DECLINED, record=record)
    by = claimed.find(candidate.who)
    return replace(row, state=QualifierState.ELSEWHERE, by=by) if by else row


def _state_of(source: QualifierSource, player: Player, by: QualifierSource | None) -> QualifierState:
    """Return what became of somebody who is a player of the final, and has a place there by a source."""
    if player.status == PlayerStatus.DECLINED:
        return QualifierState.DECLINED
    if player.status in (PlayerStatus.WITHDRAWN, PlayerStatus.DISQUALIFIED):
        return QualifierState.WITHDRAWN
    if by is None:
        return QualifierState.LISTED
    return QualifierState.REGISTERED if by == source else QualifierState.ELSEWHERE


def _in_order(source: QualifierSource, rows: Sequence[Qualification]) -> Iterator[Qualification]:
    """Give the places that nobody has taken to the next in order, and each of the others a turn."""
    free = source.places - sum(row.state is QualifierState.REGISTERED for row in rows)
    turn = 0
    for row in rows:
        if row.state is not QualifierState.RESERVE:
            yield row
        elif free > 0:
            free -= 1
            yield replace(row, state=QualifierState.OFFERED)
        else:
            turn += 1
            yield replace(row, reserve=turn)


def sources_to_choose(user: User, tournament: Tournament) -> tuple[list[Tournament], list[ClubRanking]]:
    """Return the events and rankings that may be a source: one's own and public ones, the latest first."""
    mine = organised_by(user).values("pk")
    events = Tournament.objects.filter(Q(is_public=True) | Q(pk__in=mine)).exclude(pk=tournament.pk)
    return list(events.order_by(*LATEST)[:MOST_EVENTS]), rankings_for(user).rankings
