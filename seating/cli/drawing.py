"""The command `draw`: every seat of a draw from words, recomputed from the published list and the words."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from seating.notes import CannotPlan, gettext_noop
from seating.plans import plan
from seating.rounds import Rounds
from seating.word_draw import list_digest, normalised, seed_from


class Finding(NamedTuple):
    """One thing that was compared."""

    holds: bool
    sentence: str


def recomputed(draw: object, words: str, noted: str = "") -> tuple[Finding, ...]:
    """Compare the published file of a draw with what its list and the words give.

    `words` are those that were heard in the hall, `noted` the digest of the list as somebody wrote it down before.
    Raises `CannotPlan` when the value is not the file of a draw, or there are no words: then nothing can be compared.
    """
    if not normalised(words):
        raise CannotPlan.because("no_words", gettext_noop("Give the words that were heard in the hall."))
    try:
        return tuple(_findings(draw, words, "".join(noted.split()).lower()))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as fault:
        template = gettext_noop("This is not the file of a draw from words ({why}): there is nothing to compare.")
        raise CannotPlan.because("not_a_draw", template, why=f"{type(fault).__name__}: {fault}") from fault


def _findings(draw: Any, words: str, noted: str) -> Iterator[Finding]:
    people = [(number, name) for number, name in draw["list"]]
    yield Finding(_is_list(people), "every player of the list has one line, and a number of their own")
    digest, seats = list_digest(people), draw["seats"]
    yield Finding(draw["words"] == normalised(words), f"the words of the file are those you gave: {normalised(words)}")
    yield Finding(draw["digest"] == digest, f"the list of {len(people)} players has the digest {digest}")
    if noted:
        yield Finding(noted == digest, "it is the digest that you wrote down")
    seed, count, size = seed_from(digest, words), draw["hanchan"], len(seats[0][0])
    yield Finding(draw["seed"] == seed, f"the seed is made from the digest and the words: {seed}")
    drawn = _numbered(plan(len(people), count, seed, size=size).rounds, [number for number, _name in people])
    yield Finding(len(seats) == count, f"{count} hanchan are seated")
    for hanchan, (tables, published) in enumerate(zip(drawn, seats, strict=False), start=1):
        wrong = [str(table) for table, pair in enumerate(zip(tables, published, strict=False), 1) if pair[0] != pair[1]]
        where = f" (not at table {', '.join(wrong)})" if wrong else ""
        yield Finding(tables == published, f"hanchan {hanchan}: everybody sits where the seed puts them{where}")


def _is_list(people: list[tuple[object, object]]) -> bool:
    """Return whether no two lists have these lines, and each number of a seat is one player's."""
    are_lines = all(type(number) is int and isinstance(name, str) and "\n" not in name for number, name in people)
    return are_lines and len(dict(people)) == len(people)


def _numbered(rounds: Rounds, numbers: list[int]) -> list[list[list[int]]]:
    """The rounds with start numbers instead of positions on the list."""
    return [[[numbers[player - 1] for player in table] for table in tables] for tables in rounds]


def as_text(found: tuple[Finding, ...]) -> str:
    """Return a line for each finding, and the verdict."""
    lines = [f"{'ok   ' if one.holds else 'WRONG'}  {one.sentence}" for one in found]
    wrong = sum(not one.holds for one in found)
    verdict = (
        f"{wrong} WRONG: this is not the seating of these words." if wrong else "Every seat follows from the words."
    )
    return "\n".join([*lines, "", verdict])
