"""Lateness and penalties in sentences."""

from scoring.fouls import LATE as LATE_CODE
from scoring.fouls import TOO_LATE, schedule
from scoring.fouls.cases import Consequence
from scoring.lateness import Arrival, Lateness, lateness_applies
from scoring.messages import Message, gettext_noop, join, ngettext_lazy, phrase
from scoring.points import STEP, P, Points, write, write_price
from scoring.rules import RuleField, Ruleset
from scoring.rules.values import PenaltyPayment
from scoring.sentences.sentence import Clauses, clause, stated


def lateness_texts(verdict: Lateness, rules: Ruleset) -> tuple[Message, ...]:
    """Return the verdict and its consequences in sentences."""
    if verdict.kind is Arrival.ON_TIME:
        return (phrase(gettext_noop("On time: less than a full minute.")),)
    if not lateness_applies(rules):
        return (phrase(LATE_NOT_APPLIED),)
    costs = _cost_text(verdict)
    if verdict.kind is Arrival.LATE:
        minutes = {"minutes": str(verdict.minutes)}
        return phrase(gettext_noop("Late, full minutes: {minutes}."), minutes), costs
    limit = {"minutes": rules.lateness.minutes}
    forfeit = ngettext_lazy(
        "The hanchan is forfeited: more than {minutes} minute late, or absent.",
        "The hanchan is forfeited: more than {minutes} minutes late, or absent.",
        "minutes",
    )
    seat = gettext_noop("No points for the hanchan. A substitute plays, scored but not ranked.")
    return phrase(forfeit, limit), costs, phrase(seat)


LATE_NOT_APPLIED = gettext_noop(
    "Lateness is not applied here: penalties are paid at the table, and this one is the tournament's."
)


def _cost_text(verdict: Lateness) -> Message:
    if verdict.consequence is Consequence.WARNING:
        return phrase(gettext_noop("This is a warning."))
    if not verdict.amount:
        return phrase(gettext_noop("Nothing is deducted from the tournament score."))
    template = gettext_noop("The tournament score is lowered by {points}.")
    return phrase(template, {"points": write_price(verdict.amount)})


LOW = 2 * P  # 1P and 2P go to the table in full (S0 Mod.6.1)
PER_P = 200  # points to each other player for 1P (S0 Mod.6.1: 6,000 for 30P)
LATE = gettext_noop("Being late costs {points} for each full minute")
LATE_WARNED = gettext_noop("Being late is a warning")
LATE_FREE = gettext_noop("Being late costs nothing at first")
AFTER = ngettext_lazy(
    "{late}; after {minutes} minute the hanchan is forfeited:",
    "{late}; after {minutes} minutes the hanchan is forfeited:",
    "minutes",
)
AT_ONCE = gettext_noop("Being late forfeits the hanchan:")
FORFEIT = gettext_noop("no points for it, {points} instead of the minutes, and a substitute plays.")
FORFEIT_AT_ONCE = gettext_noop("no points for it, {points}, and a substitute plays.")
FORFEIT_WARNED = gettext_noop("no points for it, a warning, and a substitute plays.")
NOT_THERE = gettext_noop("A player who does not come at all loses {points}.")
FORFEIT_FREE = gettext_noop("no points for it, and a substitute plays.")


def lateness(_one: RuleField, rules: Ruleset) -> Clauses:
    """The price of lateness and its consequences."""
    fields = "lateness.per_minute lateness.minutes lateness.forfeit"
    if not lateness_applies(rules):
        yield clause(fields, phrase(LATE_NOT_APPLIED))
        return
    yield clause(f"{fields} schedule" if _is_warning(rules, LATE_CODE) else fields, _lateness(rules))


def _is_warning(rules: Ruleset, code: str) -> bool:
    """Return whether the schedule only warns (S0 Mod.6.3, third column)."""
    return schedule(rules.schedule).lateness(code) is Consequence.WARNING


def _lateness(rules: Ruleset) -> Message:
    rule = rules.lateness
    forfeit = _forfeit(rules)
    if not rule.minutes:
        return join([phrase(AT_ONCE), *forfeit])
    after = phrase(AFTER, {"late": _late(rules), "minutes": rule.minutes})
    return join([after, *forfeit])


def _late(rules: Ruleset) -> Message:
    """Return the price of the minutes."""
    if _is_warning(rules, LATE_CODE):
        return phrase(LATE_WARNED)
    per_minute = rules.lateness.per_minute
    return phrase(LATE, {"points": write_price(per_minute)}) if per_minute else phrase(LATE_FREE)


def _forfeit(rules: Ruleset) -> list[Message]:
    """Return the consequence after the last minute; where that is a warning, also the price of absence."""
    costs = rules.lateness.forfeit
    price = {"points": write_price(costs)}
    if _is_warning(rules, TOO_LATE):
        return [phrase(FORFEIT_WARNED), *([phrase(NOT_THERE, price)] if costs else [])]
    if not costs:
        return [phrase(FORFEIT_FREE)]
    return [phrase(FORFEIT if rules.lateness.minutes else FORFEIT_AT_ONCE, price)]


def chonbo(one: RuleField, rules: Ruleset) -> Clauses:
    """Return the price of a chonbo; a schedule's own price overrides the rule set's (S0 Mod.6.3: lowered to 20P)."""
    price = schedule(rules.schedule).price_of_chonbo(rules.chonbo)
    fields = one.name if price == rules.chonbo else f"{one.name} schedule"
    if rules.paid is PenaltyPayment.REVERSE_MANGAN:
        yield stated(f"{one.name} hand.tsumo_loss", rules.paid, **_reverse_mangan(rules))
        return
    key = "nothing" if not price else "to-table" if rules.paid is PenaltyPayment.TABLE and price <= LOW else rules.paid
    each = write(price * PER_P // P // STEP * STEP)
    yield stated(fields, key, price=write_price(price), points=each)


def _reverse_mangan(rules: Ruleset) -> dict[str, str]:
    """Return a player's payment for a chonbo (S1): what all the others would have paid for a mangan by self-draw."""
    split = rules.players == 3 and not rules.hand.tsumo_loss
    missing: tuple[Points, Points] = (2_000, 1_000) if split else (0, 0)  # half a missing player's share, to each
    return {"all": write(4_000 + missing[0]), "dealer": write(4_000 + missing[1]), "others": write(2_000 + missing[1])}
