"""Why the points of a sheet may not add up: single slips that, undone, make the sheet fit exactly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.points import LIMIT, Minus, Points, Unit, type_back
from scoring.settling import DEPOSIT
from scoring.winds import WINDS
from scoring.words import Text, gettext_noop

AT_MOST = 2
LIKELY_DEPOSITS = 4
MOST_DEPOSITS = 8
MOST = 200_000
LEAST, MOST_LIKELY = -30_000, 100_000  # nearly every score lies between

EXCHANGED = gettext_noop("Two digits exchanged? {fix} would make it fit.")
MINUS_FORGOTTEN = gettext_noop("A minus sign forgotten? {fix} would make it fit.")
MINUS_TOO_MANY = gettext_noop("A minus sign too many? {fix} would make it fit.")
ZERO_FORGOTTEN = gettext_noop("A zero forgotten? {fix} would make it fit.")
ZERO_TOO_MANY = gettext_noop("A zero too many? {fix} would make it fit.")
DEPOSITS_LEFT = gettext_noop("Riichi deposits left on the table? {right} would make it fit.")
OTHER_DEPOSITS = gettext_noop("Riichi deposits left on the table? {right} instead of {wrong} would make it fit.")
TYPED_TWICE = gettext_noop("{name} and {other} both have {points}. One score typed twice?")
FIX = gettext_noop("{right} instead of {wrong} for {name}")
EITHER = gettext_noop("{fix} or {other}")


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause: its code, the row it is about if it is about one, its words, and how unlikely it is."""

    code: str
    row: int | None
    template: str
    params: dict[str, object]
    weight: int

    @property
    def text(self) -> Text:
        return Text(self.template, self.params)


def likely_causes(scores: Sequence[Points], deposits: int, missing: Points, unit: Unit) -> tuple[Cause, ...]:
    """At most two causes, the likeliest first, for a sheet on which `missing` points (negative: too many) do not fit.

    `scores` are the points in seat order, East first; values are written as typed in `unit`.
    """
    found = [
        *_deposits(deposits, missing),
        *(cause for row, own in enumerate(scores) for cause in _slips(row, own, own + missing, unit)),
    ] or [*_typed_twice(scores, missing, unit)]
    return tuple(sorted(found, key=lambda cause: cause.weight)[:AT_MOST])


def said(causes: Sequence[Cause]) -> tuple[Text, ...]:
    """The causes in words; two slips of the same kind in one sentence."""
    match causes:
        case [one, other] if one.template == other.template and "fix" in one.params:
            either = Text(EITHER, {"fix": one.params["fix"], "other": other.params["fix"]})
            return (Text(one.template, {"fix": either}),)
    return tuple(cause.text for cause in causes)


def _deposits(declared: int, missing: Points) -> Iterator[Cause]:
    """A number of deposits that would fit: more of them, or fewer when too much is declared."""
    right = declared + missing // DEPOSIT
    if missing % DEPOSIT == 0 and 0 <= right <= MOST_DEPOSITS:
        weight = 0 if right <= LIKELY_DEPOSITS else 4
        template = OTHER_DEPOSITS if declared else DEPOSITS_LEFT
        yield Cause("deposits", None, template, {"right": str(right), "wrong": str(declared)}, weight)


def _slips(row: int, wrong: Points, right: Points, unit: Unit) -> Iterator[Cause]:
    """The slips of the finger that turn `right` into `wrong`."""
    if right % 100 or not wrong or abs(right) > MOST or abs(wrong) >= LIMIT:
        return
    fix = Text(FIX, {"right": _typed(right, unit), "wrong": _typed(wrong, unit), "name": Text(WINDS[row].label)})
    if right == -wrong:
        yield Cause("sign", row, MINUS_FORGOTTEN if right < 0 else MINUS_TOO_MANY, {"fix": fix}, 1)
    if right == wrong * 10:
        yield Cause("zero", row, ZERO_FORGOTTEN, {"fix": fix}, 2)
    if right * 10 == wrong:
        yield Cause("zero", row, ZERO_TOO_MANY, {"fix": fix}, 2)
    if distance := _exchanged(wrong, right):
        yield Cause("digits-exchanged", row, EXCHANGED, {"fix": fix}, 1 if distance == 1 else 3)


def _typed(points: Points, unit: Unit) -> str:
    """As one types it in `unit`, with the screen's minus."""
    return type_back(points, unit).replace(Minus.EXPORT, Minus.SCREEN)


def _exchanged(wrong: Points, right: Points) -> int:
    """How far apart the two digits are whose exchange turns one number into the other; 0 if none do."""
    one, other = str(wrong), str(right)
    if len(one) != len(other):
        return 0
    places = [place for place, (digit, right_digit) in enumerate(zip(one, other, strict=True)) if digit != right_digit]
    match places:
        case [first, second] if (one[first], one[second]) == (other[second], other[first]):
            return second - first
    return 0


def _typed_twice(scores: Sequence[Points], missing: Points, unit: Unit) -> Iterator[Cause]:
    """Two rows with one value, where the sum would fit if one of them had another likely one.

    Which value that is stays unsaid: no score is filled in for anybody.
    """
    for (row, own), (other_row, other) in combinations(enumerate(scores), 2):
        if own == other and abs(own) < LIMIT and (own + missing) % 100 == 0 and LEAST <= own + missing <= MOST_LIKELY:
            params = {
                "name": Text(WINDS[row].label),
                "other": Text(WINDS[other_row].label),
                "points": _typed(own, unit),
            }
            yield Cause("typed-twice", None, TYPED_TWICE, params, 5)
