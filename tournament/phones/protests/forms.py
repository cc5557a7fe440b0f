"""The form of a player who reports an error, and that of an answer."""

from collections.abc import Sequence
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.form_fields import Sent, set_choices
from tournament.core.messages import Text
from tournament.results.protests.models import LONGEST_NAME, LONGEST_TEXT, ProtestAbout, ProtestOutcome
from tournament.standings.player_card import HanchanStep


def _long_text(label: Text, help_text: Text, missing: Text) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": missing},
    )


class ProtestForm(forms.Form):
    """A protest: what is wrong, and in which of the hanchan whose protest window is open."""

    hanchan = forms.TypedChoiceField(
        label=_("Where"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose the hanchan.")},
    )
    about = forms.ChoiceField(
        label=_("What is wrong"),
        choices=ProtestAbout.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is wrong.")},
    )
    text = _long_text(
        _("What it should be"), _("Only the staff can read this and your name."), _("Write what it should be.")
    )
    reporter = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={"required": _("Enter your name.")},
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Sent, steps: Sequence[HanchanStep], chosen: int | None = None):
        super().__init__(data, initial={"submission": uuid4(), "hanchan": chosen})
        self.is_open = bool(steps)
        set_choices(self, "hanchan", [(step.hanchan, _where(step)) for step in steps])


def _where(step: HanchanStep) -> str:
    if step.played is None:
        return gettext("Hanchan {number}").format(number=step.hanchan)
    return gettext("Hanchan {number}, table {table}").format(number=step.hanchan, table=step.played.table)


class AnswerForm(forms.Form):
    """The outcome of a protest, and a text for the player."""

    outcome = forms.ChoiceField(
        label=_("Is the report right?"),
        choices=[
            (ProtestOutcome.ACCEPTED, _("Yes: it is corrected")),
            (ProtestOutcome.REJECTED, _("No: the results stand")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose whether the report is right.")},
    )
    answer = _long_text(
        _("Answer"), _("Everybody can read it on the player’s page."), _("Enter an answer for the player.")
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)
