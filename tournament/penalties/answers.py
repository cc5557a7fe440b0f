"""The questions of a foul on a form, and what was answered there."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.fouls import Answers, Foul, Question

PREFIX = "answer-"


def name_of(question: Question) -> str:
    """The name of the question's field."""
    return PREFIX + question.key


def answers_in(typed: Mapping[str, Any], foul: Foul | None) -> dict[str, str]:
    """The answers among what was typed that the foul knows and that matter by the others; anything else is left out."""
    if foul is None:
        return {}
    known = {
        question.key: typed[name_of(question)]
        for question in foul.questions
        if typed.get(name_of(question)) in {answer.key for answer in question.answers}
    }
    asked = {question.key for question in foul.asked(known)}
    return {key: value for key, value in known.items() if key in asked}


def written(answers: Answers) -> str:
    """The answers as one text, to see whether they are still the same."""
    return " ".join(f"{key}={value}" for key, value in sorted(answers.items()))


class AskingForm(forms.Form):
    """A form that asks the questions of a foul; they are optional, because the referee may decide otherwise."""

    def ask(self, foul: Foul | None, **attrs: str) -> None:
        """Add a field for each question of the foul, with `attrs` for its radio buttons."""
        for question in foul.questions if foul else ():
            choices = [(answer.key, _(answer.text)) for answer in question.answers]
            widget = forms.RadioSelect(attrs=attrs)
            self.fields[name_of(question)] = forms.ChoiceField(
                label=_(question.text), choices=choices, widget=widget, required=False
            )

    def asked(self, foul: Foul | None, answers: Answers) -> list[forms.BoundField]:
        """The fields of the questions that belong on the page by these answers."""
        return [self[name_of(question)] for question in (foul.asked(answers) if foul else ())]
