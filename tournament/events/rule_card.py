"""The rules in short: what a beginner would photograph, and how a score is made. Pure."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.points import Points
from scoring.rules import Ruleset
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count, GameLength, PenaltyPayment
from tournament.translation.formats import write, write_p, write_whole_p

EXAMPLE = 11_200
"""Points above the start that the example wins with."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A value in large letters, and what it means."""

    value: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ScoreExample:
    """The way to the score of a first place: `points` − `goal` = `base`, + `uma` + `oka` = `score`, in points."""

    points: Points
    goal: Points
    base: Points
    uma: Points
    oka: Points
    score: Points


@dataclass(frozen=True, slots=True)
class RuleCard:
    """The lines in their order; `uma` by place, () where it is not the same in every hanchan, then `uma_words`."""

    start: CardLine
    time: CardLine
    uma: tuple[Points, ...]
    uma_words: str
    fives: CardLine
    oka: CardLine
    chonbo: CardLine
    example: ScoreExample | None


def rule_card(rules: Ruleset) -> RuleCard:
    """Return what differs between rule sets, in words."""
    return RuleCard(
        start=CardLine(write(rules.start), _("points to start with")),
        time=_time(rules),
        uma=() if isinstance(rules.uma, FloatingUma) else tuple(rules.uma),
        uma_words=_uma_words(rules),
        fives=_fives(rules),
        oka=_oka(rules),
        chonbo=_chonbo(rules),
        example=score_example(rules),
    )


def score_example(rules: Ruleset) -> ScoreExample | None:
    """Return the score of a first place that ends 11,200 above the start; None where a score is counted otherwise."""
    if rules.count is Count.END_POINTS or isinstance(rules.uma, FloatingUma) or any(rules.prizes):
        return None
    points = rules.start + EXAMPLE
    base = points - rules.goal
    return ScoreExample(points, rules.goal, base, rules.uma[0], rules.oka, base + rules.uma[0] + rules.oka)


def _time(rules: Ruleset) -> CardLine:
    east_only = rules.length is GameLength.EAST_ONLY
    if rules.minutes is None:
        meaning = _("an East-only game is played to its end") if east_only else _("a hanchan is played to its end")
        return CardLine(_("No time limit"), meaning)
    meaning = _("per East-only game") if east_only else _("per hanchan")
    return CardLine(_("{minutes} min").format(minutes=rules.minutes), meaning)


def _uma_words(rules: Ruleset) -> str:
    if rules.count is Count.END_POINTS:
        return _("end points: the winner gets what the others lose")
    if isinstance(rules.uma, FloatingUma):
        return _("uma depends on how many players are at the goal")
    return _("uma, added by place") if any(rules.uma) else _("no uma")


def _fives(rules: Ruleset) -> CardLine:
    if not rules.hand.red_fives:
        return CardLine(_("No red fives"), _("all fives are plain"))
    fives = ngettext("{n} red five", "{n} red fives", rules.hand.red_fives)
    return CardLine(fives.format(n=rules.hand.red_fives), _("each is a dora"))


def _oka(rules: Ruleset) -> CardLine:
    if not rules.oka:
        return CardLine(_("No oka"), _("no bonus for the winner"))
    return CardLine(_("Oka {points}").format(points=write(rules.oka)), _("to the winner"))


def _chonbo(rules: Ruleset) -> CardLine:
    amount = write_whole_p(rules.chonbo, plus=False)
    if rules.paid is PenaltyPayment.REVERSE_MANGAN:
        return CardLine(_("Chonbo: a mangan"), _("paid to the table"))
    if not rules.chonbo:
        return CardLine(_("Chonbo: no points"), _("the hand is dealt again"))
    if rules.paid is PenaltyPayment.TABLE:
        return CardLine(_("Chonbo {amount}P").format(amount=amount), _("paid at the table, to the other players"))
    meaning = _("{amount} from the total, after uma").format(amount=write_p(-rules.chonbo))
    return CardLine(_("Chonbo {amount}P").format(amount=amount), meaning)
