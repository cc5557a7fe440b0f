"""Giving penalties: what is typed, and who is offered."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.events.models import Hanchan, Tournament
from tournament.events.queries import hanchan_of
from tournament.penalties.answers import AskingForm
from tournament.penalties.fields import AmountField, LateField, SomebodyField, SubstituteField
from tournament.penalties.models import PenaltyKind
from tournament.penalties.queries import SHEET_FOUL, foul_of, fouls_to_give
from tournament.players.models import Player
from tournament.seating.forms import PersonField

KINDS = [kind for kind in PenaltyKind if kind not in (PenaltyKind.LATE, PenaltyKind.FORFEIT)]
MOST_LATE_ROWS = 40


class HanchanField(forms.TypedChoiceField):
    """One of the tournament's hanchan; with `outside` also none of them."""

    def __init__(self, *, outside: bool, **kwargs: Any):
        super().__init__(label=_("Hanchan"), coerce=int, required=not outside, empty_value=None, **kwargs)
        self.outside = outside

    def offer(self, hanchan: Sequence[Hanchan]) -> None:
        none = [("", _("outside a hanchan"))] if self.outside else []
        self.choices = [*none, *((one.number, one.number) for one in hanchan)]


class RefereeForm(forms.Form):
    """What every decision says: who decided, why, and which form it was (a double click is one)."""

    reason = forms.CharField(label=_("What happened"), max_length=500, required=False)
    referee = forms.CharField(label=_("Referee"), max_length=100)
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, tournament: Tournament, people: Sequence[Player] = (), **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.hanchan_list = hanchan_of(tournament)
        if "hanchan" in self.fields:
            self.fields["hanchan"].offer(self.hanchan_list)  # type: ignore[attr-defined]
        if "player" in self.fields:
            self.fields["player"].people = people  # type: ignore[attr-defined]

    def chosen_hanchan(self) -> Hanchan | None:
        """The hanchan that was chosen."""
        number = self.cleaned_data.get("hanchan")
        return next((one for one in self.hanchan_list if one.number == number), None)


class GiveForm(AskingForm, RefereeForm):
    """One penalty of one player, with the questions of its foul. The fields of the second pane name their form."""

    player = PersonField(label=_("Player"), help_text=_("Number or name."))
    hanchan = HanchanField(outside=True)
    foul = forms.ChoiceField(label=_("Foul"), required=False)
    kind = forms.ChoiceField(
        label=_("Penalty"),
        choices=[(kind.value, kind.label) for kind in KINDS],
        error_messages={"required": _("Answer the questions of the foul, or choose a penalty.")},
    )
    amount = AmountField(label=_("Points taken off, in P"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any):
        super().__init__(*args, tournament=tournament, **kwargs)
        self.fields["foul"].choices = [("", "")] + [(foul.code, foul.title) for foul in fouls_to_give(tournament)]  # type: ignore[attr-defined]
        self.ask(foul_of(tournament, (self.data if self.is_bound else self.initial).get("foul", "")), form="give")
        for name in ("kind", "amount", "reason", "referee", "submission"):
            self.fields[name].widget.attrs["form"] = "give"


class TableForm(AskingForm, RefereeForm):
    """The same for everybody at a table, with the questions of a wrong report sheet."""

    hanchan = HanchanField(outside=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    amount = AmountField(label=_("Other points from each, in P"), help_text=_("Empty: what the schedule says."))
    field_order = ["hanchan", "table", "amount", "reason", "referee", "submission"]

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any):
        super().__init__(*args, tournament=tournament, **kwargs)
        self.ask(foul_of(tournament, SHEET_FOUL))


class LatenessForm(RefereeForm):
    """What the late players of one hanchan have in common."""

    hanchan = HanchanField(outside=False)
    rows = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_LATE_ROWS, required=False)
    field_order = ["hanchan", "referee", "reason", "submission", "rows"]


class LateRowForm(forms.Form):
    """One late player. A row without a player is empty."""

    player = SomebodyField(label=_("Player"), required=False)
    late = LateField(label=_("Minutes late"))
    forfeits = forms.BooleanField(label=_("does not play"), required=False)
    substitute = SubstituteField(label=_("Who stands in"))

    def __init__(self, *args: Any, people: Sequence[Player] = (), **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["player"].people = people  # type: ignore[attr-defined]
        self.fields["substitute"].people = people  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "player" in said and said["player"] is None and (said.get("late") or said.get("substitute")):
            self.add_error("player", _("Say who came late."))
        if said.get("player") and "late" in said and said["late"] is None and not said.get("forfeits"):
            self.add_error("late", _("Type the minutes, or tick that the player does not play."))
        return said


class CancelForm(forms.Form):
    """Why a penalty is taken back; of several that were given `together`, this one or all of them."""

    ONE, TABLE = "one", "table"
    whose = forms.ChoiceField(label=_("Which"), widget=forms.RadioSelect, initial=ONE, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, together: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if together < 2:
            del self.fields["whose"]
            return
        all_of_them = gettext("the whole table’s (%(n)d)") % {"n": together}
        self.fields["whose"].choices = [(self.ONE, _("only this one")), (self.TABLE, all_of_them)]  # type: ignore[attr-defined]

    @property
    def is_for_table(self) -> bool:
        return self.cleaned_data.get("whose") == self.TABLE


class FilterForm(forms.Form):
    """What of the list is shown. Whatever makes no sense is ignored."""

    player = SomebodyField(label=_("Player"), required=False)
    hanchan = HanchanField(outside=True)
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("all kinds")), *PenaltyKind.choices])

    def __init__(self, *args: Any, tournament: Tournament, people: Sequence[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["player"].people = people  # type: ignore[attr-defined]
        numbers = [(one.number, one.number) for one in hanchan_of(tournament)]
        self.fields["hanchan"].choices = [("", _("all hanchan")), *numbers]  # type: ignore[attr-defined]
