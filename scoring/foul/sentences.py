"""What follows a foul, in sentences: the price, what happens to the hand, who may go on (WRC 2025 §12.2)."""

from collections.abc import Iterator

from scoring.foul.cases import DEALT_AGAIN, OFFICIAL_CHONBO, Case, Foul, Outcome
from scoring.foul.consequences import Consequence
from scoring.foul.prices import applies, off_score
from scoring.fouls import schedule
from scoring.points import Points, write, write_price
from scoring.rules import Ruleset
from scoring.ruleset.values import Paid
from scoring.sentences import of_time as time_sentences
from scoring.sentences.of_rules import Sentence
from scoring.table_payments import for_outcome
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop

KINDS, TABLE, MANGAN = "WRC 2025 §12.2", "S0 Mod.6.1", "S1 Penalties: Chonbo"
NAMED = (1_000, 2_000, 10_000, 20_000, 30_000)  # the amounts that S0 Mod.6.1 names
WITHOUT_POINTS = frozenset({"LATE_10", "FORFEIT"})  # no points for the hanchan, so none of them "stay" (§12.3.9)
REPEATS = frozenset({"repeated", "time"})  # the questions that ask which time it is
OFF = gettext_noop("The tournament score is lowered by {points}; points, places and uma at the table stay.")
OFF_UP_TO = gettext_noop("The tournament score is lowered by up to {points}, as the referee decides.")
OFF_EACH = gettext_noop("The tournament score of each player at the table is lowered by {points}.")
PLAYER = gettext_noop("The player")
OF_DEALER = gettext_noop("A dealer pays {points} to each other player.")
OF_OTHERS = gettext_noop("Anybody else pays {dealer} to the dealer and {others} to each of the others.")
ON_THE_SHEET = gettext_noop("The report sheet holds it then: nothing is taken off the tournament score.")
NOT_PAID = gettext_noop("Only a chonbo is paid here, as a mangan to the table: no points go with this one.")
NOT_APPLIED = gettext_noop("It is not applied here: penalties are paid at the table, and this one is the tournament's.")
OFF_ALONE = gettext_noop("The tournament score is lowered by {points}.")
NOTED = gettext_noop("The warning is noted. It never becomes points by itself.")
NOTED_PRICED = gettext_noop("The warning is noted.")
NOTED_ONCE = gettext_noop("The warning is noted; the next time it is {points}.")
DEAD = gettext_noop(
    "The player may no longer call, declare riichi or a concealed quad, or win in this hand, and is noten at its end."
)
RETURNED = gettext_noop("Seats and honba stay as they were, and riichi deposits go back to those who paid them.")
NO_PAYMENT = gettext_noop("Nothing is paid for it at the table.")
WITH_A_WIN = gettext_noop("Together with a win, the chonbo is void and the win counts.")
WITH_A_DRAW = gettext_noop("At an exhaustive draw it counts: nothing is paid for tenpai and no honba is added.")
SEVERAL = gettext_noop("When several players commit one at once, it counts for each of them.")
OUT = gettext_noop("The player may not play on in this tournament and is not listed in the ranking.")
OTHERS_STAND = gettext_noop("What the others have scored stands. The player's federation is told.")
DECIDES = gettext_noop("The schedule leaves it to the referee.")


def in_words(foul: Foul, outcome: Outcome, rules: Ruleset) -> tuple[Sentence, ...]:
    """Everything that follows, the price first, each sentence with its source."""
    return (*_price(foul, outcome, rules), *_notes(foul, outcome), *_what_follows(foul, outcome, rules))


def _what_follows(foul: Foul, outcome: Outcome, rules: Ruleset) -> tuple[Sentence, ...]:
    """What the kind of penalty means for the hand and the player."""
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
    return tuple(Sentence(template, source=source) for template, source in found)


def _noted(foul: Foul, outcome: Outcome) -> Sentence:
    """A warning never becomes points by itself, unless it has them now, or the schedule prices the next one."""
    if price := next_time(foul, outcome):
        return Sentence(NOTED_ONCE, {"points": write_price(price)}, foul.source)
    return Sentence(NOTED_PRICED, source=foul.source) if outcome.points else Sentence(NOTED, source=KINDS)


def next_time(foul: Foul, outcome: Outcome) -> Points:
    """The points when the same happens again, 0 where the schedule does not price a repetition.

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


def _chonbo(rules: Ruleset) -> Iterator[Sentence]:
    """The hand as if it had never been played, and the cases in which it is not that simple."""
    yield Sentence(DEALT_AGAIN, source=KINDS)
    yield Sentence(RETURNED, source=KINDS)
    if rules.paid is Paid.TOURNAMENT:
        yield Sentence(NO_PAYMENT, source=KINDS)
    for template in (WITH_A_WIN, WITH_A_DRAW, SEVERAL):
        yield Sentence(template, source=KINDS)
    last = time_sentences.chonbo(rules.time)
    yield Sentence(last.template, last.params, rules.sources.get("time.chonbo", ""), "time.chonbo")


def _price(foul: Foul, outcome: Outcome, rules: Ruleset) -> Iterator[Sentence]:
    if not applies(foul.code, outcome, rules):
        yield Sentence(NOT_APPLIED, source=TABLE)
    elif points := off_score(outcome, rules):
        yield Sentence(_off(foul, outcome), {"points": write_price(points)}, _priced_by(foul, outcome, rules))
    elif rules.paid is Paid.REVERSE_MANGAN:
        yield from _as_mangan(foul, outcome, rules)
    elif payment := for_outcome(foul.code, outcome, Wind.SOUTH, rules):  # the same whoever is dealer
        said = payment.said(dict.fromkeys(WINDS, Text(PLAYER)))
        yield Sentence(said.template, said.params, TABLE if outcome.points in NAMED else f"{TABLE}; amount ours")
        yield Sentence(ON_THE_SHEET, source=TABLE)


def _off(foul: Foul, outcome: Outcome) -> str:
    if outcome.each_player:
        return OFF_EACH
    if outcome.up_to:
        return OFF_UP_TO
    return OFF_ALONE if foul.code in WITHOUT_POINTS else OFF


def _priced_by(foul: Foul, outcome: Outcome, rules: Ruleset) -> str:
    """The clause of the price: the rule set's for a chonbo that has not the schedule's price but the rule set's."""
    is_of_rules = outcome.consequence is Consequence.CHONBO and outcome.points == rules.chonbo != OFFICIAL_CHONBO
    if is_of_rules and not schedule(rules.schedule).has_own_chonbo:
        return rules.sources.get("chonbo", foul.source)
    return foul.source


def _as_mangan(foul: Foul, outcome: Outcome, rules: Ruleset) -> Iterator[Sentence]:
    """A chonbo as S1 has it paid, by a dealer and by anybody else; other points are not paid at all."""
    dealer, other = (for_outcome(foul.code, outcome, wind, rules) for wind in (Wind.EAST, Wind.SOUTH))
    if dealer and other:
        yield Sentence(OF_DEALER, {"points": write(dealer.changes[-1])}, MANGAN)
        yield Sentence(OF_OTHERS, {"dealer": write(other.changes[0]), "others": write(other.changes[-1])}, MANGAN)
        yield Sentence(ON_THE_SHEET, source=MANGAN)
    elif outcome.points:
        yield Sentence(NOT_PAID, source=MANGAN)


def _notes(foul: Foul, outcome: Outcome) -> Iterator[Sentence]:
    for note in (outcome.note, foul.note):
        if note:
            yield Sentence(note, source=foul.source)
