"""The words that head a column, in many languages: one data file for every kind of list."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

DATA = Path(__file__).with_name("headings.tsv")


@cache
def headings_of(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return each column of a kind of list, and the headings that mean it.

    The kinds are `players`, `seating` with the words in its cells (`winds`, `byes`), `results` of a finished event with
    what they tell of `people`, and `games` of a league.

    >>> headings_of("results")["round"]
    ('round', 'hanchan')
    """
    rows = (line.split("\t") for line in DATA.read_text(encoding="utf-8").splitlines()[1:])
    return {column: tuple(words.split("|")) for list_kind, column, words in rows if list_kind == kind}
