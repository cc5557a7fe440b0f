"""What lies in the drawers before the last hand: deltas as on the all-last sheet or points, honba, deposits."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.causes import Cause, likely_causes, said
from scoring.game import DEPOSIT
from scoring.least_win import LastHand
from scoring.points import Minus, Points, Unit, write, write_p
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind
from scoring.words import joined
from tournament.sheets.forms import MINUSES, MOST_DEPOSITS, PointsField
from tournament.standings.last_hand_seats import Seat

DELTAS, POINTS = "deltas", "points"
WRITTEN = [(DELTAS, gettext_lazy("deltas, as on the all-last sheet")), (POINTS, gettext_lazy("points"))]
MOST_HONBA = 99


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one player. `who` names the field that says who it is where winds are drawn."""

    seat: Seat
    label: str
    value: BoundField
    is_minus: bool
    yakitori: BoundField | None
    who: str


class DeltaField(PointsField):
    """A delta as on the sheet. Without its point 62 could be 6.2 or 62.0: that is asked, not guessed."""

    def __init__(self) -> None:
        super().__init__(unit=Unit.HUNDREDS)

    def to_python(self, value: Any) -> str:
        typed = super().to_python(value)
        bare = typed.strip(MINUSES + "+ ")
        if bare.isdecimal() and len(bare) < len("10000") and int(bare):
            short, long = f"{bare[:-1] or 0}.{bare[-1]}", f"{bare}.0"
            message = _("“{typed}” could be {short} or {long}. Type it with the point, as on the sheet.")
            raise forms.ValidationError(message.format(typed=bare, short=short, long=long), code="ambiguous")
        return typed


class CountField(forms.IntegerField):
    """A small number of things on the table; nothing typed is none."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}
        super().__init__(min_value=0, max_value=most, required=False, widget=forms.TextInput(attrs), **kwargs)

    def clean(self, value: Any) -> int:
        return super().clean(value) or 0


class PointsForm(forms.Form):
    """The values by current wind, from East on. `minus` names those below zero, for keyboards that have no minus."""

    written = forms.ChoiceField(
        label=gettext_lazy("Typed are"), choices=WRITTEN, widget=forms.RadioSelect, required=False
    )
    honba = CountField(MOST_HONBA, label=gettext_lazy("Honba"))
    deposits = CountField(MOST_DEPOSITS, label=gettext_lazy("Riichi deposits"))

    def __init__(self, asked: QueryDict, rules: Ruleset, unit: Unit) -> None:
        is_asked = any(asked.get(wind.value, "").strip() for wind in rules.winds)
        first = {"written": DELTAS, "honba": 0, "deposits": 0}
        super().__init__(asked if is_asked else None, initial=first | {name: asked[name] for name in asked})
        self.rules = rules
        self.minus = {*asked.getlist("minus")} & {wind.value for wind in rules.winds}
        self.as_deltas = asked.get("written") != POINTS
        self.unit = Unit.THOUSANDS if self.as_deltas else unit
        for wind in rules.winds:
            self.fields[wind.value] = DeltaField() if self.as_deltas else PointsField(unit=unit)
            if rules.yakitori:
                self.fields[f"yakitori_{wind}"] = forms.BooleanField(label=_("won no hand yet"), required=False)

    def clean(self) -> dict[str, Any]:
        """Every value is there, and together with the deposits they make the sum."""
        for wind in self.rules.winds:
            if wind.value not in self.errors and self.cleaned_data[wind.value] is None:
                self.add_error(wind.value, _("This one is missing."))
        if not self.errors:
            self._check_sum()
        return self.cleaned_data

    def rows(self, seats: Sequence[Seat], *, drawn: bool) -> list[Row]:
        """What is typed for each player, by current wind."""
        label = _("Delta of {name}") if self.as_deltas else _("Points of {name}")
        return [
            Row(
                seat, label.format(name=seat.name), self[seat.wind.value], seat.wind.value in self.minus,
                self[f"yakitori_{seat.wind}"] if self.rules.yakitori else None, f"who_{seat.wind}" if drawn else "",
            )
            for seat in seats
        ]  # fmt: skip

    def _check_sum(self) -> None:
        """A sum that does not fit is said beside the field whose slip explains it, else below the four."""
        missing = self.rules.total - sum(self.points) - self.cleaned_data["deposits"] * DEPOSIT
        if not missing:
            return
        typed = [self._typed(wind) for wind in self.rules.winds]
        causes = likely_causes(typed, self.cleaned_data["deposits"], missing, self.unit)
        fields = {_field_of(cause) for cause in causes}
        why = joined(said(causes)).said(_) if causes else _("Compare each with the table.")
        self.add_error(fields.pop() if len(fields) == 1 else None, f"{self._sum_said(missing)} {why}")

    def _sum_said(self, missing: Points) -> str:
        if self.as_deltas:
            due = self.rules.total - self.rules.goal * self.rules.players - self.cleaned_data["deposits"] * DEPOSIT
            template = _("The deltas add up to {sum}; with these deposits it should be {due}.")
            return template.format(sum=write_p(due - missing, Minus.SHEET), due=write_p(due, Minus.SHEET))
        return (_("{amount} missing.") if missing > 0 else _("{amount} too many.")).format(amount=write(abs(missing)))

    def _typed(self, wind: Wind) -> Points:
        """What was typed, with its sign."""
        typed: Points = self.cleaned_data[wind.value]
        return -abs(typed) if wind.value in self.minus else typed

    @property
    def points(self) -> tuple[Points, ...]:
        """The points by current wind; only of a form in which every value can be read."""
        goal = self.rules.goal if self.as_deltas else 0
        return tuple(goal + self._typed(wind) for wind in self.rules.winds)

    def last_hand(self, hand: int) -> LastHand:
        """The table in this hand of its round; only of a valid form."""
        found = tuple(bool(self.cleaned_data.get(f"yakitori_{wind}")) for wind in self.rules.winds)
        marks = found if self.rules.yakitori else ()
        said = self.cleaned_data
        return LastHand(
            points=self.points, rules=self.rules, hand=hand, honba=said["honba"], deposits=said["deposits"],
            yakitori=marks,
        )  # fmt: skip


def _field_of(cause: Cause) -> str | None:
    """The field that a cause is about, None for all four values."""
    if cause.code == "deposits":
        return cause.code
    return None if cause.row is None else WINDS[cause.row].value
