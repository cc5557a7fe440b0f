"""The command `plan`: a plan with its progress. `manage.py plan_seating` prints the same, translated."""

import json
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TextIO

from seating.assessment import quality_sentences
from seating.bounds import club_bound
from seating.cli.clubs import Clubs, meetings, members
from seating.notes import CannotPlan, Note, gettext_noop
from seating.plans import Plan, plan
from seating.task import Watch
from seating.wishes import Apart

Translate = Callable[[str], str]
"""Translates an English template into the reader's language."""

WINDS = (gettext_noop("East"), gettext_noop("South"), gettext_noop("West"), gettext_noop("North"))


class TimedPlan(NamedTuple):
    """A plan, the clubs kept apart, and the seconds it took."""

    plan: Plan
    clubs: Clubs
    seconds: float

    @property
    def club_meetings(self) -> int:
        """Meetings of two players of one club."""
        return meetings(self.clubs, self.plan.rounds)

    @property
    def club_bound(self) -> int:
        """Fewest same-club pairings of any seating, from the sizes of the clubs."""
        tables = len(self.plan.rounds[0])
        return len(self.plan.rounds) * sum(club_bound(size, tables) for size in self.clubs)


def planned(
    players: int,
    hanchan: int,
    seed: int | str,
    clubs: Clubs = (),
    watch: Watch | None = None,
    size: int = 4,
    translate: Translate = str,
) -> TimedPlan:
    """Plan with clubs apart; raises `CannotPlan`."""
    if clubs and sum(clubs) > players:
        template = gettext_noop(
            "The clubs have {count} members, but there are only {players} players. Give fewer or smaller clubs."
        )
        raise CannotPlan.because("clubs_too_large", template, count=sum(clubs), players=players)
    name = translate(gettext_noop("club {number}"))
    groups = [(name.format(number=at), club) for at, club in enumerate(members(clubs), start=1) if len(club) > 1]
    started = time.perf_counter()
    wishes = tuple(Apart((club,), name=name) for name, club in groups)
    made = plan(players, hanchan, seed, wishes=wishes, watch=watch, size=size)
    return TimedPlan(made, clubs, round(time.perf_counter() - started, 3))


class ProgressReport:
    """A watch: reports whenever another hundredth is done, and stops the work when Ctrl+C was pressed."""

    def __init__(self, out: TextIO | None, translate: Translate) -> None:
        self.out, self.translate, self.percent, self.pressed = out, translate, -1, False

    def __call__(self, done: float, shortfall: int) -> bool:
        percent = int(done * 100)
        if self.out and percent > self.percent:
            self.percent = percent
            template = self.translate(gettext_noop("{percent} %, shortfall {shortfall}"))
            self.out.write(template.format(percent=percent, shortfall=shortfall) + "\n")
        return not self.pressed

    def press(self, *_signal: object) -> None:
        """Handle Ctrl+C: keep the best so far; the second time end at once."""
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True


@contextmanager
def watched(out: TextIO | None, translate: Translate = str) -> Iterator[ProgressReport]:
    """Context manager: a watch that Ctrl+C can stop while the planner works."""
    report = ProgressReport(out, translate)
    before = signal.signal(signal.SIGINT, report.press)
    try:
        yield report
    finally:
        signal.signal(signal.SIGINT, before)


def as_json(made: TimedPlan, translate: Translate = str) -> str:
    """Rounds as lists of tables [E, S, W, N], players numbered from 1; with the quality."""
    found = made.plan
    answer: dict[str, object] = {"rounds": found.rounds, "quality": found.quality.to_json(), "seconds": made.seconds}
    if made.clubs:
        unmet = [_filled(note, translate) for note in found.unmet]
        clubs = {"clubs": made.clubs, "met": made.club_meetings, "bound": made.club_bound}
        answer |= {**clubs, "unmet": unmet, "stopped": found.stopped}
    return json.dumps(answer)


def as_text(made: TimedPlan, translate: Translate = str) -> str:
    """The seating to read, hanchan by hanchan, and its quality in sentences."""
    found = made.plan

    def line(template: str, **params: object) -> str:
        return translate(template).format(**params)

    size = {"players": found.players, "rounds": len(found.rounds), "seed": found.seed}
    lines = [line(gettext_noop("{players} players, {rounds} hanchan, seed {seed}"), **size), ""]
    for number, tables in enumerate(found.rounds, start=1):
        lines.append(line(gettext_noop("Hanchan {number}"), number=number))
        for table, seats in enumerate(tables, start=1):
            where = line(gettext_noop("table {number}"), number=table)
            winds = zip(map(translate, WINDS), seats, strict=False)
            lines.append(f"  {where:>10}   " + "   ".join(f"{wind} {player:>3}" for wind, player in winds))
        lines.append("")
    lines += [_filled(note, translate) for note in quality_sentences(found.quality)]
    if made.clubs:
        template = gettext_noop("Same-club pairings: {met} (best possible: {bound}).")
        lines.append(line(template, met=made.club_meetings, bound=made.club_bound))
        lines += [_filled(note, translate) for note in found.unmet]
    if found.stopped:
        lines.append(line(gettext_noop("Stopped. This is the best seating found so far.")))
    lines.append(line(gettext_noop("Planned in {seconds} s."), seconds=f"{made.seconds:.3f}"))
    return "\n".join(lines)


def _filled(note: Note, translate: Translate) -> str:
    return translate(note.text).format(**note.params)
