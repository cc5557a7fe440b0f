"""Which table the question is about, and who sits where in its last hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from scoring.winds import Wind, current_wind
from scoring.words import Text
from tournament.events.models import Hanchan, Tournament
from tournament.events.queries import hanchan_of
from tournament.problems import Refused
from tournament.rounds.queries import current_hanchan
from tournament.seating.altered import altered_of
from tournament.seating.queries import Lineup, Place, lineup, numbers_seated
from tournament.sheets.find import find_table
from tournament.sheets.forms import HANDS, hands_of


@dataclass(frozen=True, slots=True)
class Seat:
    """A player by the wind of now; `start` is None where it is not known, `place` where nobody is."""

    wind: Wind
    start: Wind | None = None
    place: Place | None = None

    @property
    def called(self) -> Text | str:
        """The name, else the wind."""
        return self.place.player.name if self.place else Text(self.wind.label)

    @property
    def name(self) -> str:
        """The same, in the reader's language."""
        return self.place.player.name if self.place else _(self.wind.label)

    @property
    def number(self) -> int | None:
        """The player's number."""
        return self.place.player.number if self.place else None

    @property
    def player(self) -> int | None:
        """The player's id."""
        return self.place.player.pk if self.place else None


def seated_now(places: Sequence[Place], hand: int, winds: Sequence[Wind]) -> tuple[Seat, ...]:
    """The people of a table by the wind that they have in this hand of its round; without a table, `winds` alone."""
    if not places:
        return tuple(Seat(wind) for wind in winds)
    seats = [Seat(current_wind(place.wind, hand, len(winds)), place.wind, place) for place in places]
    return tuple(sorted(seats, key=lambda seat: seat.wind.index))


def seated_as_drawn(
    places: Sequence[Place], hand: int, asked: Mapping[str, str], winds: Sequence[Wind]
) -> tuple[Seat, ...]:
    """The people of a table where winds are drawn: `who_E`, … say by number who has which of the `winds` now."""
    by_number = {str(place.player.number): place for place in places}
    start = {wind: winds[(wind.index + hand - 1) % len(winds)] for wind in winds}
    found = {wind: by_number.get(asked.get(f"who_{wind}", "")) for wind in winds}
    return tuple(Seat(wind, start[wind], place) if place else Seat(wind) for wind, place in found.items())


def is_muddled(seats: Sequence[Seat]) -> bool:
    """Whether somebody is named twice, or some are named and others not."""
    named = [seat.player for seat in seats if seat.place]
    return bool(named) and len(set(named)) < len(seats)


def open_hanchan(tournament: Tournament, *, public: bool) -> list[Hanchan]:
    """The hanchan that have a seating, for `public` one that is published and as it was verified. Two queries,
    and three once per edition."""
    seated = numbers_seated(tournament)
    found = [one for one in hanchan_of(tournament) if one.number in seated]
    altered = altered_of(tournament) if public else {}
    return [one for one in found if one.seating_published_at and one.number not in altered] if public else found


class TableForm(forms.Form):
    """Hanchan, table and hand; `player` (a number) chooses the table where no table is typed."""

    hanchan = forms.TypedChoiceField(label=gettext_lazy("Hanchan"), coerce=int)
    table = forms.CharField(
        label=gettext_lazy("Table"), required=False, max_length=12,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )  # fmt: skip
    hand = forms.TypedChoiceField(label=gettext_lazy("Hand"), coerce=int)

    def __init__(self, asked: Any, hanchan: Sequence[Hanchan], rules: Ruleset, player: int | None = None) -> None:
        current = current_hanchan(hanchan)
        first = {"hanchan": current.number if current else "", "table": "", "hand": rules.players}
        super().__init__({**first, **{name: asked[name] for name in first if asked.get(name)}})
        self.by_number = {one.number: one for one in hanchan}
        self.of_player = player if not asked.get("table") else None
        self.seated: Lineup = {}
        self.fields["hanchan"].choices = [(number, _("Hanchan {n}").format(n=number)) for number in self.by_number]  # type: ignore[attr-defined]
        self.fields["hand"].choices = hands_of(rules)  # type: ignore[attr-defined]
        self.last = rules.players
        if not hanchan:
            del self.fields["hanchan"], self.fields["table"]
        self.full_clean()

    def clean(self) -> None:
        """Look the table up. Three queries."""
        if (number := self.cleaned_data.get("hanchan")) is None:
            return
        chosen = self.by_number[number]
        self.seated = lineup(chosen.tournament, number)
        typed = self.cleaned_data.get("table") or self._own_table()
        if typed:
            try:
                self.cleaned_data["table"] = find_table(typed, chosen, self.seated)
            except Refused as problem:
                self.add_error("table", problem.message)
        if self.of_player:
            self.data = {**self.data, "table": typed}

    def _own_table(self) -> str:
        own = (table for table, places in self.seated.items() if any(self._is_own(place) for place in places))
        return str(next(own, ""))

    def _is_own(self, place: Place) -> bool:
        return place.player.number == self.of_player

    @property
    def chosen(self) -> Hanchan | None:
        return self.by_number.get(self.cleaned_data.get("hanchan", 0))

    @property
    def number(self) -> int | None:
        """The table that was found."""
        found = self.cleaned_data.get("table")
        return found if isinstance(found, int) else None

    @property
    def played(self) -> int:
        """The hand of the round, the last one where none can be read."""
        return self.cleaned_data.get("hand") or self.last

    @property
    def hand_said(self) -> str:
        return str(dict(HANDS)[self.played])

    @property
    def places(self) -> tuple[Place, ...]:
        return self.seated.get(self.number, ()) if self.number else ()

    @property
    def shown(self) -> str:
        """What the names beside the deltas were those of."""
        return f"{self.cleaned_data.get('hanchan', '')}-{self.number or ''}-{self.played}"
