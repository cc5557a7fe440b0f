"""Forms that change a seating: what is sent with each change, and the frame of every answer at the one door."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Self, cast
from urllib.parse import urlencode
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.core.audit import Act
from tournament.core.form_fields import Files
from tournament.core.messages import Refused, Text
from tournament.core.models import HanchanState, Tournament, User
from tournament.events.queries import hanchan_of
from tournament.planning.basis import SeatingBasis, basis_of
from tournament.planning.preview import Preview
from tournament.planning.proposal import SeatingAnswer
from tournament.players.fields import PersonField
from tournament.players.lookup import find
from tournament.players.models import Player
from tournament.standings.correction import Correction

BOXES, MOST_NAMED = 4, 200
"""Boxes for players on the page, and the most that are filled."""


class VersionForm(forms.Form):
    """A change that makes a new version: `base` is the version that was seen, `submission` names one sending."""

    base = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    submission = forms.UUIDField(widget=forms.HiddenInput)

    @classmethod
    def fresh(cls, tournament: Tournament, **kwargs: Any) -> Self:
        """Return a form for the version in use; `typed` values stay in it."""
        typed = kwargs.pop("typed", {})
        base = tournament.seating.number if tournament.seating else 0
        kept = {name: typed[name] for name in cls.base_fields if name in typed and name not in ("base", "submission")}
        return cls(initial={"base": base, "submission": uuid4(), **kept}, **kwargs)

    def act(self, by: User, at: datetime) -> Act:
        """Return who sends the valid form, when and why, which version was seen, and which sending it is."""
        typed = self.cleaned_data
        return Act(
            by=by, at=at, reason=typed.get("reason", ""), submission=str(typed["submission"]), base=typed["base"]
        )


class DecisionForm(VersionForm):
    """The same with a reason, for the list of versions and the history."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        required=False,
        help_text=_("Shown in the list of versions and in the history."),
    )


class PlanForm(VersionForm):
    """The seed of a plan."""

    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        help_text=_("The same players and seed always give the same seating."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class WordDrawForm(VersionForm):
    """The words of a draw."""

    words = forms.CharField(
        label=_("Words from the hall"),
        max_length=200,
        help_text=_("Case and extra spaces do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )


class SeveralInputs(forms.Widget):
    """Boxes for several texts, one of them always empty; those in `wrong` are marked."""

    wrong: Collection[str] = ()

    def __init__(self, label: object) -> None:
        super().__init__()
        self.label = label

    def value_from_datadict(self, data: Any, files: object, name: str) -> list[str]:
        return [text for text in data.getlist(name) if text.strip()]

    def render(self, name: str, value: Any, attrs: object = None, renderer: object = None) -> SafeString:
        typed = list(value or ())[:MOST_NAMED]
        texts = [*typed, *[""] * max(1, BOXES - len(typed))]
        page = {"name": name, "label": self.label, "texts": texts, "wrong": self.wrong, "attrs": attrs or {}}
        return render_to_string("planning/several_inputs.html", page)


class SeveralField(forms.Field):
    """Several players, one to a box or several with commas; cleaned to players in the order of their numbers."""

    people: Sequence[Player] = ()

    def __init__(self, label: Text) -> None:
        help_text = _("Several players in one field: separate them with commas.")
        super().__init__(label=label, help_text=help_text, widget=SeveralInputs(label))

    def clean(self, value: object) -> tuple[Player, ...]:
        found, wrong, errors = {}, set(), []
        for text in super().clean(value):
            for part in filter(str.strip, re.split(r"[,;\n]", text)):
                try:
                    player = find(part.strip(), self.people)
                except Refused as unknown:
                    wrong.add(text)
                    errors.append(unknown.message[0].upper() + unknown.message[1:])
                else:
                    found[player.pk] = player
        self.widget.wrong = wrong
        if errors:
            raise forms.ValidationError(errors)
        return tuple(sorted(found.values(), key=lambda player: player.number))


class OccasionForm(forms.Form):
    """The details of what happened: a `SeatingAnswer` comes from them. Unbound while nothing was typed.

    Where a hanchan must be chosen and none can be (`is_over`), that is its only error.
    """

    needed: tuple[str, ...] = ()
    """Without these, nothing was typed yet."""
    folded: tuple[str, ...] = ()
    """These are folded on the page: details of a pairing."""
    over = _("Every hanchan has started: there is nothing left to seat.")
    """What is said where no hanchan can be chosen."""
    seen = ""
    """A digest of what the page shows of results, where the answer depends on them."""

    def __init__(self, data: QueryDict, tournament: Tournament, files: Files = None) -> None:
        typed = self.read(data.copy())
        self.hall = hanchan_of(tournament)
        numbers = self.numbers()
        choices = [name for name in ("first", "hanchan", "from_hanchan") if name in self.base_fields]
        self.is_over = bool(choices) and not numbers
        for name in choices:
            if numbers:
                typed.setdefault(name, str(numbers[0]))
        is_asked = self.is_over or all(name in typed for name in self.needed)
        super().__init__(typed if is_asked else None, files if is_asked else None, initial=typed.dict())
        self.tournament = tournament
        people = list(tournament.players.order_by("number"))
        for field in self.fields.values():
            if isinstance(field, PersonField | SeveralField):
                field.people = people
            if isinstance(field, PersonField):
                field.widget.attrs["placeholder"] = _("No. or name")
        for name in choices:
            # one that has started meanwhile can be sent, so that the answer says what is wrong with it
            sent = [one.number for one in self.hall if is_asked and str(one.number) == typed.get(name)]
            field = cast(forms.TypedChoiceField, self.fields[name])
            field.choices = [(number, number) for number in dict.fromkeys([*numbers, *sent])]

    @cached_property
    def basis(self) -> SeatingBasis:
        """The basis of what can be done, read once for the page."""
        return basis_of(self.tournament)

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_over:
            self.errors.clear()
            self.add_error(None, self.over)

    def numbers(self) -> list[int]:
        """Return the hanchan that can be chosen: those that have not started."""
        return [one.number for one in self.hall if one.state == HanchanState.PLANNED]

    @classmethod
    def read(cls, data: QueryDict) -> QueryDict:
        """Return the values as the fields have them."""
        return data

    def answer(self) -> SeatingAnswer:
        """Return the answer of the valid form. Raises Refused."""
        raise NotImplementedError

    @property
    def asks_people(self) -> bool:
        """Return whether players are named here."""
        return any(isinstance(field, PersonField | SeveralField) for field in self.fields.values())

    @property
    def is_complete(self) -> bool:
        """Return whether everything was asked that the answer needs."""
        return True

    def effect(self) -> Correction | None:
        """Return what the answer changes in the standings; None without results."""
        return None

    def shown(self, preview: Preview) -> dict[str, object]:
        """Return what the page shows beside the preview of the way that is looked at."""
        return {}

    @property
    def leads_to(self) -> str:
        """Return the page that asks the rest, where it is not this one."""
        return ""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names and values with which the valid form is sent again."""
        data = cast(QueryDict, self.data)
        return [(name, value) for name in self.fields for value in data.getlist(name) if value]

    @property
    def query(self) -> str:
        """The same for an address, with the kind of the answer."""
        return urlencode([("what", self.data.get("what", "")), *self.pairs])
