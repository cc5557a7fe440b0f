"""The reason why one row is ranked above another: one sentence for any two rows of the same standings.

It works for rows of players and of teams (`RankedRow`). The caller supplies the names.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from scoring.messages import Message, gettext_noop, phrase
from scoring.points import Points, write_p
from scoring.standings.cut import CarryOver
from scoring.standings.ties import Break, Breaker, difference
from scoring.standings.values import Status

Params = Mapping[str, object]
Reason = Callable[[Break, Break, Params], Message]


class RankedRow(Protocol):
    """The attributes of a row that a reason needs."""

    @property
    def place(self) -> int | None: ...
    @property
    def status(self) -> Status: ...
    @property
    def total(self) -> Points: ...
    @property
    def tier(self) -> int: ...
    @property
    def carried(self) -> tuple[CarryOver, ...]: ...
    @property
    def breaks(self) -> tuple[Break, ...]: ...


def reason(above: RankedRow, below: RankedRow, above_name: str, below_name: str) -> Message:
    """Return why `above` ranks above `below`, or beside it: two rows of the same standings, in their order.

    >>> from scoring.standings.values import Deduction, Entrant
    >>> from scoring.standings import standings
    >>> from scoring.rules import preset
    >>> rows = standings([], [Deduction(2, 2_000, None)], [Entrant(1), Entrant(2)], preset("wrc-2022"))
    >>> str(reason(*rows, "Anna", "Ben"))
    'Anna is ahead of Ben: 0.0 against −2.0.'
    """
    names: Params = {"above": above_name, "below": below_name}
    if below.place is None:
        return _not_ranked(above, below, names)
    if above.tier != below.tier:
        return _by_a_cut(above, below, names)
    if above.total != below.total:
        template = gettext_noop("{above} is ahead of {below}: {more} against {less}.")
        return phrase(template, {**names, "more": _p(above.total), "less": _p(below.total)})
    decisive = difference(above.breaks, below.breaks)
    if decisive is None:
        template = gettext_noop(
            "{above} and {below} are tied on everything that the rules compare: they share place {place}."
        )
        return phrase(template, {**names, "place": above.place})
    better, worse = decisive
    return _REASONS[better.breaker](better, worse, {**names, "total": _p(above.total)})


_NOT_RANKED = {
    Status.SUBSTITUTE: gettext_noop("{below} is a substitute, scored but not ranked."),
    Status.WITHDRAWN: gettext_noop("{below} has withdrawn and is not ranked."),
    Status.DISQUALIFIED: gettext_noop("{below} is disqualified and is not ranked."),
}


def _not_ranked(above: RankedRow, below: RankedRow, names: Params) -> Message:
    if above.place is None:
        return phrase(gettext_noop("Neither {above} nor {below} is ranked."), names)
    return phrase(_NOT_RANKED[below.status], names)


def _by_a_cut(above: RankedRow, below: RankedRow, names: Params) -> Message:
    for better, worse in zip(above.carried, below.carried, strict=False):
        if better.division != worse.division:
            template = gettext_noop("{above} is above the cut after hanchan {after}, {below} below it.")
            return phrase(template, {**names, "after": better.after})
    return phrase(gettext_noop("{above} is in a higher group than {below}."), names)


def _places(better: Break, worse: Break, params: Params) -> Message:
    if not worse.value:
        template = gettext_noop("Both have {total}; {above} has places at the tables, {below} has none.")
        return phrase(template, params)
    (less, played), (more, others) = better.value, worse.value
    counts = {"less": less, "more": more, "played": played, "others": others}
    if played == others:
        template = gettext_noop("Both have {total}; sum of places: {above} {less}, {below} {more}.")
    else:
        template = gettext_noop(
            "Both have {total}; the average place of {above} ({less}/{played}) is lower than that of {below} "
            "({more}/{others})."
        )
    return phrase(template, {**params, **counts})


def two_numbers(template: str) -> Reason:
    """Return a sentence with two numbers, the better one {more} and the other {less}."""

    def say(better: Break, worse: Break, params: Params) -> Message:
        return phrase(template, {**params, "more": better.value[0], "less": worse.value[0]})

    return say


def two_amounts(template: str) -> Reason:
    """Return a sentence with two amounts in P, {more} and {less}."""

    def say(better: Break, worse: Break, params: Params) -> Message:
        return phrase(template, {**params, "more": _p(better.value[0]), "less": _p(worse.value[0])})

    return say


def _seed(better: Break, worse: Break, params: Params) -> Message:
    if not worse.value:
        template = gettext_noop("Both have {total}; {above} is seed {more}, {below} has no seed.")
        return phrase(template, {**params, "more": better.value[0]})
    template = gettext_noop("Both have {total}; {above} is seed {more}, {below} seed {less}.")
    return phrase(template, {**params, "more": better.value[0], "less": worse.value[0]})


def _lot(better: Break, worse: Break, params: Params) -> Message:
    template = gettext_noop(
        "Both have {total}; the lot drawn from “{seed}” puts {above} ({first}…) ahead of {below} ({second}…)."
    )
    drawn = {"seed": better.note, "first": _lot_digits(better.value[0]), "second": _lot_digits(worse.value[0])}
    return phrase(template, {**params, **drawn})


def _referee(better: Break, _worse: Break, params: Params) -> Message:
    template = gettext_noop("Both have {total}; the referee put {above} above {below}: {reason}")
    return phrase(template, {**params, "reason": better.note})


_REASONS: dict[Breaker, Reason] = {
    Breaker.FIRSTS: two_numbers(gettext_noop("Both have {total}; {above} won {more} hanchan, {below} {less}.")),
    Breaker.PLACES: _places,
    Breaker.BEST: two_amounts(gettext_noop("Both have {total}; best hanchan: {above} {more}, {below} {less}.")),
    Breaker.BEFORE_LAST: two_amounts(
        gettext_noop("Both have {total}; before the last hanchan {above} had {more}, {below} {less}.")
    ),
    Breaker.HEAD_TO_HEAD: two_amounts(
        gettext_noop("Both have {total}; where all tied players met, {above} scored {more}, {below} {less}.")
    ),
    Breaker.SEED: _seed,
    Breaker.LOT: _lot,
    Breaker.REFEREE: _referee,
}


def _p(points: Points) -> str:
    return write_p(points, plus=False)


def _lot_digits(lot: int) -> str:
    """Return the first digits of a lot, as `sha256sum` prints them."""
    return f"{lot:064x}"[:8]
