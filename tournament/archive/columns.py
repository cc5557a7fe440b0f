"""The columns of a finished event's file: our name of each, the headings that mean it, and what nobody reads."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.archive.faults import BadFile, fault, short
from tournament.players.names import tidy
from tournament.reading.headings import headings_of
from tournament.translation.formats import enumeration

PERSON = headings_of("people")
KNOWN = {**headings_of("results"), **PERSON}
"""Our name of each column, and the headings that mean it; the name is of use where the players are numbers in the
tables."""
NEEDED = ("round", "table", "wind", "player", "points")
FOLLOWS = ("place", "shared", "score", "score_p", "total_p", "override", "override_reason")
"""Headings of our own files whose values follow from the others."""
NOT_READ = ""
"""What a column is chosen as that nobody is to read."""


def heading(text: str) -> str:
    """A heading as it is compared.

    >>> heading(" Penalties (P)"), heading("Deposits left on the table")
    ('penalties_p', 'deposits_left_on_the_table')
    """
    return re.sub(r"\W+", "_", tidy(text).casefold()).strip("_")


def guessed_columns(headings: Sequence[str], line: int = 1) -> dict[str, int]:
    """Return the position of each column by our name, as far as the headings in this line tell. Raises BadFile for a
    heading that is there twice."""
    names = [heading(text) for text in headings]
    twice = [name for name, times in Counter(names).items() if name and times > 1]
    if twice:
        text = gettext_noop("the heading has {names} twice.")
        raise BadFile([fault(line, "heading-twice", text, names=enumeration(twice))])
    columns = {key: found for key, aliases in KNOWN.items() if (found := _place(names, aliases)) is not None}
    if "name" in columns and columns["name"] == columns.get("player"):
        del columns["name"]  # the only column of names
    return columns


def chosen_columns(chosen: Mapping[int, str]) -> dict[str, int]:
    """The same from what somebody chose for each column, by where it is. Raises BadFile for one chosen twice."""
    kept = {at: key for at, key in chosen.items() if key != NOT_READ}
    twice = sorted(key for key, times in Counter(kept.values()).items() if times > 1)
    if twice:
        text = gettext_noop("several columns are chosen as {names}. Choose one for each.")
        raise BadFile([fault(0, "column-twice", text, names=enumeration(twice))])
    return {key: at for at, key in kept.items()}


def refuse_missing(columns: Mapping[str, int], headings: Sequence[str], line: int) -> None:
    """Refuse a file in which a column is missing that every row needs."""
    missing = [key for key in NEEDED if key not in columns]
    if missing:
        text = gettext_noop("the heading lacks {missing}; it has {there}.")
        there = short(enumeration(map(tidy, headings)))
        raise BadFile([fault(line, "heading-missing", text, missing=enumeration(missing), there=there)])


def unread_columns(
    headings: Sequence[str], body: Sequence[Sequence[str]], read: Collection[int], ignored: Collection[str]
) -> list[int]:
    """Return the positions of columns with values that nobody reads, although they say something of their own."""
    spared = {*FOLLOWS, *map(heading, ignored)}
    return [
        at
        for at, text in enumerate(headings)
        if at not in read
        and heading(text) not in spared
        and any(at < len(cells) and cells[at].strip() for cells in body)
    ]


def refuse_unread(headings: Sequence[str], unread: Iterable[int], line: int) -> None:
    """Refuse columns with values that nobody reads: a penalty under another heading would be lost."""
    names = [name_of(headings, at) for at in unread]
    if names:
        text = gettext_noop(
            "nothing reads what is under {names}. Give it a heading of the guide, or choose that it is not to be "
            "read (in a command: --ignore)."
        )
        raise BadFile(
            [fault(line, "unread", text, names=short(enumeration(_("“{text}”").format(text=name) for name in names)))]
        )


def name_of(headings: Sequence[str], at: int) -> str:
    """The heading of a column, or its number where it has none."""
    return tidy(headings[at]) or _("column {number}").format(number=at + 1)


def _place(names: list[str], aliases: Iterable[str]) -> int | None:
    return next((names.index(alias) for alias in aliases if alias in names), None)
