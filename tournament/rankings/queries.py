"""A ranking as a value: from its events and people as they are now, or as it was frozen. A constant number of queries,
and a few more for each edition of an event that was not read yet.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext

from scoring.rankings import Contest, PersonResult, RankingPenalty
from scoring.rankings.rule import ResultOf
from tournament.core.chain import canonical
from tournament.core.models import Play, Tournament, User
from tournament.events.models import Club
from tournament.events.queries import tournaments_of
from tournament.persons.models import Person, PersonLink
from tournament.persons.queries import ids_of_today, name_on
from tournament.persons.rights import clubs_of
from tournament.rankings.event_results import FinalResults, final_results, league_games
from tournament.rankings.models import ClubRanking, FrozenRanking, PersonPenalty, RankingAct, RankingEvent
from tournament.rankings.person_rows import NamedRow, PersonInRanking, named_rows
from tournament.rankings.reckoning import EventContest, Reckoning, reckon, reckoning_from
from tournament.standings.inputs import read_inputs
from tournament.standings.league_table import rule_of

MOST_ACTS = 50
NOBODY_ELSE: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class UnknownPlayers:
    """An event with players of whom nobody knows which person they are."""

    name: str
    slug: str
    count: int


@dataclass(frozen=True, slots=True)
class RankingMatter:
    """The events and penalties of a ranking, and what is not in it: how many events are not public or not official yet,
    the names of those without days, and the players without a person. `last_season` has the rankings that are carried
    over, in part.
    """

    contests: tuple[EventContest, ...]
    penalties: tuple[RankingPenalty, ...]
    country_of: Mapping[str, str]
    hidden: int
    without_days: tuple[str, ...]
    unknown: tuple[UnknownPlayers, ...]
    last_season: Mapping[str, Fraction] = field(default_factory=dict)


def matter_of(ranking: ClubRanking, meant: Mapping[int, str] = NOBODY_ELSE) -> RankingMatter:
    """Read what a ranking is computed from; three queries once the results of each event were read, two more where a
    season is carried over. `meant` are players, by id, who are taken for somebody else than they are known as.
    """
    read = _matter_of_games if ranking.rules.result is ResultOf.GAME else _matter_of_events
    found = read(ranking, meant)
    if not (ranking.rules.carry and ranking.last_season):
        return found
    values = {int(row.person): row.calculation.value for row in frozen_reckoning(ranking.last_season).placed}
    today = ids_of_today(values)
    carried: dict[str, Fraction] = {}
    for pk, value in values.items():  # of two entries that are one person the better one
        person = str(today[pk])
        carried[person] = max(value, carried.get(person, value))
    persons = Person.objects.filter(pk__in=today.values()).exclude(country="").values_list("pk", "country")
    country_of = {str(pk): country for pk, country in persons} | dict(found.country_of)
    return replace(found, country_of=country_of, last_season=carried)


def _matter_of_events(ranking: ClubRanking, meant: Mapping[int, str]) -> RankingMatter:
    """Read the events with their results."""
    events = list(_events_of(ranking))
    found = [(one, final_results(one.tournament)) for one in events]
    public = [(one, results) for one, results in found if results is not None]
    persons, country_of = _persons_of([one.tournament_id for one, _results in public], meant)
    dated = [(one, results, results.ended) for one, results in public]
    contests = tuple(_contest(one, results, ended, persons) for one, results, ended in dated if ended is not None)
    return RankingMatter(
        contests=contests,
        penalties=tuple(_given_penalties(ranking)),
        country_of=country_of,
        hidden=len(found) - len(public),
        without_days=tuple(results.name for _one, results, ended in dated if ended is None),
        unknown=tuple(_unknown((results for _one, results in public), persons)),
    )


def _matter_of_games(ranking: ClubRanking, meant: Mapping[int, str]) -> RankingMatter:
    """Read the games of leagues, each a contest of its own."""
    found = [(one, league_games(one.tournament)) for one in _events_of(ranking)]
    public = [(one, games) for one, games in found if games is not None]
    persons, country_of = _persons_of([one.tournament_id for one, _games in public], meant)
    penalties = [
        RankingPenalty(persons[int(one.person)], one.amount, one.day)
        for _one, games in public
        for one in games.penalties
        if int(one.person) in persons
    ]
    people = [
        (one.tournament, {int(at.person) for game in games.games for at in game.results}) for one, games in public
    ]
    counted = [UnknownPlayers(league.name, league.slug, len(ids - persons.keys())) for league, ids in people]
    return RankingMatter(
        contests=tuple(_game(one, game, persons) for one, games in public for game in games.games),
        penalties=(*penalties, *_given_penalties(ranking)),
        country_of=country_of,
        hidden=len(found) - len(public),
        without_days=(),
        unknown=tuple(one for one in counted if one.count),
    )


def _given_penalties(ranking: ClubRanking) -> Iterator[RankingPenalty]:
    """Yield the penalties of a ranking; those of an entry that was merged are the merged person's. Two queries."""
    given = list(ranking.penalties.values_list("person_id", "amount", "day"))
    today = ids_of_today(person for person, _amount, _day in given) if given else {}
    yield from (RankingPenalty(str(today[person]), amount, day) for person, amount, day in given)


def _game(one: RankingEvent, game: Contest, persons: Mapping[int, str]) -> EventContest:
    """Return a game of a league with the results of those who are known."""
    known = ((persons[int(at.person)], at) for at in game.results if int(at.person) in persons)
    results = _one_each(PersonResult(person, at.place, at.score) for person, at in known)
    name = gettext("{league}, game {number}").format(league=one.tournament.name, number=game.name)
    return EventContest(
        name=name,
        slug=one.tournament.slug,
        ended=game.ended,
        results=results,
        players=game.players,
        sharing=game.sharing,
        weight=Fraction(one.weight or 1),
    )


def _events_of(ranking: ClubRanking) -> QuerySet[RankingEvent]:
    """Return the events with their tournaments, without what is read only with the results."""
    snapshots = ("rules", "fouls", "standing_rules", "final_places")
    return ranking.events.select_related("tournament").defer(*(f"tournament__{name}" for name in snapshots))


def _persons_of(tournaments: Collection[int], meant: Mapping[int, str]) -> tuple[dict[int, str], dict[str, str]]:
    """Return the person of each player of these events, the player by id and the person as rankings name them, and the
    country of each person; one query.
    """
    links = PersonLink.objects.filter(player__tournament__in=tournaments)
    rows = list(links.values_list("player_id", "person_id", "person__country"))
    keys = {person: str(person) for _player, person, _country in rows}
    country_of = {keys[person]: country for _player, person, country in rows if country}
    return {**{player: keys[person] for player, person, _country in rows}, **meant}, country_of


def _contest(one: RankingEvent, results: FinalResults, ended: date, persons: Mapping[int, str]) -> EventContest:
    """Return an event with the results of those who are known."""
    known = ((person, at) for at in results.places if (person := persons.get(at.player)))
    return EventContest(
        name=results.name,
        slug=results.slug,
        ended=ended,
        results=_one_each(PersonResult(person, at.place, at.total) for person, at in known),
        players=results.players,
        substitutes=results.substitutes,
        days=one.days or results.days,
        countries=max(results.countries, 1),
        qualification=one.qualification,
        weight=Fraction(one.weight or 1),
        sharing=Counter(at.place for at in results.places),
    )


def _one_each(results: Iterable[PersonResult]) -> tuple[PersonResult, ...]:
    """Return one result of each person: of two, as of two entries that were one for a while, the better one."""
    best: dict[str, PersonResult] = {}
    for one in sorted(results, key=lambda one: one.place):
        best.setdefault(one.person, one)
    return tuple(best.values())


def _unknown(events: Iterable[FinalResults], persons: Collection[int]) -> list[UnknownPlayers]:
    """Return the events with players without a person."""
    counted = [UnknownPlayers(one.name, one.slug, sum(at.player not in persons for at in one.places)) for one in events]
    return [one for one in counted if one.count]


def reckoning_of(ranking: ClubRanking, on: date, matter: RankingMatter | None = None) -> Reckoning:
    """Return a ranking as it is computed now for a day."""
    found = matter or matter_of(ranking)
    return reckon(found.contests, ranking.rules, on, found.penalties, found.country_of, found.last_season)


def league_rows(tournament: Tournament) -> tuple[Reckoning, tuple[NamedRow, ...]] | None:
    """Return the table of a league as a ranking of its games, with names; None while it is not public."""
    found = league_games(tournament)
    if found is None:
        return None
    games = [replace(one, name=gettext("Game {number}").format(number=int(one.name))) for one in found.games]
    last = max((one.ended for one in games), default=date.min)
    players = read_inputs(tournament).players
    country_of = {str(one.id): one.country for one in players if one.country}
    table = reckon(games, rule_of(tournament), last, found.penalties, country_of)
    return table, named_rows(
        table, {str(one.id): PersonInRanking(str(one.id), one.label, one.reading) for one in players}
    )


def frozen_in(ranking: ClubRanking) -> QuerySet[FrozenRanking]:
    """Return the frozen rankings that were not taken back, the latest day first, with who froze them."""
    return ranking.frozen.filter(taken_back_at=None).select_related("made_by")


def frozen_reckoning(frozen: FrozenRanking) -> Reckoning:
    """Return a ranking as it was frozen; an event that was closed or deleted since has no address. One query."""
    kept = frozen.content
    slugs = [one["slug"] for one in kept["events"]]
    public = set(Tournament.objects.filter(slug__in=slugs, is_public=True).values_list("slug", flat=True))
    events = [one if one["slug"] in public else {**one, "slug": ""} for one in kept["events"]]
    return reckoning_from(frozen.rules, {**kept, "events": events})


def day_shown(frozen: Sequence[FrozenRanking], asked: date | None, today: date) -> date:
    """Return the day that is asked for; without one that of the last frozen ranking, before there is one today."""
    return asked or (frozen[0].as_of if frozen else today)


def shown_reckoning(ranking: ClubRanking, asked: date | None, today: date) -> Reckoning:
    """Return a ranking as its page shows it: as it was frozen for the day, else as it is computed now."""
    frozen = list(frozen_in(ranking))
    on = day_shown(frozen, asked, today)
    kept = next((one for one in frozen if one.as_of == on), None)
    return frozen_reckoning(kept) if kept else reckoning_of(ranking, on)


def frozen_key(frozen: FrozenRanking) -> str:
    """Return what the key of a frozen ranking must be: a digest of its day, rule and rows, and of the key before."""
    parts = {
        "as_of": frozen.as_of.isoformat(),
        "rule": frozen.rule,
        "content": frozen.content,
        "previous": frozen.previous,
    }
    return sha256(canonical(parts).encode()).hexdigest()


def people_in(found: Reckoning) -> dict[str, PersonInRanking]:
    """Return the people of a ranking by their keys, as they were called on its day; who is hidden has no name. Three
    queries.
    """
    today = ids_of_today(int(row.person) for row in found.rows)
    persons = Person.objects.prefetch_related("names").in_bulk(today.values())
    return {str(pk): _named(str(pk), persons[now], found.on) for pk, now in today.items() if now in persons}


def _named(key: str, person: Person, on: date) -> PersonInRanking:
    """Return a person as a ranking of that day shows them."""
    if person.erased_at is not None:
        return PersonInRanking("", gettext("a player"))
    if person.is_hidden:
        return PersonInRanking("", gettext("Player hidden"))
    return PersonInRanking(key, name_on(person, on), person.reading)


def is_manager(user: User | AnonymousUser, club: Club) -> bool:
    """Return whether somebody may change the rankings of a club."""
    return clubs_of(user, to_keep=True).filter(pk=club.pk).exists()


def is_reader(user: User | AnonymousUser, club: Club) -> bool:
    """Return whether somebody may see the rankings of a club that are not public."""
    return clubs_of(user, to_keep=False).filter(pk=club.pk).exists()


@dataclass(frozen=True, slots=True)
class RankingList:
    """Rankings, with the number of their events and the day of the last frozen one, and the clubs that may make one."""

    rankings: list[ClubRanking]
    clubs: list[Club]


def rankings_for(user: User | AnonymousUser) -> RankingList:
    """Return the public rankings and those of one's clubs, and the clubs whose rankings one may change."""
    last = FrozenRanking.objects.filter(ranking=OuterRef("pk"), taken_back_at=None).values("as_of")[:1]
    found = ClubRanking.objects.filter(Q(is_public=True) | Q(club__in=clubs_of(user, to_keep=False)))
    counted = found.select_related("club").annotate(event_count=Count("events"), frozen_for=Subquery(last))
    return RankingList(list(counted), list(clubs_of(user, to_keep=True)))


@dataclass(frozen=True, slots=True)
class NamedPenalty:
    """A penalty with the name of its person."""

    penalty: PersonPenalty
    name: str


@dataclass(frozen=True)
class RankingAdministration:
    """A ranking as its administration shows it: its events, those of them that have no official public results,
    its people and their penalties.
    """

    matter: RankingMatter
    events: tuple[RankingEvent, ...]
    hidden: frozenset[int]
    persons: Mapping[str, Person]
    penalties: tuple[NamedPenalty, ...]
    today: date

    @cached_property
    def people(self) -> list[tuple[str, str]]:
        """Keys and names, by name: the club that counts results knows who is hidden."""
        named = [(key, name_on(person, self.today)) for key, person in self.persons.items() if not person.erased_at]
        return sorted(named, key=lambda one: one[1])


def administration_of(ranking: ClubRanking, today: date) -> RankingAdministration:
    """Read what the administration of a ranking shows."""
    matter = matter_of(ranking)
    events = tuple(_events_of(ranking))
    results_of = league_games if ranking.rules.result is ResultOf.GAME else final_results
    keys = {one.person for contest in matter.contests for one in contest.results}
    fined = list(ranking.penalties.select_related("ranking"))
    today_of = ids_of_today(one.person_id for one in fined)
    ids = {*map(int, keys), *today_of.values()}
    persons = {str(one.pk): one for one in Person.objects.filter(pk__in=ids).prefetch_related("names")}
    return RankingAdministration(
        matter=matter,
        events=events,
        hidden=frozenset(one.pk for one in events if results_of(one.tournament) is None),
        persons=persons,
        penalties=tuple(NamedPenalty(one, name_on(persons[str(today_of[one.person_id])], today)) for one in fined),
        today=today,
    )


def events_to_choose(user: User, ranking: ClubRanking) -> list[tuple[str, str]]:
    """Return address and name of the events that the ranking does not have, leagues where it ranks games: public ones
    and one's own, the latest first.
    """
    play = Play.LEAGUE if ranking.rules.result is ResultOf.GAME else Play.ROUNDS
    seen = Q(is_public=True) | Q(pk__in=tournaments_of(user).values("pk"))
    found = Tournament.objects.filter(seen, play=play).exclude(in_rankings__ranking=ranking)
    return list(found.values_list("slug", "name"))


def seasons_to_carry(ranking: ClubRanking) -> list[FrozenRanking]:
    """Return the frozen rankings of the club of which a part can be carried over: those that count the same."""
    found = FrozenRanking.objects.filter(taken_back_at=None, ranking__club=ranking.club).exclude(ranking=ranking)
    return [one for one in found.select_related("ranking") if one.rules.counted is ranking.rules.counted]


def history_of(ranking: ClubRanking) -> list[RankingAct]:
    """Return the last acts on a ranking, the latest first."""
    return list(ranking.acts.select_related("by")[:MOST_ACTS])
