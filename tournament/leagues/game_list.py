"""A season's games in a list made elsewhere, a row per player and game. Pure: a raw table and players in, games out."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

from django.utils.translation import gettext_noop as _

from scoring.game import DEPOSIT
from scoring.messages import ngettext_lazy
from scoring.points import Points, write
from scoring.rules import Ruleset
from tournament.core.messages import Level, Message, Refused
from tournament.players.importing.known_persons import FILLED, NUMBERS, KnownPerson, filled
from tournament.players.importing.matching import Entry
from tournament.players.lookup import Directory
from tournament.players.models import Player
from tournament.players.names import key
from tournament.players.similar_names import SimilarNames
from tournament.reading.headings import headings_of
from tournament.reading.raw_table import Grid, Limits, Line
from tournament.translation.formats import series

LIMITS = Limits(megabytes=5, rows=20_000, columns=30)
NEEDED = ("day", "game", "player", "points")
FACTORS = (1, 100)
"""Points may be written in full or in hundreds: their sum says which."""
DAYS = (
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})( 00:00:00)?"),
    re.compile(r"(?P<day>\d{1,2})[-/.](?P<month>\d{1,2})[-/.](?P<year>\d{4})"),
)


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of the list: who played, as written, from East on, with their points, and the line it begins in."""

    line: int
    day: date
    people: tuple[str, ...]
    points: tuple[Points, ...]
    deposits: int


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that no player has, with the players whom it may mean, and what is known of a new player of that name."""

    text: str
    similar: tuple[Player, ...]
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> str:
        """The values from other events, in a line."""
        return series(self.fields.values())


@dataclass(frozen=True, slots=True)
class GameList:
    """The games of a list in its order, by the day they were played, the players its names mean, and those that mean
    nobody; with `faults` nothing is loaded."""

    games: tuple[ListedGame, ...]
    known: Mapping[str, Player]
    unknown: tuple[UnknownName, ...]
    faults: tuple[Message, ...]


def has_game_headings(cells: Sequence[str]) -> bool:
    """Return whether a line has the headings of such a list."""
    return set(NEEDED) <= set(_columns(cells))


def _columns(cells: Sequence[str]) -> dict[str, int]:
    known = {key(word): name for name, words in headings_of("games").items() for word in words}
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        if (name := known.get(key(cell))) is not None:
            found.setdefault(name, at)
    return found


def read_games(grid: Grid, rules: Ruleset, players: Sequence[Player], persons: Iterable[KnownPerson] = ()) -> GameList:
    """Read the games of a list; `persons` are known from other events. Raises Refused without its headings."""
    head = next((line for line in grid.lines if has_game_headings(line.cells)), None)
    if head is None:
        text = _("No line has the headings day, game, player and points. Add them above the rows.")
        raise Refused.of("games-headings", text, field="pasted")
    at = _columns(head.cells)
    lines = [line for line in grid.lines if line.number > head.number]
    games: list[ListedGame] = []
    faults: list[Message] = []
    for _name, rows in groupby(lines, lambda line: (_cell(line, at["day"]), _cell(line, at["game"]))):
        try:
            games.append(_game(list(rows), at, rules))
        except Refused as refused:
            faults += refused.messages
    if not games and not faults:
        faults.append(Message("no-games", _("The list has no game."), {}, Level.ERROR))
    known, unknown, unclear = _people({name for game in games for name in game.people}, players)
    faults += [*unclear, *_twice(games, known)]
    strangers = tuple(_filled_in(unknown, players, persons))
    return GameList(tuple(sorted(games, key=lambda game: game.day)), known, strangers, tuple(faults))


def _cell(line: Line, at: int) -> str:
    return line.cells[at].strip() if at < len(line.cells) else ""


def _game(rows: Sequence[Line], at: Mapping[str, int], rules: Ruleset) -> ListedGame:
    first = rows[0].number
    if len(rows) != rules.players:
        text = ngettext_lazy(
            "Line {line}: this game has {rows} row instead of {count}.",
            "Line {line}: this game has {rows} rows instead of {count}.",
            "rows",
        )
        raise Refused.of("games-rows", text, line=first, rows=len(rows), count=rules.players)
    left = [row for row in rows if "deposits" in at and _cell(row, at["deposits"])]  # in one row of them, or in each
    deposits = max((_whole(row, at["deposits"]) for row in left), default=0)
    points = tuple(_whole(row, at["points"]) for row in rows)
    factor = next((one for one in FACTORS if one * sum(points) + deposits * DEPOSIT == rules.total), None)
    if factor is None:
        text = _("Line {line}: the points of this game add up to {sum}, not to {total}.")
        raise Refused.of("games-sum", text, line=first, sum=write(sum(points)), total=write(rules.total))
    people = tuple(_cell(row, at["player"]) for row in rows)
    if len(set(people)) < len(people) or not all(people):
        text = _("Line {line}: this game needs {count} different players.")
        raise Refused.of("games-people", text, line=first, count=rules.players)
    return ListedGame(first, _day(rows[0], at["day"]), people, tuple(one * factor for one in points), deposits)


def _whole(row: Line, at: int) -> int:
    text = unicodedata.normalize("NFKC", _cell(row, at)).replace("−", "-").replace("▲", "-")
    plain = re.sub(r"(?<=\d)[ ',.](?=\d{3}\b)", "", re.sub(r"\.0+$", "", text))
    if re.fullmatch(r"[+-]?\d{1,6}", plain):
        return int(plain)
    raise Refused.of("games-number", _("Line {line}: “{text}” is not a number."), line=row.number, text=text[:30])


def _day(row: Line, at: int) -> date:
    text = unicodedata.normalize("NFKC", _cell(row, at))
    found = next(filter(None, (form.fullmatch(text) for form in DAYS)), None)
    with suppress(ValueError):  # there is no 31 November
        if found:
            return date(**{part: int(digits) for part, digits in found.groupdict().items()})
    problem = _("Line {line}: “{text}” is not a day. Write it as 2026-11-26.")
    raise Refused.of("games-day", problem, line=row.number, text=text[:30])


def _people(
    texts: Collection[str], players: Sequence[Player]
) -> tuple[dict[str, Player], tuple[UnknownName, ...], list[Message]]:
    """Return the players that texts mean, the texts that mean nobody, and a fault for each that may mean several."""
    directory, names = Directory(players), SimilarNames([player.name for player in players])
    known: dict[str, Player] = {}
    unknown: list[UnknownName] = []
    faults: list[Message] = []
    for text in sorted(texts):
        try:
            known[text] = directory.find(text, parts=False)
        except Refused as refused:
            if refused.messages[0].code == "no-match" and not text.lstrip("#").isdigit():
                unknown.append(UnknownName(text, tuple(players[index] for index in names.like(text))))
            else:
                faults += refused.messages
    return known, tuple(unknown), faults


def _filled_in(
    unknown: Sequence[UnknownName], players: Sequence[Player], persons: Iterable[KnownPerson]
) -> Iterator[UnknownName]:
    """Yield the names with what is known of each beyond doubt. A player who has the number may be meant by it."""
    entries = filled([Entry(line, {"name": one.text}) for line, one in enumerate(unknown)], persons)
    for one, entry in zip(unknown, entries, strict=True):
        fields = {name: value for name, value in entry.values.items() if name in FILLED}
        numbers = {(name, value) for name, value in fields.items() if name in NUMBERS}
        same = [player for player in players if numbers & {(name, getattr(player, name)) for name in NUMBERS}]
        yield replace(one, similar=tuple(dict.fromkeys((*same, *one.similar))), fields=fields)


def _twice(games: Sequence[ListedGame], known: Mapping[str, Player]) -> Iterator[Message]:
    """Yield a fault for each game in which two names mean the same player."""
    for game in games:
        people = [known[name].pk for name in game.people if name in known]
        if len(set(people)) < len(people):
            text = _("Line {line}: two names of this game mean the same player.")
            yield Message("games-twice", text, {"line": game.line}, Level.ERROR)
