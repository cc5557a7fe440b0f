"""Everything that is wrong with a report sheet, at once, with the likely cause.

The end points of a table and 1,000 for each riichi deposit left on the table add up to what the table started
with (RULES.md §3.1). A cause is named only when it makes the sheet fit exactly; a digit that was simply
mistyped is not guessed, and a missing score is never filled in.
"""

from collections.abc import Sequence

from scoring.causes import Cause, likely_causes, said
from scoring.points import LIMIT, Points, Unit, write
from scoring.rules import Ruleset
from scoring.settling import DEPOSIT
from scoring.sheet_marks import mark_errors, mark_warnings
from scoring.sheet_problem import Level, Problem, name_of
from scoring.winds import Wind
from scoring.words import Text, gettext_noop, joined

__all__ = ["Level", "Problem", "problems"]

MANY_DEPOSITS = 4
RARELY_ABOVE = 100_000
RARELY_BELOW = -30_000

TOO_LOW = gettext_noop("{amount} missing. {causes}")
TOO_HIGH = gettext_noop("{amount} too many. {causes}")
ALL_FOUR = gettext_noop("All four scores are {points}. Was this hanchan played?")
ALL_THREE = gettext_noop("All three scores are {points}. Was this hanchan played?")


def problems(
    points: Sequence[Points | None],
    deposits: int | None,
    rules: Ruleset,
    unit: Unit = Unit.HUNDREDS,
    *,
    yakitori: Sequence[bool] = (),
    busted_by: Sequence[Wind | None] = (),
) -> tuple[Problem, ...]:
    """All problems of a sheet, errors first; nothing when it is clean.

    `points` are the end points in seat order, East first, None for a row that is not filled in; `deposits` is None
    when nothing was declared. `yakitori` and `busted_by` are the marks of the rows, or nothing where there are none.
    Values in messages are written as typed in `unit`.
    """
    found = [*_row_errors(points), *_deposit_errors(deposits)]
    scores = [own for own in points if own is not None]
    if len(scores) == len(points):
        found += _sum_errors(scores, max(deposits or 0, 0), rules, unit)
    found += mark_errors(points, rules, yakitori, busted_by)
    return (*found, *_warnings(points, deposits, rules), *mark_warnings(points, rules, yakitori, busted_by))


def _row_errors(points: Sequence[Points | None]) -> list[Problem]:
    found = []
    for row, own in enumerate(points):
        if own is None:
            template = gettext_noop("The points of {name} are missing.")
            found.append(Problem(Level.ERROR, "missing-value", template, {"name": name_of(row)}, row))
        elif abs(own) >= LIMIT:
            template = gettext_noop("{points} for {name} is more than a table can hold. Type it again.")
            found.append(Problem(Level.ERROR, "too-large", template, {"name": name_of(row), "points": write(own)}, row))
        elif own % 100:
            template = gettext_noop("{points} for {name} is not a multiple of 100. Check the last two digits.")
            params = {"name": name_of(row), "points": write(own)}
            found.append(Problem(Level.ERROR, "not-a-multiple-of-100", template, params, row))
    return found


def _deposit_errors(deposits: int | None) -> list[Problem]:
    if deposits is None:
        template = gettext_noop("Type how many riichi deposits were left on the table; 0 for none.")
        return [Problem(Level.ERROR, "deposits-not-declared", template)]
    if deposits < 0:
        template = gettext_noop("{deposits} riichi deposits cannot be left on the table. Type 0 for none.")
        return [Problem(Level.ERROR, "deposits-negative", template, {"deposits": write(deposits)})]
    return []


def _sum_errors(scores: Sequence[Points], deposits: int, rules: Ruleset, unit: Unit) -> list[Problem]:
    """The one problem of a sum that does not fit, with its likely causes."""
    missing = rules.total - sum(scores) - deposits * DEPOSIT
    if not missing:
        return []
    causes = likely_causes(scores, deposits, missing, unit)
    template = TOO_LOW if missing > 0 else TOO_HIGH
    params = {"amount": write(abs(missing)), "causes": _why(causes, missing)}
    rows = {cause.row for cause in causes}
    row = rows.pop() if len(rows) == 1 else None
    code = _code(missing, [cause.code for cause in causes])
    return [Problem(Level.ERROR, code, template, params, row, tuple(cause.code for cause in causes))]


def _code(missing: Points, likely: Sequence[str]) -> str:
    if likely[:1] == ["deposits"]:
        return "deposits-missing" if missing > 0 else "deposits-do-not-fit"
    return "sum-too-low" if missing > 0 else "sum-too-high"


def _why(causes: Sequence[Cause], missing: Points) -> Text:
    """The causes one after the other, or where to look when there is none."""
    texts = [*said(causes)] or [Text(gettext_noop("Compare each score with the sheet."))]
    if missing > 0 and missing % DEPOSIT:
        texts.append(Text(gettext_noop("A deposit left on the table is 1,000.")))
    return joined(texts)


def _warnings(points: Sequence[Points | None], deposits: int | None, rules: Ruleset) -> list[Problem]:
    """What is possible and so rare that somebody should look at the sheet again."""
    found = [problem for row, own in enumerate(points) if own is not None for problem in _rare(row, own)]
    if all(own == rules.start for own in points):
        template = ALL_THREE if len(points) == 3 else ALL_FOUR
        found.append(Problem(Level.WARNING, "all-equal", template, {"points": write(rules.start)}))
    if deposits is not None and deposits > MANY_DEPOSITS:
        template = gettext_noop("{deposits} riichi deposits left on the table are rare. Look at the sheet again.")
        found.append(Problem(Level.WARNING, "many-deposits", template, {"deposits": str(deposits)}))
    return found


def _rare(row: int, own: Points) -> list[Problem]:
    params = {"points": write(own), "name": name_of(row)}
    if RARELY_ABOVE < own < LIMIT:
        template = gettext_noop("{points} for {name} is more than 100,000. Look at the sheet again.")
        return [Problem(Level.WARNING, "above-100000", template, params, row)]
    if -LIMIT < own < RARELY_BELOW:
        template = gettext_noop("{points} for {name} is less than −30,000. Look at the sheet again.")
        return [Problem(Level.WARNING, "below-minus-30000", template, params, row)]
    return []
