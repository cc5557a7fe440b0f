"""The table of a league: places by its rule, form, and who lacks games. Pure: inputs of standings and a rule in."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from scoring.game import RowScore, Table, score_table
from scoring.messages import Message
from scoring.rankings import Contest, PersonResult, RankingPenalty, RankingRow, RankingRule, rank
from scoring.rankings.ranking import two_decimals
from scoring.sentences.rankings import calculation_sentences
from scoring.winds import Wind
from tournament.core.models import Tournament
from tournament.events.planned_starts import zone_of
from tournament.players.models import NEVER_PLACED, PlayerStatus
from tournament.standings.correction import Correction
from tournament.standings.head_to_head import written_average
from tournament.standings.inputs import Inputs, PlayerName

DAY_ENDS = timedelta(hours=5)  # a game that ends after midnight belongs to the evening before
NOTHING = Fraction(0)
FORM = 10  # latest games that a row shows


@dataclass(frozen=True, slots=True)
class PlaceBlock:
    """A place at the table of one game, its mean where it is shared, whether that was on the last evening, and whether
    the game was corrected since."""

    place: int
    mean: Fraction
    game: int
    is_latest: bool = False
    is_corrected: bool = False


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A player in the table. `moved` are the places won since the evening before, None where there was none;
    `is_new`: placed since then. `behind` is the gap to the row above, None for the first.
    """

    player: PlayerName
    row: RankingRow
    rules: RankingRule
    games: int = 0
    places: Fraction = NOTHING
    form: tuple[PlaceBlock, ...] = ()
    moved: int | None = None
    is_new: bool = False
    behind: Fraction | None = None

    @property
    def place(self) -> int | None:
        return self.row.place

    @property
    def lacks(self) -> int:
        """The games that are missing for a place."""
        return self.row.lacks

    @property
    def average_place(self) -> str:
        """The mean of the places at the table as it is shown; "" before the first game."""
        return written_average(self.places / self.games) if self.games else ""

    @property
    def total(self) -> str:
        """The ranking as it is shown."""
        return two_decimals(self.row.calculation.value, self.rules)

    @property
    def gap(self) -> str:
        """The gap to the row above as it is shown."""
        return "" if self.behind is None else two_decimals(self.behind, self.rules)

    @property
    def calculation(self) -> tuple[Message, ...]:
        """The sentences that say how the ranking was computed."""
        return calculation_sentences(self.row, self.rules)


@dataclass(frozen=True)
class League:
    """The table: those with a place first, then those who lack games, then those who are not ranked."""

    rules: RankingRule
    rows: tuple[LeagueRow, ...]
    games: int
    evening: date | None

    @cached_property
    def placed(self) -> tuple[LeagueRow, ...]:
        return tuple(one for one in self.rows if one.place is not None)

    @cached_property
    def has_teams(self) -> bool:
        return any(one.player.team for one in self.rows)

    @cached_property
    def below(self) -> tuple[LeagueRow, ...]:
        """Those who lack games, who lacks fewest first."""
        return tuple(one for one in self.rows if one.lacks)


def block_of(result: PersonResult, contest: Contest, latest: date | None) -> PlaceBlock:
    """Return the place of somebody in a game."""
    sharing = sum(other.place == result.place for other in contest.results)
    mean = result.place + Fraction(sharing - 1, 2)
    return PlaceBlock(result.place, mean, int(contest.name), contest.ended == latest)


def evening_of(at: datetime, zone: tzinfo) -> date:
    """Return the day of the evening to which a moment belongs."""
    return (at.astimezone(zone) - DAY_ENDS).date()


def contests_of(inputs: Inputs, zone: tzinfo) -> list[Contest]:
    """Return the games that count, in the order of their days, with scores in points; people by id. Games of a list
    that was loaded may be older than those before them."""
    played = {one.number: one.released_at for one in inputs.hanchan}
    found = []
    for table in sorted(inputs.tables, key=lambda one: one.hanchan):
        at = played[table.hanchan]
        if at is None:
            continue
        scored = zip(table.lines, score_table(table, inputs.rules), strict=True)
        results = tuple(PersonResult(str(line.player), own.place, own.score) for line, own in scored)
        name = f"{table.hanchan:05}"  # in one evening games are in the order of their names
        found.append(Contest(name=name, ended=evening_of(at, zone), results=results, players=len(results)))
    return sorted(found, key=lambda one: (one.ended, one.name))


def fines_of(inputs: Inputs, contests: Sequence[Contest]) -> list[RankingPenalty]:
    """Return the penalties, each on the evening of its game, else of the first one; none before the first game."""
    evenings = {int(one.name): one.ended for one in contests}
    first = min(evenings.values(), default=None)
    dated = ((one, evenings.get(one.hanchan or 0, first)) for one in inputs.deductions)
    return [RankingPenalty(str(one.player), one.amount, day) for one, day in dated if day is not None]


class PlayedRow(NamedTuple):
    """A row of a game: who sat there, with points and score."""

    player: PlayerName
    wind: Wind
    score: RowScore


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a player that counts: all rows, the winner first, and the player's own."""

    number: int
    evening: date
    rows: tuple[PlayedRow, ...]
    own: PlayedRow


def games_of(inputs: Inputs, player: int, zone: tzinfo) -> list[PlayedGame]:
    """Return the games of a player, by id, the latest first."""
    played = {one.number: one.released_at for one in inputs.hanchan}
    found = []
    for table in inputs.tables:
        at = played[table.hanchan]
        if at is None or player not in {line.player for line in table.lines}:
            continue
        scored = zip(table.lines, score_table(table, inputs.rules), strict=True)
        rows = [PlayedRow(inputs.names[line.player], line.wind, own) for line, own in scored]
        own = next(one for one in rows if one.player.id == player)
        best_first = tuple(sorted(rows, key=lambda one: one.score.place))
        found.append(PlayedGame(table.hanchan, evening_of(at, zone), best_first, own))
    return sorted(found, key=lambda one: (one.evening, one.number), reverse=True)


def ranked_contests(contests: Iterable[Contest], inputs: Inputs) -> list[Contest]:
    """Return games with the results of those only who are ranked: no substitute, nobody who is disqualified."""
    out = {str(one.id) for one in inputs.players if not _is_ranked(one)}
    return [
        replace(
            one,
            results=tuple(at for at in one.results if at.person not in out),
            sharing=Counter(at.place for at in one.results),
        )
        for one in contests
    ]


def _is_ranked(player: PlayerName) -> bool:
    return not player.is_substitute and player.taking_part not in (*NEVER_PLACED, PlayerStatus.DISQUALIFIED)


def _rows(
    contests: Sequence[Contest], rules: RankingRule, on: date, inputs: Inputs
) -> Iterator[tuple[PlayerName, RankingRow]]:
    """Yield everybody's row, last and without a place whoever is not ranked; nobody who has no place at the event."""
    penalties = fines_of(inputs, contests)
    ranked = rank(ranked_contests(contests, inputs), rules, on, penalties=penalties)
    seen = {row.person for row in ranked}
    others = [one for one in rank(contests, rules, on, penalties=penalties) if one.person not in seen]
    for row in (*ranked, *(replace(one, place=None, shared=False, lacks=0, breaks=()) for one in others)):
        player = inputs.names.get(int(row.person))
        if player is not None and player.taking_part not in NEVER_PLACED:
            yield player, row


def rule_of(tournament: Tournament) -> RankingRule:
    """Return the rule of a league's table from its snapshot."""
    return RankingRule.from_json(tournament.ranking_rule)


def league_in(tournament: Tournament, inputs: Inputs, corrected: Collection[int] = ()) -> League:
    """Return the table of a tournament's league with these inputs."""
    return league(inputs, rule_of(tournament), zone_of(tournament.time_zone), corrected)


def league(inputs: Inputs, rules: RankingRule, zone: tzinfo, corrected: Collection[int] = ()) -> League:
    """Return the table of all games so far; `corrected` are the numbers of those that were corrected."""
    contests = contests_of(inputs, zone)
    on = max((one.ended for one in contests), default=date.min)
    fines = fines_of(inputs, contests)
    counting = ranked_contests(contests, inputs)
    before = _places_before(counting, rules, on, fines)
    games: dict[int, list[PlaceBlock]] = defaultdict(list)
    for contest in contests:
        for result in contest.results:
            block = block_of(result, contest, on)
            games[int(result.person)].append(replace(block, is_corrected=block.game in corrected))
    rows, above = [], None
    for player, row in _rows(contests, rules, on, inputs):
        own, was = games[player.id], before.get(row.person)
        value = row.calculation.value
        rows.append(
            LeagueRow(
                player,
                row,
                rules,
                games=len(own),
                places=sum((one.mean for one in own), NOTHING),
                form=tuple(own[-FORM:]),
                moved=None if row.place is None or was is None else was - row.place,
                is_new=bool(before) and row.place is not None and was is None,
                behind=None if row.place is None or above is None else above - value,
            )
        )
        above = value
    return League(rules, tuple(rows), len(contests), on if contests else None)


@dataclass(frozen=True, slots=True)
class LeagueShift:
    """A player's row before and after a change; None where the table does not list the player."""

    before: LeagueRow | None
    after: LeagueRow | None

    @property
    def player(self) -> PlayerName:
        row = self.after or self.before
        assert row is not None  # noqa: S101  # one of the two lists the player
        return row.player

    @property
    def moves(self) -> bool:
        """Return whether place or total is another."""
        return _shown(self.before) != _shown(self.after)


def _shown(row: LeagueRow | None) -> tuple[int | None, bool, str] | None:
    return None if row is None else (row.place, row.row.shared, row.total)


def league_shifts(before: League, after: League) -> tuple[LeagueShift, ...]:
    """Return everybody whose place or total a change moves, in the order of the new table, then who leaves it."""
    old = {one.player.id: one for one in before.rows}
    new = {one.player.id: one for one in after.rows}
    shifts = (LeagueShift(old.get(player), new.get(player)) for player in {**new, **old})
    return tuple(one for one in shifts if one.moves)


def game_shift(tournament: Tournament, inputs: Inputs, game: Table, player: int) -> LeagueShift:
    """Return what a game that does not count yet would do to the row of a player, by id."""
    before = league_in(tournament, inputs)
    after = league_in(tournament, inputs.with_changes(tables=(*inputs.tables, game)))
    old, new = (next((row for row in one.rows if row.player.id == player), None) for one in (before, after))
    return LeagueShift(old, new)


def shifts_by(effect: Correction, tournament: Tournament) -> tuple[LeagueShift, ...] | None:
    """Return what a correction moves in the table of a league; None outside of one."""
    if not tournament.is_league:
        return None
    return league_shifts(league_in(tournament, effect.inputs), league_in(tournament, effect.changed))


def _places_before(
    contests: list[Contest], rules: RankingRule, on: date, fines: list[RankingPenalty]
) -> Mapping[str, int]:
    """Return the places at the end of the evening before the last one."""
    earlier = [one for one in contests if one.ended < on]
    last = max((one.ended for one in earlier), default=date.min)
    return {one.person: one.place for one in rank(earlier, rules, last, penalties=fines) if one.place is not None}
