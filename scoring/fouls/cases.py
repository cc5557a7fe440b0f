"""A foul of a schedule: its possible cases and the outcome of each (WRC 2025 §12.2, §12.3).

The cases are complete and exclude each other: every way to answer the questions leads to exactly one. The cases that
are still possible determine which questions matter, so that a referee is asked nothing irrelevant.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from scoring.fouls.questions import Question, UnknownAnswer
from scoring.messages import gettext_noop
from scoring.points import Points


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
    Consequence.POINTS: gettext_noop("points"),
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
