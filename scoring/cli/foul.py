"""`python -m scoring foul [CODE]`: the fouls of a schedule, the questions of one foul, and their outcome."""

import argparse
from collections.abc import Iterator
from textwrap import fill

from scoring.cli.arguments import DONE, WIDTH, Subparsers, add_json, add_parser, add_rules, answer, no_such
from scoring.cli.schedules import add_schedule, schedule_of
from scoring.fouls import Schedule
from scoring.fouls.cases import Answers, Foul, Outcome
from scoring.fouls.questions import Question, UnknownAnswer
from scoring.fouls.snapshots import outcome_json
from scoring.rules import Ruleset
from scoring.sentences.fouls import case_texts, foul_sentences, outcome_text


def add(commands: Subparsers) -> None:
    parser = add_parser(commands, "foul", "list the fouls, or say what follows one")
    parser.add_argument("code", nargs="?", metavar="CODE", help="a foul of the list, as REVEAL; without it: the list")
    add_rules(parser)
    add_schedule(parser)
    parser.add_argument(
        "--answer", action="append", default=[], type=_answer, metavar="QUESTION=ANSWER", help="as tiles=7; repeatable"
    )
    add_json(parser)
    parser.set_defaults(run=_foul)


def _answer(text: str) -> tuple[str, str]:
    question, sign, answer = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"“{text}” is no answer; type QUESTION=ANSWER, as tiles=7")
    return question, answer


def _foul(options: argparse.Namespace) -> int:
    rules: Ruleset = options.rules
    fouls = schedule_of(options).with_chonbo(rules.chonbo)
    if options.code is None:
        if options.answer:
            options.parser.error("--answer goes with a foul; type its CODE first")
        if options.json:
            return answer(options.command, _json(fouls, [_foul_json(foul, {}, rules) for foul in fouls.fouls]))
        _list_fouls(fouls)
        return DONE
    foul = _foul_of(fouls, options)
    answers = _answers(foul, options)
    if options.json:
        return answer(options.command, _json(fouls, [_foul_json(foul, answers, rules)]))
    print("\n".join(_sentences(foul, answers, rules)))
    return DONE


def _once(options: argparse.Namespace) -> dict[str, str]:
    """Return the typed answers by question; two answers to one question are refused."""
    found: dict[str, str] = {}
    for question, typed in options.answer:
        if found.setdefault(question, typed) != typed:
            options.parser.error(f"“{question}” is answered twice: {found[question]}, {typed}")
    return found


def _foul_of(fouls: Schedule, options: argparse.Namespace) -> Foul:
    try:
        return fouls.foul(options.code.upper())
    except KeyError:
        codes = [foul.code for foul in fouls.fouls]
        parser: argparse.ArgumentParser = options.parser
        parser.error(no_such(f"“{fouls.title}” has no foul {options.code}", options.code, codes, "foul"))


def _answers(foul: Foul, options: argparse.Namespace) -> Answers:
    typed, questions = _once(options), [one.key for one in foul.questions]
    for question in typed:
        if questions and question not in questions:
            options.parser.error(no_such(f"{foul.code} asks no question “{question}”", question, questions))
    try:
        return foul.parse_answers(typed)
    except UnknownAnswer as wrong:
        parser: argparse.ArgumentParser = options.parser
        parser.error(str(wrong))


def _list_fouls(fouls: Schedule) -> None:
    print(f"  {fouls.title}\n")
    for foul in fouls.fouls:
        print(f"  {foul.code:<18} {foul.title}{' (unverified)' if foul.is_unverified else ''}")
        print(f"  {'':<18} {' / '.join(_texts(foul))}")


def _texts(foul: Foul) -> list[str]:
    return list(dict.fromkeys(str(outcome_text(one)) for one in foul.outcomes()))


def _json(fouls: Schedule, found: list[dict[str, object]]) -> dict[str, object]:
    return {"schedule": fouls.key, "title": fouls.title, "fouls": found}


def _foul_json(foul: Foul, answers: Answers, rules: Ruleset) -> dict[str, object]:
    """Return the foul, its answers as read, the open questions and the possible outcomes in JSON types."""
    return {
        "code": foul.code,
        "title": foul.title,
        "source": foul.source,
        "unverified": foul.is_unverified,
        "answers": dict(answers),
        "open": [_question_json(one) for one in foul.open_questions(answers)],
        "outcomes": [_outcome_json(foul, one, rules) for one in foul.outcomes(answers)],
    }


def _question_json(question: Question) -> dict[str, object]:
    answers = [{"answer": one.key, "text": one.text} for one in question.answers]
    return {"question": question.key, "text": question.text, "answers": answers}


def _outcome_json(foul: Foul, outcome: Outcome, rules: Ruleset) -> dict[str, object]:
    said = [str(one) for one in foul_sentences(foul, outcome, rules)]
    return {"text": str(outcome_text(outcome)), **outcome_json(outcome), "said": said}


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
