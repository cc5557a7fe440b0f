"""The conditions of an act as a page shows them: what is to be done is numbered, the rest is said. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournament.core.conditions import Condition, PageLink
from tournament.core.messages import Level
from tournament.seats.seat_map import spans


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition on a page. `state`: met, now (the first that can be done), open (can be done as well), waits, or
    said (nothing is to be done on a page).

    `step` is its number among those to be done, `waits` says after which of them. `page` is None where the person may
    not open it.
    """

    condition: Condition
    state: str
    step: int | None = None
    waits: str = ""
    page: PageLink | None = None


@dataclass(frozen=True, slots=True)
class ConditionList:
    """The rows of an act that waits for them. `is_refused`: nobody acts now; `needs_reason`: nobody without a reason;
    `ready_after` says after which steps that ends."""

    rows: tuple[ConditionRow, ...]
    ready_after: str
    is_refused: bool
    needs_reason: bool

    @property
    def is_said(self) -> bool:
        """Return whether nothing of it is, or was, to be done on a page."""
        return all(row.state == "said" for row in self.rows)

    @property
    def is_met(self) -> bool:
        return all(row.condition.is_met for row in self.rows)

    @property
    def open_count(self) -> int:
        return sum(row.step is not None for row in self.rows)

    @property
    def things_first(self) -> str:
        """3 things first."""
        text = ngettext("{n} thing first", "{n} things first", self.open_count)
        return text.format(n=self.open_count)


def condition_list(conditions: Iterable[Condition], may: Callable[[str], bool]) -> ConditionList:
    """Return the conditions of an act for a person; `may` tells which rights the person holds."""
    conditions = list(conditions)
    open_ones = [one for one in conditions if one.page and not one.is_met]
    steps = {one.key: step for step, one in enumerate(open_ones, start=1)}
    first = next((one for one in open_ones if not steps.keys() & set(one.after)), None)
    stopping = [one for one in conditions if one.stops]
    ends = [steps[one.key] for one in stopping if one.key in steps]
    return ConditionList(
        tuple(_row(one, steps, one is first, may) for one in conditions),
        _after(ngettext("Ready after step {steps}.", "Ready after steps {steps}.", len(ends)), ends),
        is_refused=any(one.message.level is Level.ERROR for one in stopping),
        needs_reason=bool(stopping),
    )


def _row(one: Condition, steps: dict[str, int], is_first: bool, may: Callable[[str], bool]) -> ConditionRow:
    if one.is_met and one.title:
        return ConditionRow(one, "met")
    if one.is_met or one.page is None:
        return ConditionRow(one, "said")
    before = sorted(steps[key] for key in one.after if key in steps)
    waits = _after(ngettext("After step {steps}.", "After steps {steps}.", len(before)), before)
    state = "waits" if waits else "now" if is_first else "open"
    return ConditionRow(one, state, steps[one.key], waits, one.page if may(one.page.right) else None)


def _after(text: str, steps: Sequence[int]) -> str:
    return text.format(steps=spans(steps)) if steps else ""
