"""The question asked at a table whose time has ended: is this the last hand?"""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from scoring.sentences.time_limit import counts_from_warning
from scoring.time_limit import Moment, Verdict, When, verdict
from tournament.core.form_fields import Sent
from tournament.core.models import CutChoice


class TimeUpForm(forms.Form):
    """Three plain questions about a table whose time has ended."""

    when = forms.ChoiceField(
        label=gettext_lazy("When the time ended, the table was"),
        choices=lambda: [(one.value, _(one.label)) for one in When],
        widget=forms.RadioSelect,
    )
    south = forms.ChoiceField(
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

    def __init__(self, rules: Ruleset, data: Sent = None) -> None:
        super().__init__(data, initial={"south": "", "chonbo": ""})
        self.rules = rules
        self.fields["south"].label = _("The {round} round").format(round=_(rules.last_round.label))
        if counts_from_warning(rules.time):
            self.fields["when"].label = _("When the signal sounded, the table was")

    def verdict(self) -> Verdict:
        """Return the hands still to play; only of a valid form."""
        answers = self.cleaned_data
        moment = Moment(When(answers["when"]), south_over=bool(answers["south"]), chonbo=bool(answers["chonbo"]))
        return verdict(self.rules, moment)


class CutForm(forms.Form):
    """The choice of the finalists who count, and its reason; `seen` is the cut that was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    choice = forms.ChoiceField(
        label=gettext_lazy("Who are the finalists?"),
        choices=CutChoice.choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which finalists count.")},
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Everybody can read it beside the standings."),
        max_length=500,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter a reason. Everybody can read it.")},
    )
