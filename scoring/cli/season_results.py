"""The events or games of a season in a file: a row for each person and result, as CSV or as a JSON list of objects.

Which columns there must be follows from the rule; every problem names its line and column.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from scoring.cli.results_file import Columns, Place, ResultsProblem, in_row, records, results_error
from scoring.ema import MOST_SUBSTITUTES
from scoring.messages import Message, gettext_noop, ngettext_lazy, phrase
from scoring.points import P
from scoring.rankings.contests import Contest, PersonResult, RankingPenalty
from scoring.rankings.rule import Counted, RankingRule, ResultOf, WeightBy, read_fraction

_NAMES: Columns = {
    "person": ("person", "player", "name"),
    "event": ("event", "game"),
    "ended": ("ended", "day", "date"),
    "days": ("days",),
    "players": ("players",),
    "countries": ("countries",),
    "qualification": ("qualification",),
    "weight": ("weight",),
    "score": ("score",),
    "place": ("place",),
    "substitutes": ("substitutes",),
    "penalty": ("penalty",),
    "country": ("country",),
}
_IN_A_LEAGUE = {"event": "game", "ended": "day"}
_OF_THE_EVENT = ("ended", "days", "players", "countries", "qualification", "weight", "substitutes")
_LEAST = {"days": 1, "players": 1, "countries": 1, "place": 1, "substitutes": 0, "penalty": 0}
_USUAL = {"days": 1, "countries": 1, "substitutes": 0, "penalty": 0, "score": 0, "country": ""}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SCORE = re.compile(r"[+−-]?[0-9]{1,9}")
_YES_NO = {"yes": True, "1": True, "true": True, "no": False, "0": False, "false": False, "": False}


@dataclass(frozen=True, slots=True)
class Season:
    """The contents of a file: the contests, penalties, and each person's country where one is named (the latest)."""

    contests: tuple[Contest, ...]
    penalties: tuple[RankingPenalty, ...]
    countries: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that was read, and where it stands."""

    place: Place
    cells: Mapping[str, Any]

    def wrong(self, column: str, text: str, **params: object) -> Message:
        """Return a problem with a cell of the row."""
        return in_row(self.place, column, phrase(text, params))


def read_season(text: str, rules: RankingRule) -> Season:
    """Read the results of a season. Raises ResultsProblem with everything that is wrong with them."""
    headings = {name: _IN_A_LEAGUE.get(name, name) if rules.result is ResultOf.GAME else name for name in _NAMES}
    rows = _rows(text, headings, _optional(rules))
    events: dict[str, list[_Row]] = {}
    for row in rows:
        events.setdefault(row.cells["event"], []).append(row)
    wrong = [problem for own in events.values() for problem in _contradictions(own, headings)]
    if wrong:
        raise ResultsProblem(wrong)
    latest = sorted(rows, key=lambda row: row.cells["ended"])
    fines = (RankingPenalty(one.cells["person"], one.cells["penalty"], one.cells["ended"]) for one in rows)
    return Season(
        tuple(_contest(name, own) for name, own in events.items()),
        tuple(one for one in fines if one.amount),
        {row.cells["person"]: row.cells["country"] for row in latest if row.cells["country"]},
    )


def read_last_season(text: str, rules: RankingRule) -> dict[str, Fraction]:
    """Read the rankings of the last season as they are shown, `person` and `ranking`. Raises ResultsProblem."""
    unit = P if rules.counted is Counted.SCORE else 1
    found: dict[str, Fraction] = {}
    for row in _rows(text, {"person": "person", "ranking": "ranking"}, ()):
        if row.cells["person"] in found:
            twice = gettext_noop("{person} is there twice.")
            raise ResultsProblem([row.wrong("person", twice, person=row.cells["person"])])
        found[row.cells["person"]] = row.cells["ranking"] * unit
    return found


def _rows(text: str, headings: Mapping[str, str], optional: Container[str]) -> list[_Row]:
    """Return the rows; `headings` are what the columns are called. Raises ResultsProblem."""
    columns = {heading: _NAMES.get(name, (name,)) for name, heading in headings.items()}
    usual = {name: _USUAL.get(name) for name in headings if name in optional}
    read: list[tuple[str, str, dict[str, Any]]] = [(name, heading, {}) for name, heading in headings.items()]
    rows, wrong = [], []
    for place, cells in records(text, columns, {headings[name] for name in usual}):
        row = _Row(place, found := dict(usual))
        for name, heading, values in read:  # most cells say what another one said
            written = cells.get(heading)
            if written in values:
                found[name] = values[written]
            elif written is not None:
                value = found[name] = _value(name, written.strip(), usual)
                if isinstance(value, Message):
                    wrong.append(in_row(place, heading, value))
                else:
                    values[written] = value
        rows.append(row)
    if wrong or not rows:
        raise ResultsProblem(wrong or [results_error(gettext_noop("There are no results in the file."), {})])
    return rows


def _value(name: str, typed: str, usual: Mapping[str, Any]) -> Any:
    """Return the value of a cell, a Message for one that is wrong."""
    return usual[name] if not typed and name in usual else _READERS.get(name, _number)(name, typed)


def _optional(rules: RankingRule) -> tuple[str, ...]:
    """Return the columns that a file need not have under a rule."""
    needed = {"person", "event", "ended", "place"}
    needed |= {"score"} if rules.counted is Counted.SCORE else set()
    needed |= {"weight"} if rules.weight is WeightBy.GIVEN else set()
    needed |= {"days", "players", "countries", "qualification"} if rules.weight is WeightBy.MERS else set()
    needed |= {"players"} if rules.counted is Counted.BASE_RANK and rules.result is ResultOf.EVENT else set()
    return tuple(name for name in _NAMES if name not in needed)


def _number(name: str, typed: str) -> int | Message:
    least = _LEAST[name]
    if typed.isascii() and typed.isdecimal() and len(typed) < 10 and int(typed) >= least:
        return int(typed)
    return phrase(gettext_noop("“{typed}” is not a whole number from {least} on."), {"typed": typed, "least": least})


def _text(_name: str, typed: str) -> str | Message:
    """Return a name in its usual spelling; hidden characters would make two names of one."""
    hidden = next((one for one in typed.strip() if not one.isprintable()), "")
    if hidden:
        template = gettext_noop("There is a hidden character in “{typed}” (U+{code}): type the name again.")
        shown = "".join(one if one.isprintable() else "·" for one in typed)
        return phrase(template, {"typed": shown, "code": f"{ord(hidden):04X}"})
    return normalize("NFC", typed.strip()) or phrase(gettext_noop("There is no name."))


def _day(_name: str, typed: str) -> date | Message:
    with suppress(ValueError):
        if _DAY.fullmatch(typed):
            return date.fromisoformat(typed)
    return phrase(gettext_noop("“{typed}” is not a day; write it as 2026-11-01."), {"typed": typed})


def _yes_no(_name: str, typed: str) -> bool | Message:
    found = _YES_NO.get(typed.casefold())
    return phrase(gettext_noop("“{typed}” is not yes or no."), {"typed": typed}) if found is None else found


def _weight(_name: str, typed: str) -> Fraction | Message:
    found = read_fraction(typed)
    return phrase(gettext_noop("“{typed}” is not a weight, as 2 or 1.5."), {"typed": typed}) if found is None else found


def _ranking(_name: str, typed: str) -> Fraction | Message:
    found = read_fraction(typed.lstrip("-−"))
    if found is None:
        return phrase(gettext_noop("“{typed}” is not a ranking, as 911.59."), {"typed": typed})
    return -found if typed[0] in "-−" else found


def _score(_name: str, typed: str) -> int | Message:
    if _SCORE.fullmatch(typed):
        return int(typed.replace("−", "-"))
    template = gettext_noop("“{typed}” is not a score; type points in full, as 25300 or -2800.")
    return phrase(template, {"typed": typed})


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "person": _text,
    "event": _text,
    "ended": _day,
    "qualification": _yes_no,
    "weight": _weight,
    "score": _score,
    "country": _text,
    "ranking": _ranking,
}


def _contradictions(rows: list[_Row], headings: Mapping[str, str]) -> Iterator[Message]:
    """Yield what the rows of an event say differently, people who are there twice, and places that there are not."""
    first = rows[0]
    players, event = first.cells["players"], first.cells["event"]
    seen: dict[str, int] = {}
    for row in rows:
        for name in _OF_THE_EVENT:
            if row.cells[name] != first.cells[name]:
                template = gettext_noop("“{event}” has another value here than in row {line}.")
                yield row.wrong(headings[name], template, event=event, line=first.place[1])
        person = row.cells["person"]
        if person in seen:
            template = gettext_noop("{person} has a result of “{event}” in row {line} already.")
            yield row.wrong("person", template, person=person, event=event, line=seen[person])
        seen.setdefault(person, row.place[1])
        places = players and players + min(first.cells["substitutes"], MOST_SUBSTITUTES)
        if places and row.cells["place"] > places:
            template = ngettext_lazy("“{event}” has {places} place.", "“{event}” has {places} places.", "places")
            yield row.wrong("place", template, event=event, places=places)


def _contest(name: str, rows: list[_Row]) -> Contest:
    """Return an event; without a number of players it has as many as the last place, and four at least."""
    told = {key: rows[0].cells[key] for key in _OF_THE_EVENT}
    told["players"] = told["players"] or max(4, *(row.cells["place"] for row in rows))
    told["weight"] = Fraction(1) if told["weight"] is None else told["weight"]
    told["qualification"] = bool(told["qualification"])
    results = (PersonResult(row.cells["person"], row.cells["place"], row.cells["score"]) for row in rows)
    return Contest(name=name, results=tuple(results), **told)
