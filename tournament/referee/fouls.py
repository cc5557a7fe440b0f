"""A foul looked up by a word, its questions one after the other, and what follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from scoring.fouls.cases import Foul, Question
from tournament.core.models import Tournament
from tournament.referee.penalties.forms import answers_in, field_name
from tournament.referee.penalties.pages import FoulOption, foul_groups
from tournament.referee.penalties.preview import PenaltyDraft
from tournament.results.penalties.queries import foul_of

MOST_LETTERS = 80


def found_fouls(tournament: Tournament, typed: str) -> list[tuple[str, list[FoulOption]]]:
    """Return the fouls that have every word of `typed` in their name, questions, answers or outcomes, by severity."""
    wanted = typed[:MOST_LETTERS].casefold().split()
    groups = (
        (name, [one for one in options if all(word in one.words for word in wanted)])
        for name, options in foul_groups(tournament.schedule.fouls)
    )
    return [(name, options) for name, options in groups if options]


@dataclass(frozen=True, slots=True)
class FoulStep:
    """A question of a foul: its answers as (key, words, whether it was chosen)."""

    name: str
    text: str
    answers: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class FoulLookup:
    """A foul with the questions answered so far and the next one; `draft` has what follows."""

    foul: Foul
    steps: tuple[FoulStep, ...]
    draft: PenaltyDraft

    @property
    def query(self) -> str:
        """The foul and the answers so far as the query of an address."""
        answers = {step.name: key for step in self.steps for key, _words, is_chosen in step.answers if is_chosen}
        return urlencode({"foul": self.foul.code, **answers})


def look_up(tournament: Tournament, typed: Mapping[str, str]) -> FoulLookup | None:
    """Return the chosen foul with the answers in `typed`; None when none is chosen or the schedule has it not."""
    foul = foul_of(tournament, typed.get("foul", ""))
    if foul is None:
        return None
    answers = answers_in(typed, foul)
    draft = PenaltyDraft(tournament, None, None, foul, "", None, answers)
    return FoulLookup(foul, tuple(_steps(foul, answers, draft.is_open)), draft)


def _steps(foul: Foul, answers: Mapping[str, str], is_open: bool) -> list[FoulStep]:
    """Return the answered questions and, while the outcome is open, the next one."""
    asked = [one for one in foul.form_questions(answers) if one.key in answers]
    following = foul.open_questions(answers)[:1] if is_open else ()
    return [_step(question, answers.get(question.key, "")) for question in (*asked, *following)]


def _step(question: Question, given: str) -> FoulStep:
    answers = tuple((one.key, _(one.text), one.key == given) for one in question.answers)
    return FoulStep(field_name(question), _(question.text), answers)
