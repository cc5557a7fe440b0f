"""The forms of the one door: what each answer to “what happened?” asks."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from scoring.winds import WINDS, Wind
from tournament.core.form_fields import Files
from tournament.core.messages import Level, Message, Refused, sentence
from tournament.core.models import HanchanState, Tournament
from tournament.core.requests import MOST_ID, parse_int
from tournament.planning.forms import OccasionForm, SeveralField
from tournament.planning.sources.exchange import SeatExchange
from tournament.planning.sources.repair import Repair
from tournament.planning.sources.replacement import Replacement
from tournament.planning.sources.restoration import VersionRestoration
from tournament.planning.sources.seats import SeatChange, table_obstacle
from tournament.players.fields import PersonField
from tournament.players.lookup import find, option
from tournament.players.models import Player, PlayerStatus
from tournament.seats.queries import arranged_of, draft_of
from tournament.seats.seat_map import SeatMap
from tournament.standings.correction import Correction
from tournament.standings.entrant_changes import status_change

BOTH = ("one", "other")


class ExchangeForm(OccasionForm):
    """Two players to swap in a hanchan: typed, or chosen by their seats."""

    hanchan = forms.TypedChoiceField(label=_("Hanchan"), coerce=int)
    one = PersonField(label=_("One"))
    other = PersonField(label=_("The other"))
    needed = ("one",)

    def __init__(self, data: QueryDict, tournament: Tournament, files: Files = None) -> None:
        super().__init__(data, tournament, files)
        self.many = len(_chosen(data)) > len(BOTH)
        for name in BOTH:
            self.fields[name].error_messages["required"] = _("Choose two players to swap.")

    @classmethod
    def read(cls, data: QueryDict) -> QueryDict:
        for name, text in zip(BOTH, _chosen(data), strict=False):
            data[name] = text
        return data

    def clean(self) -> dict[str, object]:
        if self.many:
            raise forms.ValidationError(_("Choose two players to swap."))
        return self.cleaned_data

    def answer(self) -> SeatExchange:
        return SeatExchange(**self.cleaned_data)


def _chosen(data: QueryDict) -> list[str]:
    """The seats chosen on the board."""
    return [text for text in data.getlist("who") if text.strip()]


class ReplacementForm(OccasionForm):
    """A replacement: the player who leaves, the one who comes, the first hanchan."""

    leaving = PersonField(label=_("Player leaving"), help_text=_("Number or name."))
    coming = PersonField(label=_("Player coming"), help_text=_("Number or name of a player without a seat."))
    from_hanchan = forms.TypedChoiceField(label=_("From hanchan"), coerce=int)
    needed = ("leaving", "coming")

    def answer(self) -> Replacement:
        read = self.cleaned_data
        return Replacement(read["leaving"], read["coming"], read["from_hanchan"])


class TableForm(OccasionForm):
    """One table of a hanchan, whose own page asks the rest."""

    hanchan = forms.TypedChoiceField(label=_("Hanchan"), coerce=int)
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MOST_ID,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
    )
    needed = ("table",)
    page = ""

    over = _("No hanchan has started yet: nobody has played.")

    def numbers(self) -> list[int]:
        """The one being played first, then those that are closed, the last one first."""
        started = [one for one in self.hall if one.state != HanchanState.PLANNED]
        started.sort(key=lambda one: (one.state == HanchanState.CLOSED, -one.number))
        return [one.number for one in started]

    def clean(self) -> dict[str, object]:
        if not self.errors:
            hanchan, table = self.cleaned_data["hanchan"], self.cleaned_data["table"]
            if hanchan not in self.numbers():
                text = gettext("Hanchan {number} has not started: nobody has played it.")
                self.add_error("hanchan", text.format(number=hanchan))
            elif found := table_obstacle(draft_of(self.tournament.seating), hanchan, [table]):
                self.add_error("table", sentence(found))
        return self.cleaned_data

    @property
    def leads_to(self) -> str:
        place = [self.tournament.slug, self.cleaned_data["hanchan"], self.cleaned_data["table"]]
        return reverse(self.page, args=place)


class NamesForm(TableForm):
    page = "sheet_people"


class UnplayedForm(TableForm):
    page = "sheet_not_played"


class RestForm(OccasionForm):
    """From which hanchan on the rest is planned again."""

    first = forms.TypedChoiceField(label=_("From hanchan"), coerce=int)

    def numbers(self) -> list[int]:
        last = max((one.number for one in self.hall if one.state != HanchanState.PLANNED), default=0)
        return [one.number for one in self.hall if one.number > last]

    def answer(self) -> Repair:
        return Repair(self.cleaned_data["first"])


class MissingForm(RestForm):
    """Players who leave or did not come, and the first hanchan without them."""

    who = SeveralField(_("Player leaving"))
    field_order = ["who", "first"]
    needed = ("who",)

    def answer(self) -> Repair:
        return Repair(self.cleaned_data["first"], leaving=self.cleaned_data["who"])

    def effect(self) -> Correction | None:
        playing = [player.pk for player in self.cleaned_data["who"] if player.status == PlayerStatus.PLAYING]
        return status_change(self.tournament, dict.fromkeys(playing, PlayerStatus.WITHDRAWN))


class ComingForm(RestForm):
    """Players who came, and their first hanchan."""

    who = SeveralField(_("Player coming"))
    field_order = ["who", "first"]
    needed = ("who",)

    def answer(self) -> Repair:
        return Repair(self.cleaned_data["first"], coming=self.cleaned_data["who"])


@dataclass(frozen=True, slots=True)
class TypedTable:
    """One table to correct: for each seat its wind and the text of its box."""

    table: int
    seats: tuple[tuple[Wind, str], ...]


class SeatsForm(OccasionForm):
    """The seats of some tables, as they are or should be: first which tables, then the players of each seat, which the
    page shows as they sit now; `exchanged`: each of two tables with the players of the other."""

    hanchan = forms.TypedChoiceField(label=_("Hanchan"), coerce=int)
    tables = forms.CharField(
        label=_("Tables"), max_length=200, help_text=_("All tables with a player in another seat, for example 3, 7.")
    )
    needed = ("tables",)

    def numbers(self) -> list[int]:
        """Those being played first: the seats as they are."""
        playing = [one.number for one in self.hall if one.state == HanchanState.PLAYING]
        return [*playing, *super().numbers()]

    def clean_tables(self) -> list[int]:
        found: list[int] = []
        for part in filter(None, re.split(r"[,;\s]+", self.cleaned_data["tables"].strip())):
            number = parse_int(part)
            if number is None:
                raise forms.ValidationError(gettext("“{text}” is not a table number.").format(text=part))
            found += [number] if number not in found else []
        return found

    def clean(self) -> dict[str, object]:
        if not self.errors:
            draft, hanchan, tables = self._draft, self.cleaned_data["hanchan"], self.cleaned_data["tables"]
            if hanchan not in draft:
                self.add_error("hanchan", gettext("Hanchan {number} has no seating yet.").format(number=hanchan))
            elif found := table_obstacle(draft, hanchan, tables):
                self.add_error("tables", sentence(found))
        return self.cleaned_data

    @cached_property
    def _draft(self) -> SeatMap:
        return draft_of(self.tournament.seating)

    @property
    def is_complete(self) -> bool:
        """Return whether the seats were sent, and not only the tables."""
        return any(f"seat-{table}" in self.data for table in self.cleaned_data.get("tables", ()))

    @cached_property
    def rows(self) -> list[TypedTable]:
        """The boxes of the seats of each table; none while no tables are named."""
        if not self.is_bound or not self.is_valid():
            return []
        hanchan, tables = self.cleaned_data["hanchan"], self.cleaned_data["tables"]
        data, size = cast(QueryDict, self.data), self.tournament.at_a_table
        if self.is_complete:
            texts = {table: (data.getlist(f"seat-{table}") + [""] * size)[:size] for table in tables}
        else:
            known = {player.pk: player for player in self.tournament.players.all()}
            seats = dict(self._draft[hanchan])
            if data.get("exchanged") == "1" and len(tables) == len(BOTH):
                seats |= {tables[0]: seats[tables[1]], tables[1]: seats[tables[0]]}
            texts = {table: [option(known[pk]) for pk in seats[table]] for table in tables}
        return [TypedTable(table, tuple(zip(WINDS, typed, strict=False))) for table, typed in texts.items()]

    @property
    def asks_people(self) -> bool:
        return bool(self.rows)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        seats = [(f"seat-{row.table}", text) for row in self.rows for _wind, text in row.seats]
        return [*super().pairs, *(seats if self.is_complete else ())]

    def answer(self) -> SeatChange:
        people, found, wrong = list(self.tournament.players.all()), {}, []
        for row in self.rows:
            texts = [text for _wind, text in row.seats]
            if not all(text.strip() for text in texts):
                empty = gettext_noop("Table {table}: every seat needs a player.")
                raise Refused.of("empty-seat", empty, field="seats", table=row.table)
            try:
                found[row.table] = tuple(find(text, people).pk for text in texts)
            except Refused as unknown:
                wrong.append(
                    Message(
                        unknown.messages[0].code,
                        gettext_noop("Table {table}: {what}"),
                        {"table": row.table, "what": unknown.messages[0]},
                        Level.ERROR,
                        "seats",
                    )
                )
        if wrong:
            raise Refused(wrong)
        return SeatChange(self.cleaned_data["hanchan"], found)

    @property
    def unclear(self) -> set[str]:
        """The texts of seats that are nobody, or several people."""
        people = list(self.tournament.players.all())
        return {text for row in self.rows for _wind, text in row.seats if not _is_clear(text, people)}


def _is_clear(text: str, people: Sequence[Player]) -> bool:
    with suppress(Refused):
        return bool(find(text, people))
    return False


class RestorationForm(OccasionForm):
    """The number of an earlier version."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_ID)
    needed = ("version",)

    def answer(self) -> VersionRestoration:
        earlier = self.tournament.seatings.filter(number=self.cleaned_data["version"]).first()
        if earlier is None:
            text = gettext_noop("There is no version {number} of the seating.")
            raise Refused.of("no-such-version", text, number=self.cleaned_data["version"])
        return VersionRestoration(earlier, arranged_of(earlier))

    def effect(self) -> Correction | None:
        back = [player.pk for way in self.answer().ways(self.basis) for player in way.reinstates]
        return status_change(self.tournament, dict.fromkeys(back, PlayerStatus.PLAYING))
