"""The inputs of standings: players, accepted sheets, penalties, hanchan and referees' decisions on ties, as values,
read with five queries, and one more where tables were not played.

Visibility is one function from inputs to inputs (visibility.py): everything that a public page or export shows is
computed from its result, so that nothing hidden can leak.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, FilteredRelation, Max, Q

from scoring.game import Table
from scoring.points import Points
from scoring.rules import Ruleset
from scoring.standings.players import Cards, read_cards
from scoring.standings.rules import PLAIN, StandingRules
from scoring.standings.ties import Decision
from scoring.standings.values import Deduction, Entrant, Status
from tournament.core.models import CutChoice, HanchanState, Tournament
from tournament.players.countries import country_name
from tournament.players.models import NEVER_PLACED, Player, PlayerStatus, standing_status
from tournament.players.name_order import NameKey, name_key
from tournament.players.names import labelled
from tournament.results.penalties.queries import GivenPenalty, deductions, given_penalties
from tournament.results.sheets.queries import tables_not_played, tables_of
from tournament.results.tie_decisions import DecidedTie, decided_ties
from tournament.standings.ceremony_list import FinalPlace, final_places_from


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player as lists show them: `number` is on every sheet, `id` the database's, `taking_part` a PlayerStatus.
    `carried` are the points carried from an earlier event, `counts_from` and `out_from` those of the player's row.
    `choices` say of hanchan in which the player stood in whether they count, where that was chosen."""

    id: int
    number: int
    name: str
    country: str
    club: str
    team: str
    is_substitute: bool
    taking_part: str
    ema_number: str = ""
    last_name: str = ""
    first_name: str = ""
    distinction: str = ""
    carried: Points = 0
    counts_from: int = 1
    out_from: int = 0
    reading: str = ""
    choices: tuple[tuple[int, bool], ...] = ()

    @property
    def name_key(self) -> NameKey:
        """The key by which lists are sorted when they are sorted by name."""
        return name_key(self)

    @property
    def label(self) -> str:
        """The name as lists show it: with a club or number when another player has the same name."""
        return labelled(self.name, self.distinction)

    @property
    def origin(self) -> str:
        """The country and the club, "" for neither."""
        country = country_name(self.country) if self.country else ""
        return " · ".join(part for part in (country, self.club) if part)

    @property
    def searched(self) -> tuple[str, str, str]:
        """What a search in the public standings looks at, besides the number."""
        return self.label, self.reading, self.country

    @property
    def since(self) -> int:
        """The first hanchan that counts for the player."""
        return min([self.counts_from, *(number for number, counts in self.choices if counts)])

    @property
    def uncounted(self) -> frozenset[int]:
        """The hanchan after that one that do not count for the player."""
        if not self.choices:
            return frozenset()
        counting = {number for number, counts in self.choices if counts}
        return frozenset(number for number, counts in self.choices if not counts).union(
            set(range(self.since, self.counts_from)) - counting
        )

    @property
    def is_steady(self) -> bool:
        """Return whether the player is the same entrant after every hanchan: counts from the first on, and has not left
        since."""
        is_there = self.taking_part == PlayerStatus.PLAYING or not self.out_from
        return is_there and self.counts_from == 1 and not self.choices

    def status_after(self, hanchan: int) -> Status:
        """The player's status in the standings after a hanchan: who counts from a later one is a substitute there, and
        who has left since still plays."""
        has_left = hanchan >= self.out_from and self.taking_part not in NEVER_PLACED
        status = self.taking_part if has_left or self.taking_part in NEVER_PLACED else PlayerStatus.PLAYING
        return standing_status(status, is_substitute=self.is_substitute or max(hanchan, 1) < self.since)

    def entrant_after(self, hanchan: int) -> Entrant:
        """The player in the standings after a hanchan. The start number is the seed, and what a lot is drawn for: it
        stands on every list. A substitute is scored for everything that they played."""
        since = self.since
        counting = () if self.is_substitute or hanchan < since else (since, self.uncounted)
        return Entrant(self.id, self.status_after(hanchan), self.number, str(self.number), self.carried, *counting)


PLAYER_COLUMNS = (
    *("pk", "number", "name", "country", "club", "team", "is_substitute", "status", "ema_number", "last_name"),
    *("first_name", "distinction", "carried", "counts_from", "out_from", "reading"),
)
"""Those of a player's row, in the order of PlayerName."""


@dataclass(frozen=True, slots=True)
class HanchanInput:
    """One hanchan: `changed_at` is when its newest accepted sheet was typed, None without one. What follows is as in
    the row; `corrections` are those that are official; `not_played` are the tables at which nobody played."""

    number: int
    state: str
    released_at: datetime | None
    changed_at: datetime | None
    protest_until: datetime | None = None
    official_at: datetime | None = None
    reopened_at: datetime | None = None
    corrections: tuple[tuple[datetime, str], ...] = ()
    divisions: tuple[tuple[int, int], ...] = ()
    cut_choice: str = ""
    cut_reason: str = ""
    cut_seen: tuple[tuple[int, int], ...] = ()
    not_played: tuple[int, ...] = ()

    @property
    def is_closed(self) -> bool:
        return self.state == HanchanState.CLOSED


def one_entry(rows: Sequence[Any], merged: int, kept: int) -> list[Any]:
    """Return a list of ids, or of rows that end with one, in which the id `merged` is `kept`; of two rows the smaller.

    >>> one_entry([[0, 7], [1, 5], [1, 9]], 7, 5), one_entry([9, 7], 7, 5)
    ([[0, 5], [1, 9]], [9, 5])
    """
    theirs = [row for row in rows if _id_in(row) in (merged, kept)]
    if merged not in map(_id_in, theirs):
        return list(rows)
    best = min(theirs, key=lambda row: row if isinstance(row, int) else list(row[:-1]))
    found = kept if isinstance(best, int) else type(best)([*best[:-1], kept])
    return [found if row is theirs[0] else row for row in rows if row is theirs[0] or row not in theirs]


def all_rows(rows: Sequence[Any], merged: int, kept: int) -> list[Any]:
    """Return rows that end with an id, in which `merged` is `kept`: all of them, as somebody may have several; of equal
    ones the first.

    >>> all_rows([["a", 7], ["b", 7], ["b", 5]], 7, 5)
    [['a', 5], ['b', 5]]
    """
    found: list[Any] = []
    for row in rows:
        new = type(row)([*row[:-1], kept]) if row[-1] == merged else row
        if new not in found:
            found.append(new)
    return found


def _id_in(row: Any) -> Any:
    return row if isinstance(row, int) else row[-1]


def corrections_from(known: object) -> tuple[tuple[datetime, str], ...]:
    """Read the corrections of a hanchan as they are stored: those that are official, with their reason. Raises
    TypeError or ValueError for anything else."""
    if not isinstance(known, list):
        raise TypeError("corrections is not a list")
    for row in known:
        if not isinstance(row, list) or len(row) != 3 or not all(isinstance(part, str) for part in row):
            raise ValueError("a correction is a time, a reason, and the name of the figures before")
    return tuple((datetime.fromisoformat(at), reason) for at, reason, _figures in known if at)


def divisions_from(known: object) -> tuple[tuple[int, int], ...]:
    """Read the divisions of a cut as they are stored: division and player. Raises TypeError or ValueError for anything
    else."""
    if not isinstance(known, list):
        raise TypeError("divisions is not a list")
    for row in known:
        if not isinstance(row, list) or [type(value) for value in row] != [int, int]:
            raise ValueError("a row is a division and a player")
    return tuple((division, player) for division, player in known)


@dataclass(frozen=True, slots=True)
class Freeze:
    """The results that stay hidden until the ceremony, as the columns of the tournament say it. `places` is the list
    that the ceremony reveals, the best place first; in what is public, only the revealed part of it."""

    hidden_from: int | None = None
    shown_places: int | None = None
    revealed_from: int | None = None
    places: tuple[FinalPlace, ...] = ()


NOTHING_FROZEN = Freeze()


@dataclass(frozen=True)
class Inputs:
    """Everything that standings depend on, at one edition of one tournament.

    `shown` are the ids of those whose results are shown, None for everybody: of the others no row is made.
    """

    rules: Ruleset
    standings_public: bool
    players: tuple[PlayerName, ...]
    tables: tuple[Table, ...]
    penalties: tuple[GivenPenalty, ...]
    hanchan: tuple[HanchanInput, ...]
    by: StandingRules = PLAIN
    decided: tuple[DecidedTie, ...] = ()
    extra: tuple[Deduction, ...] = ()
    has_protests: bool = False
    freeze: Freeze = NOTHING_FROZEN
    shown: frozenset[int] | None = None
    live_public: bool = False
    """Return whether everybody may see sheets of the hanchan in play, as a projection beside the official standings."""
    release_on_close: bool = True

    def shows(self, player: int) -> bool:
        """Return whether the results of the player with this id are shown."""
        return self.shown is None or player in self.shown

    @cached_property
    def names(self) -> Mapping[int, PlayerName]:
        """Players by id."""
        return {player.id: player for player in self.players}

    @cached_property
    def no_shows(self) -> frozenset[int]:
        """The ids of those who withdrew without a hanchan played, or never had a place: no result, no country and no
        team counts them."""
        played = {line.player for table in self.tables for line in table.lines}
        away = {PlayerStatus.WITHDRAWN, *NEVER_PLACED}
        out = (player.id for player in self.players if player.taking_part in away)
        return frozenset(out) - played

    @cached_property
    def counting(self) -> tuple[GivenPenalty, ...]:
        """The penalties that were not cancelled."""
        return tuple(one for one in self.penalties if one.cancelled_at is None)

    @cached_property
    def played(self) -> int:
        """The last hanchan that has a sheet, a table that was not played or a penalty, 0 before the first."""
        penalised = [one.hanchan for one in self.counting] + [one.hanchan for one in self.extra]
        tables = [table.hanchan for table in self.tables]
        tables += [hanchan.number for hanchan in self.hanchan if hanchan.not_played]
        return max([*tables, *(number for number in penalised if number is not None)], default=0)

    @cached_property
    def _steady(self) -> Mapping[int, Entrant]:
        """Those who are the same entrants after every hanchan, most of all, by id."""
        return {player.id: player.entrant_after(1) for player in self.players if player.is_steady}

    def entrants_after(self, hanchan: int) -> list[Entrant]:
        """Everybody in the standings after a hanchan."""
        return [self._steady.get(player.id) or player.entrant_after(hanchan) for player in self.players]

    @cached_property
    def _cards(self) -> Cards:
        last = max(self.played, len(self.hanchan))
        return read_cards(self.tables, self.deductions, self.entrants_after(last), self.rules, last, self.by)

    def cards_after(self, hanchan: int) -> Cards:
        """The scores of everybody in the standings after a hanchan; each sheet is scored once for all hanchan."""
        return self._cards.until(hanchan, self.entrants_after(hanchan))

    @cached_property
    def deductions(self) -> tuple[Deduction, ...]:
        """The points deducted from totals."""
        return (*deductions(self.counting), *self.extra)

    @cached_property
    def played_divisions(self) -> Mapping[int, Mapping[int, int]]:
        """By the hanchan of a cut, who played the next one in which division, where that counts."""
        started = (one for one in self.hanchan if one.divisions and one.cut_choice != CutChoice.CORRECTED)
        return {one.number - 1: {player: division for division, player in one.divisions} for one in started}

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The referee's decisions that hold, the latest last."""
        return tuple(Decision(one.after, one.order, one.reason) for one in self.decided if one.cancelled_at is None)

    def with_changes(
        self,
        *,
        extra: Iterable[Deduction] = (),
        without: Collection[int] = (),
        disqualified: Collection[int] = (),
        tables: Sequence[Table] | None = None,
    ) -> "Inputs":
        """The inputs as they would be with `extra` deductions, `without` the penalties of these ids, and with the
        players of the ids in `disqualified` out, or with other `tables`: what a page shows before it writes."""
        return replace(
            self,
            tables=self.tables if tables is None else tuple(tables),
            extra=(*self.extra, *extra),
            penalties=tuple(one for one in self.penalties if one.id not in without),
            players=tuple(
                replace(one, taking_part=PlayerStatus.DISQUALIFIED) if one.id in disqualified else one
                for one in self.players
            ),
        )

    def with_player(self, player: Player) -> "Inputs":
        """The inputs as they would be with the row of a player as it is given."""
        other = PlayerName(*(getattr(player, name) for name in PLAYER_COLUMNS))
        names = (replace(other, choices=one.choices) if one.id == player.pk else one for one in self.players)
        return replace(self, players=tuple(names))

    def with_one_entry(self, merged: int, player: Player) -> "Inputs":
        """The inputs as they would be with everything of the entry with the id `merged` in the row of a player as it is
        given."""

        def whose(pk: int) -> int:
            return player.pk if pk == merged else pk

        one = self.with_player(player)
        both = tuple(choice for known in self.players if whose(known.id) == player.pk for choice in known.choices)
        return replace(
            one,
            players=tuple(
                replace(known, choices=both) if known.id == player.pk else known
                for known in one.players
                if known.id != merged
            ),
            tables=tuple(_with_people(table, {merged: player.pk}) for table in self.tables),
            penalties=tuple(given._replace(player=whose(given.player)) for given in self.penalties),
            decided=tuple(tie._replace(order=tuple(dict.fromkeys(map(whose, tie.order)))) for tie in self.decided),
            hanchan=tuple(
                replace(
                    hanchan,
                    divisions=tuple(one_entry(hanchan.divisions, merged, player.pk)),
                    cut_seen=tuple(one_entry(hanchan.cut_seen, merged, player.pk)),
                )
                for hanchan in self.hanchan
            ),
        )

    def with_cut_choice(self, number: int, choice: CutChoice) -> "Inputs":
        """The inputs as they would be with that choice of the finalists of hanchan `number`."""
        hanchan = (replace(one, cut_choice=choice) if one.number == number else one for one in self.hanchan)
        return replace(self, hanchan=tuple(hanchan))

    def with_people(self, hanchan: int, who: Mapping[int, int], choices: Mapping[int, bool | None]) -> "Inputs":
        """The inputs as they would be if in that hanchan the people of `who` (ids, on the sheets to really) had played:
        points and places stay with the seat. `choices` say whether it counts for those who stand in, by id."""

        def chosen(player: PlayerName) -> tuple[tuple[int, bool], ...]:
            others, counts = [one for one in player.choices if one[0] != hanchan], choices.get(player.id)
            return (*others, *([] if counts is None else [(hanchan, counts)]))

        return replace(
            self,
            tables=tuple(_with_people(t, who) if t.hanchan == hanchan else t for t in self.tables),
            players=tuple(replace(one, choices=chosen(one)) for one in self.players),
        )


def _with_people(table: Table, who: Mapping[int, int]) -> Table:
    return replace(table, lines=tuple(replace(line, player=who.get(line.player, line.player)) for line in table.lines))


def read_inputs(tournament: Tournament) -> Inputs:
    """Read the inputs of a tournament: five queries, whatever its size, or six where tables were not played."""
    # Players come last: whoever is on a sheet that was accepted while this reads is then known as well.
    tables, penalties, decided = tables_of(tournament), given_penalties(tournament), decided_ties(tournament)
    return Inputs(
        rules=tournament.ruleset,
        standings_public=tournament.standings_public,
        tables=tables,
        penalties=penalties,
        players=_players(tournament),
        hanchan=_hanchan(tournament),
        by=tournament.ranked_by,
        decided=decided,
        has_protests=tournament.has_protests,
        freeze=_freeze(tournament),
        live_public=tournament.live_public and tournament.release_on_close,
        release_on_close=tournament.release_on_close,
    )


def _freeze(tournament: Tournament) -> Freeze:
    places = final_places_from(tournament.final_places)
    return Freeze(tournament.hidden_from, tournament.shown_places, tournament.revealed_from, places)


def _hanchan(tournament: Tournament) -> tuple[HanchanInput, ...]:
    accepted = Q(sheets__accepted__isnull=False)
    rows = tournament.hanchan.order_by("number").annotate(
        changed_at=Max("sheets__accepted__entered_at", filter=accepted),
        not_played=Count("sheets", filter=Q(sheets__accepted__is_played=False)),
    )
    found = list(rows.values(*HanchanInput.__slots__))
    tables = sorted(tables_not_played(tournament)) if any(row["not_played"] for row in found) else []
    read = {"corrections": corrections_from, "divisions": divisions_from, "cut_seen": divisions_from}
    for row in found:
        row |= {name: of(row[name]) for name, of in read.items()}
        row["not_played"] = tuple(table for number, table in tables if number == row["number"])
    return tuple(HanchanInput(**row) for row in found)


def _players(tournament: Tournament) -> tuple[PlayerName, ...]:
    chosen = FilteredRelation("stand_ins", condition=Q(stand_ins__cancelled_at=None, stand_ins__counts__isnull=False))
    rows = tournament.players.annotate(chosen=chosen).order_by("number", "chosen__hanchan__number")
    found: list[PlayerName] = []
    for *columns, number, counts in rows.values_list(*PLAYER_COLUMNS, "chosen__hanchan__number", "chosen__counts"):
        if not found or found[-1].id != columns[0]:
            found.append(PlayerName(*columns))
        if number:
            found[-1] = replace(found[-1], choices=(*found[-1].choices, (number, counts)))
    return tuple(found)
