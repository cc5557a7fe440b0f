"""Outcomes and cases of a foul in a few words, for lists: `chonbo, 30P`; `1 or 2 tiles: warning`."""

from collections.abc import Sequence

from scoring.foul.cases import Answers, Case, Foul, Outcome
from scoring.foul.consequences import Consequence
from scoring.points import write_price
from scoring.words import Text, gettext_noop

EACH = gettext_noop("{points} for each player at the table")
UP_TO = gettext_noop("up to {points}")
WITH_PRICE = gettext_noop("{consequence}, {points}")
DEALT_AGAIN = gettext_noop("{consequence}, the hand is dealt again")
CASE = gettext_noop("{answers}: {outcome}")


def outcome_text(outcome: Outcome) -> Text:
    """What follows, with its price.

    >>> from scoring.fouls import schedule
    >>> print(*map(outcome_text, schedule("wrc-2025").foul("REVEAL").outcomes()), sep="; ")
    warning; 5P; dead hand; chonbo, 30P
    """
    kind = Text(outcome.consequence.label)
    if not outcome.points:
        return Text(DEALT_AGAIN, {"consequence": kind}) if outcome.dealt_again else kind
    price = Text(EACH if outcome.each_player else UP_TO if outcome.up_to else "{points}", _points(outcome))
    is_price = outcome.consequence is Consequence.POINTS
    return price if is_price else Text(WITH_PRICE, {"consequence": kind, "points": price})


def _points(outcome: Outcome) -> dict[str, object]:
    return {"points": write_price(outcome.points)}


def case_texts(foul: Foul, answers: Answers | None = None) -> tuple[Text, ...]:
    """The cases of a foul that are possible by the answers so far, one line each; without questions its only outcome.

    >>> from scoring.fouls import schedule
    >>> print(*case_texts(schedule("wrc-2025").foul("TENPAI_EARLY")), sep="; ")
    only said: dead hand; hand shown / somebody was tricked by it: chonbo, 30P
    """
    return tuple(_case_text(foul, case) for case in foul.cases if case.fits(answers or {}))


def _case_text(foul: Foul, case: Case) -> Text:
    outcome = outcome_text(case.outcome)
    if not case.when:
        return outcome
    words = {(one.key, answer.key): Text(answer.text) for one in foul.questions for answer in one.answers}
    said = [separated([words[question, key] for key in keys], " / ") for question, keys in case.when]
    return Text(CASE, {"answers": separated(said, ", "), "outcome": outcome})


def separated(texts: Sequence[Text], by: str) -> Text:
    """The texts with `by` between them.

    >>> str(separated([Text("warning"), Text("dead hand")], " / "))
    'warning / dead hand'
    """
    names = [f"text{number}" for number in range(len(texts))]
    return Text(by.join(f"{{{name}}}" for name in names), dict(zip(names, texts, strict=True)))
