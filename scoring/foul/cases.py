"""One foul of a schedule: the cases it knows, and what follows in each of them (WRC 2025 §12.2, §12.3).

The cases are complete and exclude each other: every way to answer the questions leads to exactly one. Which questions
matter follows from the cases that are still possible, so that nobody is asked what changes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from scoring.foul.consequences import Consequence
from scoring.foul.questions import Question, WrongAnswer
from scoring.points import Points
from scoring.words import Text, gettext_noop

OFFICIAL_CHONBO = 30_000
DEALT_AGAIN = gettext_noop("The hand is dealt again as if it had never been played.")
Answers = Mapping[str, str]


class Undecided(ValueError):
    """The answers do not yet say what follows; `questions` are those that still matter."""

    def __init__(self, code: str, questions: tuple[Question, ...]) -> None:
        super().__init__(f"{code}: still open: {', '.join(one.key for one in questions)}")
        self.questions = questions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows. `points` are a positive amount, with `up_to` the most of it; `each_player` takes it off everybody
    at the table. `note` says what else happens, `unverified` that no source confirms this case.
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

    @property
    def re_deal(self) -> Text | None:
        """What happens to the hand, when it is dealt again; every chonbo does that."""
        return Text(DEALT_AGAIN) if self.dealt_again or self.consequence is Consequence.CHONBO else None


@dataclass(frozen=True, slots=True)
class Case:
    """An outcome and the answers it belongs to: for each question named, one of the keys."""

    when: tuple[tuple[str, tuple[str, ...]], ...]
    outcome: Outcome

    def fits(self, answers: Answers) -> bool:
        """Whether the case is still possible; a question without an answer excludes nothing."""
        return all(answers.get(question, keys[0]) in keys for question, keys in self.when)


@dataclass(frozen=True, slots=True)
class Foul:
    """One row of a schedule. Raises ValueError when some answers lead to no case, or to several."""

    code: str
    title: str
    cases: tuple[Case, ...]
    questions: tuple[Question, ...] = ()
    note: str = ""
    source: str = ""
    unverified: bool = False

    def __post_init__(self) -> None:
        known = {(question.key, answer.key) for question in self.questions for answer in question.answers}
        named = {(key, answer) for case in self.cases for key, answers in case.when for answer in answers}
        if unknown := named - known:
            raise ValueError(f"{self.code}: nobody is asked for {sorted(unknown)}")
        for answers in self.all_answers():
            fitting = sum(case.fits(answers) for case in self.cases)
            if fitting != 1:
                raise ValueError(f"{self.code}: {dict(answers)} leads to {fitting} cases")

    def all_answers(self) -> Iterator[Answers]:
        """Every way to answer all the questions."""
        keys = [[answer.key for answer in question.answers] for question in self.questions]
        for chosen in product(*keys):
            yield dict(zip((question.key for question in self.questions), chosen, strict=True))

    def outcomes(self, answers: Answers | None = None) -> tuple[Outcome, ...]:
        """What may follow by the answers so far, each once, in the order of the schedule. Raises WrongAnswer."""
        return tuple(dict.fromkeys(case.outcome for case in self._possible(answers)))

    def outcome(self, answers: Answers | None = None) -> Outcome:
        """What follows. Raises Undecided naming the questions that are open, WrongAnswer for an answer it has not.

        >>> from scoring.fouls import schedule
        >>> reveal = schedule("wrc-2025").foul("REVEAL")
        >>> reveal.outcome({"tiles": "7+"}).points, str(reveal.outcome({"tiles": "3-6"}).consequence)
        (30000, 'dead-hand')
        """
        found = self.outcomes(answers)
        if len(found) > 1:
            raise Undecided(self.code, self.open_questions(answers))
        return found[0]

    def open_questions(self, answers: Answers | None = None) -> tuple[Question, ...]:
        """The questions without an answer that still matter, () once it is decided what follows."""
        said = answers or {}
        possible = self._possible(said)
        if len({case.outcome for case in possible}) == 1:
            return ()
        asked = {question for case in possible for question, _keys in case.when}
        return tuple(one for one in self.questions if one.key in asked and one.key not in said)

    def asked(self, answers: Answers | None = None) -> tuple[Question, ...]:
        """The questions that belong on a form with these answers: those that could matter by the other ones.

        >>> from scoring.fouls import schedule
        >>> reveal = schedule("wrc-2022").foul("REVEAL")
        >>> [one.key for one in reveal.asked({"place": "ura", "tiles": "7+"})]
        ['place']
        """
        known = self.answered(answers or {})
        return tuple(one for one in self.questions if self._could_matter(one.key, known))

    def answered(self, typed: Answers) -> dict[str, str]:
        """The answers that were typed, a number as the range it lies in. Raises WrongAnswer."""
        return {key: self._question(key).read(value) for key, value in typed.items()}

    def words(self, answers: Answers) -> tuple[str, ...]:
        """The answers in words, in the order of the questions. Raises WrongAnswer for an answer it has not."""
        known = self.answered(answers)
        return tuple(one.words(known[one.key]) for one in self.questions if one.key in known)

    @property
    def consequences(self) -> tuple[Consequence, ...]:
        """What may follow at all, mildest first."""
        found = {case.outcome.consequence for case in self.cases}
        return tuple(one for one in Consequence if one in found)

    @property
    def amount(self) -> Points | None:
        """The most points that may be taken, None when none are."""
        return max(case.outcome.points for case in self.cases) or None

    @property
    def is_unverified(self) -> bool:
        """Whether no source confirms the foul, or one of its cases."""
        return self.unverified or any(case.outcome.unverified for case in self.cases)

    def with_outcomes(self, outcomes: Iterable[Outcome]) -> "Foul":
        """The foul with other outcomes for its cases, in their order."""
        return replace(self, cases=tuple(map(_with_outcome, self.cases, outcomes)))

    def with_chonbo(self, points: Points) -> "Foul":
        """The foul with `points` for a chonbo that has the official price, or none; anything else as it is."""
        return self.with_outcomes(_with_chonbo(case.outcome, points) for case in self.cases)

    def _possible(self, answers: Answers | None) -> list[Case]:
        known = self.answered(answers or {})
        return [case for case in self.cases if case.fits(known)]

    def _could_matter(self, key: str, known: Answers) -> bool:
        others = {name: answer for name, answer in known.items() if name != key}
        return any(key == name for case in self.cases if case.fits(others) for name, _keys in case.when)

    def _question(self, key: str) -> Question:
        for question in self.questions:
            if question.key == key:
                return question
        raise WrongAnswer(Text(gettext_noop("{code} asks no question “{key}”."), {"code": self.code, "key": key}))


def _with_outcome(case: Case, outcome: Outcome) -> Case:
    return replace(case, outcome=outcome)


def _with_chonbo(outcome: Outcome, points: Points) -> Outcome:
    follows = outcome.consequence is Consequence.CHONBO and outcome.points in (0, OFFICIAL_CHONBO)
    return replace(outcome, points=points) if follows else outcome
