"""Seats, the score of a hanchan, ties and the end of the game, where a value alone does not say its sentence."""

from scoring.messages import phrase
from scoring.points import write, write_p, write_price
from scoring.rules import RuleField, Ruleset
from scoring.rules.value_kinds import FloatingUma, write_places
from scoring.rules.values import Bust, Count, EqualPoints, SeatDraw
from scoring.sentences.sentence import Clauses, clause, own_sentence, sentence, stated
from scoring.winds import Wind


def seat_draw(one: RuleField, rules: Ruleset) -> Clauses:
    """The draw of the winds; among three there is one way."""
    among_three = rules.players == 3 and rules.seat_draw is not SeatDraw.OWN
    yield stated(one.name, "among-three" if among_three else rules.seat_draw)


def goal(_one: RuleField, rules: Ruleset) -> Clauses:
    """The points from which scores are counted, with the oka."""
    key = "end-points" if rules.count is Count.END_POINTS else "oka" if rules.oka else "no-oka"
    yield stated("goal count oka", key, points=write(rules.goal), oka=write_price(rules.oka))


def uma(one: RuleField, rules: Ruleset) -> Clauses:
    """The uma, a floating one row by row."""
    if not isinstance(rules.uma, FloatingUma):
        yield stated(one.name, "by-place" if any(rules.uma) else "none", values=write_places(rules.uma))
        return
    rows = [
        sentence(one.name, "row", number=str(number), values=write_places(places))
        for number, places in enumerate(rules.uma.by_floating)
    ]
    yield clause(one.name, sentence(one.name, "floating", points=write(rules.goal)), *rows)


def prizes(one: RuleField, rules: Ruleset) -> Clauses:
    """The prizes by place, and a remark on the sum of a table's scores where it is not zero."""
    on_top = isinstance(rules.uma, FloatingUma) or any(rules.uma)
    key = "none" if not rules.prizes else "on-top" if on_top else "alone"
    yield stated(one.name, key, values=write_places(rules.prizes))
    below = 0 if rules.count is Count.END_POINTS else (rules.start - rules.goal) * rules.players + rules.oka
    if total := below + sum(rules.prizes):
        yield clause("oka start goal prizes", sentence(one.name, "sum", sum=write_p(total)))


def ties(one: RuleField, rules: Ruleset) -> Clauses:
    """Equal points."""
    if rules.ties is EqualPoints.SEAT:
        yield stated(one.name, "seat")
        return
    keys = ("shared", rules.ties, *(("oka",) if rules.oka else ()))
    yield clause(one.name, *(sentence(one.name, key) for key in keys))


def extension(one: RuleField, rules: Ruleset) -> Clauses:
    """The end of the game after the last round, or an extension."""
    last, following = phrase(rules.last_round.label), phrase(Wind.at(rules.last_round.index + 1).label)
    key = "other" if rules.extension else "0"
    yield stated(f"{one.name} length", key, points=write(rules.extension), last=last, following=following)


def agari_yame(one: RuleField, rules: Ruleset) -> Clauses:
    """The last hand of a leading dealer, who needs the points of an extension where there is one."""
    if rules.agari_yame and rules.extension:
        yield stated(f"{one.name} extension", "extension", points=write(rules.extension))
    else:
        yield from own_sentence(one, rules)


def bust_prize(one: RuleField, rules: Ruleset) -> Clauses:
    """The prize for a bust, where the game can end by one."""
    if rules.bust is not Bust.NEVER:
        yield from own_sentence(one, rules)
