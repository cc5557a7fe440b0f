"""The rules in short: what a beginner would photograph, and how a score is made. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.fouls import Foul
from scoring.points import Points
from scoring.rules import BY_THE_ORGANISER, Ruleset, preset
from scoring.rules.value_kinds import FloatingUma
from scoring.rules.values import Count, GameLength, OpenRiichi, PenaltyPayment, SwapCalls
from scoring.sentences.sentence import RuleSentence
from scoring.sentences.time_limit import counts_from_warning
from tournament.translation.formats import write, write_p, write_whole_p

EXAMPLE = 11_200
"""Points above the start that the example wins with."""
ASKED = frozenset(
    {
        *("leftover", "agari_yame", "bust", "calls.swap", "hand.winners", "hand.nagashi", "hand.abortive"),
        *("hand.riichi_points", "hand.kiriage", "hand.counted", "hand.double_wind_fu"),
        *("hand.open_tanyao", "hand.ippatsu", "hand.more_dora", "lateness.per_minute"),
    }
)
"""The values that players ask about at any event, since rule sets differ in them."""
ON_THE_CARD = frozenset({"start", "oka", "chonbo", "schedule", "time", "hand.red_fives"})
"""The values and the parts that the card says, or the table of the end of the time."""
NOT_WHERE: Mapping[str, Callable[[Ruleset], bool]] = {
    "BELOW_TWO_HAN": lambda rules: not rules.hand.two_han_minimum,
    "URA_RETRACTED": lambda rules: not rules.hand.two_han_minimum,
    "REVEALED_INVALID": lambda rules: rules.hand.open_riichi is OpenRiichi.NOTHING,
    "SWAP": lambda rules: rules.calls.swap is SwapCalls.ALLOWED,
}
"""The fouls that some rules leave nothing of, by their codes."""
COMMON = "wrc-2022"
"""The rule set that most players know: at what is not as there they ask, too."""


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
    """The lines in their order; `uma` by place, () where there is no row of it; then `uma_words`."""

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
        uma=_uma(rules),
        uma_words=_uma_words(rules),
        fives=_fives(rules),
        oka=_oka(rules),
        chonbo=_chonbo(rules),
        example=score_example(rules),
    )


def is_asked(one: RuleSentence, rules: Ruleset) -> bool:
    """Return whether a sentence is among the few that players read first: what they ask everywhere, what is otherwise
    here than they know it, and what the organiser has decided. What the card says is not said again.
    """
    if not one.fields:
        return one.source == _(BY_THE_ORGANISER)
    if one.field == "goal":
        return score_example(rules) is None  # which says it
    if one.field == "time.during":
        return rules.minutes is not None and counts_from_warning(rules.time)  # the table does not say when that is
    if one.field in ON_THE_CARD or one.field.partition(".")[0] in ON_THE_CARD:
        return False
    if one.field == "uma":
        return isinstance(rules.uma, FloatingUma)
    return not ASKED.isdisjoint(one.fields) or not _unlike(rules).isdisjoint(one.fields)


def can_happen(foul: Foul, rules: Ruleset) -> bool:
    """Return whether there is something to be fouled: no riichi is revealed where that is not played."""
    return foul.code not in NOT_WHERE or not NOT_WHERE[foul.code](rules)


def _unlike(rules: Ruleset) -> frozenset[str]:
    return frozenset(one.name for one in rules.differing(preset(COMMON)))


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


def _uma(rules: Ruleset) -> tuple[Points, ...]:
    if isinstance(rules.uma, FloatingUma) or (rules.count is Count.END_POINTS and not any(rules.uma)):
        return ()
    return tuple(rules.uma)


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
