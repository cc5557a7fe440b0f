"""The typing errors that a desk lets through: sheets with one each, sent by the pages' own path in each mode of entry.

    python -m bench score_room                10,000 sheets
    python -m bench score_room --sheets 500   fewer
    python -m bench score_room --json         the same as JSON

Every sheet is wrong in one way; the mix of ways is that of `MIX`, an assumption that is printed with the result. What
the server refuses, or asks about, is caught. In `checked` the clerk reads the column of places in a second pass, and
the code; in `blind` a second clerk types the same paper. Whoever reads a second time errs in one sheet of twenty,
independently, by the same mix. The paper of another table brings its own places and its own code. In `signed` one phone
plays two people: it types the sheet as one player, then opens the badge of another and signs.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import uuid4

from bench import sized
from bench.event import set_up

set_up()

from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402

from bench.event import big_event  # noqa: E402
from scoring.points import Unit, type_back  # noqa: E402
from tournament.archive.demo import demo_event  # noqa: E402
from tournament.core.models import EntryMode, User  # noqa: E402
from tournament.desk.signatures.links import table_token  # noqa: E402
from tournament.players.badges.links import personal_token  # noqa: E402
from tournament.results.sheets.printings import printed_code  # noqa: E402
from tournament.results.sheets.queries import accepted_version, seated_lines  # noqa: E402
from tournament.seats.queries import lineup  # noqa: E402

TABLES = sized(50, 4)
ERRS_AGAIN = 0.05
MODES = (EntryMode.SINGLE, EntryMode.CHECKED, EntryMode.BLIND, EntryMode.SIGNED)


@dataclass(frozen=True)
class Paper:
    """The figures on a report sheet."""

    points: tuple[int, ...]
    deposits: int

    @property
    def places(self) -> str:
        return "".join(str(1 + sum(other > own for other in self.points)) for own in self.points)


Slip = Callable[[Paper, random.Random], Paper]


def with_points(paper: Paper, changed: dict[int, int]) -> Paper:
    return Paper(tuple(changed.get(row, own) for row, own in enumerate(paper.points)), paper.deposits)


def other_digits(change: Callable[[list[str], random.Random], None]) -> Slip:
    """A slip in the digits of one score, as typed in hundreds."""

    def slip(paper: Paper, chance: random.Random) -> Paper:
        row = chance.randrange(len(paper.points))
        own = paper.points[row]
        digits = list(str(abs(own) // 100))
        change(digits, chance)
        value = int("".join(digits) or "0") * 100
        return with_points(paper, {row: value if own >= 0 else -value})

    return slip


def exchange_digits(digits: list[str], chance: random.Random) -> None:
    if len(digits) > 1:
        at = chance.randrange(len(digits) - 1)
        digits[at : at + 2] = digits[at + 1], digits[at]


def misread_digit(digits: list[str], chance: random.Random) -> None:
    digits[chance.randrange(len(digits))] = chance.choice("0123456789")


def leave_digit_out(digits: list[str], chance: random.Random) -> None:
    digits.pop(chance.randrange(len(digits)))


def double_digit(digits: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(digits))
    digits.insert(at, digits[at])


def exchange_rows(paper: Paper, chance: random.Random) -> Paper:
    one, other = chance.sample(range(len(paper.points)), 2)
    return with_points(paper, {one: paper.points[other], other: paper.points[one]})


def shift_rows(paper: Paper, chance: random.Random) -> Paper:
    return Paper((*paper.points[1:], paper.points[0]), paper.deposits)


def leave_minus_out(paper: Paper, chance: random.Random) -> Paper:
    return Paper(tuple(abs(own) for own in paper.points), paper.deposits)


def leave_deposits_out(paper: Paper, chance: random.Random) -> Paper:
    return Paper(paper.points, 0)


def misread_two_that_cancel(paper: Paper, chance: random.Random) -> Paper:
    one, other = chance.sample(range(len(paper.points)), 2)
    amount = chance.choice((100, 200, 300, 500, 1_000, 2_000, 3_000, 5_000, 10_000)) * chance.choice((1, -1))
    return with_points(paper, {one: paper.points[one] + amount, other: paper.points[other] - amount})


def count_deposit_of_player(paper: Paper, chance: random.Random) -> Paper:
    row = chance.randrange(len(paper.points))
    return Paper(with_points(paper, {row: paper.points[row] - 1_000}).points, paper.deposits + 1)


# How often of 2,000 errors: an assumption, the same as that of the review that found 36.5 % let through.
MIX: dict[str, tuple[int, Slip | None]] = {
    "digits exchanged": (495, other_digits(exchange_digits)),
    "digit wrong": (463, other_digits(misread_digit)),
    "two rows exchanged": (428, exchange_rows),
    "digit left out": (136, other_digits(leave_digit_out)),
    "all rows shifted": (117, shift_rows),
    "two misreadings that cancel": (103, misread_two_that_cancel),
    "digit doubled": (89, other_digits(double_digit)),
    "deposits left out": (69, leave_deposits_out),
    "deposit counted that a player has": (48, count_deposit_of_player),
    "another table's paper": (33, None),
    "minus left out": (19, leave_minus_out),
}


@dataclass
class ScoreRoom:
    """A hall whose desk types papers."""

    papers: Sequence[Paper]
    chance: random.Random

    def __post_init__(self) -> None:
        self.tournament = big_event(4 * TABLES, 2, closed=0, missing=range(1, TABLES + 1))
        self.hanchan = self.tournament.hanchan.get(number=1)
        self.seated = lineup(self.tournament, 1)
        self.clerks = [self._clerk(name) for name in ("first", "second")]
        self.phone = Client(headers={"host": "localhost"})

    def _clerk(self, name: str) -> Client:
        clerk = Client(headers={"host": "localhost"})
        clerk.force_login(User.objects.create(username=name, is_superuser=True))
        return clerk

    def typed(self, paper: Paper, kind: str) -> Paper:
        """Return a sheet as typed with an error of this kind; the paper itself where nobody can make one."""
        slip = MIX[kind][1]
        return self.chance.choice(self.papers) if slip is None else slip(paper, self.chance)

    def sheet(self, kind: str) -> tuple[Paper, Paper]:
        """A paper on which somebody can err in this way, and what is typed."""
        while True:
            paper = self.chance.choice(self.papers)
            if (typed := self.typed(paper, kind)) != paper:
                return paper, typed

    def again(self, paper: Paper, kinds: Sequence[str], weights: Sequence[int]) -> Paper:
        """A paper as somebody types it who errs, in any way."""
        while True:
            if (typed := self.typed(paper, self.chance.choices(kinds, weights)[0])) != paper:
                return typed

    def fields(self, table: int, typed: Paper) -> dict[str, str]:
        """Return the fields that the form of a sheet sends."""
        seen = ",".join(str(place.player.pk) for place in self.seated[table])
        points = {f"points_{row}": type_back(own, Unit.HUNDREDS) for row, own in enumerate(typed.points)}
        fields = {"players": seen, "submission": str(uuid4()), "deposits": str(typed.deposits)}
        return {**points, **fields}

    def send(self, clerk: Client, table: int, typed: Paper, paper: dict[str, str]) -> None:
        clerk.post(f"/manage/{self.tournament.slug}/sheets/1/{table}/", {**self.fields(table, typed), **paper})

    def play_two(self, table: int, typed: Paper) -> None:
        """Type on a phone as one player of the table, then sign there with the badge of another one."""
        typist, signer = (place.player for place in self.seated[table][:2])
        address = reverse("table_sheet", args=[self.tournament.slug, 1, table, table_token(self.tournament, 1, table)])
        self.phone.post(address, {**self.fields(table, typed), "player": str(typist.pk)})
        signer.tournament = self.tournament
        badge = reverse("personal_sheet", args=[personal_token(signer)])
        self.phone.post(badge, {"sign": "1", "base_version": "1"})

    def counts(self, table: int) -> Paper | None:
        """Return the paper that counts for a table; None while nothing does."""
        version = accepted_version(self.hanchan, table)
        return Paper(tuple(line.points for line in seated_lines(version)), version.deposits) if version else None

    def lets_through(self, mode: EntryMode, typed: Paper, seen: Paper, again: Paper, *, is_other: bool) -> bool:
        """Return whether what one clerk typed comes to count; afterwards nothing is left of it. `seen` has the places
        that the clerk reads, and the code of another table where the paper `is_other`."""
        table = self.chance.randrange(1, TABLES + 1)
        coded = table % TABLES + 1 if is_other else table
        code = printed_code(self.tournament, 1, coded, self.seated[coded])
        with transaction.atomic():
            self.tournament.entry_mode = mode
            self.tournament.save(update_fields=["entry_mode"])
            if mode is EntryMode.SIGNED:
                self.play_two(table, typed)
            else:
                self.send(self.clerks[0], table, typed, {"written_places": seen.places, "written_code": code})
            if mode is EntryMode.BLIND:
                self.send(self.clerks[1], table, again, {})
            passed = self.counts(table) == typed
            transaction.set_rollback(True)
        return passed


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench score_room")
    parser.add_argument("--sheets", type=int, default=sized(10_000, 5))
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tables = demo_event().tables
    papers = [Paper(tuple(line.points for line in one.lines), one.deposits) for one in tables]
    room = ScoreRoom(papers, chance)
    kinds, weights = list(MIX), [weight for weight, _slip in MIX.values()]
    made: Counter[str] = Counter()
    passed = {mode.value: Counter[str]() for mode in MODES}
    alike = 0
    for _sheet in range(arguments.sheets):
        kind = chance.choices(kinds, weights)[0]
        paper, typed = room.sheet(kind)
        again = room.again(paper, kinds, weights) if chance.random() < ERRS_AGAIN else paper
        is_other = MIX[kind][1] is None
        seen = typed if is_other else again
        made[kind] += 1
        alike += again == typed
        for mode in MODES:
            passed[mode.value][kind] += room.lets_through(mode, typed, seen, again, is_other=is_other)
    tell(arguments, made, passed, alike)


def tell(arguments: argparse.Namespace, made: Counter[str], passed: dict[str, Counter[str]], alike: int) -> None:
    """Print how many of each kind came to count in each mode."""
    totals = {mode: sum(found.values()) for mode, found in passed.items()}
    if arguments.json:
        found = {"sheets": arguments.sheets, "seed": arguments.seed, "made": made, "passed": passed, "alike": alike}
        print(json.dumps({**found, "rates": {mode: total / arguments.sheets for mode, total in totals.items()}}))
        return
    mix = ", ".join(f"{kind} {weight}" for kind, (weight, _slip) in MIX.items())
    print(f"{arguments.sheets} wrong sheets, each with one error; of 2,000: {mix}")
    print(f"{'kind':36}{'made':>8}" + "".join(f"{mode:>10}" for mode in passed))
    for kind in MIX:
        print(f"{kind:36}{made[kind]:8}" + "".join(f"{found[kind]:10}" for found in passed.values()))
    print(f"{'all':36}{arguments.sheets:8}" + "".join(f"{total:10}" for total in totals.values()))
    shares = "".join(f"{100 * total / arguments.sheets:9.2f}%" for total in totals.values())
    print(f"{'come to count although wrong':36}{'':8}{shares}")
    print(f"both clerks made the same error in {alike} of {arguments.sheets} sheets")


if __name__ == "__main__":
    main()
