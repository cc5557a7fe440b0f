"""Forms of the prizes."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.events.checks import LONGEST_PRIZE
from tournament.events.models import PrizeKind
from tournament.standings.forms import NumbersField
from tournament.standings.prizes.actions import MOST_PLACES

WRONG = ("required", "invalid", "min_value", "max_value")
PLACE = format_lazy(_("Enter a place between 1 and {most}."), most=MOST_PLACES)


class PrizeForm(forms.Form):
    """A prize for a place of a kind; it replaces the one that is there."""

    kind = forms.ChoiceField(label=_("For"), choices=PrizeKind.choices, initial=PrizeKind.PLACE)
    place = forms.IntegerField(
        label=_("Place"), min_value=1, max_value=MOST_PLACES, initial=1, error_messages=dict.fromkeys(WRONG, PLACE)
    )
    what = forms.CharField(
        label=_("Prize"),
        max_length=LONGEST_PRIZE,
        help_text=_("Replaces an existing prize."),
        error_messages={"required": _("Enter what the prize is.")},
    )


class NewcomerForm(forms.Form):
    """The numbers of the players who are new."""

    newcomers = NumbersField(
        label=_("Numbers of new players"),
        help_text=_("For example 4, 17, 23. They can win the prizes for new players."),
    )
