"""Forms for penalties: what referees type, questions about a foul, late players, cancelling, the filter of the list."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.fouls.cases import Answers, Foul
from scoring.fouls.questions import Question
from scoring.points import P, Points, write_p
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused, put_on
from tournament.core.models import Hanchan, Tournament, User
from tournament.events.queries import hanchan_of
from tournament.players.fields import PersonField
from tournament.players.lookup import find_or_new
from tournament.players.models import Player
from tournament.results.models import PenaltyKind
from tournament.results.penalties.queries import SHEET_FOUL, foul_of, fouls_to_give, newest_penalty

KINDS = [kind for kind in PenaltyKind if kind not in (PenaltyKind.LATE, PenaltyKind.FORFEIT)]
MOST_LATE_ROWS = 40
PREFIX = "answer-"


# --- fields ----------------------------------------------------------------------------------------------------------


class PatternField(forms.CharField):
    """A short value read by a pattern, full-width digits too. Cleaned to None when nothing was typed."""

    pattern: re.Pattern[str]
    error: Any
    attrs: Mapping[str, Any] = {}

    def __init__(self, **kwargs: Any):
        attrs = {"autocomplete": "off", **self.attrs}
        super().__init__(max_length=10, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Any:
        typed = unicodedata.normalize("NFKC", super().clean(value))
        if not typed:
            return None
        found = self.pattern.fullmatch(typed)
        if found is None:
            raise forms.ValidationError(str(self.error).format(typed=typed))
        return self.read(found)

    def read(self, found: re.Match[str]) -> Any:
        raise NotImplementedError


class AmountField(PatternField):
    """An amount taken off, in P: `30`, `2.5`, `2,5`. Cleaned to points."""

    pattern = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<tenth>[0-9]))?\s*P?", re.IGNORECASE)
    error = _("“{typed}” is not an amount in P. Enter 30 or 2.5.")
    attrs = {"inputmode": "decimal", "spellcheck": "false"}

    def read(self, found: re.Match[str]) -> Points:
        return int(found["whole"]) * P + int(found["tenth"] or 0) * P // 10


def write_amount(amount: Points) -> str:
    """Return the amount as a referee types it.

    >>> write_amount(30_000), write_amount(2_500)
    ('30', '2.5')
    """
    return write_p(amount, plus=False).removesuffix(".0")


class LateField(PatternField):
    """The lateness: full minutes, or minutes and seconds as `10:01`."""

    pattern = re.compile(r"(?P<minutes>[0-9]{1,3})(?::(?P<seconds>[0-5][0-9]))?\s*'?")
    error = _("“{typed}” is not a number of minutes. Enter 7 or 10:01.")
    attrs = {"inputmode": "numeric", "size": 6}

    def read(self, found: re.Match[str]) -> timedelta:
        return timedelta(minutes=int(found["minutes"]), seconds=int(found["seconds"] or 0))


class OptionalPersonField(PersonField):
    """A player, or nobody when nothing was typed."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) if value and value.strip() else None


class SubstituteField(forms.CharField):
    """A substitute by number or name, or by a piece of it; a name that no player has is the name of a new one."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        attrs = {"list": "substitutes", "autocomplete": "off"}
        super().__init__(max_length=100, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: Any) -> Player | str | None:
        typed = " ".join(super().clean(value).split())
        if not typed:
            return None
        try:
            return find_or_new(typed, self.people) or typed
        except Refused as unknown:
            raise forms.ValidationError(unknown.message) from unknown


class HanchanField(forms.TypedChoiceField):
    """A hanchan of the tournament by number; with the label `none` also none of them."""

    def __init__(self, *, none: Any = None, **kwargs: Any):
        super().__init__(label=_("Hanchan"), coerce=int, required=none is None, empty_value=None, **kwargs)
        self.none = none

    def offer(self, hanchan: Sequence[Hanchan]) -> None:
        none = [] if self.none is None else [("", self.none)]
        self.choices = [*none, *((one.number, one.number) for one in hanchan)]


def offer(form: forms.Form, people: Sequence[Player], hanchan: Sequence[Hanchan] = ()) -> None:
    """Give the fields of a form their people and hanchan."""
    for field in form.fields.values():
        if isinstance(field, HanchanField):
            field.offer(hanchan)
        elif isinstance(field, PersonField | SubstituteField):
            field.people = people


# --- the questions of a foul -----------------------------------------------------------------------------------------


def field_name(question: Question) -> str:
    """Return the name of the question's field."""
    return PREFIX + question.key


def answers_in(typed: Mapping[str, Any], foul: Foul | None) -> dict[str, str]:
    """Return the answers that the foul has and that matter given the others; anything else typed is left out."""
    if foul is None:
        return {}
    answers = {
        question.key: typed[field_name(question)]
        for question in foul.questions
        if typed.get(field_name(question)) in {answer.key for answer in question.answers}
    }
    open_questions = {question.key for question in foul.form_questions(answers)}
    return {key: value for key, value in answers.items() if key in open_questions}


def answers_as_text(answers: Answers) -> str:
    """Return the answers as one text, to see whether they are still the same."""
    return " ".join(f"{key}={value}" for key, value in sorted(answers.items()))


# --- forms -----------------------------------------------------------------------------------------------------------


class TournamentForm(forms.Form):
    """A form whose fields offer the people and hanchan of a tournament."""

    def __init__(self, *args: Any, tournament: Tournament, people: Sequence[Player] = (), **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.hanchan_list = hanchan_of(tournament)
        offer(self, people, self.hanchan_list)

    def chosen_hanchan(self) -> Hanchan | None:
        number = self.cleaned_data.get("hanchan")
        return next((one for one in self.hanchan_list if one.number == number), None)


class FilterForm(TournamentForm):
    """The filter of the list. Values that cannot be read are ignored."""

    player = OptionalPersonField(label=_("Player"), required=False)
    hanchan = HanchanField(none=_("all hanchan"))
    kind = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("all kinds")), *PenaltyKind.choices])


class RefereeForm(TournamentForm):
    """Fields of every decision: referee, reason, the password where results are out, the form's submission (a double
    click is one), and `base`, the newest penalty that the page knew of: what somebody else gave since is asked about.

    Penalties with questions about their foul have a field for each; they are optional, because the referee may decide
    otherwise.
    """

    reason = forms.CharField(label=_("What happened"), max_length=500, required=False)
    referee = forms.CharField(label=_("Referee"), max_length=100)
    password = forms.CharField(label=_("Your password"), required=False)
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    base = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def ask(self, foul: Foul | None, **attrs: str) -> None:
        """Add a field for each question of the foul, with `attrs` for its radio buttons."""
        for question in foul.questions if foul else ():
            self.fields[field_name(question)] = forms.ChoiceField(
                label=gettext(question.text),
                choices=[(answer.key, gettext(answer.text)) for answer in question.answers],
                widget=forms.RadioSelect(attrs=attrs),
                required=False,
            )

    def act(self, by: User, at: datetime) -> Act:
        """Return who sends the valid form, when and why, which sending it is, and what the page knew."""
        read = self.cleaned_data
        return Act(by=by, at=at, reason=read["reason"], submission=read["submission"], base=read["base"] or 0)

    def refuse(self, refused: Refused) -> bool:
        """Put a refusal on the form; return whether it `asks`."""
        put_on(self, refused)
        return self.asks(refused)

    def asks(self, refused: Refused) -> bool:
        """Return whether a refusal is a question, which sending the form again answers: from now on it knows of what
        was given meanwhile.
        """
        is_question = isinstance(refused, Conflict)
        if is_question:
            typed = cast(QueryDict, self.data)  # a copy, which the page shows again
            typed["base"] = str(newest_penalty(self.tournament))
        return is_question

    def questions(self, foul: Foul | None, answers: Answers) -> list[forms.BoundField]:
        """Return the fields of the questions that matter given these answers."""
        return [self[field_name(question)] for question in (foul.form_questions(answers) if foul else ())]


class GiveForm(RefereeForm):
    """One penalty of one player, with the questions of its foul. The fields of the second pane name their form."""

    player = PersonField(label=_("Player"), help_text=_("Number or name."))
    hanchan = HanchanField(none=_("outside a hanchan"))
    kind = forms.ChoiceField(
        label=_("Penalty"),
        choices=[(kind.value, kind.label) for kind in KINDS],
        error_messages={"required": _("Answer the questions about the foul, or choose a penalty.")},
    )
    amount = AmountField(label=_("Points taken off, in P"))

    def __init__(self, data: Mapping[str, Any], *, tournament: Tournament, people: Sequence[Player]):
        super().__init__(data, tournament=tournament, people=people)
        fouls = [("", ""), *((foul.code, foul.title) for foul in fouls_to_give(tournament))]
        self.fields["foul"] = forms.ChoiceField(label=_("Foul"), required=False, choices=fouls)
        self.ask(foul_of(tournament, data.get("foul", "")), form="give")
        for name in ("kind", "amount", "reason", "referee", "submission", "base"):
            self.fields[name].widget.attrs["form"] = "give"


class TablePenaltyForm(RefereeForm):
    """The same penalty for everybody at a table, with the questions of a wrong report sheet."""

    hanchan = HanchanField()
    table = forms.IntegerField(label=_("Table"), min_value=1, widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    amount = AmountField(
        label=_("Different amount for each player, in P"), help_text=_("Leave empty for the amount in the schedule.")
    )

    def __init__(self, data: Mapping[str, Any], *, tournament: Tournament):
        super().__init__(data, tournament=tournament)
        self.ask(foul_of(tournament, SHEET_FOUL))


class LatenessForm(RefereeForm):
    """Fields that the late players of one hanchan share."""

    hanchan = HanchanField()


class LateRowForm(forms.Form):
    """One late player. A row without a player is empty."""

    player = OptionalPersonField(label=_("Player"), required=False)
    late = LateField(label=_("Minutes late"))
    forfeits = forms.BooleanField(label=_("absent"), required=False)
    substitute = SubstituteField(label=_("Substitute"))

    def __init__(self, *args: Any, people: Sequence[Player] = (), **kwargs: Any):
        super().__init__(*args, **kwargs)
        offer(self, people)

    def clean(self) -> dict[str, Any]:
        row = self.cleaned_data
        if "player" in row and row["player"] is None and (row.get("late") or row.get("substitute")):
            self.add_error("player", _("Enter the late player."))
        if row.get("player") and "late" in row and row["late"] is None and not row.get("forfeits"):
            self.add_error("late", _("Enter the minutes, or tick “absent”."))
        return row


class CancelPenaltyForm(forms.Form):
    """The reason for cancelling a penalty; of several that were given `together`, this one or all of them."""

    ONE, TABLE = "one", "table"
    reason = forms.CharField(label=_("Reason"), max_length=500)
    password = forms.CharField(label=_("Your password"), required=False)

    def __init__(self, *args: Any, together: int, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if together > 1:
            everybody = gettext("all {n} penalties of the table").format(n=together)
            self.fields["whose"] = forms.ChoiceField(
                label=_("Cancel"),
                choices=[(self.ONE, _("only this penalty")), (self.TABLE, everybody)],
                widget=forms.RadioSelect,
                initial=self.ONE,
                required=False,
            )

    @property
    def is_for_table(self) -> bool:
        return self.cleaned_data.get("whose") == self.TABLE
