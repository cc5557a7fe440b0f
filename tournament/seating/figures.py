"""The quality of a seating: measured when a version is made, kept with it, said in plain words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.seating.bounded import Figure, figures
from tournament.seating.draft import Draft, numbered, seated, seats_per_hanchan
from tournament.seating.kept import NOBODY, Kept, Places, kept_in
from tournament.seating.planner import Quality, RepeatedPair, Sentence, measure
from tournament.seating.planner.repair import floors

__all__ = ["Figure", "Measured", "figures", "from_json", "measured", "said"]

NAMING = frozenset({"player", "one", "other", "twice", "absent"})
"""The params of the planner's sentences that number a person."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a seating, and whom the planner's numbers mean (ids, in the order of the numbers).

    `kept`: who keeps a table as is wished now, so it is not stored.
    """

    quality: Quality
    people: tuple[int, ...]
    kept: Kept = NOBODY

    def to_json(self) -> dict[str, Any]:
        return {**self.quality.to_json(), "people": list(self.people)}

    @property
    def varied(self) -> bool:
        """Whether people come and go: then the bounds of a size do not hold."""
        return len(self.people) != self.quality.players

    def lines(self, *, winds: bool) -> list[Figure]:
        """The quality card's lines."""
        return figures(self.quality, winds=winds, varied=self.varied, kept=self.kept)

    def wished(self, draft: Draft, places: Places) -> "Measured":
        """The same beside the fixed places that are wished of it."""
        return replace(self, kept=kept_in(draft, places))

    def person(self, number: int) -> int:
        """The id of the person with a planner's number."""
        return self.people[number - 1]


def measured(draft: Draft) -> Measured:
    """Recount a draft. Where people come and go, the bounds are those that hold for the people of each hanchan."""
    rounds, people = numbered(draft)
    quality = measure(rounds, seats_per_hanchan(draft))
    if any(seated(tables) != seated(draft[min(draft)]) for tables in draft.values()):
        least = floors(rounds)
        quality = replace(
            quality, repeats_bound=least.repeats, clashes_bound=least.clashes,
            table_revisits_bound=least.table_revisits,
        )  # fmt: skip
    return Measured(quality, people)


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
