"""What is still played when the time ends, in the reader's language: a table to read out, and three questions."""

from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from scoring.sentences.of_time import counts_from_warning
from scoring.time_limit import Kind, Moment, When, cases, verdict


@dataclass(frozen=True, slots=True)
class LastHand:
    """What a table was doing, and what it does next; `is_over` when that is nothing."""

    asked: str
    text: str
    is_over: bool


def last_hands(rules: Ruleset) -> tuple[LastHand, ...]:
    """Every case there is when the time ends, as a referee reads them out."""
    return tuple(
        LastHand(case.asked.said(_), case.verdict.text.said(_), case.verdict.kind is Kind.OVER) for case in cases(rules)
    )


NOT_OVER = gettext_lazy("is not over, and not over after this hand")
SOUTH_OVER = gettext_lazy("is over, or is over after this hand")


class LastHandForm(forms.Form):
    """Three plain questions about a table whose time has ended."""

    when = forms.ChoiceField(
        label=gettext_lazy("When the time ended, the table was"),
        choices=lambda: [(one.value, _(one.label)) for one in When],
        widget=forms.RadioSelect,
    )
    south = forms.ChoiceField(
        label=gettext_lazy("The South round"),
        help_text=gettext_lazy("A dealer who stays keeps it going."),
        choices=[("", NOT_OVER), ("over", SOUTH_OVER)],
        widget=forms.RadioSelect,
        required=False,
    )
    chonbo = forms.ChoiceField(
        label=gettext_lazy("The last hand ended with a chonbo"),
        choices=[("", gettext_lazy("no")), ("yes", gettext_lazy("yes"))],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, rules: Ruleset, answers: QueryDict | None = None) -> None:
        super().__init__(answers, initial={"south": "", "chonbo": ""})
        self.rules = rules
        if counts_from_warning(rules.time):
            self.fields["when"].label = _("When the signal sounded, the table was")

    def answer(self) -> LastHand:
        """The verdict of the rules on what was answered; only when the form is valid."""
        said = self.cleaned_data
        moment = Moment(When(said["when"]), south_over=bool(said["south"]), chonbo=bool(said["chonbo"]))
        found = verdict(self.rules, moment)
        return LastHand("", found.text.said(_), found.kind is Kind.OVER)
