"""Likely causes of a wrong sum: single slips that, undone, make the sheet fit exactly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.game import DEPOSIT
from scoring.messages import Message, gettext_noop, phrase, row_field
from scoring.points import LIMIT, Minus, Points, Unit, type_back
from scoring.winds import WINDS

AT_MOST = 2
LIKELY_DEPOSITS = 4
MOST_DEPOSITS = 8
MOST = 200_000
LEAST, MOST_LIKELY = -30_000, 100_000  # nearly every score lies between
EXCHANGED = gettext_noop("Two digits swapped? {fix} would make it fit.")
MINUS_FORGOTTEN = gettext_noop("Missing minus sign? {fix} would make it fit.")
MINUS_TOO_MANY = gettext_noop("Extra minus sign? {fix} would make it fit.")
ZERO_FORGOTTEN = gettext_noop("Missing zero? {fix} would make it fit.")
ZERO_TOO_MANY = gettext_noop("Extra zero? {fix} would make it fit.")
DEPOSITS_LEFT = gettext_noop("Riichi deposits left on the table? Count them on the sheet.")
OTHER_DEPOSITS = gettext_noop("Another number of riichi deposits? Count them on the sheet.")
TYPED_TWICE = gettext_noop("{name} and {other} both have {points}. One score typed twice?")
FIX = gettext_noop("{right} instead of {wrong} for {name}")
EITHER = gettext_noop("{fix} or {other}")


@dataclass(frozen=True, slots=True)
class Cause:
    """A likely cause and its `weight`: the lower, the likelier."""

    message: Message
    weight: int


def _cause(code: str, row: int | None, text: str, params: dict[str, object], weight: int) -> Cause:
    return Cause(Message(code, text, params, field=row_field(row)), weight)


def likely_causes(scores: Sequence[Points], deposits: int, missing: Points, unit: Unit) -> tuple[Cause, ...]:
    """Return at most two causes, the likeliest first, for a sheet with a sum wrong by `missing` points (negative: too
    many).

    `scores` are the points in seat order, East first; values are written as typed in `unit`.
    """
    found = [
        *_deposits(deposits, missing),
        *(cause for row, own in enumerate(scores) for cause in _slips(row, own, own + missing, unit)),
    ] or [*_typed_twice(scores, missing, unit)]
    return tuple(sorted(found, key=lambda cause: cause.weight)[:AT_MOST])


def cause_texts(causes: Sequence[Cause]) -> tuple[Message, ...]:
    """Return the causes in words; two slips of the same kind in one sentence."""
    match [cause.message for cause in causes]:
        case [one, other] if one.text == other.text and "fix" in one.params:
            either = phrase(EITHER, {"fix": one.params["fix"], "other": other.params["fix"]})
            return (phrase(one.text, {"fix": either}),)
        case messages:
            return tuple(messages)


def _deposits(declared: int, missing: Points) -> Iterator[Cause]:
    """Say that another number of deposits would fit, and never which: it has to come from the sheet."""
    right = declared + missing // DEPOSIT
    if missing % DEPOSIT == 0 and 0 <= right <= MOST_DEPOSITS:
        weight = 0 if right <= LIKELY_DEPOSITS else 4
        template = OTHER_DEPOSITS if declared else DEPOSITS_LEFT
        yield _cause("deposits", None, template, {}, weight)


def _slips(row: int, wrong: Points, right: Points, unit: Unit) -> Iterator[Cause]:
    """Yield the slips of the finger that turn `right` into `wrong`."""
    if right % 100 or not wrong or abs(right) > MOST or abs(wrong) >= LIMIT:
        return
    fix = phrase(FIX, {"right": _typed(right, unit), "wrong": _typed(wrong, unit), "name": phrase(WINDS[row].label)})
    if right == -wrong:
        yield _cause("sign", row, MINUS_FORGOTTEN if right < 0 else MINUS_TOO_MANY, {"fix": fix}, 1)
    if right == wrong * 10:
        yield _cause("zero", row, ZERO_FORGOTTEN, {"fix": fix}, 2)
    if right * 10 == wrong:
        yield _cause("zero", row, ZERO_TOO_MANY, {"fix": fix}, 2)
    if distance := _exchanged(wrong, right):
        yield _cause("digits-exchanged", row, EXCHANGED, {"fix": fix}, 1 if distance == 1 else 3)


def _typed(points: Points, unit: Unit) -> str:
    """Return the number as typed in `unit`, with the screen's minus."""
    return type_back(points, unit).replace(Minus.EXPORT, Minus.SCREEN)


def _exchanged(wrong: Points, right: Points) -> int:
    """Return the distance of the two digits whose exchange turns one number into the other; 0 if there are none."""
    one, other = str(wrong), str(right)
    if len(one) != len(other):
        return 0
    places = [place for place, (digit, right_digit) in enumerate(zip(one, other, strict=True)) if digit != right_digit]
    match places:
        case [first, second] if (one[first], one[second]) == (other[second], other[first]):
            return second - first
    return 0


def _typed_twice(scores: Sequence[Points], missing: Points, unit: Unit) -> Iterator[Cause]:
    """Return two rows with one value if the sum would fit with another likely value in one of them.

    The value itself is not named: scores are never filled in.
    """
    for (row, own), (other_row, other) in combinations(enumerate(scores), 2):
        if own == other and abs(own) < LIMIT and (own + missing) % 100 == 0 and LEAST <= own + missing <= MOST_LIKELY:
            params = {
                "name": phrase(WINDS[row].label),
                "other": phrase(WINDS[other_row].label),
                "points": _typed(own, unit),
            }
            yield _cause("typed-twice", None, TYPED_TWICE, params, 5)
