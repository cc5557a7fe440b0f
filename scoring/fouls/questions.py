"""The questions of a foul: facts that a referee must establish before the schedule gives an outcome.

Questions and answers are data (`questions.toml`). A key that is a number or a range (`2`, `3-6`, `7+`) also matches
every number in it, so that "7 tiles" can be typed as 7.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.messages import InvalidValue, Level, Message, gettext_noop, phrase

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
        """Return the key of the typed answer: a key, or a number in a range. Raises WrongAnswer naming the keys.

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
