"""The quality of a seating: measured when a version is made, kept with it, said in plain words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import gettext as _

from tournament.seating.draft import Draft, numbered, seats_per_hanchan
from tournament.seating.planner import Quality, RepeatedPair, Sentence, measure

NAMING = ("player", "one", "other", "twice")
"""The params of the planner's sentences that number a person."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a seating, and whom the planner's numbers mean (ids, in the order of the numbers)."""

    quality: Quality
    people: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        return {**self.quality.to_json(), "people": list(self.people)}

    def person(self, number: int) -> int:
        """The id of the person with a planner's number."""
        return self.people[number - 1]


def measured(draft: Draft) -> Measured:
    """Recount a draft."""
    rounds, people = numbered(draft)
    return Measured(measure(rounds, seats_per_hanchan(draft)), people)


def from_json(kept: Mapping[str, Any]) -> Measured | None:
    """What `to_json` gave; None when it lacks a figure that the planner has learnt since."""
    if "people" not in kept or any(field.name not in kept for field in fields(Quality)):
        return None
    values = {field.name: kept[field.name] for field in fields(Quality)}
    values["repeated_pairs"] = tuple(
        RepeatedPair(pair["one"], pair["other"], tuple(pair["hanchan"])) for pair in kept["repeated_pairs"]
    )
    values["uneven_players"] = tuple(kept["uneven_players"])
    return Measured(Quality(**values), tuple(kept["people"]))


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the quality card: a value beside the best that any seating of this size can have."""

    title: str
    value: int
    best: int

    @property
    def is_best(self) -> bool:
        return self.value <= self.best


def figures(quality: Quality, *, winds: bool) -> list[Figure]:
    """The quality card's values with their bounds; `winds` False when they are drawn at the table."""
    found = [Figure(_("repeated meetings"), quality.repeats, quality.repeats_bound)]
    if winds:
        found.append(Figure(_("largest difference of one's winds"), quality.wind_gap, 1 if quality.hanchan % 4 else 0))
        found.append(Figure(_("the same after any hanchan"), quality.wind_gap_any, 1 if quality.hanchan else 0))
    found.append(Figure(_("returns to a table"), quality.table_revisits, quality.table_revisits_bound))
    stays = quality.players * (quality.hanchan - 1) if quality.players == 4 else 0
    found.append(Figure(_("same table twice running"), quality.consecutive_table, stays))
    return found


def said(sentences: tuple[Sentence, ...], name: Callable[[int], str | int], *, winds: bool = True) -> list[str]:
    """The planner's sentences in the reader's language; `name` gives a person's start number for the planner's.

    When winds are drawn at the table, what the planner says of them is left out. Its templates are English.
    """
    return [
        _(sentence.template)
        % {key: name(int(value)) if key in NAMING else value for key, value in sentence.params.items()}
        for sentence in sentences
        if winds or "wind" not in sentence.template
    ]


def new_meetings(before: Measured, after: Measured) -> list[tuple[int, int, tuple[int, ...]]]:
    """Who meets more often after a change than before: two ids and the hanchan in which they would meet."""
    had = {frozenset(map(before.person, pair[:2])): len(pair.hanchan) for pair in before.quality.repeated_pairs}
    return [
        (after.person(pair.one), after.person(pair.other), pair.hanchan)
        for pair in after.quality.repeated_pairs
        if len(pair.hanchan) > had.get(frozenset(map(after.person, pair[:2])), 1)
    ]
