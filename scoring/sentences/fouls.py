"""Fouls in sentences: outcomes and cases in brief (`chonbo, 30P`), and the consequences in full (WRC 2025 §12.2)."""

from collections.abc import Iterator

from scoring.fouls import schedule
from scoring.fouls.cases import DEALT_AGAIN, OFFICIAL_CHONBO, Answers, Case, Consequence, Foul, Outcome
from scoring.messages import COMMA, SLASH, Message, gettext_noop, phrase, separate
from scoring.penalties import applies, for_outcome, off_score
from scoring.points import Points, write, write_price
from scoring.rules import Ruleset
from scoring.rules.values import PenaltyPayment
from scoring.sentences.payments import table_payment_text
from scoring.sentences.sentence import RuleSentence, sentence, with_source
from scoring.winds import WINDS, Wind

EACH = gettext_noop("{points} for each player at the table")
UP_TO = gettext_noop("up to {points}")
WITH_PRICE = gettext_noop("{consequence}, {points}")
WITH_RE_DEAL = gettext_noop("{consequence}, the hand is dealt again")
CASE = gettext_noop("{answers}: {outcome}")


def outcome_text(outcome: Outcome) -> Message:
    """Return the outcome with its price.

    >>> from scoring.fouls import schedule
    >>> print(*map(outcome_text, schedule("wrc-2025").foul("REVEAL").outcomes()), sep="; ")
    warning; 5P; dead hand; chonbo, 30P
    """
    kind = phrase(outcome.consequence.label)
    if not outcome.points:
        return phrase(WITH_RE_DEAL, {"consequence": kind}) if outcome.dealt_again else kind
    price = phrase(EACH if outcome.each_player else UP_TO if outcome.up_to else "{points}", _price_params(outcome))
    is_price = outcome.consequence is Consequence.POINTS
    return price if is_price else phrase(WITH_PRICE, {"consequence": kind, "points": price})


def _price_params(outcome: Outcome) -> dict[str, object]:
    return {"points": write_price(outcome.points)}


def case_texts(foul: Foul, answers: Answers | None = None) -> tuple[Message, ...]:
    """Return the possible cases of a foul after the answers so far, one line each; without questions its only outcome.

    >>> from scoring.fouls import schedule
    >>> print(*case_texts(schedule("wrc-2025").foul("TENPAI_EARLY")), sep="; ")
    only said: dead hand; hand shown / somebody was tricked by it: chonbo, 30P
    """
    return tuple(_case_text(foul, case) for case in foul.cases if case.fits(answers or {}))


def _case_text(foul: Foul, case: Case) -> Message:
    outcome = outcome_text(case.outcome)
    if not case.when:
        return outcome
    words = {(one.key, answer.key): phrase(answer.text) for one in foul.questions for answer in one.answers}
    answers = [separate([words[question, key] for key in keys], SLASH) for question, keys in case.when]
    return phrase(CASE, {"answers": separate(answers, COMMA), "outcome": outcome})


KINDS, TABLE, MANGAN = "WRC 2025 §12.2", "S0 Mod.6.1", "S1 Penalties: Chonbo"
NAMED = (1_000, 2_000, 10_000, 20_000, 30_000)  # the amounts that S0 Mod.6.1 names
WITHOUT_POINTS = frozenset({"LATE_10", "FORFEIT"})  # no points for the hanchan, so none of them "stay" (§12.3.9)
REPEATS = frozenset({"repeated", "time"})  # the questions that ask which time it is
OFF = gettext_noop("The tournament score is lowered by {points}; points, places and uma at the table do not change.")
OFF_UP_TO = gettext_noop("The tournament score is lowered by up to {points}, as the referee decides.")
OFF_EACH = gettext_noop("The tournament score of each player at the table is lowered by {points}.")
PLAYER = gettext_noop("The player")
OF_DEALER = gettext_noop("A dealer pays {points} to each other player.")
OF_OTHERS = gettext_noop("Any other player pays {dealer} to the dealer and {others} to each of the others.")
ON_THE_SHEET = gettext_noop(
    "It is then part of the points on the report sheet: nothing is deducted from the tournament score."
)
NOT_PAID = gettext_noop(
    "Under these rules only a chonbo is paid, as a mangan to the table: this penalty costs no points."
)
NOT_APPLIED = gettext_noop("It is not applied here: penalties are paid at the table, and this one is the tournament's.")
OFF_ALONE = gettext_noop("The tournament score is lowered by {points}.")
NOTED = gettext_noop("The warning is recorded. It never turns into points automatically.")
NOTED_PRICED = gettext_noop("The warning is recorded.")
NOTED_ONCE = gettext_noop("The warning is recorded; a repeat costs {points}.")
DEAD = gettext_noop(
    "The player may no longer call, declare riichi or a concealed quad, or win in this hand, draws and discards as "
    "before, and is noten at its end."
)
RETURNED = gettext_noop("Seats and honba stay as they were, and riichi deposits go back to those who paid them.")
NO_PAYMENT = gettext_noop("Nothing is paid for it at the table.")
WITH_A_WIN = gettext_noop("Together with a win, the chonbo is void and the win counts.")
WITH_A_DRAW = gettext_noop("At an exhaustive draw it counts: nothing is paid for tenpai and no honba is added.")
SEVERAL = gettext_noop("When several players commit one at once, it counts for each of them.")
OUT = gettext_noop("The player is out of the tournament and is not ranked.")
OTHERS_STAND = gettext_noop("The other players' scores remain valid. The player's federation is informed.")
DECIDES = gettext_noop("The schedule leaves this to the referee.")


def foul_sentences(foul: Foul, outcome: Outcome, rules: Ruleset) -> tuple[RuleSentence, ...]:
    """Return all consequences, the price first, each sentence with its source."""
    return (*_price(foul, outcome, rules), *_notes(foul, outcome), *_what_follows(foul, outcome, rules))


def _what_follows(foul: Foul, outcome: Outcome, rules: Ruleset) -> tuple[RuleSentence, ...]:
    """Return the meaning of the kind of penalty for the hand and the player."""
    match outcome.consequence:
        case Consequence.WARNING:
            return (_noted(foul, outcome),)
        case Consequence.DEAD_HAND:
            found = [(DEAD, KINDS)]
        case Consequence.CHONBO:
            return tuple(_chonbo(rules))
        case Consequence.DISCRETION:
            found = [(DECIDES, "WRC 2025 §12.1")]
        case Consequence.DISQUALIFICATION:
            found = [(OUT, KINDS), (OTHERS_STAND, KINDS)]
        case _:
            found = [(DEALT_AGAIN, KINDS)] if outcome.dealt_again else []
    return tuple(with_source(template, source=source) for template, source in found)


def _noted(foul: Foul, outcome: Outcome) -> RuleSentence:
    """Return whether warnings add up: a warning becomes points only if it has them now, or the schedule prices a
    repetition.
    """
    if price := next_time(foul, outcome):
        return with_source(NOTED_ONCE, {"points": write_price(price)}, foul.source)
    return with_source(NOTED_PRICED, source=foul.source) if outcome.points else with_source(NOTED, source=KINDS)


def next_time(foul: Foul, outcome: Outcome) -> Points:
    """Return the points for a repetition, 0 where the schedule has no price for it.

    >>> from scoring.fouls import schedule
    >>> wrong = schedule("wrc-2025").foul("TENPAI_WRONG")
    >>> next_time(wrong, wrong.outcome({"repeated": "no"}))
    5000
    """
    first = {_but_for_the_time(case) for case in foul.cases if case.outcome == outcome}
    again = [case.outcome for case in foul.cases if _but_for_the_time(case) in first and case.outcome != outcome]
    return max((one.points for one in again if one.consequence is Consequence.POINTS), default=0)


def _but_for_the_time(case: Case) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(condition for condition in case.when if condition[0] not in REPEATS)


def _chonbo(rules: Ruleset) -> Iterator[RuleSentence]:
    """Return the effect of a chonbo on the hand, as if never played, and its exceptions."""
    yield with_source(DEALT_AGAIN, source=KINDS)
    yield with_source(RETURNED, source=KINDS)
    if rules.paid is PenaltyPayment.TOURNAMENT:
        yield with_source(NO_PAYMENT, source=KINDS)
    for template in (WITH_A_WIN, WITH_A_DRAW, SEVERAL):
        yield with_source(template, source=KINDS)
    last = sentence("time.chonbo", rules.time.chonbo)
    yield with_source(last.text, last.params, rules.sources.get("time.chonbo", ""), "time.chonbo")


def _price(foul: Foul, outcome: Outcome, rules: Ruleset) -> Iterator[RuleSentence]:
    if not applies(foul.code, outcome, rules):
        yield with_source(NOT_APPLIED, source=TABLE)
    elif points := off_score(outcome, rules):
        yield with_source(_off(foul, outcome), {"points": write_price(points)}, _priced_by(foul, outcome, rules))
    elif rules.paid is PenaltyPayment.REVERSE_MANGAN:
        yield from _as_mangan(foul, outcome, rules)
    elif payment := for_outcome(foul.code, outcome, Wind.SOUTH, rules):  # the same whoever is dealer
        paid = table_payment_text(payment, dict.fromkeys(WINDS, phrase(PLAYER)))
        yield with_source(paid.text, paid.params, TABLE if outcome.points in NAMED else f"{TABLE}; amount ours")
        yield with_source(ON_THE_SHEET, source=TABLE)


def _off(foul: Foul, outcome: Outcome) -> str:
    if outcome.each_player:
        return OFF_EACH
    if outcome.up_to:
        return OFF_UP_TO
    return OFF_ALONE if foul.code in WITHOUT_POINTS else OFF


def _priced_by(foul: Foul, outcome: Outcome, rules: Ruleset) -> str:
    """Return the clause of the price: the rule set's for a chonbo without a price of the schedule's own."""
    is_of_rules = outcome.consequence is Consequence.CHONBO and outcome.points == rules.chonbo != OFFICIAL_CHONBO
    if is_of_rules and not schedule(rules.schedule).has_own_chonbo:
        return rules.sources.get("chonbo", foul.source)
    return foul.source


def _as_mangan(foul: Foul, outcome: Outcome, rules: Ruleset) -> Iterator[RuleSentence]:
    """Return a chonbo paid as in S1, by a dealer and by others; other points are not paid at all."""
    dealer, other = (for_outcome(foul.code, outcome, wind, rules) for wind in (Wind.EAST, Wind.SOUTH))
    if dealer and other:
        yield with_source(OF_DEALER, {"points": write(dealer.changes[-1])}, MANGAN)
        yield with_source(OF_OTHERS, {"dealer": write(other.changes[0]), "others": write(other.changes[-1])}, MANGAN)
        yield with_source(ON_THE_SHEET, source=MANGAN)
    elif outcome.points:
        yield with_source(NOT_PAID, source=MANGAN)


def _notes(foul: Foul, outcome: Outcome) -> Iterator[RuleSentence]:
    for note in (outcome.note, foul.note):
        if note:
            yield with_source(note, source=foul.source)
