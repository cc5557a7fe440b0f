"""Lateness and penalties in sentences."""

from typing import TYPE_CHECKING

from scoring.foul.consequences import Consequence
from scoring.fouls import LATE as LATE_CODE
from scoring.fouls import TOO_LATE, schedule
from scoring.points import P, Points, write, write_price
from scoring.ruleset.values import Paid
from scoring.sentences.saying import Sayings, say
from scoring.uma import STEP
from scoring.words import Text, gettext_noop, joined

if TYPE_CHECKING:
    from scoring.rules import Ruleset

PAID = {
    Paid.TOURNAMENT: gettext_noop(
        "Point penalties are taken off the tournament score; points, place and uma at the table stay as they are."
    ),
    Paid.TABLE: gettext_noop(
        "Point penalties are paid at the table at once, before uma and score are counted: for 30P 6,000 points to each "
        "other player, for 20P 4,000, for 10P 2,000; 1P and 2P go to the table in full and to the next winner. "
        "Lateness and wrong sheets cost no points."
    ),
    Paid.REVERSE_MANGAN: gettext_noop(
        "A chonbo is paid at the table at once; other point penalties, lateness and wrong sheets cost no points."
    ),
}
LOW = 2 * P  # 1P and 2P go to the table in full (S0 Mod.6.1)
PER_P = 200  # points to each other player for 1P (S0 Mod.6.1: 6,000 for 30P)
LATE = gettext_noop("Being late costs {points} for each full minute")
LATE_WARNED = gettext_noop("Being late is a warning")
LATE_FREE = gettext_noop("Being late costs nothing at first")
AFTER = gettext_noop("{late}; after {minutes} minutes the hanchan is forfeited:")
AT_ONCE = gettext_noop("Being late forfeits the hanchan:")
FORFEIT = gettext_noop("no points for it, {points} instead of the minutes, and a substitute plays.")
FORFEIT_AT_ONCE = gettext_noop("no points for it, {points}, and a substitute plays.")
FORFEIT_WARNED = gettext_noop("no points for it, a warning, and a substitute plays.")
NOT_THERE = gettext_noop("Who does not come at all loses {points}.")
FORFEIT_FREE = gettext_noop("no points for it, and a substitute plays.")


def penalties(rules: "Ruleset") -> Sayings:
    """Lateness, what a chonbo costs and where, and the schedule of the fouls."""
    late = _lateness(rules)
    fields = "lateness.per_minute lateness.minutes lateness.forfeit"
    yield say(f"{fields} schedule" if _warned(rules, LATE_CODE) else fields, late.template, **late.params)
    yield say("paid", PAID[rules.paid])
    yield from _chonbo(rules)
    title = Text(schedule(rules.schedule).title)
    yield say("schedule", gettext_noop("Fouls cost what the schedule “{schedule}” says."), schedule=title)


def _warned(rules: "Ruleset", code: str) -> bool:
    """Whether the schedule only warns for it (S0 Mod.6.3, third column)."""
    return schedule(rules.schedule).lateness(code) is Consequence.WARNING


def _lateness(rules: "Ruleset") -> Text:
    rule = rules.lateness
    forfeit = _forfeit(rules)
    if not rule.minutes:
        return joined([Text(AT_ONCE), *forfeit])
    after = Text(AFTER, {"late": _late(rules), "minutes": str(rule.minutes)})
    return joined([after, *forfeit])


def _late(rules: "Ruleset") -> Text:
    """What the minutes are."""
    if _warned(rules, LATE_CODE):
        return Text(LATE_WARNED)
    per_minute = rules.lateness.per_minute if rules.paid is Paid.TOURNAMENT else 0
    return Text(LATE, {"points": write_price(per_minute)}) if per_minute else Text(LATE_FREE)


def _forfeit(rules: "Ruleset") -> list[Text]:
    """What follows the last minute; where that is a warning, what it costs not to come at all as well."""
    costs = rules.lateness.forfeit if rules.paid is Paid.TOURNAMENT else 0
    price = {"points": write_price(costs)}
    if _warned(rules, TOO_LATE):
        return [Text(FORFEIT_WARNED), *([Text(NOT_THERE, price)] if costs else [])]
    if not costs:
        return [Text(FORFEIT_FREE)]
    return [Text(FORFEIT if rules.lateness.minutes else FORFEIT_AT_ONCE, price)]


def _chonbo(rules: "Ruleset") -> Sayings:
    """A schedule with a price of its own goes before the rule set's (S0 Mod.6.3: lowered to 20P)."""
    price = schedule(rules.schedule).chonbo_price(rules.chonbo)
    fields = "chonbo" if price == rules.chonbo else "chonbo schedule"
    if not price and rules.paid is not Paid.REVERSE_MANGAN:
        yield say(fields, gettext_noop("A chonbo costs no points; the hand is dealt again."))
    elif rules.paid is Paid.TOURNAMENT:
        template = gettext_noop("A chonbo takes {points} off the tournament score.")
        yield say(fields, template, points=write_price(price))
    elif rules.paid is Paid.TABLE and price <= LOW:
        template = gettext_noop("A chonbo is {price}: it goes to the table in full, and to the next winner.")
        yield say(fields, template, price=write_price(price))
    elif rules.paid is Paid.TABLE:
        template = gettext_noop("A chonbo is {price}: the player pays {points} points to each other player.")
        yield say(fields, template, price=write_price(price), points=write(price * PER_P // P // STEP * STEP))
    else:
        template = gettext_noop(
            "A chonbo costs a mangan: as dealer {all} points to each other player, otherwise {dealer} to the dealer "
            "and {others} to the others."
        )
        yield say("chonbo hand.tsumo_loss", template, **_reverse_mangan(rules))


def _reverse_mangan(rules: "Ruleset") -> dict[str, str]:
    """What a player pays for a chonbo (S1): what all the others would have paid for a mangan by self-draw."""
    split = rules.players == 3 and not rules.hand.tsumo_loss
    missing: tuple[Points, Points] = (2_000, 1_000) if split else (0, 0)  # half a missing player's share, to each
    return {"all": write(4_000 + missing[0]), "dealer": write(4_000 + missing[1]), "others": write(2_000 + missing[1])}
