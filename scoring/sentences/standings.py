"""The ranking rules of an event in sentences, for the organiser's choices and for the players' page."""

from collections.abc import Iterator
from fractions import Fraction

from scoring.messages import COMMA, SEMICOLON, Message, gettext_noop, join, ngettext_lazy, phrase, separate
from scoring.standings.cut import ALL, HALF, NOTHING, QUARTER, Cut, Rounding
from scoring.standings.rules import Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker

SHARED = gettext_noop("Players with equal totals share a place.")
STILL_EQUAL = gettext_noop("Players who are still tied share the place.")
MEANINGS = {
    Breaker.FIRSTS: gettext_noop("more hanchan won, a shared first place counting as a win"),
    Breaker.PLACES: gettext_noop("the lower sum of places at the tables, or the lower average after an absence"),
    Breaker.BEST: gettext_noop("the better best hanchan score"),
    Breaker.BEFORE_LAST: gettext_noop("the higher total before the last hanchan"),
    Breaker.HEAD_TO_HEAD: gettext_noop("the higher score in the hanchan in which all tied players sat at one table"),
    Breaker.SEED: gettext_noop("the lower start number"),
    Breaker.LOT: gettext_noop("a lot drawn from the text “{seed}”"),
    Breaker.REFEREE: gettext_noop("the referee's decision, with a reason"),
}
PARTS = {
    ALL: gettext_noop("all of their total"),
    HALF: gettext_noop("half of their total"),
    QUARTER: gettext_noop("a quarter of their total"),
    NOTHING: gettext_noop("nothing"),
}


def standing_sentences(rules: StandingRules) -> tuple[Message, ...]:
    """Return the rules in sentences: what counts, cuts, ties, teams.

    >>> [str(one) for one in standing_sentences(StandingRules())]
    ['Every hanchan counts.', 'Players with equal totals share a place.']
    """
    return (
        _hanchan_text(rules),
        *(text for cut in rules.cuts for text in _cut_texts(cut)),
        *_tie_texts(rules),
        *_group_texts(rules),
    )


def _hanchan_text(rules: StandingRules) -> Message:
    if rules.best is None:
        return phrase(gettext_noop("Every hanchan counts."))
    template = ngettext_lazy(
        "The best {best} of the first {of} hanchan counts; penalties always count.",
        "The best {best} of the first {of} hanchan count; penalties always count.",
        "best",
    )
    return phrase(template, {"best": rules.best, "of": rules.of})


def _cut_texts(cut: Cut) -> Iterator[Message]:
    first, *others = cut.sizes
    template = gettext_noop(
        "After hanchan {after} there is a cut: the top {size} finish ahead of the rest, whatever the totals. "
        "They carry over {above}, the rest {below}."
    )
    params = {"after": cut.after, "size": first, "above": phrase(PARTS[cut.above]), "below": phrase(PARTS[cut.below])}
    yield phrase(template, params)
    if others:
        lines = separate(list(map(str, others)), COMMA)
        yield phrase(gettext_noop("The others are divided again after place {lines}."), {"lines": lines})
    if {cut.above, cut.below} & {HALF, QUARTER}:
        yield join([phrase(_ROUNDINGS[cut.rounding]), phrase(_CARRIED)])


_ROUNDINGS: dict[Rounding, str] = {
    Rounding.UP: gettext_noop("What is carried over is rounded up to 0.1P."),
    Rounding.HALF_AWAY: gettext_noop("What is carried over is rounded to the nearest 0.1P, a half away from zero."),
    Rounding.EXACT: gettext_noop("What is carried over is not rounded."),
}
_CARRIED = gettext_noop(
    "Penalties given before the cut are in that total; later ones, and those outside any hanchan, count in full."
)


def _tie_texts(rules: StandingRules) -> Iterator[Message]:
    if not rules.breakers:
        yield phrase(SHARED)
        return
    asked = [phrase(MEANINGS[one], {"seed": rules.lot_seed}) for one in rules.breakers]
    yield phrase(gettext_noop("Tie-breaks, in this order: {order}."), {"order": separate(asked, SEMICOLON)})
    if Breaker.LOT not in rules.breakers:
        yield phrase(STILL_EQUAL)


def _group_texts(rules: StandingRules) -> Iterator[Message]:
    for texts, group in ((_TEAMS, rules.teams), (_COUNTRIES, rules.countries)):
        if group != TeamRules():
            yield phrase(texts[group.per, min(group.best or EVERY, SEVERAL)], {"best": group.best})
    for cut in rules.teams.cuts:
        template = gettext_noop(
            "Teams are cut after hanchan {after}: the first {size} carry over {above}, the rest {below}."
        )
        part: dict[Fraction, Message] = {one: phrase(words) for one, words in PARTS.items()}
        params = {"after": cut.after, "size": cut.sizes[0], "above": part[cut.above], "below": part[cut.below]}
        yield phrase(template, params)


EVERY, ONE, SEVERAL = 0, 1, 2
"""How many members count, as sentences tell it."""
_TEAMS = {
    (Per.TOTAL, EVERY): gettext_noop("A team scores the totals of all its members."),
    (Per.TOTAL, ONE): gettext_noop("A team scores the best total of its members."),
    (Per.TOTAL, SEVERAL): gettext_noop("A team scores the best {best} totals of its members."),
    (Per.HANCHAN, EVERY): gettext_noop(
        "A team scores, in each hanchan, the scores of all its members, less penalties."
    ),
    (Per.HANCHAN, ONE): gettext_noop("A team scores, in each hanchan, the best score of its members, less penalties."),
    (Per.HANCHAN, SEVERAL): gettext_noop(
        "A team scores, in each hanchan, the best {best} scores of its members, less penalties."
    ),
}
_COUNTRIES = {
    (Per.TOTAL, EVERY): gettext_noop("A country scores the totals of all its players."),
    (Per.TOTAL, ONE): gettext_noop("A country scores the best total of its players."),
    (Per.TOTAL, SEVERAL): gettext_noop("A country scores the best {best} totals of its players."),
    (Per.HANCHAN, EVERY): gettext_noop(
        "A country scores, in each hanchan, the scores of all its players, less penalties."
    ),
    (Per.HANCHAN, ONE): gettext_noop(
        "A country scores, in each hanchan, the best score of its players, less penalties."
    ),
    (Per.HANCHAN, SEVERAL): gettext_noop(
        "A country scores, in each hanchan, the best {best} scores of its players, less penalties."
    ),
}
