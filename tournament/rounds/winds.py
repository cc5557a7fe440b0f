"""How the winds are drawn at the table, in the reader's language, and a traditional draw played again."""

import re

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.draw import TraditionalDraw
from scoring.draw_tiles import DrawProblem, read_row
from scoring.draw_words import instructions, steps
from scoring.rules import Ruleset

TILE = re.compile(r"[0-9][a-z]|[^\s,]", re.IGNORECASE)
FIELDS = {"roll 1": "roll", "roll 2": "second"}
PLAYERS = ("A", "B", "C", "D")


def how_drawn(rules: Ruleset) -> list[str]:
    """The way of the rule set, step by step."""
    return [step.said(_) for step in instructions(rules.seat_draw, rules.players)]


class DrawForm(forms.Form):
    """A row of six tiles and one or two rolls, as they lay on the table."""

    row = forms.CharField(
        label=gettext_lazy("The row from left to right"),
        help_text=gettext_lazy("As A sees it: E, S, W, N and two number tiles, such as N 1p E W 2p S"),
        max_length=60,
    )
    roll = forms.IntegerField(label=gettext_lazy("The roll of A"))
    second = forms.IntegerField(
        label=gettext_lazy("A second roll"),
        help_text=gettext_lazy("Only where the provisional East rolls again"),
        required=False,
    )

    drawn: TraditionalDraw | None = None

    def clean(self) -> None:
        said = self.cleaned_data
        if "row" in said and "roll" in said:
            rolls = (said["roll"],) if said.get("second") is None else (said["roll"], said["second"])
            try:
                self.drawn = TraditionalDraw(read_row(TILE.findall(said["row"])), rolls)
            except DrawProblem as problem:
                self.add_error(FIELDS.get(problem.place, "row"), _where(problem))

    def steps(self) -> list[str]:
        """What happened, step by step; A rolled, B sat to the right of A, C opposite, D to the left."""
        return [step.said(_) for step in steps(self.drawn, PLAYERS)] if self.drawn else []


def _where(problem: DrawProblem) -> str:
    """What is wrong, and with which tile."""
    place, _space, number = problem.place.partition(" ")
    if place != "tile":
        return problem.said(_)
    return _("Tile {number}: {message}").format(number=number, message=problem.said(_))
