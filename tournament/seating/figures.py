"""The quality of a seating: measured when a version is made, kept with it, said in plain words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import gettext as _

from tournament.seating.draft import Draft, numbered, seats_per_hanchan
from tournament.seating.planner import Quality, RepeatedPair, Sentence, measure

NAMING = frozenset({"player", "one", "other", "twice"})
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
        found.append(Figure(_("wind difference at the end"), quality.wind_gap, 1 if quality.hanchan % 4 else 0))
        found.append(Figure(_("… after any hanchan"), quality.wind_gap_any, 1 if quality.hanchan else 0))
    found.append(Figure(_("returns to a table"), quality.table_revisits, quality.table_revisits_bound))
    stays = quality.players * (quality.hanchan - 1) if quality.players == 4 else 0
    found.append(Figure(_("stays at a table"), quality.consecutive_table, stays))
    return found


def said(sentences: Sequence[Sentence], name: Callable[[int], str], *, winds: bool = True) -> list[str]:
    """The planner's sentences in the reader's language; `name` gives the person for a planner's number.

    When winds are drawn at the table, what the planner says of them is left out. Its templates are English.
    """
    return [_said(sentence, name) for sentence in sentences if winds or "wind" not in sentence.template]


def _said(sentence: Sentence, name: Callable[[int], str]) -> str:
    template = _(sentence.template)
    params = dict(sentence.params)
    for key in NAMING & params.keys():
        template = template.replace(f"%({key})d", f"%({key})s")
        params[key] = name(int(params[key]))
    return template % params
