"""``manage.py plan_seating --players 40 --rounds 10 --seed 7``: a seating and its quality, without a database."""

import json
import signal
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.seating.planner import CannotPlan, Plan, Sentence, plan
from tournament.seating.planner.bounds import club_bound
from tournament.seating.planner.wishes import Apart
from tournament.seating.planner.words import SIZES


class Command(BaseCommand):
    help = "Seat players for all hanchan of a tournament, from a seed; the same seed gives the same seating."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, required=True, help="how many players, enough to fill tables")
        parser.add_argument(
            "--at-a-table", type=int, choices=SIZES, default=4, help="how many sit at a table (default: 4)"
        )
        parser.add_argument("--rounds", type=int, required=True, help="how many hanchan everybody plays")
        parser.add_argument("--seed", type=int, default=1, help="which draw (default: 1)")
        parser.add_argument(
            "--clubs", type=sizes, default=(), metavar="8,8,4",
            help="sizes of groups kept apart as far as possible: players 1 to 8, 9 to 16, 17 to 20",
        )  # fmt: skip
        parser.add_argument("--progress", action="store_true", help="say on standard error how far it is")
        parser.add_argument("--json", action="store_true", help="print one JSON value")

    def handle(
        self,
        *,
        players: int,
        rounds: int,
        seed: int,
        clubs: tuple[int, ...],
        progress: bool,
        at_a_table: int = 4,
        **options: Any,
    ) -> None:
        if clubs and sum(clubs) > players:
            people = ngettext("The clubs have %(count)d person", "The clubs have %(count)d people", sum(clubs))
            there = ngettext("there is %(players)d player", "there are %(players)d players", players)
            params = {"count": sum(clubs), "players": players}
            raise CommandError(_("%(people)s, and %(there)s.") % {"people": people % params, "there": there % params})
        started = time.perf_counter()
        with watched(self.stderr if progress else None) as watch:
            try:
                made = plan(players, rounds, seed, wishes=apart(clubs), watch=watch, size=at_a_table)
            except CannotPlan as refusal:
                raise CommandError(_(refusal.template) % refusal.params) from refusal
        seconds = round(time.perf_counter() - started, 3)
        self.stdout.write(as_json(made, clubs, seconds) if options["json"] else as_text(made, clubs, seconds))


def sizes(text: str) -> tuple[int, ...]:
    """ "8,8,4" as sizes of clubs."""
    try:
        found = tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no list of sizes; write 8,8,4") from error
    if min(found) < 1:
        raise ArgumentTypeError("a club has at least one player")
    return found


def apart(clubs: tuple[int, ...]) -> tuple[Apart, ...]:
    """The first players are the first club, the next ones the second, and so on."""
    found, first = [], 1
    for number, size in enumerate(clubs, start=1):
        if size > 1:
            found.append(
                Apart((frozenset(range(first, first + size)),), name=_("club %(number)d") % {"number": number})
            )
        first += size
    return tuple(found)


class Watched:
    """The planner's watch: says how far it is whenever a hundredth is done, and stops when Ctrl+C was pressed."""

    def __init__(self, out: OutputWrapper | None):
        self.out, self.said, self.pressed = out, -1, False

    def __call__(self, done: float, shortfall: int) -> bool:
        percent = int(done * 100)
        if self.out and percent > self.said:
            self.said = percent
            self.out.write(_("%(percent)d %%, shortfall %(shortfall)d") % {"percent": percent, "shortfall": shortfall})
        return not self.pressed

    def press(self, *_signal: Any) -> None:
        """The first Ctrl+C asks for the best so far, the second ends at once."""
        if self.pressed:
            raise KeyboardInterrupt
        self.pressed = True


@contextmanager
def watched(out: OutputWrapper | None) -> Iterator[Watched]:
    """A watch that Ctrl+C reaches while the planner works."""
    watch = Watched(out)
    before = signal.signal(signal.SIGINT, watch.press)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)


def as_json(made: Plan, clubs: tuple[int, ...], seconds: float) -> str:
    """Rounds as lists of tables [E, S, W, N], players numbered from 1."""
    answer: dict[str, Any] = {"rounds": made.rounds, "quality": made.quality.to_json(), "seconds": seconds}
    if clubs:
        wishes = {"clubs": clubs, "met": met(made, clubs), "bound": bound(made, clubs)}
        answer |= {**wishes, "unmet": [_said(one) for one in made.unmet], "stopped": made.stopped}
    return json.dumps(answer)


def as_text(made: Plan, clubs: tuple[int, ...], seconds: float) -> str:
    """The seating to read, hanchan by hanchan, and its quality in sentences."""
    lines = [_("%(players)d players, %(rounds)d hanchan, seed %(seed)d") % _size(made), ""]
    for number, tables in enumerate(made.rounds, start=1):
        lines.append(_("Hanchan %(number)d") % {"number": number})
        lines += [*map(_table_line, range(1, len(tables) + 1), tables), ""]
    lines += [_said(sentence) for sentence in made.quality.sentences()]
    if clubs:
        counts = {"met": met(made, clubs), "bound": bound(made, clubs)}
        lines.append(_("Meetings inside a club: %(met)d; no seating has fewer than %(bound)d.") % counts)
        lines += [_said(sentence) for sentence in made.unmet]
    if made.stopped:
        lines.append(_("Stopped; this is the best so far."))
    lines.append(_("Planned in %(seconds)s s.") % {"seconds": f"{seconds:.3f}"})
    return "\n".join(lines)


def met(made: Plan, clubs: tuple[int, ...]) -> int:
    """How often two people of one club sit together, all hanchan together."""
    pairs = 0
    for wish in apart(clubs):
        for tables in made.rounds:
            here = [len(wish.groups[0] & set(table)) for table in tables]
            pairs += sum(count * (count - 1) // 2 for count in here)
    return pairs


def bound(made: Plan, clubs: tuple[int, ...]) -> int:
    """How often they have to, by the sizes of the clubs."""
    tables = len(made.rounds[0])
    return len(made.rounds) * sum(club_bound(size, tables) for size in clubs)


def _size(made: Plan) -> dict[str, Any]:
    return {"players": made.players, "rounds": len(made.rounds), "seed": made.seed}


def _table_line(number: int, seats: tuple[int, ...]) -> str:
    words = zip((_("East"), _("South"), _("West"), _("North")), seats, strict=False)
    where = _("table %(number)d") % {"number": number}
    return f"  {where:>10}   " + "   ".join(f"{wind} {player:>3}" for wind, player in words)


def _said(sentence: Sentence) -> str:
    return _(sentence.template) % sentence.params
