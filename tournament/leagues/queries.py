"""What is known of a league's games, and its table, made once per edition. A constant number of queries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, F, Max, Q

from scoring.points import Points
from scoring.rankings import RankingRule
from scoring.winds import WINDS, Wind
from tournament.core.models import Hanchan, Tournament
from tournament.events.planned_starts import zone_of
from tournament.leagues.evening import LeagueEvening, evenings_of, meetings_in, next_table
from tournament.leagues.teams import TeamSeason, team_season
from tournament.players.models import Player, PlayerStatus
from tournament.players.name_order import name_key
from tournament.results.models import SheetLine, SheetVersion
from tournament.results.sheets.checks import TypedSheet
from tournament.seats.models import Seat
from tournament.standings.cache import page_parts
from tournament.standings.league_table import League, evening_of, games_of, league, league_in
from tournament.standings.queries import inputs_of

SAME_WITHIN = timedelta(hours=1)
MOST_TONIGHT = 60
"""As many games of an evening are listed."""


def league_of(tournament: Tournament, public: bool = False) -> League:
    """Return the table of a league; none of its games is read again before the next write."""
    key = ("league", tournament.pk, tournament.made_at, tournament.edition, public)

    def compute() -> League:
        return league_in(tournament, inputs_of(tournament, public), corrected_games(tournament))

    made: League = page_parts.get(key, compute)
    return made


def corrected_games(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the games whose figures or people were corrected, with a reason. One query."""
    rows = SheetVersion.objects.filter(accepted_by__hanchan__tournament=tournament, number__gt=1).exclude(reason="")
    return frozenset(rows.values_list("accepted_by__hanchan__number", flat=True))


def league_by(tournament: Tournament, rule: RankingRule) -> League:
    """Return the table of a league as another rule would make it."""
    return league(inputs_of(tournament), rule, zone_of(tournament.time_zone))


def teams_of(tournament: Tournament, public: bool = False) -> TeamSeason:
    """Return the teams of a league, made once per edition as its table is."""
    key = ("league teams", tournament.pk, tournament.made_at, tournament.edition, public)

    def compute() -> TeamSeason:
        inputs, table = inputs_of(tournament, public), league_of(tournament, public)
        return team_season(inputs, table, zone_of(tournament.time_zone))

    made: TeamSeason = page_parts.get(key, compute)
    return made


def way_of(player: Player, public: bool = True) -> dict[str, object]:
    """Return what the pages of a player show: the `row` of the table, None without a game, and the `games`."""
    tournament = player.tournament
    row = next((one for one in league_of(tournament, public).rows if one.player.id == player.pk), None)
    inputs = inputs_of(tournament, public)
    return {"row": row, "games": games_of(inputs, player.pk, zone_of(tournament.time_zone)) if row else []}


def same_game(tournament: Tournament, typed: TypedSheet, at: datetime) -> Hanchan | None:
    """Return the game of the same people with the same scores within the hour before, None for none. Two queries."""
    since = Q(version__accepted_by__hanchan__started_at__gt=at - SAME_WITHIN)
    waits = Q(version__sheet__first_reading=F("version"), version__sheet__hanchan__started_at__gt=at - SAME_WITHIN)
    rows = SheetLine.objects.filter(since | waits, version__sheet__hanchan__tournament=tournament)
    asked = {(line.player, line.points) for line in typed.lines}
    values = rows.order_by("version__sheet__hanchan").values_list("version__sheet__hanchan", "player", "points")
    for pk, lines in groupby(values, itemgetter(0)):
        if {line[1:] for line in lines} == asked:
            return tournament.hanchan.get(pk=pk)
    return None


def games_by_day(tournament: Tournament, zone: tzinfo) -> set[tuple[date, frozenset[tuple[int, Points]]]]:
    """Return the games that count, each by the day of its evening with its players and their points. One query."""
    rows = SheetLine.objects.filter(version__accepted_by__hanchan__tournament=tournament)
    game = "version__accepted_by__hanchan"
    values = rows.order_by(game).values_list(game, f"{game}__started_at", "player", "points")
    return {
        (evening_of(at, zone), frozenset(line[2:] for line in lines))
        for (_pk, at), lines in groupby(values, itemgetter(0, 1))
    }


@dataclass(frozen=True, slots=True)
class Game:
    """A game as lists show it: who played in the order of the winds, with their points, and whether it counts."""

    hanchan: Hanchan
    lines: tuple[SheetLine, ...]
    counts: bool

    @property
    def number(self) -> int:
        return self.hanchan.number


def latest_games(tournament: Tournament, most: int, before: int | None = None) -> list[Game]:
    """Return the latest games that count or wait, the newest first, of those before a number; two queries."""
    typed = Q(sheets__accepted__isnull=False) | Q(sheets__first_reading__isnull=False)
    if before is not None:
        typed &= Q(number__lt=before)
    rows = list(tournament.hanchan.filter(typed).order_by("-number")[:most])
    standing = Q(version__accepted_by__isnull=False) | Q(version__sheet__first_reading=F("version"))
    lines = SheetLine.objects.filter(standing, version__sheet__hanchan__in=rows).select_related("player")
    found: dict[int, list[SheetLine]] = {}
    waiting = set()
    for line in lines.annotate(at=F("version__sheet__hanchan"), counts=F("version__sheet__accepted")).order_by("pk"):
        found.setdefault(line.at, []).append(line)
        if line.counts is None:
            waiting.add(line.at)
    return [Game(one, tuple(found.get(one.pk, ())), one.pk not in waiting) for one in rows]


def waiting_games(tournament: Tournament, player: Player | None = None) -> list[Hanchan]:
    """Return the games that wait for a signature, of all or of one player; one query."""
    rows = tournament.hanchan.filter(sheets__first_reading__isnull=False)
    if player is not None:
        rows = rows.filter(seats__player=player, seats__seating=tournament.seating_id)
    return list(rows.order_by("number"))


def last_table(tournament: Tournament, player: Player) -> list[Player]:
    """Return who sat at the player's last table, in the order of the winds; the player alone before the first. Two
    queries."""
    seats = Seat.objects.filter(seating=tournament.seating_id)
    last = seats.filter(player=player).order_by("-hanchan__number").values("hanchan")[:1]
    winds = {wind.value: wind.index for wind in WINDS}
    found = sorted(seats.filter(hanchan__in=last).select_related("player"), key=lambda one: winds[one.wind])
    return [one.player for one in found if one.player.status == PlayerStatus.PLAYING] or [player]


def table_of(tournament: Tournament, player: Player, at: datetime) -> list[Player]:
    """Return who sits at the table that was put up tonight with the player, from East on; nobody for none. Two
    queries."""
    zone = zone_of(tournament.time_zone)
    for table in tournament.tables_in_play.all():
        if player.pk in table.players and evening_of(table.started_at, zone) == evening_of(at, zone):
            people = tournament.players.filter(status=PlayerStatus.PLAYING).in_bulk(table.players)
            return [people[pk] for pk in table.players if pk in people]
    return []


def people_to_play(tournament: Tournament) -> Sequence[Player]:
    """Return whoever may play a game: who played last first, then by name. One query."""
    games = Q(seats__seating=tournament.seating_id)
    rows = tournament.players.filter(status=PlayerStatus.PLAYING)
    rows = rows.annotate(last=Max("seats__hanchan__number", filter=games), games=Count("seats", filter=games))
    return sorted(rows, key=lambda one: (-(one.last or 0), name_key(one)))


@dataclass(frozen=True, slots=True)
class PutUpTable:
    """A table in play, with its people from East on."""

    pk: int
    people: tuple[Player, ...]
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Tonight:
    """An evening while it goes on: who is here, who came first first, the tables in play, who waits for one, and who
    should play next, from East on; two of these met `meetings` times at most."""

    day: date
    here: tuple[Player, ...]
    tables: tuple[PutUpTable, ...]
    waiting: tuple[Player, ...]
    coming: tuple[tuple[Wind, Player], ...]
    games: tuple[Game, ...]
    meetings: int = 0


def tonight_of(tournament: Tournament, now: datetime) -> Tonight:
    """Return the evening of now; five queries."""
    zone = zone_of(tournament.time_zone)
    day = evening_of(now, zone)
    people = {one.pk: one for one in tournament.players.filter(status=PlayerStatus.PLAYING)}
    came = [one for one in people.values() if one.checked_in_at and evening_of(one.checked_in_at, zone) == day]
    here = tuple(sorted(came, key=lambda one: (one.checked_in_at, one.pk)))
    tables = tuple(
        PutUpTable(one.pk, tuple(people[pk] for pk in one.players if pk in people), one.started_at)
        for one in tournament.tables_in_play.all()
        if evening_of(one.started_at, zone) == day
    )
    playing = {person.pk for table in tables for person in table.people}
    waiting = tuple(one for one in here if one.pk not in playing)
    rows = Seat.objects.filter(seating=tournament.seating_id, player__tournament=tournament)
    seats = list(rows.order_by("hanchan").values_list("hanchan", "player", "wind"))
    met = meetings_in({player for _game, player, _wind in game} for _pk, game in groupby(seats, itemgetter(0)))
    winds = Counter((player, Wind(wind)) for _game, player, wind in seats)
    latest = latest_games(tournament, MOST_TONIGHT)
    games = tuple(one for one in latest if one.hanchan.started_at and evening_of(one.hanchan.started_at, zone) == day)
    table = next_table([one.pk for one in waiting], met, winds, tournament.at_a_table)
    if table is None:
        return Tonight(day, here, tables, waiting, (), games)
    seated = tuple((wind, people[pk]) for wind, pk in table.seats)
    return Tonight(day, here, tables, waiting, seated, games, table.meetings)


def evenings(tournament: Tournament, public: bool = False) -> tuple[LeagueEvening, ...]:
    """Return the evenings of a league, made once per edition as its table is."""
    key = ("league evenings", tournament.pk, tournament.made_at, tournament.edition, public)
    zone = zone_of(tournament.time_zone)
    made: tuple[LeagueEvening, ...] = page_parts.get(key, lambda: evenings_of(inputs_of(tournament, public), zone))
    return made
