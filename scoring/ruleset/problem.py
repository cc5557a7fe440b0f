"""What is wrong with a rule set, told by the name of its field."""

from scoring.uma import STEP
from scoring.words import Translate, gettext_noop, render


class RulesetProblem(ValueError):
    """A rule set that cannot be; `field` names the value, `template` and `params` say what is wrong with it."""

    def __init__(self, field: str, template: str, **params: object) -> None:
        super().__init__(field, template, params)
        self.field = field
        self.template = template
        self.params: dict[str, object] = {"field": field, **params}

    @property
    def message(self) -> str:
        return self.said()

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(self.template, self.params, translate)

    def __str__(self) -> str:
        return self.message


def check_hundreds(name: str, value: int) -> None:
    """Raises RulesetProblem for points that are no full hundreds."""
    if value % STEP:
        raise RulesetProblem(name, gettext_noop("“{field}” is not a multiple of 100 points."))
