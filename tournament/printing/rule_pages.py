"""The rules on paper: sentences with their sources, cut into pages that hold what is put on them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TypeVar

from tournament.events.ruleset_display import Rule, RulesPart

# Letters to a line, a little fewer than fit, and tenths of millimetres: an estimate that is never too small.
SENTENCE, SOURCE, PUBLISHED = 64, 28, 74
LINE, SMALL_LINE, PADDING, HEADING = 49, 39, 24, 112
ROOM = {"a4": 2_350, "letter": 2_170}

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class PartOfPage:
    """Rules under a heading; `goes_on` where the heading stood on the page before."""

    title: str
    rules: tuple[Rule, ...]
    goes_on: bool = False


def rule_pages(
    parts: Sequence[RulesPart], paper: str, height_of: Callable[[Rule], int] | None = None
) -> list[list[PartOfPage]]:
    """The parts of the rules on as many pages as they need; no heading stands alone at the foot of one. `height_of`
    says what a rule needs, in tenths of millimetres, where it is not laid out as usual."""
    height_of = height_of or height
    pages: list[list[PartOfPage]] = [[]]
    left = ROOM[paper]
    for part in parts:
        rules, goes_on = list(part.rules), False
        while rules:
            fitting = _fitting([height_of(rule) for rule in rules], left - HEADING)
            if not fitting and pages[-1]:
                pages.append([])
                left = ROOM[paper]
                continue
            fitting = fitting or 1
            pages[-1].append(PartOfPage(part.title, tuple(rules[:fitting]), goes_on))
            left -= HEADING + sum(height_of(rule) for rule in rules[:fitting])
            rules, goes_on = rules[fitting:], True
    return pages


def height(rule: Rule) -> int:
    """The height of a rule on paper, in tenths of millimetres.

    >>> height(Rule("start", "Everyone starts with 30,000 points.", "S0 Mod.4.2"))
    73
    """
    text = len(wrap(rule.text, SENTENCE)) * LINE
    usual = len(wrap(f"Published: {rule.usual}", PUBLISHED)) * SMALL_LINE if rule.usual else 0
    return max(text + usual, len(wrap(rule.source, SOURCE)) * SMALL_LINE) + PADDING


def foul_height(foul: Rule) -> int:
    """The height of a foul, whose outcomes follow it on its line, in tenths of millimetres.

    >>> foul_height(Rule("TILES", "Too many or too few tiles", "S0 Mod.6.3", "chonbo, 30P"))
    73
    """
    return height(replace(foul, text=f"{foul.text} {foul.usual}", usual=""))


def _fitting(heights: Sequence[int], room: int) -> int:
    """Return how many of the rows, from the first, fit."""
    number = 0
    for one in heights:
        room -= one
        if room < 0:
            break
        number += 1
    return number
