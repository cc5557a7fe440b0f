"""The documents that sources name (`documents.toml`): their books and editions, and which of them are programs."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its key in sources, what it is and where. `book` and `edition` where a book has several editions;
    `program` when it is what a program does, not what a rule says.
    """

    key: str
    what: str
    where: str
    book: str = ""
    edition: str = ""
    program: bool = False


@cache
def documents() -> Mapping[str, Document]:
    """Return the documents by key."""
    text = files("scoring.rules").joinpath("documents.toml").read_text(encoding="utf-8")
    return {key: Document(key, **row) for key, row in tomllib.loads(text).items()}


def named(source: str, known: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the keys that a source names, the longest where one begins another; `known` are the keys, by default all.

    >>> named("EMA 2016 news; S0 Mod.6.3")
    ('EMA 2016', 'S0')
    """
    return tuple(dict.fromkeys(_pattern(tuple(documents() if known is None else known)).findall(source)))


@cache
def _pattern(known: tuple[str, ...]) -> re.Pattern[str]:
    keys = "|".join(re.escape(key) for key in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?<![\w.])(?:{keys})(?!\w)")


def is_of_programs(source: str) -> bool:
    """Return whether a source names programs and no other document.

    >>> is_of_programs("Pantheon, ema: none named"), is_of_programs("Pantheon, ema; EMA wiki")
    (True, False)
    """
    found = named(source)
    return bool(found) and all(documents()[key].program for key in found)


def editions(source: str) -> set[tuple[str, str]]:
    """Return the editions that a source names, as pairs of book and edition."""
    cited = [documents()[key] for key in named(source)]
    return {(one.book, one.edition) for one in cited if one.book}
