"""Everything that is wrong with a report sheet, at once, with the likely cause.

The end points of a table and 1,000 for each riichi deposit left on the table add up to the starting points of the table
(RULES.md §3.1). A cause is named only when it makes the sheet fit exactly; a simple typing error in a digit is not
guessed, and a missing score is never filled in. Yakitori and bust marks are settled after the points are written, so
they do not affect the sum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.game import DEPOSIT, is_bust
from scoring.messages import Level, Message, gettext_noop, join, phrase, row_field
from scoring.points import LIMIT, Minus, Points, Unit, type_back, write
from scoring.rules import Ruleset
from scoring.rules.values import Bust
from scoring.winds import WINDS, Wind


def name_of(row: int) -> Message:
    """Return the wind of a row, in words."""
    return phrase(WINDS[row].label)


AT_MOST = 2  # causes that are named
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
MANY_DEPOSITS = 4
RARELY_ABOVE = 100_000
RARELY_BELOW = -30_000
TOO_LOW = gettext_noop("{amount} missing. {causes}")
TOO_HIGH = gettext_noop("{amount} too many. {causes}")
ALL_FOUR = gettext_noop("All four scores are {points}. Was this hanchan played?")
ALL_THREE = gettext_noop("All three scores are {points}. Was this hanchan played?")


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


def problems(
    points: Sequence[Points | None],
    deposits: int | None,
    rules: Ruleset,
    unit: Unit = Unit.HUNDREDS,
    *,
    yakitori: Sequence[bool] = (),
    busted_by: Sequence[Wind | None] = (),
) -> tuple[Message, ...]:
    """Return all problems of a sheet, errors first; nothing when it is clean.

    `points` are the end points in seat order, East first, None for an empty row; `deposits` is None when nothing was
    declared. `yakitori` and `busted_by` are the marks of the rows, or nothing where there are none. Values in messages
    are written as typed in `unit`.
    """
    found = [*_row_errors(points), *_deposit_errors(deposits)]
    scores = [own for own in points if own is not None]
    if len(scores) == len(points):
        found += _sum_errors(scores, max(deposits or 0, 0), rules, unit)
    found += mark_errors(points, rules, yakitori, busted_by)
    return (*found, *_warnings(points, deposits, rules), *mark_warnings(points, rules, yakitori, busted_by))


def _row_errors(points: Sequence[Points | None]) -> list[Message]:
    found = []
    for row, own in enumerate(points):
        if own is None:
            template = gettext_noop("The points of {name} are missing.")
            found.append(Message("missing-value", template, {"name": name_of(row)}, Level.ERROR, row_field(row)))
        elif abs(own) >= LIMIT:
            template = gettext_noop("{points} for {name} is more than a table can hold. Type it again.")
            found.append(
                Message(
                    "too-large", template, {"name": name_of(row), "points": write(own)}, Level.ERROR, row_field(row)
                )
            )
        elif own % 100:
            template = gettext_noop("{points} for {name} is not a multiple of 100. Check the last two digits.")
            params = {"name": name_of(row), "points": write(own)}
            found.append(Message("not-a-multiple-of-100", template, params, Level.ERROR, row_field(row)))
    return found


def _deposit_errors(deposits: int | None) -> list[Message]:
    if deposits is None:
        template = gettext_noop("Type how many riichi deposits were left on the table; 0 for none.")
        return [Message("deposits-not-declared", template, {}, Level.ERROR)]
    if deposits < 0:
        template = gettext_noop("{deposits} riichi deposits cannot be left on the table. Type 0 for none.")
        return [Message("deposits-negative", template, {"deposits": write(deposits)}, Level.ERROR)]
    return []


def _sum_errors(scores: Sequence[Points], deposits: int, rules: Ruleset, unit: Unit) -> list[Message]:
    """Return the problem of a wrong sum, with its likely causes."""
    missing = rules.total - sum(scores) - deposits * DEPOSIT
    if not missing:
        return []
    causes = likely_causes(scores, deposits, missing, unit)
    template = TOO_LOW if missing > 0 else TOO_HIGH
    likely = tuple(cause.message.code for cause in causes)
    params = {"amount": write(abs(missing)), "causes": _why(causes, missing), "likely": likely}
    rows = {cause.message.row for cause in causes}
    row = rows.pop() if len(rows) == 1 else None
    code = _code(missing, likely)
    return [Message(code, template, params, Level.ERROR, row_field(row))]


def _code(missing: Points, likely: tuple[str, ...]) -> str:
    if likely[:1] == ("deposits",):
        return "deposits-missing" if missing > 0 else "deposits-do-not-fit"
    return "sum-too-low" if missing > 0 else "sum-too-high"


def _why(causes: Sequence[Cause], missing: Points) -> Message:
    """Return the causes one after the other, or where to look when there is none."""
    texts = [*cause_texts(causes)] or [phrase(gettext_noop("Compare each score with the sheet."))]
    if missing > 0 and missing % DEPOSIT:
        texts.append(phrase(gettext_noop("A deposit left on the table is 1,000.")))
    return join(texts)


def _warnings(points: Sequence[Points | None], deposits: int | None, rules: Ruleset) -> list[Message]:
    """Return possible but very rare values that deserve a second look."""
    found = [problem for row, own in enumerate(points) if own is not None for problem in _rare(row, own)]
    if all(own == rules.start for own in points):
        template = ALL_THREE if len(points) == 3 else ALL_FOUR
        found.append(Message("all-equal", template, {"points": write(rules.start)}, Level.WARNING))
    if deposits is not None and deposits > MANY_DEPOSITS:
        template = gettext_noop("{deposits} riichi deposits left on the table is unusual. Check the sheet.")
        found.append(Message("many-deposits", template, {"deposits": str(deposits)}, Level.WARNING))
    return found


def _rare(row: int, own: Points) -> list[Message]:
    params = {"points": write(own), "name": name_of(row)}
    if RARELY_ABOVE < own < LIMIT:
        template = gettext_noop("{points} for {name} is more than 100,000. Check the sheet.")
        return [Message("above-100000", template, params, Level.WARNING, row_field(row))]
    if -LIMIT < own < RARELY_BELOW:
        template = gettext_noop("{points} for {name} is less than −30,000. Check the sheet.")
        return [Message("below-minus-30000", template, params, Level.WARNING, row_field(row))]
    return []


NO_PLACES = gettext_noop("The places written on the sheet are not typed. They find rows that were exchanged.")
OTHER_PLACE = gettext_noop(
    "{name} has place {written} on the sheet and place {place} by these points. Compare both with the sheet."
)


def place_warnings(points: Sequence[Points | None], written: Sequence[int]) -> list[Message]:
    """Compare the places written on a sheet with its points, which the sum cannot do: rows that were exchanged.

    `written` has a place for each row, or nothing where none were typed. Equal points may have any of the places that
    they share. Nothing is said while points are missing.

    >>> [str(one.field) for one in place_warnings((41_200, 33_100, 25_700, 20_000), (2, 1, 3, 4))]
    ['row-0', 'row-1']
    >>> place_warnings((30_000, 30_000, 40_000, 20_000), (3, 2, 1, 4))
    []
    """
    known = [own for own in points if own is not None]
    if len(known) < len(points):
        return []
    if not written:
        return [Message("places-missing", NO_PLACES, {}, Level.WARNING, "written_places")]
    found = []
    for row, (own, place) in enumerate(zip(known, written, strict=True)):
        first = 1 + sum(other > own for other in known)
        if not first <= place < first + known.count(own):
            params = {"name": name_of(row), "written": place, "place": first}
            found.append(Message("place-differs", OTHER_PLACE, params, Level.WARNING, row_field(row)))
    return found


NO_YAKITORI = gettext_noop("{name} is marked as having won no hand, but yakitori is not played. Remove the mark.")
NO_BUST = gettext_noop("Busting does not end the game here. Remove the player who took the last points of {name}.")
NOT_BUST = gettext_noop("{name} has {points} and is not bust. Remove the player who took the last points.")
SELF = gettext_noop("{name} cannot have taken their own last points. Choose another player.")
NOT_HERE = gettext_noop("There is no {other} at this table. Choose another player who took the last points of {name}.")
NOBODY = gettext_noop("{name} is bust, but nobody is entered as having taken the last points. Is this right?")
ALL_WITHOUT = gettext_noop("All players are marked as having won no hand, so nobody pays. Was no hand won?")
TAKER_WITHOUT = gettext_noop(
    "{other} took the last points of {name} but is marked as having won no hand. Is this right?"
)


def mark_errors(
    points: Sequence[Points | None], rules: Ruleset, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> list[Message]:
    """Return impossible marks (S0 Mod.4.3, Mod.5.3)."""
    found = []
    for row, marked in enumerate(yakitori):
        if marked and not rules.yakitori:
            found.append(
                Message("yakitori-not-played", NO_YAKITORI, {"name": name_of(row)}, Level.ERROR, row_field(row))
            )
    for row, (own, taker) in enumerate(zip(points, busted_by, strict=False)):
        if taker is not None:
            found += _taker_errors(row, own, taker, len(points), rules)
    return found


def _taker_errors(row: int, own: Points | None, taker: Wind, players: int, rules: Ruleset) -> Iterator[Message]:
    """Return at most one problem with the taker of a row's last points."""
    params: dict[str, object] = {"name": name_of(row)}
    if rules.bust is Bust.NEVER:
        yield Message("bust-not-played", NO_BUST, params, Level.ERROR, row_field(row))
    elif taker.index == row:
        yield Message("busted-by-self", SELF, params, Level.ERROR, row_field(row))
    elif taker.index >= players:
        yield Message(
            "busted-by-nobody", NOT_HERE, {**params, "other": name_of(taker.index)}, Level.ERROR, row_field(row)
        )
    elif own is not None and not is_bust(own, rules):
        yield Message("not-bust", NOT_BUST, {**params, "points": write(own)}, Level.ERROR, row_field(row))


def mark_warnings(
    points: Sequence[Points | None], rules: Ruleset, yakitori: Sequence[bool], busted_by: Sequence[Wind | None]
) -> list[Message]:
    """Return possible but rare marks."""
    found = []
    if rules.yakitori and yakitori and all(yakitori):
        found.append(Message("all-yakitori", ALL_WITHOUT, {}, Level.WARNING))
    for row, own in enumerate(points):
        taker = busted_by[row] if busted_by else None
        if rules.bust_prize and taker is None and own is not None and is_bust(own, rules):
            found.append(Message("bust-unnamed", NOBODY, {"name": name_of(row)}, Level.WARNING, row_field(row)))
        if rules.yakitori and taker is not None and taker.index < len(yakitori) and yakitori[taker.index]:
            params = {"name": name_of(row), "other": name_of(taker.index)}
            found.append(Message("taker-yakitori", TAKER_WITHOUT, params, Level.WARNING, row_field(row)))
    return found
