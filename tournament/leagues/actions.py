"""Setting up a league and entering its games: the only writer of a game.

A game is a hanchan of one table that is closed and released when it is entered, so that its sheet, the versions of it,
signatures, corrections and protests are those of any event. A sheet that waits for a signature is in no figure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from uuid import uuid4

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from scoring.rankings import ranking_rule
from scoring.rankings.rule import RankingRule
from scoring.winds import WINDS
from tournament.core.audit import Act, all_or_nothing, audited_write
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Hanchan, HanchanState, Tournament, Verb
from tournament.core.official_results import refuse_over
from tournament.core.stored_words import coded
from tournament.core.submissions import once, result_of
from tournament.events.actions import create_tournament
from tournament.events.planned_starts import zone_of
from tournament.events.rule_changes import chosen
from tournament.events.tournament_setup import TournamentSetup
from tournament.leagues.evening_actions import take_down
from tournament.leagues.game_list import GameList, ListedGame
from tournament.leagues.queries import games_by_day, same_game
from tournament.players.actions import add_players
from tournament.players.models import Player, PlayerStatus
from tournament.results.models import Sheet
from tournament.results.sheets.actions import store_version
from tournament.results.sheets.agreement import sheet_detail
from tournament.results.sheets.checks import TypedSheet, check_figures
from tournament.seats.integrity import certify, refuse_altered
from tournament.seats.models import Seat, Seating, SeatingSource
from tournament.translation.formats import written

MOST_GAMES = 9_999
MOST_EVENINGS = 366
A_WEEK = timedelta(days=7)
USUAL_HOUR = time(19)
"""When a game was played of which only the day is known."""
TABLE = 1
"""The table of every game: nobody plans where it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSetup:
    """A league before it exists: `evenings` a week apart from the first one on, and a place `least` games make."""

    name: str
    preset: str
    ranking: str = "average"
    least: int = 1
    first_day: date | None = None
    evenings: int = 1
    language: str = ""

    def rule(self) -> RankingRule:
        """The rule of the table. Raises Refused."""
        if self.least < 1:
            raise Refused.of("least-games", _("Enter 1 game or more."), field="least")
        return replace(ranking_rule(self.ranking), least=self.least)

    def last_day(self) -> date | None:
        """The day of the last evening. Raises Refused."""
        if not 1 <= self.evenings <= MOST_EVENINGS:
            text = _("Enter between 1 and {most} evenings.")
            raise Refused.of("evenings", text, field="evenings", most=MOST_EVENINGS)
        return self.first_day and self.first_day + A_WEEK * (self.evenings - 1)


def create_league(*, setup: LeagueSetup, act: Act) -> Tournament:
    """Create a league without players or games; otherwise as `create_tournament`. Raises Refused."""
    rules = chosen(setup.preset)
    if rules.yakitori or rules.bust_prize:
        text = _("The form of a game has no marks for yakitori or a bust. Choose a rule set without them.")
        raise Refused.of("league-marks", text, field="preset")
    made = TournamentSetup(
        name=setup.name,
        preset=setup.preset,
        hanchan_count=0,
        first_day=setup.first_day,
        last_day=setup.last_day(),
        language=setup.language,
        entry_mode=EntryMode.SIGNED,
        ranking=setup.rule(),
    )
    return create_tournament(setup=made, act=act)


def play_game(
    *,
    tournament: Tournament,
    typed: TypedSheet,
    act: Act,
    player: Player | None = None,
    confirmed_warnings: bool = False,
    is_another: bool = False,
) -> Hanchan:
    """Enter a game of the people on the sheet. The desk's counts at once; one that a `player` typed, who sat there,
    waits for the signature of another.

    A repeated submission returns the game that the first one made. Raises Refused for people who do not play here, for
    figures that cannot be, and for a game that was entered within the hour, unless it `is_another`.
    """

    act = replace(act, submission=act.sending())

    def find() -> Hanchan | None:
        number = result_of(tournament, act, "game")
        return tournament.hanchan.filter(number=number).first() if number else None

    def write() -> Hanchan:
        with audited_write(tournament, act, Verb.PLAYED_GAME) as entry:
            tournament.refresh_from_db(fields=["seating", "hanchan_count"])
            refuse_over(tournament)
            _check_people(tournament, typed, player)
            if not is_another:
                _refuse_same(tournament, typed, act)
            overridden = check_figures(
                typed,
                tournament.ruleset,
                tournament.unit,
                confirmed_warnings=confirmed_warnings,
                override=False,
                reason="",
            )
            game = _add_hanchan(tournament, act)
            _seat(tournament, game, typed, act)
            take_down(tournament=tournament, people=[line.player for line in typed.lines])
            sheet = Sheet.objects.create(hanchan=game, table=TABLE)
            version = store_version(sheet, typed, act, overridden=overridden, is_reading=True, player=player)
            if player is None:
                sheet.accepted = version
            else:
                sheet.first_reading = version
            sheet.save()
            entry.subject = game.table_name(TABLE)
            entry.detail = {"game": game.number, "waits": player is not None, **sheet_detail(version, typed)}
            entry.changes_what_is_public = player is None
        return game

    return once(find, write)


def load_games(
    *,
    tournament: Tournament,
    listed: GameList,
    meant: Mapping[str, Player],
    act: Act,
) -> int:
    """Add the games of a list at once, all or nothing, and return their number. `meant` are the players of those names
    that nobody has; who is not among them is a new player, with number and country if they are known from other events.

    Raises Refused for faults of the list, a day that has not come, and a game that is in the league already.
    """
    act = replace(act, submission=act.sending())

    def find() -> int | None:
        loaded = result_of(tournament, act, "games")
        return int(loaded) if loaded else None

    def write() -> int:
        if listed.faults:
            raise Refused(listed.faults)
        strangers = [one for one in listed.unknown if one.text not in meant]
        with all_or_nothing(tournament):
            rows = [{"name": one.text, **one.fields} for one in strangers]
            added = add_players(tournament=tournament, rows=rows, act=replace(act, submission=None)) if rows else []
            people = {
                **listed.known,
                **meant,
                **{one.text: player for one, player in zip(strangers, added, strict=True)},
            }
            with audited_write(tournament, act, Verb.PLAYED_GAME) as entry:
                tournament.refresh_from_db(fields=["seating", "hanchan_count"])
                refuse_over(tournament)
                _refuse_loaded(tournament, listed, people, act)
                if tournament.seating:
                    refuse_altered(tournament.seating, at=act.at)
                expected: dict[int, set[int]] = {}
                for number, listed_game in enumerate(listed.games):
                    seating, seated = _load(tournament, listed_game, number, people, act)
                    expected |= seated
                certify(seating, at=act.at, expected=expected)
                entry.subject = coded("games", first=min(expected), last=max(expected))
                entry.detail = {"games": len(expected), "first": min(expected)}
                entry.changes_what_is_public = True
        return len(listed.games)

    return once(find, write)


def _load(
    tournament: Tournament, listed: ListedGame, number: int, people: Mapping[str, Player], act: Act
) -> tuple[Seating, Mapping[int, set[int]]]:
    """Store one game of a list, so many seconds after the usual hour of its day; return its seating and who must sit
    in it."""
    at = datetime.combine(listed.day, USUAL_HOUR, zone_of(tournament.time_zone)) + timedelta(seconds=number)
    played = replace(act, at=at)
    typed = _sheet_of(listed, people)
    check_figures(typed, tournament.ruleset, tournament.unit, confirmed_warnings=True, override=False, reason="")
    game = _add_hanchan(tournament, played)
    seating = _add_seats(tournament, game, typed, act)
    sheet = Sheet.objects.create(hanchan=game, table=TABLE)
    sent = replace(act, submission=uuid4())
    sheet.accepted = store_version(sheet, typed, sent, overridden=False, is_reading=True)
    sheet.save()
    return seating, _expected(game, typed)


def _sheet_of(listed: ListedGame, people: Mapping[str, Player]) -> TypedSheet:
    rows = zip(WINDS, listed.people, listed.points, strict=False)
    return TypedSheet.of([(wind, people[name].pk, points) for wind, name, points in rows], listed.deposits)


def _refuse_loaded(tournament: Tournament, listed: GameList, people: Mapping[str, Player], act: Act) -> None:
    """Refuse games of a day that has not come, of somebody twice, and those that the league has."""
    zone = zone_of(tournament.time_zone)
    there = games_by_day(tournament, zone)
    for game in listed.games:
        if game.day > act.at.astimezone(zone).date():
            text = _("Line {line}: {day} has not come yet.")
            raise Refused.of("games-future", text, line=game.line, day=game.day)
        rows = frozenset((people[name].pk, points) for name, points in zip(game.people, game.points, strict=True))
        if len({player for player, _points in rows}) < len(game.people):
            text = _("Line {line}: two names of this game mean the same player.")
            raise Refused.of("games-twice", text, line=game.line)
        if (game.day, rows) in there:
            raise Refused.of("games-there", _("Line {line}: this game is in the league already."), line=game.line)
        there.add((game.day, rows))


def _check_people(tournament: Tournament, typed: TypedSheet, player: Player | None) -> None:
    """Refuse a game outside of a league, of too few or too many, and of anybody who does not play here."""
    if not tournament.is_league:
        raise Refused.of("no-league", _("Games are entered in a league. Here sheets are entered by hanchan."))
    people = [line.player for line in typed.lines]
    if len(set(people)) != tournament.at_a_table or len(people) != tournament.at_a_table:
        text = _("Choose {count} different players.")
        raise Refused.of("game-people", text, field="player_0", count=tournament.at_a_table)
    if [line.wind for line in typed.lines] != list(WINDS[: len(people)]):
        raise Refused.of("game-winds", _("Give each player another wind, from East on."), field="player_0")
    playing = tournament.players.filter(pk__in=people, status=PlayerStatus.PLAYING).count()
    if playing != len(people):
        text = _("Somebody of this game does not play in the league. Choose from the list, or add them as a player.")
        raise Refused.of("game-stranger", text, field="player_0")
    if player is not None and player.pk not in people:
        text = _("{player} enters only games that {player} played. The desk enters any game.")
        raise Refused.of("not-your-game", text, field="player_0", player=player)


def _refuse_same(tournament: Tournament, typed: TypedSheet, act: Act) -> None:
    same = same_game(tournament, typed, act.at)
    if same is not None:
        text = _("The same game as {time}? If it is another one with the same scores, tick “This is another game”.")
        time = written(localtime(same.started_at), "time")
        raise Refused.of("same-game", text, field="is_another", time=time)


def _add_hanchan(tournament: Tournament, act: Act) -> Hanchan:
    """Add the next game, which is over and public. Whether it counts is its sheet's business."""
    number = tournament.hanchan_count + 1
    if number > MOST_GAMES:
        raise Refused.of("games-full", _("A league has at most {most} games. Set up another one."), most=MOST_GAMES)
    tournament.hanchan_count = number
    tournament.save(update_fields=["hanchan_count"])
    times = dict.fromkeys(("started_at", "closed_at", "released_at"), act.at)
    return Hanchan.objects.create(tournament=tournament, number=number, state=HanchanState.CLOSED, **times)


def _seat(tournament: Tournament, game: Hanchan, typed: TypedSheet, act: Act) -> None:
    """Add the seats of a game to the version in use, and verify it again."""
    if tournament.seating is not None:
        refuse_altered(tournament.seating, at=act.at)
    certify(_add_seats(tournament, game, typed, act), at=act.at, expected=_expected(game, typed))


def _add_seats(tournament: Tournament, game: Hanchan, typed: TypedSheet, act: Act) -> Seating:
    """Add the seats of a game to the version in use, which is made with the first one."""
    seating = tournament.seating
    if seating is None:
        source = SeatingSource.GAMES
        seating = Seating.objects.create(tournament=tournament, number=1, source=source, made_at=act.at, made_by=act.by)
        tournament.seating = seating
        tournament.save(update_fields=["seating"])
    elif seating.quality:
        seating.quality = {}  # a corrected version has figures, which the next game changes
        seating.save(update_fields=["quality"])
    Seat.objects.bulk_create(
        Seat(seating=seating, hanchan=game, table=TABLE, wind=line.wind.value, player_id=line.player)
        for line in typed.lines
    )
    return seating


def _expected(game: Hanchan, typed: TypedSheet) -> Mapping[int, set[int]]:
    return {game.number: {line.player for line in typed.lines}}
