"""The form of the public number, fixed when the list is closed, so that it can be written in one way only."""

import re
from dataclasses import dataclass
from math import comb
from typing import Any

from django.utils.translation import gettext as _

from tournament.core.messages import Refused

MOST_NUMBERS, HIGHEST = 20, 10**12
LEAST_OUTCOMES = 1_000_000
"""With fewer results somebody could work out every draw beforehand and choose a list that suits most of them."""
RANDOMNESS = re.compile(r"[0-9a-f]{64}|[0-9a-f]{128}")
"""A beacon publishes 32 or 64 bytes for each round."""
NUMBERS, BEACON = "numbers", "beacon"


@dataclass(frozen=True, slots=True)
class NumberForm:
    """`count` whole numbers from `low` to `high`, in ascending order; or what a beacon publishes for a `round`."""

    kind: str
    count: int = 0
    low: int = 0
    high: int = 0
    round: int = 0

    @property
    def line(self) -> str:
        """The form as words of a statement.

        >>> NumberForm(NUMBERS, 6, 1, 49).line, NumberForm(BEACON, round=4810).line
        ('numbers 6 1 49', 'beacon 4810')
        """
        return f"{BEACON} {self.round}" if self.kind == BEACON else f"{NUMBERS} {self.count} {self.low} {self.high}"

    @classmethod
    def parse(cls, line: str) -> "NumberForm":
        """The form of a line. Raises `ValueError`."""
        kind, *values = line.split(" ")
        numbers = [int(value) for value in values]
        return cls(BEACON, round=numbers[0]) if kind == BEACON else cls(NUMBERS, *numbers)

    def check(self) -> None:
        """Refuse a form that leaves too few outcomes, or that means nothing."""
        if self.kind == BEACON:
            if self.round < 1:
                raise Refused.of("no-round", _("Enter the number of the beacon’s round."), field="round")
            return
        if not 1 <= self.count <= MOST_NUMBERS:
            text = _("Enter how many numbers there will be: 1 to {most}.")
            raise Refused.of("number-count", text, field="count", most=MOST_NUMBERS)
        if not 0 <= self.low < self.high <= HIGHEST:
            text = _("Enter the lowest and the highest number that can come, the lower one first.")
            raise Refused.of("number-range", text, field="high")
        if comb(self.high - self.low + self.count, self.count) < LEAST_OUTCOMES:
            text = _(
                "These numbers have fewer than a million possible results, so somebody could work out all draws "
                "beforehand. Choose more or larger numbers, such as six of 49."
            )
            raise Refused.of("too-few-outcomes", text, field="count")

    def normalise(self, text: str) -> str:
        """Return the public number in its only form. Raises Refused with what is wrong."""
        return self._randomness(text) if self.kind == BEACON else self._numbers(text)

    def _randomness(self, text: str) -> str:
        found = text.strip().lower()
        if not RANDOMNESS.fullmatch(found):
            message = _(
                "Enter the randomness of round {round} as the beacon shows it: 64 or 128 characters 0–9 and a–f."
            )
            raise Refused.of("not-randomness", message, field="public_number", round=self.round)
        return found

    def _numbers(self, text: str) -> str:
        parts = [part for part in re.split(r"[\s,;]+", text) if part]
        if not all(re.fullmatch("[0-9]{1,13}", part) for part in parts) or len(parts) != self.count:
            message = _("Enter exactly {count} whole numbers with spaces between them, and nothing else.")
            raise Refused.of("not-numbers", message, field="public_number", count=self.count)
        found = sorted(map(int, parts))
        strange = [number for number in found if not self.low <= number <= self.high]
        if strange:
            message = _("{number} cannot be right: the numbers go from {low} to {high}.")
            params: dict[str, Any] = {"number": strange[0], "low": self.low, "high": self.high}
            raise Refused.of("number-outside", message, field="public_number", **params)
        return " ".join(map(str, found))

    @property
    def sentence(self) -> str:
        """The form in the reader’s language."""
        if self.kind == BEACON:
            return _("the randomness of round {round} of the beacon").format(round=self.round)
        if self.count == 1:
            return _("one whole number from {low} to {high}").format(low=self.low, high=self.high)
        return _("{count} whole numbers from {low} to {high}, in ascending order").format(
            count=self.count, low=self.low, high=self.high
        )
