"""Forms for penalties: what referees type, questions about a foul, late players, cancelling, the filter of the list."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.fouls.cases import Answers, Foul, Question
from scoring.points import P, Points, write_p
from tournament.core.audit import Act
from tournament.core.form_fields import HalfWidthField
from tournament.core.messages import Conflict, Refused, Text, put_on
from tournament.core.models import Hanchan, Tournament, User
from tournament.events.queries import hanchan_of
from tournament.players.fields import PersonField
from tournament.players.lookup import find_or_new
from tournament.players.models import Player
from tournament.referee.penalties.preview import PenaltyDraft, answers_as_text
from tournament.results.models import PenaltyKind
from tournament.results.penalties.actions import WITH_POINTS
from tournament.results.penalties.prices import scheduled_points, suggestion
from tournament.results.penalties.queries import SHEET_FOUL, foul_of, fouls_to_give, newest_penalty

KINDS = [kind for kind in PenaltyKind if kind not in (PenaltyKind.LATE, PenaltyKind.FORFEIT)]
MOST_LATE_ROWS = 40
PREFIX = "answer-"


# --- fields ----------------------------------------------------------------------------------------------------------


class PatternField(HalfWidthField):
    """A short value read by a pattern. Cleaned to None when nothing was typed."""

    pattern: re.Pattern[str]
    error: object
    attrs: Mapping[str, object] = {}

    def __init__(self, **kwargs: Any):
        attrs = {"autocomplete": "off", **self.attrs}
        super().__init__(max_length=10, required=False, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> object:
        typed = super().clean(value)
        if not typed:
            return None
        found = self.pattern.fullmatch(typed)
        if found is None:
            raise forms.ValidationError(str(self.error).format(typed=typed))
        return self.read(found)

    def read(self, found: re.Match[str]) -> object:
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

    def clean(self, value: object) -> Player | str | None:
        typed = " ".join(super().clean(value).split())
        if not typed:
            return None
        try:
            return find_or_new(typed, self.people) or typed
        except Refused as unknown:
            raise forms.ValidationError(unknown.message) from unknown


class HanchanField(forms.TypedChoiceField):
    """A hanchan of the tournament by number; with the label `none` also none of them."""

    def __init__(self, *, none: Text | None = None, **kwargs: Any):
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


def question_fields(foul: Foul | None, answers: Answers, **attrs: str) -> list[forms.BoundField]:
    """Return a field for each question that matters given the answers, which are chosen; `attrs` are those of its radio
    buttons.

    All are optional, because the referee may decide otherwise. What is sent back is read by `answers_in`.
    """
    asked = forms.Form(initial={PREFIX + key: value for key, value in answers.items()})
    for question in foul.form_questions(answers) if foul else ():
        asked.fields[field_name(question)] = forms.ChoiceField(
            label=gettext(question.text),
            choices=[(answer.key, gettext(answer.text)) for answer in question.answers],
            widget=forms.RadioSelect(attrs=attrs),
            required=False,
        )
    return list(asked)


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
    """

    reason = forms.CharField(label=_("What happened"), max_length=500, required=False)
    referee = forms.CharField(label=_("Referee"), max_length=100)
    password = forms.CharField(label=_("Your password"), required=False)
    submission = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    base = forms.IntegerField(required=False)
    is_question = False
    """Whether the page asks if what somebody else gave meanwhile is the same penalty."""

    @cached_property
    def known(self) -> int:
        """The newest penalty that the page knows of, its next `base`."""
        return self.cleaned_data.get("base") or 0

    def act(self, by: User, at: datetime) -> Act:
        """Return who sends the valid form, when and why, which sending it is, and what the page knew."""
        read = self.cleaned_data
        return Act(by=by, at=at, reason=read["reason"], submission=read["submission"], base=self.known)

    def refuse(self, refused: Refused) -> None:
        """Put a refusal on the form."""
        put_on(self, refused)
        self.ask(refused)

    def ask(self, refused: Refused) -> None:
        """Note whether a refusal is a question, which sending the form again answers: from now on the page knows of
        what was given meanwhile.
        """
        if isinstance(refused, Conflict):
            self.is_question, self.known = True, newest_penalty(self.tournament)


class GiveForm(RefereeForm):
    """One penalty of one player. Kind and amount are the schedule's where they follow from the foul or an answer.

    `was_…` in the data are what the page had. A `live` page is sent with every choice; one that is sent as a whole may
    have changed several things at once, and what the referee typed there stays. `hanchan` is the only one that the page
    is about. The fields of the second pane name their form.
    """

    player = PersonField(label=_("Player"), help_text=_("Number or name."))
    hanchan = HanchanField(none=_("outside a hanchan"))
    kind = forms.ChoiceField(label=_("Penalty"), required=False, choices=[(kind.value, kind.label) for kind in KINDS])
    amount = AmountField(label=_("Points taken off, in P"))

    def __init__(self, data: Mapping[str, Any], *, hanchan: Hanchan | None = None, live: bool = False, **event: Any):
        super().__init__(data, **event)
        self.live, self.amount_text = live, data.get("amount", "")
        self.fields["foul"] = forms.TypedChoiceField(
            label=_("Foul"),
            choices=[("", ""), *((foul.code, foul.title) for foul in fouls_to_give(self.tournament))],
            coerce=partial(foul_of, self.tournament),
            empty_value=None,
            required=False,
        )
        if hanchan is not None:
            self.fields["hanchan"].disabled, self.initial["hanchan"] = True, hanchan.number
        for name in ("reason", "referee", "submission"):
            self.fields[name].widget.attrs["form"] = "give"

    def clean(self) -> dict[str, object]:
        """Read the answers about the foul, and put kind and amount as the schedule has them unless they were typed."""
        read, rules = self.cleaned_data, self.tournament.ruleset
        foul, kind = read.get("foul"), read.get("kind", "")
        is_new, is_first = not self._is_as_shown("foul"), "was_foul" not in self.data
        answers = answers_in(self.data, foul) if is_first or not is_new else {}  # else they are about another foul
        is_new = is_new or answers_as_text(answers) != self.data.get("was_answers", "")
        if not kind or (is_new and self._follows("kind")):
            kind = suggestion(foul, answers, rules) or ""
        read |= {"kind": kind, "answers": answers}
        if (is_new or kind != self.data.get("was_kind", "")) and self._follows("amount"):
            self._put_amount(scheduled_points(foul, answers, kind, rules))
        if not self.amount_text and kind not in ("", *WITH_POINTS):
            self._put_amount(0)
        if not kind:
            self.add_error("kind", _("Answer the questions about the foul, or choose a penalty."))
        return read

    @cached_property
    def draft(self) -> PenaltyDraft:
        """The penalty as chosen so far."""
        self.is_valid()
        read = self.cleaned_data
        foul, kind, amount, answers = read.get("foul"), read.get("kind", ""), read.get("amount"), read["answers"]
        return PenaltyDraft(self.tournament, read.get("player"), self.chosen_hanchan(), foul, kind, amount, answers)

    def _is_as_shown(self, name: str) -> bool:
        return bool(self.data.get(name, "") == self.data.get(f"was_{name}", ""))

    def _follows(self, name: str) -> bool:
        """Return whether a value follows from another choice: it was not typed."""
        return self.live or self._is_as_shown(name)

    def _put_amount(self, amount: Points | None) -> None:
        """Replace what is in the field of the amount."""
        self.errors.pop("amount", None)
        self.cleaned_data["amount"] = amount
        self.amount_text = "" if amount is None else write_amount(amount)


class TablePenaltyForm(RefereeForm):
    """The same penalty for everybody at a table."""

    hanchan = HanchanField()
    table = forms.IntegerField(label=_("Table"), min_value=1, widget=forms.TextInput(attrs={"inputmode": "numeric"}))
    amount = AmountField(
        label=_("Different amount for each player, in P"), help_text=_("Leave empty for the amount in the schedule.")
    )

    @cached_property
    def draft(self) -> PenaltyDraft:
        """The penalty of each player at the table under the schedule, given the answers so far."""
        self.is_valid()
        foul, rules = foul_of(self.tournament, SHEET_FOUL), self.tournament.ruleset
        answers, amount = answers_in(self.data, foul), self.cleaned_data.get("amount")
        kind = PenaltyKind.POINTS if amount else suggestion(foul, answers, rules) or ""
        if amount is None:
            amount = scheduled_points(foul, answers, kind, rules)
        return PenaltyDraft(self.tournament, None, self.chosen_hanchan(), foul, kind, amount, answers)


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

    def clean(self) -> dict[str, object]:
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
                label=pgettext_lazy("penalty", "Cancel"),
                choices=[(self.ONE, _("only this penalty")), (self.TABLE, everybody)],
                widget=forms.RadioSelect,
                initial=self.ONE,
                required=False,
            )

    @property
    def is_for_table(self) -> bool:
        return self.cleaned_data.get("whose") == self.TABLE
