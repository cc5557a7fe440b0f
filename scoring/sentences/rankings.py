"""The rule of a ranking in sentences, one for each value that is set, and the calculation of a row in words."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.messages import (
    COMMA,
    NUMBERS,
    Message,
    WrittenNumber,
    gettext_noop,
    join,
    list_text,
    ngettext_lazy,
    pgettext_lazy,
    phrase,
    separate,
)
from scoring.points import P, write
from scoring.rankings.ranking import PartValue, RankingRow, WeighedResult, two_decimals
from scoring.rankings.rule import ONE, Combination, Counted, RankingPart, RankingRule, ResultOf, WeightBy
from scoring.standings.ties import Break, Breaker

GLYPHS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
MOST_TERMS = 14  # of a sum that is written out


def write_exact(value: Fraction | int) -> WrittenNumber:
    """Return a number as it is: a decimal where it has an end, else a fraction; ½ and the like by their sign.

    >>> write_exact(Fraction(39737, 2)), write_exact(Fraction(10, 3)), write_exact(Fraction(1, 2)), write_exact(-7)
    ('19,868.5', '10/3', '½', '−7')
    """
    value = Fraction(value)
    if value in GLYPHS:
        return WrittenNumber(GLYPHS[value])
    scaled = value * 1_000
    if scaled.denominator != 1:
        return WrittenNumber(f"{write(value.numerator)}/{value.denominator}")
    whole, part = divmod(abs(scaled.numerator), 1_000)
    sign = "−" if value < 0 else ""
    return WrittenNumber(f"{sign}{write(whole)}{f'.{part:03}'.rstrip('0').rstrip('.')}")


def ranking_sentences(rules: RankingRule) -> tuple[Message, ...]:
    """Return the rule in sentences.

    >>> from scoring.rankings import ranking_rule
    >>> print(*ranking_sentences(ranking_rule("average")), sep="\\n")
    Each game counts its score.
    The ranking is the mean of all results.
    Whoever has fewer than 10 results has no place.
    Equal rankings share the place.
    """
    return tuple(_rule_texts(rules))


def _rule_texts(rules: RankingRule) -> Iterator[Message]:
    points = separate(list(map(write, rules.points)), NUMBERS)
    yield phrase(_COUNTED[rules.counted, rules.result], {"points": points})
    if rules.weight is not WeightBy.EQUAL:
        yield phrase(_WEIGHTS[rules.weight], {"steps": " · ".join(map(str, rules.countries))})
    if rules.age:
        yield _age_text(rules)
    for day, moved in groupby(rules.moved, key=lambda one: one.ended):
        template = gettext_noop("For their age these events count as if they had ended on {day}: {events}.")
        yield phrase(template, {"day": day, "events": separate([one.event for one in moved], COMMA)})
    yield from _part_texts(rules)
    if rules.fill:
        yield phrase(
            ngettext_lazy(
                "Up to {fill} result, a missing one counts 0 with weight 1.",
                "Up to {fill} results, a missing one counts 0 with weight 1.",
                "fill",
            ),
            {"fill": rules.fill},
        )
    if rules.least > 1:
        template = ngettext_lazy(
            "Whoever has fewer than {least} result has no place.",
            "Whoever has fewer than {least} results has no place.",
            "least",
        )
        yield phrase(template, {"least": rules.least})
    if rules.carry:
        template = gettext_noop("{part} of the last season’s ranking is added.")
        yield phrase(template, {"part": write_exact(rules.carry)})
    if rules.breakers:
        texts = (_of_kind(_BREAKERS, _BREAKERS_OF_GAMES, one, rules) for one in rules.breakers)
        order = list_text([phrase(text, {"seed": rules.lot_seed}) for text in texts], COMMA)
        yield phrase(
            gettext_noop("Equal rankings are told apart by {order}; then they share the place."), {"order": order}
        )
    else:
        yield phrase(gettext_noop("Equal rankings share the place."))
    if rules.country_best:
        template = ngettext_lazy(
            "A country is ranked by its best {best} person.",
            "A country is ranked by the sum of its best {best} people, divided by {best}.",
            "best",
        )
        yield phrase(template, {"best": rules.country_best})


_COUNTED = {
    (Counted.BASE_RANK, ResultOf.EVENT): gettext_noop(
        "The first of an event gets 1,000, the last 0, the others whole numbers evenly between."
    ),
    (Counted.BASE_RANK, ResultOf.GAME): gettext_noop(
        "The first of a game gets 1,000, the last 0, the others whole numbers evenly between."
    ),
    (Counted.PLACE, ResultOf.EVENT): gettext_noop(
        "The places of an event bring {points}; those who share a place share what its places bring."
    ),
    (Counted.PLACE, ResultOf.GAME): gettext_noop(
        "The places of a game bring {points}; those who share a place share what its places bring."
    ),
    (Counted.SCORE, ResultOf.EVENT): gettext_noop("Each event counts its total."),
    (Counted.SCORE, ResultOf.GAME): gettext_noop("Each game counts its score."),
}
_WEIGHTS = {
    WeightBy.GIVEN: gettext_noop("Each event has a weight that it was given."),
    WeightBy.MERS: gettext_noop(
        "An event weighs 1 for each day up to three, ½ more from 41 and again from 81 players, ½ more from each of "
        "these numbers of countries on: {steps}, and 1 more where people had to qualify."
    ),
}
_BREAKERS = {
    Breaker.FIRSTS: gettext_noop("more first places"),
    Breaker.PLACES: gettext_noop("the lower average place"),
    Breaker.BEST: gettext_noop("the better best result"),
    Breaker.LOT: gettext_noop("a lot drawn from “{seed}”"),
}
_BREAKERS_OF_GAMES = {
    Breaker.FIRSTS: pgettext_lazy("places at the table", "more first places"),
    Breaker.PLACES: pgettext_lazy("places at the table", "the lower average place"),
}


def _age_text(rules: RankingRule) -> Message:
    template = gettext_noop("up to {months} months × {factor}")
    steps = [phrase(template, {"months": one.months, "factor": write_exact(one.factor)}) for one in rules.age]
    text = gettext_noop("By its age an event counts: {steps}; older ones not at all.")
    return phrase(text, {"steps": list_text(steps, COMMA)})


def _part_texts(rules: RankingRule) -> Iterator[Message]:
    template = _TOGETHER[rules.together, rules.weighs]
    if len(rules.parts) == 1:
        yield phrase(template, {"name": phrase(gettext_noop("The ranking")), "results": _taken_text(rules.parts[0])})
        return
    for letter, part in _lettered(rules.parts):
        yield phrase(template, {"name": phrase(letter), "results": _taken_text(part)})
    shares = " + ".join(f"{write_exact(part.share)} {letter}" for letter, part in _lettered(rules.parts))
    yield phrase(gettext_noop("The ranking is {shares}."), {"shares": WrittenNumber(shares)})


_TOGETHER = {
    (Combination.SUM, False): gettext_noop("{name} is the sum of {results}."),
    (Combination.SUM, True): gettext_noop("{name} is the sum, by weight, of {results}."),
    (Combination.MEAN, False): gettext_noop("{name} is the mean of {results}."),
    (Combination.MEAN, True): gettext_noop("{name} is the mean, by weight, of {results}."),
}


def _lettered(parts: Sequence[RankingPart]) -> Iterator[tuple[str, RankingPart]]:
    yield from ((chr(ord("A") + at), part) for at, part in enumerate(parts))


def _taken_text(part: RankingPart) -> Message:
    params = {"best": part.best, "rest": write_exact(part.rest)}
    if part.best is None:
        return phrase(gettext_noop("all results"))
    if part.rest:
        return phrase(
            ngettext_lazy(
                "the best {best} result and {rest} of those beyond, rounded up",
                "the best {best} results and {rest} of those beyond, rounded up",
                "best",
            ),
            params,
        )
    return phrase(ngettext_lazy("the best {best} result", "the best {best} results", "best"), params)


def calculation_sentences(row: RankingRow, rules: RankingRule) -> tuple[Message, ...]:
    """Return how somebody's ranking was computed, so that it can be computed again by hand."""
    return tuple(_calculation_texts(row, rules))


def _calculation_texts(row: RankingRow, rules: RankingRule) -> Iterator[Message]:
    found = row.calculation
    for (letter, _), part in zip(_lettered(rules.parts), found.parts, strict=True):
        yield _part_text(letter if len(found.parts) > 1 else "", part, row, rules)
    value = two_decimals(found.value, rules)
    if len(found.parts) > 1 or found.carried:
        shares = [f"{write_exact(part.share)} {letter}" for letter, part in _lettered(rules.parts)]
        terms = shares if len(found.parts) > 1 else [two_decimals(found.parts[0].value, rules)]
        terms += [write_exact(_shown(found.carried, rules))] if found.carried else []
        yield phrase(
            gettext_noop("{terms} = {value}, rounded once."),
            {"terms": WrittenNumber(" + ".join(terms)), "value": value},
        )
    if found.carried:
        carried = {"part": write_exact(rules.carry), "value": write_exact(_shown(found.carried, rules))}
        yield phrase(gettext_noop("{value} are carried over: {part} of the last season’s ranking."), carried)
    if row.breaks:
        told = list_text([_break_text(one, rules) for one in row.breaks], COMMA)
        yield phrase(gettext_noop("Equal rankings were compared: {told}."), {"told": told})
    if row.lacks:
        template = ngettext_lazy("One more result to have a place.", "{count} more results to have a place.")
        yield phrase(template, {"count": row.lacks})


def _part_text(letter: str, part: PartValue, row: RankingRow, rules: RankingRule) -> Message:
    taken = row.calculation.results[: part.taken]
    played = [one for one in taken if one.contest]
    name = [phrase(f"{letter}.")] if letter else []
    missing = len(taken) - len(played)
    count = {"count": len(played), "of": len(row.calculation.results) - row.calculation.missing, "missing": missing}
    which = gettext_noop("The best {count} of {of} results")
    if missing:
        which = gettext_noop("Results: {count}, missing: {missing}, which count 0 with weight 1")
    elif count["count"] == count["of"]:
        which = gettext_noop("Results: {count}, all of them")
    params = {"which": phrase(which, count), "sum": _sum_text(played, part, row, rules)}
    if rules.together is Combination.SUM:
        return join([*name, phrase(gettext_noop("{which}. {sum}."), params)])
    params |= {"weight": write_exact(part.weight), "value": two_decimals(part.value, rules)}
    return join([*name, phrase(gettext_noop("{which}. {sum}, divided by {weight}: {value}."), params)])


def _sum_text(played: Sequence[WeighedResult], part: PartValue, row: RankingRow, rules: RankingRule) -> WrittenNumber:
    """Return the sum with its terms, where they are few, and with the penalties."""
    total = write_exact(_shown(part.total, rules))
    if len(played) > MOST_TERMS or not played:
        return WrittenNumber(f"… = {total}")
    weighed = any(one.weight != ONE for one in played)
    terms = [(_shown(one.worth, rules), f" × {_weight_text(one.weight)}" if weighed else "") for one in played]
    if fine := row.calculation.penalties:
        terms.append((-_shown(fine, rules), ""))
    signed = [f"{'−' if worth < 0 else '+'} {write_exact(abs(worth))}{by}" for worth, by in terms]
    first = signed[0].removeprefix("+ ").replace("− ", "−")
    return WrittenNumber(f"{' '.join([first, *signed[1:]])} = {total}")


def _weight_text(weight: Fraction) -> str:
    """Return a weight as a number to multiply with: 0.5, not ½."""
    return str(weight).replace("1/2", "0.5") if weight == Fraction(1, 2) else write_exact(weight)


def _shown(value: Fraction | int, rules: RankingRule) -> Fraction:
    """Return a value as it is shown: in P where scores count."""
    return Fraction(value) * Fraction(1, P) if rules.counted is Counted.SCORE else Fraction(value)


def _break_text(one: Break, rules: RankingRule) -> Message:
    """Return what a tie-break found about somebody."""
    if one.breaker is Breaker.LOT:
        return phrase(gettext_noop("lot {lot}…"), {"lot": f"{one.value[0]:064x}"[:8]})
    if not one.value:
        return phrase(gettext_noop("no result"))
    number = Fraction(*one.value)
    shown = _shown(number, rules) if one.breaker is Breaker.BEST else number
    return phrase(_of_kind(_FOUND, _FOUND_OF_GAMES, one.breaker, rules), {"number": write_exact(shown)})


_FOUND = {
    Breaker.FIRSTS: gettext_noop("first places: {number}"),
    Breaker.PLACES: gettext_noop("average place: {number}"),
    Breaker.BEST: gettext_noop("best result: {number}"),
}
_FOUND_OF_GAMES = {
    Breaker.FIRSTS: pgettext_lazy("places at the table", "first places: {number}"),
    Breaker.PLACES: pgettext_lazy("places at the table", "average place: {number}"),
}


def _of_kind(texts: Mapping[Breaker, str], of_games: Mapping[Breaker, str], one: Breaker, rules: RankingRule) -> str:
    """Return the text of a tie-break; the places of games are those at the table."""
    return (of_games if rules.result is ResultOf.GAME else texts).get(one) or texts[one]
