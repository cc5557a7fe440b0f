"""Questions asked at a table: is this the last hand, and was the draw of the winds done correctly?"""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.draw import DrawProblem, TraditionalDraw, read_row
from scoring.messages import Message
from scoring.rules import Ruleset
from scoring.sentences.draw import draw_steps
from scoring.sentences.time_limit import counts_from_warning
from scoring.time_limit import Moment, Verdict, When, verdict

TILE = re.compile(r"[0-9][a-z]|[^\s,]", re.IGNORECASE)
FIELDS = {"roll 1": "roll", "roll 2": "second"}
PLAYERS = ("A", "B", "C", "D")


class TimeUpForm(forms.Form):
    """Three plain questions about a table whose time has ended."""

    when = forms.ChoiceField(
        label=gettext_lazy("When the time ended, the table was"),
        choices=lambda: [(one.value, _(one.label)) for one in When],
        widget=forms.RadioSelect,
    )
    south = forms.ChoiceField(
        label=gettext_lazy("The South round"),
        help_text=gettext_lazy("It continues as long as the dealer stays."),
        choices=[
            ("", gettext_lazy("is not over, and will not be over after this hand")),
            ("over", gettext_lazy("is over, or will be over after this hand")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    chonbo = forms.ChoiceField(
        label=gettext_lazy("The last hand ended with a chonbo"),
        choices=[("", gettext_lazy("no")), ("yes", gettext_lazy("yes"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, rules: Ruleset, data: Any = None) -> None:
        super().__init__(data, initial={"south": "", "chonbo": ""})
        self.rules = rules
        if counts_from_warning(rules.time):
            self.fields["when"].label = _("When the signal sounded, the table was")

    def verdict(self) -> Verdict:
        """Return the hands still to play; only of a valid form."""
        answers = self.cleaned_data
        moment = Moment(When(answers["when"]), south_over=bool(answers["south"]), chonbo=bool(answers["chonbo"]))
        return verdict(self.rules, moment)


class DrawForm(forms.Form):
    """A row of six tiles and one or two rolls, as they lay on the table."""

    row = forms.CharField(
        label=gettext_lazy("The row from left to right"),
        help_text=gettext_lazy("As A sees it: E, S, W, N and two number tiles, for example N 1p E W 2p S"),
        max_length=60,
    )
    roll = forms.IntegerField(label=gettext_lazy("A’s roll"))
    second = forms.IntegerField(
        label=gettext_lazy("Second roll"),
        help_text=gettext_lazy("Only if the provisional East rolls again"),
        required=False,
    )

    draw: TraditionalDraw | None = None

    def clean(self) -> None:
        typed = self.cleaned_data
        if "row" in typed and "roll" in typed:
            rolls = (typed["roll"],) if typed.get("second") is None else (typed["roll"], typed["second"])
            try:
                self.draw = TraditionalDraw(read_row(TILE.findall(typed["row"])), rolls)
            except DrawProblem as problem:
                self.add_error(FIELDS.get(problem.place, "row"), _with_tile(problem))

    def steps(self) -> tuple[Message, ...]:
        """Return the draw step by step; A rolled, B sat to the right of A, C opposite, D to the left."""
        return tuple(draw_steps(self.draw, PLAYERS)) if self.draw else ()


def _with_tile(problem: DrawProblem) -> str:
    """Return the error with the tile that it is about."""
    place, _space, number = problem.place.partition(" ")
    text = problem.message.say(_)
    return _("Tile {number}: {message}").format(number=number, message=text) if place == "tile" else text
