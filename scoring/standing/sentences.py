"""How an event ranks, in sentences: for the organiser who chooses it and for the page that players read."""

from collections.abc import Iterator
from fractions import Fraction

from scoring.cut import ALL, HALF, NOTHING, QUARTER, Cut, Rounding
from scoring.standing.rules import Per, StandingRules, TeamRules
from scoring.ties import Breaker
from scoring.words import Text, gettext_noop, joined

SHARED = gettext_noop("Players with equal totals share a place.")
STILL_EQUAL = gettext_noop("Who is still equal shares the place.")
MEANINGS = {
    Breaker.FIRSTS: gettext_noop("who has won more hanchan; a shared first place counts as one"),
    Breaker.PLACES: gettext_noop(
        "who has the lower sum of places at the tables, or the lower average after an absence"
    ),
    Breaker.BEST: gettext_noop("whose best single hanchan brought more"),
    Breaker.BEFORE_LAST: gettext_noop("who had the higher total before the last hanchan"),
    Breaker.HEAD_TO_HEAD: gettext_noop("who scored more in the hanchan in which all who are equal sat at one table"),
    Breaker.SEED: gettext_noop("who has the lower start number"),
    Breaker.LOT: gettext_noop("the lot, drawn from the text “{seed}”"),
    Breaker.REFEREE: gettext_noop("what the referee decides, with a reason"),
}
PARTS = {
    ALL: gettext_noop("all of their total"),
    HALF: gettext_noop("half of their total"),
    QUARTER: gettext_noop("a quarter of their total"),
    NOTHING: gettext_noop("nothing"),
}


def sentences(rules: StandingRules) -> tuple[Text, ...]:
    """What the rules say, one sentence each: what counts, cuts, ties, teams.

    >>> [str(one) for one in sentences(StandingRules())]
    ['Every hanchan counts.', 'Players with equal totals share a place.']
    """
    return (_counting(rules), *(text for cut in rules.cuts for text in _cut(cut)), *_ties(rules), *_groups(rules))


def _counting(rules: StandingRules) -> Text:
    if rules.best is None:
        return Text(gettext_noop("Every hanchan counts."))
    template = gettext_noop("The best {best} of the first {of} hanchan count; penalties always count.")
    return Text(template, {"best": rules.best, "of": rules.of})


def _cut(cut: Cut) -> Iterator[Text]:
    first, *others = cut.sizes
    template = gettext_noop(
        "After hanchan {after} there is a cut: the first {size} stand above the rest from then on, whatever the totals "
        "say. They carry over {above}, the rest {below}."
    )
    params = {"after": cut.after, "size": first, "above": Text(PARTS[cut.above]), "below": Text(PARTS[cut.below])}
    yield Text(template, params)
    if others:
        lines = ", ".join(map(str, others))
        yield Text(gettext_noop("The rest is parted again after place {lines}."), {"lines": lines})
    if {cut.above, cut.below} & {HALF, QUARTER}:
        yield joined([Text(_ROUNDED[cut.rounding]), Text(_CARRIED)])


_ROUNDED: dict[Rounding, str] = {
    Rounding.UP: gettext_noop("What is carried over is rounded up to 0.1P."),
    Rounding.HALF_AWAY: gettext_noop("What is carried over is rounded to the nearest 0.1P, a half away from zero."),
    Rounding.EXACT: gettext_noop("What is carried over is not rounded."),
}
_CARRIED = gettext_noop(
    "Penalties given before the cut are in that total; later ones, and those outside any hanchan, count in full."
)


def _ties(rules: StandingRules) -> Iterator[Text]:
    if not rules.breakers:
        yield Text(SHARED)
        return
    asked = [Text(MEANINGS[one], {"seed": rules.lot_seed}) for one in rules.breakers]
    names = [f"ask{number}" for number in range(len(asked))]
    order = Text("; ".join(f"{{{name}}}" for name in names), dict(zip(names, asked, strict=True)))
    yield Text(gettext_noop("Equal totals are told apart in this order: {order}."), {"order": order})
    if Breaker.LOT not in rules.breakers:
        yield Text(STILL_EQUAL)


def _groups(rules: StandingRules) -> Iterator[Text]:
    for said, group in ((_TEAMS, rules.teams), (_COUNTRIES, rules.countries)):
        if group != TeamRules():
            yield Text(said[group.per, group.best is None], {"best": group.best})
    for cut in rules.teams.cuts:
        template = gettext_noop(
            "Teams are cut after hanchan {after}: the first {size} carry over {above}, the rest {below}."
        )
        part: dict[Fraction, Text] = {one: Text(words) for one, words in PARTS.items()}
        params = {"after": cut.after, "size": cut.sizes[0], "above": part[cut.above], "below": part[cut.below]}
        yield Text(template, params)


_TEAMS = {
    (Per.TOTAL, True): gettext_noop("A team has the totals of all its members."),
    (Per.TOTAL, False): gettext_noop("A team has the best {best} totals of its members."),
    (Per.HANCHAN, True): gettext_noop("A team has, in each hanchan, the scores of all its members, less penalties."),
    (Per.HANCHAN, False): gettext_noop(
        "A team has, in each hanchan, the best {best} scores of its members, less penalties."
    ),
}
_COUNTRIES = {
    (Per.TOTAL, True): gettext_noop("A country has the totals of all its players."),
    (Per.TOTAL, False): gettext_noop("A country has the best {best} totals of its players."),
    (Per.HANCHAN, True): gettext_noop("A country has, in each hanchan, the scores of all its players, less penalties."),
    (Per.HANCHAN, False): gettext_noop(
        "A country has, in each hanchan, the best {best} scores of its players, less penalties."
    ),
}
