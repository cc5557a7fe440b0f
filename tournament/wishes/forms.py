"""Forms of wishes: a short one for each kind."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.form_fields import HalfWidthField, half_width
from tournament.core.messages import Refused
from tournament.core.requests import parse_int
from tournament.players.fields import PersonField
from tournament.players.lookup import find
from tournament.players.models import Player
from tournament.wishes.models import SharedBy, WishKind, WishWeight

ONLY_NUMBERS = re.compile(r"[\d\s,;#]+")
SPAN = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
MOST_PEOPLE = 400
MOST_SPAN = 1000


class PeopleField(forms.CharField):
    """Several players, one per line by number or name; numbers alone may share a line."""

    people: Sequence[Player] = ()

    def __init__(self, **kwargs: Any):
        widget = forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"})
        super().__init__(max_length=20_000, widget=widget, **kwargs)

    def clean(self, value: object) -> list[Player]:
        text = super().clean(value)
        plain = half_width(text)
        texts = re.split(r"[\s,;]+", plain) if ONLY_NUMBERS.fullmatch(plain) else re.split(r"[\n;；]", text)
        wanted = [one.strip() for one in texts if one.strip()]
        if len(wanted) > MOST_PEOPLE:
            raise forms.ValidationError(_("Too many players for one wish."))
        found, unknown = [], []
        for one in wanted:
            try:
                found.append(find(one, self.people))
            except Refused as reason:
                unknown.append(reason.message)
        if unknown:
            raise forms.ValidationError(unknown[:5])
        return found


class TablesField(HalfWidthField):
    """Tables as people write them: 1, 3–5."""

    def clean(self, value: object) -> list[int]:
        text = super().clean(value)
        found: set[int] = set()
        for part in filter(None, re.split(r"[,;\s]+", re.sub(r"\s*[-–~〜]\s*", "-", text))):
            found |= set(self._span(part))
        return sorted(found)

    def _span(self, part: str) -> range:
        match = SPAN.fullmatch(part)
        first = parse_int(match[1], MOST_SPAN) if match else None
        last = parse_int(match[2], MOST_SPAN) if match and match[2] else first
        if first is None or last is None or first > last:
            raise forms.ValidationError(_("“{part}” is not a table. Write 4, or 1, 3–5.").format(part=part[:20]))
        return range(first, last + 1)


class WishForm(forms.Form):
    """The part that all wishes share: the priority."""

    weight = forms.ChoiceField(
        label=gettext_lazy("Priority"),
        choices=WishWeight.choices,
        widget=forms.RadioSelect,
        initial=WishWeight.STRONG,
    )
    submission = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, people: Sequence[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        for one in self.fields.values():
            if isinstance(one, PeopleField | PersonField):
                one.people = people

    @classmethod
    def fresh(cls, people: Sequence[Player]) -> "WishForm":
        return cls(initial={"submission": uuid4()}, people=people)

    @property
    def wished(self) -> dict[str, Any]:
        """The keywords of the action."""
        return {name: value for name, value in self.cleaned_data.items() if name != "submission"}


def _not_before() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Not before hanchan"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Leave empty for the whole event."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class SameForm(WishForm):
    """Players of the same club, country or team apart."""

    shared = forms.ChoiceField(label=gettext_lazy("Players of the same"), choices=SharedBy.choices)
    hanchan = _not_before()
    field_order = ["shared", "hanchan", "weight"]


class ApartForm(WishForm):
    """Players apart: a pair that must not meet, a family, seeded players."""

    people = PeopleField(
        label=gettext_lazy("Who"),
        help_text=gettext_lazy("Two or more, one per line: number or name. Or numbers in one line: 3, 17, 20."),
    )
    hanchan = _not_before()
    field_order = ["people", "hanchan", "weight"]

    @property
    def wished(self) -> dict[str, Any]:
        return _with_players(super().wished)


class TogetherForm(WishForm):
    """Two players meet."""

    one = PersonField(label=gettext_lazy("Who"), help_text=gettext_lazy("Number or name."))
    other = PersonField(label=gettext_lazy("And"), help_text=gettext_lazy("Number or name."))
    hanchan = forms.IntegerField(
        label=gettext_lazy("In hanchan"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=gettext_lazy("Leave empty for any."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    field_order = ["one", "other", "hanchan", "weight"]

    @property
    def wished(self) -> dict[str, Any]:
        stored = super().wished
        players = [stored.pop("one"), stored.pop("other")]
        return {**stored, "players": players}


class TablesForm(WishForm):
    """Players at certain tables."""

    people = PeopleField(
        label=gettext_lazy("Who"),
        help_text=gettext_lazy("One per line: number or name. One player and one table is a fixed seat."),
    )
    tables = TablesField(
        label=gettext_lazy("At tables"), max_length=200, help_text=gettext_lazy("For example 4, or 1, 3–5.")
    )
    label = forms.CharField(
        label=gettext_lazy("Purpose"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("For example: step-free access, or French-speaking."),
    )
    field_order = ["people", "tables", "label", "weight"]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["weight"].initial = WishWeight.MUST

    @property
    def wished(self) -> dict[str, Any]:
        return _with_players(super().wished)


def _with_players(stored: dict[str, object]) -> dict[str, Any]:
    players = stored.pop("people")
    return {**stored, "players": players}


FORMS: dict[str, type[WishForm]] = {
    WishKind.SAME: SameForm,
    WishKind.APART: ApartForm,
    WishKind.TOGETHER: TogetherForm,
    WishKind.TABLES: TablesForm,
}
