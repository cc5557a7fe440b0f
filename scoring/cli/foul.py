"""`python -m scoring foul [CODE]`: the fouls of a schedule, the questions of one foul, and their outcome."""

import argparse
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Annotated

from scoring.cli.arguments import RULES, WIDTH, Argument, WrongCall, no_such
from scoring.cli.command import Command, Reply
from scoring.cli.schedules import SCHEDULE, schedule_of
from scoring.cli.shape import Said, Shape
from scoring.fouls import Schedule
from scoring.fouls.cases import Answer, Answers, Foul, Outcome, Question, UnknownAnswer
from scoring.messages import Message
from scoring.rules import Ruleset
from scoring.sentences.fouls import case_texts, foul_sentences, outcome_text


def _answer(text: str) -> tuple[str, str]:
    question, sign, answer = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"“{text}” is no answer; type QUESTION=ANSWER, as tiles=7")
    return question, answer


def _foul(options: argparse.Namespace) -> Reply:
    rules: Ruleset = options.rules
    fouls = schedule_of(options).with_chonbo(rules.chonbo)
    if options.code is not None:
        foul = _foul_of(fouls, options)
        answers = _answers(foul, options)
        return Reply(lambda: _result(fouls, [foul], answers, rules), _sentences(foul, answers, rules))
    if options.answer:
        raise WrongCall("--answer goes with a foul; type its CODE first")
    return Reply(lambda: _result(fouls, fouls.fouls, {}, rules), _list(fouls))


def _once(options: argparse.Namespace) -> dict[str, str]:
    """Return the typed answers by question; two answers to one question are refused."""
    found: dict[str, str] = {}
    for question, typed in options.answer:
        if found.setdefault(question, typed) != typed:
            raise WrongCall(f"“{question}” is answered twice: {found[question]}, {typed}")
    return found


def _foul_of(fouls: Schedule, options: argparse.Namespace) -> Foul:
    try:
        return fouls.foul(options.code.upper())
    except KeyError:
        codes = [foul.code for foul in fouls.fouls]
        refusal = f"“{fouls.title}” has no foul {options.code}"
        raise WrongCall(no_such(refusal, options.code, codes, "foul")) from None


def _answers(foul: Foul, options: argparse.Namespace) -> Answers:
    typed, questions = _once(options), [one.key for one in foul.questions]
    for question in typed:
        if questions and question not in questions:
            raise WrongCall(no_such(f"{foul.code} asks no question “{question}”", question, questions))
    try:
        return foul.parse_answers(typed)
    except UnknownAnswer as wrong:
        raise WrongCall(str(wrong)) from wrong


def _list(fouls: Schedule) -> Iterator[str]:
    yield f"  {fouls.title}\n"
    for foul in fouls.fouls:
        yield f"  {foul.code:<18} {foul.title}{' (unverified)' if foul.is_unverified else ''}"
        yield f"  {'':<18} {' / '.join(_texts(foul))}"


def _texts(foul: Foul) -> list[str]:
    return list(dict.fromkeys(str(outcome_text(one)) for one in foul.outcomes()))


def _result(fouls: Schedule, found: Iterable[Foul], answers: Answers, rules: Ruleset) -> dict[str, object]:
    return RESULT(fouls, fouls=[_foul_result(foul, answers, rules) for foul in found])


def _foul_result(foul: Foul, answers: Answers, rules: Ruleset) -> dict[str, object]:
    """Return the foul, its answers as read, the open questions and the possible outcomes in JSON types."""
    return FOUL(
        foul,
        answers=dict(answers),
        open=[QUESTION(one) for one in foul.open_questions(answers)],
        outcomes=[
            OUTCOME(one, text=outcome_text(one), said=[*foul_sentences(foul, one, rules)])
            for one in foul.outcomes(answers)
        ],
    )


def _sentences(foul: Foul, answers: Answers, rules: Ruleset) -> Iterator[str]:
    """The foul for a person: what is still asked and what may follow, or what follows in sentences."""
    yield f"  {foul.title} ({foul.code})"
    for words in foul.words(answers):
        yield f"  · {words}"
    open_questions = foul.open_questions(answers)
    if not open_questions:
        yield from _decided(foul, foul.outcome(answers), rules)
        return
    for question in open_questions:
        yield f"\n  {question.text}"
        for one in question.answers:
            yield f"    --answer {question.key + '=' + one.key:<22} {one.text}"
    yield "\n  Possible:"
    for text in case_texts(foul, answers):
        yield fill(str(text), WIDTH, initial_indent="    ", subsequent_indent="      ")
    yield f"  [{foul.source}]"


def _decided(foul: Foul, outcome: Outcome, rules: Ruleset) -> Iterator[str]:
    yield f"\n  => {outcome_text(outcome)}{' (unverified)' if foul.unverified or outcome.unverified else ''}"
    yield f"  [{foul.source}]\n"
    for sentence in foul_sentences(foul, outcome, rules):
        yield fill(str(sentence), WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield f"  [{sentence.source}]"


QUESTION = Shape(Question, "text answers", Shape(Answer, "text", answer="key"), question="key")
OUTCOME = Shape(
    Outcome, "points note each_player up_to dealt_again unverified", then="consequence", text=Message, said=Said
)
FOUL = Shape(
    Foul,
    "code title source",
    unverified="is_unverified",
    answers=Annotated[Answers, "the answers given, by question"],
    open=[QUESTION, "the questions that still matter"],
    outcomes=[OUTCOME, "what may follow; exactly one when no question is open"],
)
RESULT = Shape(Schedule, "title", schedule="key", fouls=[FOUL, "all of the schedule, or one"])
COMMAND = Command(
    "foul",
    "list the fouls, or say what follows one",
    _foul,
    RESULT,
    (
        Argument("code", "CODE", "a foul of the list, as REVEAL; without it: the list", nargs="?"),
        *RULES,
        SCHEDULE,
        Argument("--answer", "QUESTION=ANSWER", "as tiles=7; repeatable", _answer, action="append", default=[]),
    ),
)
