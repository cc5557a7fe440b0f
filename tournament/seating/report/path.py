"""One player's way through the event, hanchan by hanchan, with everybody met."""

from dataclasses import dataclass
from typing import Any

from scoring.winds import WINDS, Wind
from tournament.seating.people import Person
from tournament.seating.report.subject import Subject


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody met, and the hanchan in which the two had met before."""

    player: Person
    before: str


@dataclass(frozen=True, slots=True)
class Step:
    """One hanchan of a path; without a table the player sits out or is not there."""

    hanchan: int
    table: int | None
    wind: Wind | None
    been_here: bool
    companions: tuple[Met, ...]
    bye: bool = False


def steps_of(subject: Subject, number: int) -> list[Step]:
    """The path of who has a number of the report."""
    path, byes = subject.paths[number - 1], subject.byes_of.get(number, ())
    steps = [
        Step(
            sat.hanchan, sat.table, WINDS[sat.wind], sat.table in path.tables[:at],
            tuple(_met(subject, number, other, sat.hanchan) for other in sat.companions),
        )
        for at, sat in enumerate(path.seats)
    ]  # fmt: skip
    steps += [Step(hanchan, None, None, False, (), bye=hanchan in byes) for hanchan in path.byes]
    return sorted(steps, key=lambda step: step.hanchan)


def _met(subject: Subject, one: int, other: int, hanchan: int) -> Met:
    before = [str(earlier) for earlier in subject.matrix.hanchan(one, other) if earlier < hanchan]
    return Met(subject.person(other), ", ".join(before))


def path_page(subject: Subject, number: int) -> dict[str, Any]:
    """What the page of one player shows."""
    path = subject.paths[number - 1]
    return {
        "player": subject.person(number), "path": path, "steps": steps_of(subject, number), "winds": subject.winds,
        "winds_had": list(zip(WINDS, path.winds, strict=False)), "byes": len(subject.byes_of.get(number, ())),
    }  # fmt: skip
