"""A rule set in sentences, for the page that players read and for the command line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import time_sentences
from scoring.fouls import schedule
from scoring.points import Points, write, write_p, write_price
from scoring.rule_values import Leftover
from scoring.uma import FloatingUma
from scoring.words import Text, gettext_noop, joined

if TYPE_CHECKING:
    from scoring.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Sentence(Text):
    """A rule in words, and the clause it comes from; `field` is the part of the rule set it says."""

    source: str = ""
    field: str = ""


TIES = gettext_noop("Players with equal points share a place, and share evenly what the places they cover are worth.")
TIES_CUT = gettext_noop("A share keeps one decimal, the rest is cut off and nobody gets it.")
TIES_OKA = gettext_noop("Winners with equal points share uma and oka.")
LOST = gettext_noop("Riichi deposits left on the table at the end go to nobody.")
WINNER = gettext_noop("Riichi deposits left on the table at the end go to the winner; several winners share them.")


def sentences(rules: "Ruleset") -> tuple[Sentence, ...]:
    """Each rule of `rules` in one sentence, in the order in which a player meets it.

    >>> from scoring.rules import preset
    >>> str(sentences(preset("wrc-2022"))[0])
    'Everyone starts with 30,000 points.'
    """
    said = (
        ("start", Text(gettext_noop("Everyone starts with {points} points."), {"points": write(rules.start)})),
        ("goal", _goal(rules)),
        ("uma", _uma(rules)),
        ("ties", _ties(rules)),
        ("leftover", Text(WINNER if rules.leftover is Leftover.WINNER else LOST)),
        ("chonbo", _taken(gettext_noop("A chonbo takes {points} off the tournament score."), rules.chonbo)),
        ("time.minutes", time_sentences.minutes(rules.time)),
        ("time.during", time_sentences.time_up(rules.time)),
        *(("time.warning", text) for text in time_sentences.warning(rules.time)),
        ("time.hand_start", time_sentences.hand_start(rules.time)),
        ("time.chonbo", time_sentences.chonbo(rules.time)),
        ("lateness.per_minute", _lateness(rules)),
        ("schedule", _schedule(rules)),
    )
    return tuple(Sentence(text.template, text.params, rules.sources.get(name, ""), name) for name, text in said)


def _taken(template: str, points: Points) -> Text:
    return Text(template, {"points": write_price(points)})


def _goal(rules: "Ruleset") -> Text:
    params = {"points": write(rules.goal), "oka": write_price(rules.oka)}
    if rules.oka:
        return Text(gettext_noop("Scores count from {points} points; the winner gets an oka of {oka}."), params)
    return Text(gettext_noop("Scores count from {points} points; there is no oka."), params)


def _uma(rules: "Ruleset") -> Text:
    if not isinstance(rules.uma, FloatingUma):
        return Text(gettext_noop("The uma by place is {values}."), {"values": _places(rules.uma)})
    template = gettext_noop("The uma by place follows the number of players with {points} points or more.")
    return joined([Text(template, {"points": write(rules.goal)}), *_floating(rules.uma)])


def _floating(uma: FloatingUma) -> Iterator[Text]:
    for number, places in enumerate(uma.by_floating):
        yield Text(gettext_noop("For {number}: {values}."), {"number": str(number), "values": _places(places)})


def _places(values: tuple[Points, ...]) -> str:
    return ", ".join(write_p(points) for points in values)


def _ties(rules: "Ruleset") -> Text:
    return joined([Text(TIES), Text(TIES_CUT), *([Text(TIES_OKA)] if rules.oka else [])])


def _lateness(rules: "Ruleset") -> Text:
    rule = rules.lateness
    template = gettext_noop(
        "Being late costs {points} for each full minute; after {minutes} minutes the hanchan is forfeited: "
        "no points for it, {forfeit} instead of the minutes, and a substitute plays."
    )
    params = {
        "points": write_price(rule.per_minute),
        "minutes": str(rule.minutes),
        "forfeit": write_price(rule.forfeit),
    }
    return Text(template, params)


def _schedule(rules: "Ruleset") -> Text:
    title = schedule(rules.schedule).title
    return Text(gettext_noop("Fouls cost what the schedule “{schedule}” says."), {"schedule": Text(title)})
