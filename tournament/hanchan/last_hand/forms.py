"""Forms of the last hand: which table and hand, then its deltas or points, honba and deposits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game import DEPOSIT
from scoring.least_win import LastHand
from scoring.points import Minus, Points, Unit
from scoring.rules import Ruleset
from scoring.sheet import Cause, cause_texts, likely_causes
from scoring.winds import WINDS, Wind
from tournament.core.form_fields import HalfWidthField, set_choices
from tournament.core.messages import Refused, sentence
from tournament.core.models import Hanchan, Tournament
from tournament.desk.forms import MINUSES, MOST_DEPOSITS, UnitPointsField, hands_of
from tournament.events.queries import current_hanchan, hanchan_of
from tournament.hanchan.last_hand.answer import CurrentSeat
from tournament.results.all_last.models import MOST_HONBA
from tournament.results.all_last.queries import is_all_last
from tournament.results.sheets.printings import find_table
from tournament.seats.integrity import altered_of
from tournament.seats.queries import Lineup, Place, lineup, numbers_seated
from tournament.translation.formats import hand_name, number, write, write_p

DELTAS, POINTS = "deltas", "points"
WRITTEN = [(DELTAS, gettext_lazy("deltas, as on the all-last sheet")), (POINTS, gettext_lazy("points"))]
STEP = 100
"""Points change hands in hundreds."""


def seated_hanchan(tournament: Tournament, *, public: bool) -> list[Hanchan]:
    """Return the hanchan with a seating, for `public` one that is published and not altered. Two queries, and three
    once per edition."""
    seated = numbers_seated(tournament)
    found = [one for one in hanchan_of(tournament) if one.number in seated]
    altered = altered_of(tournament) if public else {}
    return [one for one in found if one.seating_published_at and one.number not in altered] if public else found


def every_hand(rules: Ruleset) -> list[tuple[str, str]]:
    """The hands of every round, as `E1`; those of the last one by their number alone, as where it is the only one."""
    return [
        (hand_key(rules, wind, hand), hand_name(wind, hand))
        for wind in rules.rounds
        for hand in range(1, rules.players + 1)
    ]


def hands_at(rules: Ruleset, *, on_stream: bool) -> list[tuple[str, str]]:
    """The hands that a table may choose: those of the last round, on the stream every one."""
    return every_hand(rules) if on_stream else [(str(hand), label) for hand, label in hands_of(rules)]


def hand_key(rules: Ruleset, round_wind: Wind, hand: int) -> str:
    return str(hand) if round_wind is rules.last_round else f"{round_wind}{hand}"


def hand_of(rules: Ruleset, key: str) -> tuple[Wind, int]:
    """Return the round and the hand of a key."""
    return rules.last_round if key.isdecimal() else Wind(key[0]), int(key[-1])


class LastHandTableForm(forms.Form):
    """Hanchan, table and hand; `player` (a number) chooses the table if none is typed.

    `any_hand`: the table is on the stream and writes before each hand; `last` is then ticked for one that is the last
    because of the time.
    """

    hanchan = forms.TypedChoiceField(label=gettext_lazy("Hanchan"), coerce=int)
    table = HalfWidthField(
        label=gettext_lazy("Table"),
        required=False,
        max_length=12,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    hand = forms.ChoiceField(label=gettext_lazy("Hand"), widget=forms.Select({"data-hand": ""}))
    last = forms.BooleanField(label=gettext_lazy("The last hand, because the time is up"), required=False)

    def __init__(
        self,
        data: Mapping[str, object],
        hanchan: Sequence[Hanchan],
        rules: Ruleset,
        player: int | None = None,
        *,
        any_hand: bool = False,
    ) -> None:
        current = current_hanchan(hanchan)
        self.hands = hands_at(rules, on_stream=any_hand)
        usual = self.hands[0 if any_hand else -1][0]
        first = {"hanchan": current.number if current else "", "table": "", "hand": usual, "last": ""}
        super().__init__({**first, **{name: data[name] for name in first if data.get(name)}})
        self.by_number = {one.number: one for one in hanchan}
        self.player = player if not data.get("table") else None
        self.seated: Lineup = {}
        set_choices(self, "hanchan", [(number, _("Hanchan {n}").format(n=number)) for number in self.by_number])
        self.rules, self.any_hand, self.usual = rules, any_hand, usual
        set_choices(self, "hand", self.hands)
        if not any_hand:
            del self.fields["last"], self.fields["hand"].widget.attrs["data-hand"]
        if not hanchan:
            del self.fields["hanchan"], self.fields["table"]
        self.full_clean()

    def clean(self) -> None:
        """Look the table up. Three queries."""
        if (number := self.cleaned_data.get("hanchan")) is None:
            return
        chosen = self.by_number[number]
        self.seated = lineup(chosen.tournament, number)
        typed = self.cleaned_data.get("table") or self._table_of_player()
        if typed:
            try:
                self.cleaned_data["table"] = find_table(typed, chosen, self.seated)
            except Refused as problem:
                self.add_error("table", problem.message)
        if self.player:
            self.data = {**self.data, "table": typed}

    def _table_of_player(self) -> str:
        tables = (
            table
            for table, places in self.seated.items()
            if any(place.player.number == self.player for place in places)
        )
        return str(next(tables, ""))

    @property
    def chosen(self) -> Hanchan | None:
        return self.by_number.get(self.cleaned_data.get("hanchan", 0))

    @property
    def number(self) -> int | None:
        found = self.cleaned_data.get("table")
        return found if isinstance(found, int) else None

    @property
    def hand_key(self) -> str:
        """The hand as it is chosen, the usual one if none can be read."""
        return self.cleaned_data.get("hand") or self.usual

    @property
    def played(self) -> int:
        """The hand of the round."""
        return hand_of(self.rules, self.hand_key)[1]

    @property
    def round(self) -> Wind:
        return hand_of(self.rules, self.hand_key)[0]

    @property
    def is_last(self) -> bool:
        """Return whether it is the last hand."""
        typed = not self.any_hand or bool(self.cleaned_data.get("last"))
        return typed or is_all_last(self.rules, self.round, self.played)

    @property
    def hand_label(self) -> str:
        return dict(self.hands)[self.hand_key]

    @property
    def places(self) -> tuple[Place, ...]:
        return self.seated.get(self.number, ()) if self.number else ()

    @property
    def shown(self) -> str:
        """Hanchan, table and hand of the names beside the deltas."""
        return f"{self.cleaned_data.get('hanchan', '')}-{self.number or ''}-{self.hand_key}"


@dataclass(frozen=True, slots=True)
class PlayerFields:
    """The fields of one player. `who` is the name of the field that says who it is if winds are drawn."""

    seat: CurrentSeat
    label: str
    value: BoundField
    is_minus: bool
    yakitori: BoundField | None
    who: str


class DeltaField(UnitPointsField):
    """A delta as on the sheet. Without its point, 62 could be 6.2 or 62.0: it is refused, not guessed."""

    def __init__(self) -> None:
        super().__init__(unit=Unit.HUNDREDS)

    def to_python(self, value: object) -> str:
        typed = super().to_python(value) or ""
        bare = typed.strip(MINUSES + "+ ")
        if bare.isdecimal() and len(bare) < len("10000") and int(bare):
            short, long = number(f"{bare[:-1] or 0}.{bare[-1]}"), number(f"{bare}.0")
            message = _("“{typed}” could be {short} or {long}. Enter it with the point, as on the sheet.")
            raise forms.ValidationError(message.format(typed=bare, short=short, long=long), code="ambiguous")
        return typed


class CountField(forms.IntegerField):
    """A small number of things on the table; nothing typed is 0."""

    def __init__(self, most: int, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 3}
        super().__init__(min_value=0, max_value=most, required=False, widget=forms.TextInput(attrs), **kwargs)

    def clean(self, value: object) -> int:
        return super().clean(value) or 0


class PointsForm(forms.Form):
    """The values by current wind, from East on. `minus` are the winds below zero, for keyboards without a minus."""

    written = forms.ChoiceField(
        label=gettext_lazy("Entered as"), choices=WRITTEN, widget=forms.RadioSelect, required=False
    )
    honba = CountField(MOST_HONBA, label=gettext_lazy("Honba"))
    deposits = CountField(MOST_DEPOSITS, label=gettext_lazy("Riichi deposits"))

    def __init__(self, data: QueryDict, rules: Ruleset, unit: Unit) -> None:
        is_typed = any(data.get(wind.value, "").strip() for wind in rules.winds)
        first = {"written": DELTAS, "honba": 0, "deposits": 0}
        super().__init__(data if is_typed else None, initial=first | {name: data[name] for name in data})
        self.rules = rules
        self.minus = {*data.getlist("minus")} & {wind.value for wind in rules.winds}
        self.as_deltas = data.get("written") != POINTS
        self.unit = Unit.THOUSANDS if self.as_deltas else unit
        for wind in rules.winds:
            self.fields[wind.value] = DeltaField() if self.as_deltas else UnitPointsField(unit=unit)
            if rules.yakitori:
                self.fields[f"yakitori_{wind}"] = forms.BooleanField(label=_("won no hand yet"), required=False)

    def clean(self) -> dict[str, object]:
        """Check that no value is missing and that all of them and the deposits add up."""
        for wind in self.rules.winds:
            if wind.value in self.errors:
                continue
            if (value := self.cleaned_data[wind.value]) is None:
                self.add_error(wind.value, _("A value is missing."))
            elif value % STEP:
                text = _("A delta has one decimal, such as 6.2.") if self.as_deltas else _("Points end in 00.")
                self.add_error(wind.value, text)
        if not self.errors:
            self._check_sum()
        return self.cleaned_data

    def rows(self, seats: Sequence[CurrentSeat], *, drawn: bool) -> list[PlayerFields]:
        """Return the typed values of each player, by current wind."""
        label = _("Delta of {name}") if self.as_deltas else _("Points of {name}")
        return [
            PlayerFields(
                seat,
                label.format(name=seat.name),
                self[seat.wind.value],
                seat.wind.value in self.minus,
                self[f"yakitori_{seat.wind}"] if self.rules.yakitori else None,
                f"who_{seat.wind}" if drawn else "",
            )
            for seat in seats
        ]

    def _check_sum(self) -> None:
        """Put a sum that does not fit beside the field whose slip explains it, otherwise below all values."""
        missing = self.rules.total - sum(self.points) - self.cleaned_data["deposits"] * DEPOSIT
        if not missing:
            return
        typed = [self._typed(wind) for wind in self.rules.winds]
        causes = likely_causes(typed, self.cleaned_data["deposits"], missing, self.unit)
        fields = {_field_of(cause) for cause in causes}
        why = [sentence(text) for text in cause_texts(causes)] or [_("Compare each value with the table.")]
        errors = forms.ValidationError([self._sum_text(missing), *why])
        self.add_error(fields.pop() if len(fields) == 1 else None, errors)

    @property
    def deltas_due(self) -> Points:
        """The sum of all deltas without deposits: 0 where the goal is the start."""
        return self.rules.total - self.rules.goal * self.rules.players

    def _sum_text(self, missing: Points) -> str:
        if self.as_deltas:
            due = self.deltas_due - self.cleaned_data["deposits"] * DEPOSIT
            template = _("The deltas add up to {sum}; with these deposits it should be {due}.")
            return template.format(sum=write_p(due - missing, Minus.SHEET), due=write_p(due, Minus.SHEET))
        return (_("{amount} missing.") if missing > 0 else _("{amount} too many.")).format(amount=write(abs(missing)))

    def _typed(self, wind: Wind) -> Points:
        typed: Points = self.cleaned_data[wind.value]
        return -abs(typed) if wind.value in self.minus else typed

    @property
    def points(self) -> tuple[Points, ...]:
        """The points by current wind; only if every value can be read."""
        goal = self.rules.goal if self.as_deltas else 0
        return tuple(goal + self._typed(wind) for wind in self.rules.winds)

    def last_hand(self, hand: int) -> LastHand:
        """Return the table in this hand of its round; only of a valid form."""
        marks = tuple(bool(self.cleaned_data.get(f"yakitori_{wind}")) for wind in self.rules.winds)
        return LastHand(
            points=self.points,
            rules=self.rules,
            hand=hand,
            honba=self.cleaned_data["honba"],
            deposits=self.cleaned_data["deposits"],
            yakitori=marks if self.rules.yakitori else (),
        )


def _field_of(cause: Cause) -> str | None:
    """Return the field that a cause is about, None for all values."""
    if cause.message.code == "deposits":
        return cause.message.code
    return None if cause.message.row is None else WINDS[cause.message.row].value
