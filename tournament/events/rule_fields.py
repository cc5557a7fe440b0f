"""A form field for every kind of value that a rule set is made of.

Points are typed in thousands or in full. A list by place has a box for each place; an uma that depends on the number of
players at the goal has a row of boxes for each number.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scoring.points import Minus, Points, Unit, UnreadablePoints, parse_points, type_back, write_p
from scoring.rules import RuleField
from scoring.rules.value_kinds import Amount, ByPlace, SomeOf, UmaByPlace, Whole, YesNo
from tournament.core.form_fields import half_width
from tournament.core.messages import sentence
from tournament.translation.formats import write

FEW_DIGITS = re.compile("[0-9]{1,2}00|0")
PLACES = (
    pgettext_lazy("place at the table", "1st"),
    pgettext_lazy("place at the table", "2nd"),
    pgettext_lazy("place at the table", "3rd"),
    pgettext_lazy("place at the table", "4th"),
)
SEPARATE = "-"


class PointsField(forms.CharField):
    """Points, typed in thousands or in full; the value is whole points.

    `in_full`: shown as points, not as P. `sticks`: 300 and 3000 are so many points and nothing else.
    """

    def __init__(self, *, in_full: bool = False, sticks: bool = False, **kwargs: Any):
        self.in_full, self.sticks = in_full, sticks
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(max_length=12, widget=widget, **kwargs)

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, int):
            return value
        return write(value) if self.in_full else shortest(value)

    def clean(self, value: object) -> Points | None:
        text = str(super().clean(value))
        return points_of(text, sticks=self.sticks) if text else None


class PlacesInput(forms.Widget):
    """Boxes by place, in one row, or in a row for each number of players at the goal."""

    template_name = "events/places_input.html"
    use_fieldset = True

    def __init__(self, players: int, **kwargs: Any):
        super().__init__(**kwargs)
        self.players = players

    def rows_of(self, value: Any) -> list[list[str]]:
        """The texts of the boxes."""
        match value:
            case {"floating": rows}:
                return [_texts(row) for row in rows]
            case None | () | []:
                return [[""] * self.players]
        return [_texts(value)]

    def value_from_datadict(self, data: Mapping[str, object], files: object, name: str) -> object:
        """A list of texts, or as JSON has a floating uma, of texts too; None when there are no boxes at all."""
        floating = data.get(f"{name}{SEPARATE}floating")
        rows = [
            [data.get(box_name(name, row, place), "") for place in range(self.players)]
            for row in range(self.players + 1 if floating else 1)
        ]
        return {"floating": rows} if floating else rows[0]

    def get_context(self, name: str, value: object, attrs: dict[str, object] | None) -> dict[str, object]:
        context = super().get_context(name, value, attrs)
        rows = self.rows_of(value)
        boxes = [
            (number, [(box_name(name, number, place), text, PLACES[place]) for place, text in enumerate(row)])
            for number, row in enumerate(rows)
        ]
        floating = isinstance(value, Mapping) or len(rows) > 1
        context["widget"] |= {
            "rows": boxes,
            "floating": floating and f"{name}{SEPARATE}floating",
            "places": PLACES[: self.players],
            "invalid": "aria-invalid" in context["widget"]["attrs"],
        }
        return context


class PlacesField(forms.Field):
    """Points by place, first to last; nothing in any box is an empty list."""

    def __init__(self, players: int, **kwargs: Any):
        super().__init__(widget=PlacesInput(players), **kwargs)

    def clean(self, value: Any) -> Any:
        match value:
            case {"floating": rows}:
                return {"floating": [self._row(row) for row in rows]}
        return self._row(value) if any(text.strip() for text in value) else self._none()

    def _none(self) -> list[Points]:
        if self.required:
            raise forms.ValidationError(_("Enter the points for every place; 0 for none."))
        return []

    def _row(self, texts: Sequence[str]) -> list[Points]:
        return [_in_place(place, text) for place, text in enumerate(texts)]


def _in_place(place: int, text: str) -> Points:
    try:
        return points_of(text)
    except forms.ValidationError as wrong:
        said = _("{place}: {message}").format(place=PLACES[place], message=wrong.message)
        raise forms.ValidationError(said) from wrong


def box_name(name: str, row: int, place: int) -> str:
    """The name of one box of a list by place."""
    return f"{name}{SEPARATE}{row}{SEPARATE}{place}"


def points_of(text: str, *, sticks: bool = False) -> Points:
    """The points that were typed. Raises ValidationError naming how to type what was meant."""
    text = half_width(text)
    if sticks and FEW_DIGITS.fullmatch(text.strip()):
        return int(text)
    try:
        return parse_points(text, Unit.THOUSANDS)
    except UnreadablePoints as unreadable:
        raise forms.ValidationError(sentence(unreadable.message)) from unreadable


def shortest(points: Points) -> str:
    """Points as one would type them in P: 15, -7.5; what 100 would mean is not clear, so it is 100.0.

    >>> shortest(15_000), shortest(-7_500), shortest(100_000), shortest(0)
    ('15', '-7.5', '100.0', '0')
    """
    short = write_p(points, Minus.EXPORT, plus=False).removesuffix(".0")
    return short if len(short.lstrip("-")) < 3 or "." in short else type_back(points, Unit.THOUSANDS)


def _texts(row: Sequence[Any]) -> list[str]:
    return [shortest(one) if isinstance(one, int) else one for one in row]


def field_for(one: RuleField, players: int) -> forms.Field:
    """The field in which this value is changed."""
    about: dict[str, Any] = {"label": _(one.label), "help_text": _(one.texts.help) if one.texts.help else ""}
    match one.kind:
        case Amount(in_full=in_full, sticks=sticks):
            return PointsField(in_full=in_full, sticks=sticks, **about)
        case Whole(least=least, most=most, optional=optional):
            return forms.IntegerField(min_value=least, max_value=most, required=not optional, **about)
        case YesNo():
            return forms.BooleanField(required=False, **about)
        case SomeOf():
            about |= {"required": False, "widget": forms.CheckboxSelectMultiple}
            return forms.MultipleChoiceField(choices=options_of(one), **about)
        case ByPlace(optional=optional):
            return PlacesField(players, required=not optional, **about)
        case UmaByPlace():
            return PlacesField(players, **about)
    return forms.ChoiceField(choices=options_of(one), **about)


def options_of(one: RuleField) -> list[tuple[str, str]]:
    """Return the choices of a value, each with its label in the reader's language."""
    return [(key, _(label)) for key, label in one.kind.options()]
