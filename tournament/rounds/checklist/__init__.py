"""What next: the steps of an event from the facts of it. Pure: facts in, steps out, no database, no clock."""

from dataclasses import replace

from tournament.rounds.checklist import after, before, day
from tournament.rounds.checklist.facts import Facts, HanchanFacts
from tournament.rounds.checklist.step import Line, Link, Step

__all__ = ["Facts", "HanchanFacts", "Line", "Link", "Step", "steps"]


def steps(facts: Facts) -> tuple[Step, ...]:
    """All steps in order, each with its state; at most one is *now*: what the event waits for."""
    found = [
        before.details(facts), before.rules(facts), before.players(facts), before.seating(facts),
        before.staff(facts), before.public(facts),
        day.check_in(facts), *day.hanchan(facts),
        after.standings(facts), after.export(facts),
    ]  # fmt: skip
    waited_for = next((step for step in found if step.needed and step.ready and not step.done), None)
    return tuple(replace(step, state=_state(step, waited_for)) for step in found)


def _state(step: Step, waited_for: Step | None) -> str:
    if step.done:
        return "done"
    if step is waited_for:
        return "now"
    return "open" if step.ready else "later"
