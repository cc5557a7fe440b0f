"""A foul of a schedule: its questions, its possible cases and the outcome of each (WRC 2025 §12.2, §12.3).

A *question* asks for a fact that a referee must establish before the schedule gives an outcome. Questions and answers
are data (`questions.toml`). A key that is a number or a range (`2`, `3-6`, `7+`) also matches every number in it, so
that "7 tiles" can be typed as 7.

The *cases* are complete and exclude each other: every way to answer the questions leads to exactly one. The cases that
are still possible determine which questions matter, so that a referee is asked nothing irrelevant.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from scoring.messages import InvalidValue, Level, Message, gettext_noop, pgettext_lazy, phrase
from scoring.points import Points

_RANGE = re.compile(r"(?P<least>[0-9]+)(?:-(?P<most>[0-9]+)|(?P<open>\+))?")


class UnknownAnswer(InvalidValue):
    """An answer that is not one of the question's."""

    def __init__(self, text: str, params: Mapping[str, object]) -> None:
        super().__init__(Message("answer", text, params, Level.ERROR))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: a key for data, and words that are clear without the question."""

    key: str
    text: str

    def holds(self, number: int) -> bool:
        """Return whether the key is a range that contains `number`.

        >>> [Answer("3-6", "3 to 6 tiles").holds(number) for number in (2, 3, 6, 7)]
        [False, True, True, False]
        """
        span = _RANGE.fullmatch(self.key)
        if span is None:
            return False
        least, most = int(span["least"]), span["most"]
        return number >= least if span["open"] else least <= number <= int(most or least)


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the answers that make a difference in this schedule."""

    key: str
    text: str
    answers: tuple[Answer, ...]

    def read(self, typed: str) -> str:
        """Return the key of the typed answer: a key, or a number in a range. Raises UnknownAnswer naming the keys.

        >>> tiles = Question("tiles", "How many?", (Answer("1-2", "1 or 2"), Answer("3+", "3 or more")))
        >>> tiles.read("1-2"), tiles.read("7")
        ('1-2', '3+')
        """
        for answer in self.answers:
            if typed == answer.key or (typed.isdecimal() and answer.holds(int(typed))):
                return answer.key
        template = gettext_noop("“{typed}” is no answer to “{question}”; there are: {answers}.")
        keys = ", ".join(answer.key for answer in self.answers)
        raise UnknownAnswer(template, {"typed": typed, "question": phrase(self.text), "answers": keys})

    def words(self, key: str) -> str:
        """Return the words of an answer."""
        return next(answer.text for answer in self.answers if answer.key == key)


def catalogue(data: Mapping[str, object]) -> dict[str, Question]:
    """Return the questions of a data file: `[key]` with `text` and a table `answers`. Raises ValueError for anything
    else.
    """
    return {key: _question(key, row) for key, row in data.items()}


def _question(key: str, row: object) -> Question:
    match row:
        case {"text": str(text), "answers": dict(answers)} if answers:
            return Question(key, text, tuple(Answer(name, str(words)) for name, words in answers.items()))
    raise ValueError(f"{key}: a question has a text and answers")


class Consequence(StrEnum):
    """The kinds of penalty, in order of severity; a referee's choice is in the middle."""

    NONE = "none"
    WARNING = "warning"
    POINTS = "points"
    DEAD_HAND = "dead-hand"
    CHONBO = "chonbo"
    DISCRETION = "discretion"
    DISQUALIFICATION = "disqualification"

    @property
    def label(self) -> str:
        """The English words, marked for translation."""
        return _LABELS[self]

    @property
    def takes_points(self) -> bool:
        """Return whether the kind may take points; a disqualification and no penalty do not."""
        return self not in _WITHOUT_POINTS


_LABELS = {
    Consequence.NONE: gettext_noop("no penalty"),
    Consequence.WARNING: gettext_noop("warning"),
    Consequence.POINTS: pgettext_lazy("penalty", "points"),
    Consequence.DEAD_HAND: gettext_noop("dead hand"),
    Consequence.CHONBO: gettext_noop("chonbo"),
    Consequence.DISCRETION: gettext_noop("referee's discretion"),
    Consequence.DISQUALIFICATION: gettext_noop("disqualification"),
}
_WITHOUT_POINTS = (Consequence.NONE, Consequence.DISCRETION, Consequence.DISQUALIFICATION)
OFFICIAL_CHONBO = 30_000
DEALT_AGAIN = gettext_noop("The hand is dealt again as if it had never been played.")
Answers = Mapping[str, str]


class OpenQuestions(ValueError):
    """The answers so far do not determine the outcome; `questions` are those that still matter."""

    def __init__(self, code: str, questions: tuple[Question, ...]) -> None:
        super().__init__(f"{code}: still open: {', '.join(one.key for one in questions)}")
        self.questions = questions


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome. `points` are a positive amount, at most `up_to`; with `each_player` everybody at the table pays it.
    `note` says what else happens, `unverified` that no source confirms this case.
    """

    consequence: Consequence
    points: Points = 0
    each_player: bool = False
    up_to: bool = False
    dealt_again: bool = False
    note: str = ""
    unverified: bool = False

    def __post_init__(self) -> None:
        if self.points and not self.consequence.takes_points:
            raise ValueError(f"no points go with {self.consequence}")


@dataclass(frozen=True, slots=True)
class Case:
    """An outcome and its answers: for each question named, one of the keys."""

    when: tuple[tuple[str, tuple[str, ...]], ...]
    outcome: Outcome

    def fits(self, answers: Answers) -> bool:
        """Return whether the case is still possible; an unanswered question excludes nothing."""
        return all(answers.get(question, keys[0]) in keys for question, keys in self.when)


@dataclass(frozen=True, slots=True)
class Foul:
    """One row of a schedule. Raises ValueError when some combination of answers leads to no case, or to several."""

    code: str
    title: str
    cases: tuple[Case, ...]
    questions: tuple[Question, ...] = ()
    note: str = ""
    source: str = ""
    unverified: bool = False

    def __post_init__(self) -> None:
        defined = {(question.key, answer.key) for question in self.questions for answer in question.answers}
        named = {(key, answer) for case in self.cases for key, answers in case.when for answer in answers}
        if unknown := named - defined:
            raise ValueError(f"{self.code}: nobody is asked for {sorted(unknown)}")
        for answers in self.all_answers():
            fitting = sum(case.fits(answers) for case in self.cases)
            if fitting != 1:
                raise ValueError(f"{self.code}: {dict(answers)} leads to {fitting} cases")

    def all_answers(self) -> Iterator[Answers]:
        """Yield every combination of answers to all questions."""
        keys = [[answer.key for answer in question.answers] for question in self.questions]
        for chosen in product(*keys):
            yield dict(zip((question.key for question in self.questions), chosen, strict=True))

    def outcomes(self, answers: Answers | None = None) -> tuple[Outcome, ...]:
        """Return the possible outcomes after the answers so far, each once, in the order of the schedule. Raises
        WrongAnswer.
        """
        return tuple(dict.fromkeys(case.outcome for case in self._possible(answers)))

    def outcome(self, answers: Answers | None = None) -> Outcome:
        """Return the outcome. Raises OpenQuestions naming the questions still open, UnknownAnswer for a wrong answer.

        >>> from scoring.fouls import schedule
        >>> reveal = schedule("wrc-2025").foul("REVEAL")
        >>> reveal.outcome({"tiles": "7+"}).points, str(reveal.outcome({"tiles": "3-6"}).consequence)
        (30000, 'dead-hand')
        """
        found = self.outcomes(answers)
        if len(found) > 1:
            raise OpenQuestions(self.code, self.open_questions(answers))
        return found[0]

    def open_questions(self, answers: Answers | None = None) -> tuple[Question, ...]:
        """Return the unanswered questions that still matter, () once the outcome is certain."""
        given = answers or {}
        possible = self._possible(given)
        if len({case.outcome for case in possible}) == 1:
            return ()
        asked = {question for case in possible for question, _keys in case.when}
        return tuple(one for one in self.questions if one.key in asked and one.key not in given)

    def form_questions(self, answers: Answers | None = None) -> tuple[Question, ...]:
        """The questions that belong on a form with these answers: those that could matter by the other ones.

        >>> from scoring.fouls import schedule
        >>> reveal = schedule("wrc-2022").foul("REVEAL")
        >>> [one.key for one in reveal.form_questions({"place": "ura", "tiles": "7+"})]
        ['place']
        """
        parsed = self.parse_answers(answers or {})
        return tuple(one for one in self.questions if self._could_matter(one.key, parsed))

    def parse_answers(self, typed: Answers) -> dict[str, str]:
        """Return the typed answers, a number as the range it is in. Raises WrongAnswer."""
        return {key: self._question(key).read(value) for key, value in typed.items()}

    def words(self, answers: Answers) -> tuple[str, ...]:
        """Return the answers in words, in the order of the questions. Raises WrongAnswer for an unknown answer."""
        parsed = self.parse_answers(answers)
        return tuple(one.words(parsed[one.key]) for one in self.questions if one.key in parsed)

    @property
    def consequences(self) -> tuple[Consequence, ...]:
        """Return all possible consequences, mildest first."""
        found = {case.outcome.consequence for case in self.cases}
        return tuple(one for one in Consequence if one in found)

    @property
    def amount(self) -> Points | None:
        """Return the most points that may be taken, None when none are."""
        return max(case.outcome.points for case in self.cases) or None

    @property
    def is_unverified(self) -> bool:
        """Return whether no source confirms the foul, or one of its cases."""
        return self.unverified or any(case.outcome.unverified for case in self.cases)

    def with_outcomes(self, outcomes: Iterable[Outcome]) -> "Foul":
        """Return the foul with other outcomes for its cases, in their order."""
        return replace(self, cases=tuple(map(_with_outcome, self.cases, outcomes)))

    def with_chonbo(self, points: Points) -> "Foul":
        """Return the foul with `points` for each chonbo at the official price, or without points; everything else is
        unchanged.
        """
        return self.with_outcomes(_with_chonbo(case.outcome, points) for case in self.cases)

    def _possible(self, answers: Answers | None) -> list[Case]:
        parsed = self.parse_answers(answers or {})
        return [case for case in self.cases if case.fits(parsed)]

    def _could_matter(self, key: str, parsed: Answers) -> bool:
        others = {name: answer for name, answer in parsed.items() if name != key}
        return any(key == name for case in self.cases if case.fits(others) for name, _keys in case.when)

    def _question(self, key: str) -> Question:
        for question in self.questions:
            if question.key == key:
                return question
        raise UnknownAnswer(gettext_noop("{code} asks no question “{key}”."), {"code": self.code, "key": key})


def _with_outcome(case: Case, outcome: Outcome) -> Case:
    return replace(case, outcome=outcome)


def _with_chonbo(outcome: Outcome, points: Points) -> Outcome:
    follows = outcome.consequence is Consequence.CHONBO and outcome.points in (0, OFFICIAL_CHONBO)
    return replace(outcome, points=points) if follows else outcome
