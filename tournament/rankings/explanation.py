"""One person's calculation: the results with what they weigh, a picture, and what the next days change. Pure.

In the picture a result is a bar, as wide as it weighs and as high as it is worth, so that a mean by weight is the
height at which the bars would level off.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction

from scoring.points import P
from scoring.rankings import Contest, PersonResult, RankingPenalty, RankingRow, RankingRule, rank
from scoring.rankings.ranking import WeighedContest, WeighedResult, two_decimals
from scoring.rankings.rule import ONE, Combination, Counted
from scoring.sentences.rankings import write_exact
from tournament.rankings.reckoning import EventContest

COMING = 3
"""So many changes are named."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result of a person: `parts` are the letters of the parts in which it counts, none for one that is left out."""

    contest: Contest
    slug: str
    place: int
    worth: str
    weight: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultBar:
    """A bar of the picture, in units of the drawing; `css` says whether it counts."""

    x: float
    y: float
    width: float
    height: float
    text: str
    css: str

    @property
    def middle(self) -> float:
        """The x of its number, from the left of the bar."""
        return round(self.width / 2, 1)


@dataclass(frozen=True, slots=True)
class MeanLine:
    """The mean of a part, from the left to where its last result ends."""

    letter: str
    y: float
    end: float


@dataclass(frozen=True)
class RankingPicture:
    """Everything that is drawn; `zero` is the y of worth 0, `total` the weight of all bars."""

    bars: tuple[ResultBar, ...]
    means: tuple[MeanLine, ...]
    zero: float
    total: str

    width, height, ground = 300, 216, 276
    top, plot = 22, 186


@dataclass(frozen=True, slots=True)
class ComingChange:
    """From `day` on an event counts by `factor`; `ranking` is the person's then, with no new event."""

    day: date
    event: str
    factor: Fraction
    ranking: str = ""

    @property
    def is_last(self) -> bool:
        """Return whether the event drops out."""
        return not self.factor

    @property
    def shown_factor(self) -> str:
        return write_exact(self.factor)


def part_letters(rules: RankingRule) -> tuple[str, ...]:
    """Return the letters of the parts, none where there is only one."""
    return tuple(chr(ord("A") + at) for at in range(len(rules.parts))) if len(rules.parts) > 1 else ()


def result_lines(row: RankingRow, rules: RankingRule) -> tuple[ResultLine, ...]:
    """Return a person's results, best first; missing ones are not among them."""
    found, letters = row.calculation, part_letters(rules) or ("",)
    return tuple(
        ResultLine(
            one.contest.contest,
            one.contest.contest.slug if isinstance(one.contest.contest, EventContest) else "",
            one.place,
            write_exact(_shown(one, rules)),
            weight_text(one.contest),
            tuple(letter for letter, part in zip(letters, found.parts, strict=True) if at < part.taken),
        )
        for at, one in enumerate(found.results)
        if one.contest
    )


def weight_text(one: WeighedContest) -> str:
    """Return the weight on a day, with the age that made it: `3.5 × ½`."""
    own = write_exact(one.own)
    return own if one.age == ONE else f"{own} × {write_exact(one.age)}"


def picture(row: RankingRow, rules: RankingRule) -> RankingPicture | None:
    """Return the picture of a person's results, None where there are none."""
    found = row.calculation
    results = found.results
    total = sum((one.weight for one in results), Fraction())
    if not total or not any(one.contest for one in results):
        return None
    heights = [_shown(one, rules) for one in results]
    high, low = max([Fraction(1), *heights]), min([Fraction(0), *heights])
    fewest = min(part.taken for part in found.parts)
    most = max(part.taken for part in found.parts)

    def y(value: Fraction) -> float:
        return round(RankingPicture.top + float((high - value) / (high - low)) * RankingPicture.plot, 1)

    bars, ends, begun = [], [0.0], Fraction()
    for at, (one, worth) in enumerate(zip(results, heights, strict=True)):
        x, begun = _x(begun, total), begun + one.weight
        width = round(_x(begun, total) - x, 1)
        css = "is-missing" if one.contest is None else _css(at, fewest, most)
        top, bottom = sorted((y(worth), y(Fraction())))
        text = write_exact(worth) if one.contest and width >= 28 else ""
        bars.append(ResultBar(x, top, width, round(bottom - top, 1), text, css))
        ends.append(_x(begun, total))
    is_mean = rules.together is Combination.MEAN
    means = zip(part_letters(rules) or ("",), found.parts, strict=True) if is_mean else ()
    lines = tuple(MeanLine(letter, y(_scaled(part.value, rules)), ends[part.taken]) for letter, part in means)
    return RankingPicture(tuple(bars), lines, y(Fraction()), write_exact(total))


def _x(weight: Fraction, total: Fraction) -> float:
    return round(float(weight / total) * RankingPicture.ground, 1)


def _css(at: int, fewest: int, most: int) -> str:
    if at >= most:
        return "is-left-out"
    return "is-best" if at < fewest else "is-counted"


def _shown(one: WeighedResult, rules: RankingRule) -> Fraction:
    return _scaled(Fraction(one.worth), rules)


def _scaled(value: Fraction, rules: RankingRule) -> Fraction:
    """Return a value as it is shown: in P where scores count."""
    return value / P if rules.counted is Counted.SCORE else value


def coming_changes(counting: Sequence[WeighedContest], rules: RankingRule, on: date) -> list[ComingChange]:
    """Return the next days from which events count otherwise, the first one first."""
    moved = {one.event: one.ended for one in rules.moved}
    found = []
    for one in counting:
        ended = moved.get(one.contest.name, one.contest.ended)
        for step in rules.age:
            day = _day_after(ended, step.months)
            factor = rules.age_factor(ended, day)
            if day > on and factor != one.age:
                found.append(ComingChange(day, one.contest.name, factor))
                break
    return sorted(found, key=lambda change: (change.day, change.event))[:COMING]


def coming_for(row: RankingRow, rules: RankingRule, on: date) -> list[ComingChange]:
    """Return what the next days change for a person, with the ranking that follows if no event is added."""
    own = [one for one in row.calculation.results if one.contest]
    changes = coming_changes([one.contest for one in own if one.contest], rules, on)
    if rules.counted is Counted.PLACE:  # what a shared place brings follows from results that are not here
        return changes
    alone = list(_alone(row.person, own, rules))
    penalty = RankingPenalty(row.person, row.calculation.penalties, on)
    last = {row.person: row.calculation.carried / rules.carry} if rules.carry else {}
    return [replace(change, ranking=_ranking(alone, rules, change.day, penalty, last)) for change in changes]


def _alone(person: str, own: Sequence[WeighedResult], rules: RankingRule) -> Iterator[Contest]:
    """Yield the contests of a person with that result alone."""
    for one in own:
        if one.contest:
            score = int(one.worth) if rules.counted is Counted.SCORE else 0
            yield replace(one.contest.contest, results=(PersonResult(person, one.place, score),))


def _ranking(
    contests: Sequence[Contest], rules: RankingRule, on: date, penalty: RankingPenalty, last: Mapping[str, Fraction]
) -> str:
    rows = rank(contests, rules, on, penalties=[penalty], last_season=last)
    return two_decimals(rows[0].ranking, rules) if rows and rows[0].ranking is not None else ""


def _day_after(ended: date, months: int) -> date:
    """Return the first day on which an event is older than so many months (`age_factor`)."""
    month = ended.year * 12 + ended.month - 1 + months
    first = date(month // 12, month % 12 + 1, 1)
    same = first + timedelta(days=ended.day)
    following = (first + timedelta(days=31)).replace(day=1)
    return min(same, following)
