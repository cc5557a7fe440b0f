"""Why one stands above another: one sentence for any two rows of the same standings.

Rows of players, of teams and of a series answer alike (`Row`). The caller brings the names.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from scoring.cut import Carried
from scoring.points import Points, write_p
from scoring.standing.values import Status
from scoring.ties import Break, Breaker, difference
from scoring.words import Text, gettext_noop

Params = Mapping[str, object]
Said = Callable[[Break, Break, Params], Text]


class Row(Protocol):
    """What a row must tell to be explained."""

    @property
    def place(self) -> int | None: ...
    @property
    def status(self) -> Status: ...
    @property
    def total(self) -> Points: ...
    @property
    def tier(self) -> int: ...
    @property
    def carried(self) -> tuple[Carried, ...]: ...
    @property
    def breaks(self) -> tuple[Break, ...]: ...


def why(above: Row, below: Row, above_name: str, below_name: str, said: Mapping[Breaker, Said] | None = None) -> Text:
    """Why `above` stands above `below`, or beside it: two rows of the same standings, in their order.

    `said` are other sentences for some breakers, where what is compared is no hanchan.

    >>> from scoring.standings import Deduction, Entrant, standings
    >>> from scoring.rules import preset
    >>> rows = standings([], [Deduction(2, 2_000, None)], [Entrant(1), Entrant(2)], preset("wrc-2022"))
    >>> str(why(*rows, "Anna", "Ben"))
    'Anna stands above Ben: 0.0 against −2.0.'
    """
    names: Params = {"above": above_name, "below": below_name}
    if below.place is None:
        return _not_ranked(above, below, names)
    if above.tier != below.tier:
        return _by_a_cut(above, below, names)
    if above.total != below.total:
        template = gettext_noop("{above} stands above {below}: {more} against {less}.")
        return Text(template, {**names, "more": _p(above.total), "less": _p(below.total)})
    told_apart = difference(above.breaks, below.breaks)
    if told_apart is None:
        template = gettext_noop(
            "{above} and {below} are equal in everything that the rules compare: they share place {place}."
        )
        return Text(template, {**names, "place": above.place})
    better, worse = told_apart
    sentence = (said or {}).get(better.breaker, _SAID[better.breaker])
    return sentence(better, worse, {**names, "total": _p(above.total)})


_NOT_RANKED = {
    Status.SUBSTITUTE: gettext_noop("{below} plays as a substitute, who is scored and not ranked."),
    Status.WITHDRAWN: gettext_noop("{below} has withdrawn and is not ranked."),
    Status.DISQUALIFIED: gettext_noop("{below} is disqualified and not ranked."),
}


def _not_ranked(above: Row, below: Row, names: Params) -> Text:
    if above.place is None:
        return Text(gettext_noop("Neither {above} nor {below} is ranked."), names)
    return Text(_NOT_RANKED[below.status], names)


def _by_a_cut(above: Row, below: Row, names: Params) -> Text:
    for better, worse in zip(above.carried, below.carried, strict=False):
        if better.division != worse.division:
            template = gettext_noop("{above} is above the cut after hanchan {after}, {below} below it.")
            return Text(template, {**names, "after": better.after})
    return Text(gettext_noop("{above} is in a higher group than {below}."), names)


def _places(better: Break, worse: Break, params: Params) -> Text:
    if not worse.value:
        template = gettext_noop("Both have {total}; {above} has places at the tables, {below} has none.")
        return Text(template, params)
    (less, played), (more, others) = better.value, worse.value
    counts = {"less": less, "more": more, "played": played, "others": others}
    if played == others:
        template = gettext_noop(
            "Both have {total}; the places of {above} add up to {less}, those of {below} to {more}."
        )
    else:
        template = gettext_noop(
            "Both have {total}; the average place of {above} ({less}/{played}) is lower than that of {below} "
            "({more}/{others})."
        )
    return Text(template, {**params, **counts})


def numbers(template: str) -> Said:
    """A sentence with two numbers, the better one {more} and the other {less}."""

    def said(better: Break, worse: Break, params: Params) -> Text:
        return Text(template, {**params, "more": better.value[0], "less": worse.value[0]})

    return said


def amounts(template: str) -> Said:
    """A sentence with two amounts in P, {more} and {less}."""

    def said(better: Break, worse: Break, params: Params) -> Text:
        return Text(template, {**params, "more": _p(better.value[0]), "less": _p(worse.value[0])})

    return said


def _seed(better: Break, worse: Break, params: Params) -> Text:
    if not worse.value:
        template = gettext_noop("Both have {total}; {above} is seed {more}, {below} has no seed.")
        return Text(template, {**params, "more": better.value[0]})
    template = gettext_noop("Both have {total}; {above} is seed {more}, {below} seed {less}.")
    return Text(template, {**params, "more": better.value[0], "less": worse.value[0]})


def _lot(better: Break, worse: Break, params: Params) -> Text:
    template = gettext_noop(
        "Both have {total}; by the lot drawn from “{seed}” {above} ({first}…) stands before {below} ({second}…)."
    )
    drawn = {"seed": better.note, "first": _drawn(better.value[0]), "second": _drawn(worse.value[0])}
    return Text(template, {**params, **drawn})


def _referee(better: Break, _worse: Break, params: Params) -> Text:
    template = gettext_noop("Both have {total}; the referee put {above} above {below}: {reason}")
    return Text(template, {**params, "reason": better.note})


_SAID: dict[Breaker, Said] = {
    Breaker.FIRSTS: numbers(gettext_noop("Both have {total}; {above} won {more} hanchan, {below} {less}.")),
    Breaker.PLACES: _places,
    Breaker.BEST: amounts(
        gettext_noop("Both have {total}; the best hanchan of {above} brought {more}, that of {below} {less}.")
    ),
    Breaker.BEFORE_LAST: amounts(
        gettext_noop("Both have {total}; before the last hanchan {above} had {more}, {below} {less}.")
    ),
    Breaker.HEAD_TO_HEAD: amounts(
        gettext_noop("Both have {total}; where all who are equal met, {above} scored {more}, {below} {less}.")
    ),
    Breaker.SEED: _seed,
    Breaker.LOT: _lot,
    Breaker.REFEREE: _referee,
}


def _p(points: Points) -> str:
    return write_p(points, plus=False)


def _drawn(lot: int) -> str:
    """The first digits of a lot, as `sha256sum` prints them."""
    return f"{lot:064x}"[:8]
