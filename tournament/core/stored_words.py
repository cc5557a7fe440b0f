"""Words of the program that are stored: a code with its values, put into the reader's language when they are shown.

A column of text that may have such words keeps them as JSON, `{"table":{"number":3,"table":5}}`. Whatever is no such
code is a text that a person typed, and stays. Until 0.9 the words themselves were stored, in English: they are read
back by the same texts, so that old and new lines are shown alike (docs/decisions/0043).
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.utils.module_loading import import_string
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournament.translation.formats import enumeration

LONGEST = 500
"""So long is every column that may have stored words."""

REASONS = {
    # What was done when the seating was repaired, and why a version was made.
    "fewer-tables": _("Fewer tables: {count}"),
    "more-tables": _("More tables: {count}"),
    "substitutes-take": _("Substitutes take the empty seats"),
    "newcomers-take": _("Newcomers take the empty seats"),
    "resting-takes": _("Who sits out takes the seat"),
    "as-even": _("{title}, as even as possible"),
    "few-move": _("{title}, few players move"),
    "left": _("{title}; left: {left}"),
    "came": _("{title}; came: {came}"),
    "left-came": _("{title}; left: {left}; came: {came}"),
    "closed": _("Check-in closed."),
    "closed-left": _("Check-in closed. Left: {left}."),
    "closed-left-came": _("Check-in closed. Left: {left}. From the waiting list: {came}."),
    # Reasons of penalties, of their cancelling, and of who plays instead.
    "forfeited": _("Hanchan forfeited."),
    "undone": _("Given by mistake: undone within a minute."),
    "from-results": _("from the results of the event"),
}
"""The reasons that the program gives; people type others into the same columns."""

WORDS = REASONS | {
    # Names that the program gives.
    "final": _("Final"),
    "final-of-several": _("Final {number}"),
    "picture": _("Picture"),
    "not-recorded": _("not recorded"),
    # What a line of the history is about.
    "hanchan": _("hanchan {number}"),
    "several-hanchan": _("hanchan {numbers}"),
    "table": _("hanchan {number}, table {table}"),
    "tables": _("hanchan {number}, tables {tables}"),
    "whole-table": _("hanchan {hanchan}, the whole table"),
    "game": _("game {number}"),
    "games": _("games {first} to {last}"),
    "protest": _("hanchan {hanchan}: {player}"),
    "protest-at-table": _("hanchan {hanchan}, table {table}: {player}"),
    "stand-in": _("hanchan {number}: {substitute} for {absent}"),
    "who-played": _("hanchan {number}: {pairs}"),
    "seat-of": _("{written} → {real}"),
    "ranked": _("{name} (ranked)"),
    "not-ranked": _("{name} (not ranked)"),
    "new-players": _("new players"),
    "prize": _("{kind} {place}"),
    "screens": _("{names}: {shown}"),
    "wish": _("{kind}: {what}"),
    "place": _("{source}, place {place}"),
    "table-name": _("Table {table}"),
    "finished": _("from a finished event"),
    "no-times": _("times not recorded"),
    # Where a version of the seating comes from.
    "plan": _("hanchan {numbers}, seed {seed}"),
    "seed": _("from seed {seed}"),
    "hanchan-seed": _("hanchan {numbers} from seed {seed}"),
    "word-draw": _("draw {number} from the words “{words}”"),
    "pairing": _("hanchan {number}: {method}"),
    "method": _("{method}: {explained}"),
    "back": _("back to version {number}"),
    "repair": _("from hanchan {number} on: {title}"),
    "replacement": _("from hanchan {number} on: {coming} for {leaving}"),
    "swap": _("hanchan {number}: {one} ↔ {other}"),
    "actual-seats": _("hanchan {number}: actual seats at table {tables}"),
    "seats": _("hanchan {number}: seats at table {tables}"),
}
"""The words of each code. A code that histories have stays; its words may become better ones."""

COUNTED: dict[str, Callable[[int], str]] = {
    "players": lambda count: ngettext("{count} player", "{count} players", count),
    "byes-shared": lambda count: ngettext(
        "{count} table, byes shared fairly", "{count} tables, byes shared fairly", count
    ),
    "no-more-byes": lambda count: ngettext(
        "The same table, no more byes", "The same {count} tables, no more byes", count
    ),
    "re-planned": lambda count: ngettext("The same table, re-planned", "The same {count} tables, re-planned", count),
}
"""The same for words that depend on a number, `count`."""

FORMER = {
    "players": ("{count} player", "{count} players"),
    "byes-shared": ("{count} table, byes shared fairly", "{count} tables, byes shared fairly"),
    "no-more-byes": ("The same table, no more byes", "The same {count} tables, no more byes"),
    "re-planned": ("The same table, re-planned", "The same {count} tables, re-planned"),
    "tables": ("hanchan {number}, table {tables}",),
    "draw": ("draw {number}",),
    "draw-words": ("draw {number}: {words}",),
}
"""More words that lines from before have; what nothing stores any more has its words in `GONE`."""

GONE = {"draw": _("draw {number}"), "draw-words": _("draw {number}: {words}")}

LABELS = {
    "explained": "tournament.planning.pairing.methods.EXPLANATIONS",
    "explained-for-three": "tournament.planning.pairing.methods.EXPLANATIONS_OF_THREE",
    "face": "tournament.screens.models.Face",
    "method": "tournament.planning.pairing.methods.NAMES",
    "prize": "tournament.events.models.PrizeKind",
    "shared": "tournament.wishes.models.SharedBy",
    "wish": "tournament.wishes.models.WishKind",
}
"""Where the words of a choice are: an enumeration with labels, or words by value."""

LABEL, ENGLISH = "label", "english"
"""The codes of a choice, and of a text that was stored in English: it is its own key in the catalogue."""

NUMBER, NUMBERS = r"\d+", r"\d[\d, –-]*"
KINDS = dict.fromkeys(("number", "table", "hanchan", "first", "last", "count", "place"), NUMBER)
KINDS |= dict.fromkeys(("numbers", "tables"), NUMBERS)
"""What stands in the place of a value, where lines from before are read; in that of others, any text."""
WORDED = {"explained": (), "kind": (), "method": ("method",), "shown": (), "title": (), "what": ()}
"""Values that are words themselves in lines from before, with the codes that are tried first."""


@dataclass(frozen=True, slots=True)
class StoredWords:
    """A code with its values: numbers, texts, words again, or a list of words."""

    code: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        """Return the words in the reader's language."""
        if self.code == LABEL:
            (of, value), *_others = self.values.items()
            words = import_string(LABELS[of])
            return str(words[value] if isinstance(words, Mapping) else words(value).label)
        if self.code == ENGLISH:
            return _translated(self.values["text"])
        values = {name: _word(value) for name, value in self.values.items()}
        if self.code in COUNTED:
            return COUNTED[self.code](int(self.values.get("count", 1))).format(**values)
        return gettext((WORDS | GONE)[self.code]).format(**values)

    def stored(self) -> str:
        """Return the text that is stored; the longest value is shortened where it would be too long."""
        values = dict(self.values)
        while len(text := _json({self.code: values})) > LONGEST:
            longest = max(values, key=lambda name: len(str(values[name])))
            values[longest] = str(_word(values[longest]))[: LONGEST - len(text) - 1] + "…"
        return text


def coded(code: str, **values: object) -> str:
    """Return words of the program as they are stored. A value may be stored words, or a list of them.

    >>> coded("stand-in", number=3, substitute="12 Inês", absent=coded("ranked", name="7 Bo"))
    '{"stand-in":{"number":3,"substitute":"12 Inês","absent":{"ranked":{"name":"7 Bo"}}}}'
    """
    return StoredWords(code, {name: _value(value) for name, value in values.items()}).stored()


def label(of: str, value: str) -> str:
    """Return a choice as it is stored within other words."""
    return coded(LABEL, **{of: value})


def shown(text: str) -> str:
    """Return a stored text in the reader's language: what a person typed stays."""
    words = decoded(text)
    return text if words is None else str(words)


def shown_reason(text: str) -> str:
    """Return a reason in the reader's language, also one that the program stored in English."""
    words = decoded_of_before(text)
    is_ours = words is not None and (words.code in REASONS or words.code in COUNTED or decoded(text))
    return str(words) if is_ours else text


def shown_of_before(text: str, *codes: str) -> str:
    """Return a text in the reader's language, also words of the program that were stored in English."""
    words = decoded_of_before(text, *codes)
    return text if words is None else str(words)


def decoded(text: str) -> StoredWords | None:
    """Return the words that a text is the code of; None for a text that a person typed."""
    return _decoded(text) if text.startswith('{"') else None


def decoded_of_before(text: str, *codes: str) -> StoredWords | None:
    """Return the words of a text, also of one that was stored in English; `codes` are tried first.

    >>> decoded_of_before("hanchan 7, table 3")
    StoredWords(code='table', values={'number': 7, 'table': 3})
    """
    return decoded(text) or _read_back(text, codes)


@lru_cache(maxsize=4096)
def _decoded(text: str) -> StoredWords | None:
    try:
        return _words(json.loads(text))
    except ValueError:
        return None


def _words(value: Any) -> StoredWords | None:
    """Return JSON with words in it, None where it is none of them."""
    if not (isinstance(value, dict) and len(value) == 1):
        return None
    ((code, values),) = value.items()
    if not isinstance(values, dict) or code not in (*WORDS, *COUNTED, *GONE, LABEL, ENGLISH):
        return None
    return StoredWords(code, values)


def _value(value: object) -> object:
    """Return a value as it is kept within words: numbers as they are."""
    if isinstance(value, list | tuple):
        return [_value(one) for one in value]
    if isinstance(value, int):
        return value
    text = str(value)
    return text if (words := decoded(text)) is None else {words.code: words.values}


def _word(value: Any) -> str:
    if isinstance(value, list):
        return enumeration(map(_word, value))
    words = value if isinstance(value, StoredWords) else _words(value)
    return str(value) if words is None else str(words)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- what was stored in English ---------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _read_back(text: str, codes: tuple[str, ...]) -> StoredWords | None:
    patterns = _patterns()
    first = [pair for pair in patterns if pair[0] in codes]
    for code, pattern in (*first, *(pair for pair in patterns if _says_something(pair[0]))):
        if found := pattern.fullmatch(text):
            return StoredWords(code, {name: _read_value(name, value) for name, value in found.groupdict().items()})
    return StoredWords(ENGLISH, {"text": text}) if codes and text else None


def _read_value(name: str, value: str) -> object:
    if KINDS.get(name) == NUMBER:
        return int(value)
    if name in WORDED:
        return _read_back(value, WORDED[name]) or StoredWords(ENGLISH, {"text": value})
    return value


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """The words of each code as a pattern, those with the most letters first: they are the most particular."""
    texts = [*WORDS.items(), *((code, text) for code, several in FORMER.items() for text in several)]
    texts.sort(key=lambda pair: -len(_letters(pair[1])))
    return [(code, re.compile(_pattern(text), re.DOTALL)) for code, text in texts]


def _pattern(text: str) -> str:
    parts = re.split(r"\{(\w+)\}", text)
    return "".join(
        f"(?P<{part}>{KINDS.get(part, '.+')})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
    )


def _letters(text: str) -> str:
    return re.sub(r"\{\w+\}|\W", "", text)


def _says_something(code: str) -> bool:
    """Whether words have letters besides their values, so that no typed text is taken for them."""
    return code in FORMER or bool(_letters(WORDS.get(code, "")))


def _translated(text: str) -> str:
    """Return an English text, or a list of such, in the reader's language; what has no translation stays."""
    whole = gettext(text)
    return whole if whole != text else ", ".join(gettext(part) for part in text.split(", "))
