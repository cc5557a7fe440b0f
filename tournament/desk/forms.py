"""The report sheet as it is typed: four scores in the tournament's unit, the winds where they are drawn, the riichi
deposits left on the table, and the all-last sheet beside it. Rows are in the order of the seats."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Self

from django import forms
from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, override, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from scoring.points import Points, Unit, UnreadablePoints, parse_points, type_back
from scoring.rules import Ruleset
from scoring.winds import WINDS, Wind
from tournament.core.form_fields import HalfWidthField, Sent
from tournament.core.messages import sentence
from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import MOST_ID, parse_int
from tournament.results.models import SheetVersion, WindDraw
from tournament.results.sheets.checks import AllLastEntry, TypedSheet
from tournament.results.sheets.queries import OpenTable
from tournament.seats.queries import Place
from tournament.translation.formats import hand_name

TYPED_WINDS = {sign: wind for wind in WINDS for sign in (wind.value, str(wind.index + 1), wind.glyph)}
MINUSES = "-−‐–▲△"
ALL_LAST_ROWS = 3
MOST_ALL_LAST_ROWS = 12
MOST_DEPOSITS = 99


def hands_of(rules: Ruleset) -> tuple[tuple[int, str], ...]:
    """The hands of the last round, one for each player, the last one last. A hand of an earlier round has the same
    winds as that of the last round."""
    return tuple((hand, hand_name(rules.last_round, hand)) for hand in range(1, rules.players + 1))


class UnitPointsField(HalfWidthField):
    """Points as people type them: `253`, `25.3`, `25300`, `-28`, `28-`. None for nothing."""

    def __init__(self, *, unit: Unit, **kwargs: Any) -> None:
        keys = "decimal" if unit is Unit.THOUSANDS else "numeric"
        attrs = {"inputmode": keys, "autocomplete": "off", "enterkeyhint": "next", "spellcheck": "false"}
        super().__init__(max_length=12, required=False, widget=forms.TextInput(attrs), **kwargs)
        self.unit = unit

    def clean(self, value: object) -> Points | None:
        typed = super().clean(value)
        if typed[1:] and typed[-1] in MINUSES:
            typed = f"-{typed[:-1]}"
        try:
            return parse_points(typed, self.unit) if typed else None
        except UnreadablePoints as problem:
            raise forms.ValidationError(sentence(problem.message), code=problem.message.code) from problem


def letters_of(language: str) -> dict[str, Wind]:
    """Return the winds by the letters that a page in this language asks for: O is Ouest, Oeste and Ost."""
    with override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        return dict(zip(pgettext("typed winds", "E S W N").split(), WINDS, strict=False))


class WindField(HalfWidthField):
    """A drawn wind of `winds`: a letter in the `language` of the page, 1 to 4 from East, or its character. None for
    nothing."""

    def __init__(self, winds: Sequence[Wind], language: str, **kwargs: Any) -> None:
        attrs = {"autocomplete": "off", "autocapitalize": "characters", "enterkeyhint": "next", "spellcheck": "false"}
        super().__init__(max_length=1, required=False, widget=forms.TextInput(attrs), **kwargs)
        self.winds = winds
        self.signs = {**TYPED_WINDS, **letters_of(language)}

    def clean(self, value: object) -> Wind | None:
        typed = super().clean(value).upper()
        wind = self.signs.get(typed)
        if typed and wind not in self.winds:
            three = _("“{typed}” is not a wind for three players. Type E, S or W, or 1 to 3 from East.")
            four = _("“{typed}” is not a wind. Type E, S, W or N, or 1 to 4 from East.")
            message = four if len(self.winds) == len(WINDS) else three
            raise forms.ValidationError(message.format(typed=typed), code="no-wind")
        return wind


class WrittenPlacesField(HalfWidthField):
    """The places on the paper, row by row in one box: `2143`, or `214`, as the last one follows. () for nothing."""

    def __init__(self, rows: int) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "done"}
        label = _("Places on the sheet, from the top")
        super().__init__(label=label, max_length=12, required=False, widget=forms.TextInput(attrs))
        self.rows = rows

    def clean(self, value: object) -> tuple[int, ...]:
        typed = "".join(super().clean(value).replace(",", " ").split())
        if not typed:
            return ()
        places = [int(sign) if sign in "1234"[: self.rows] else 0 for sign in typed]
        if len(places) == self.rows - 1 and len(set(places)) == len(places):
            places.append(sum(range(1, self.rows + 1)) - sum(places))
        if len(places) != self.rows or not all(places):
            four = _("Type one place for each row, from the top, like 2143.")
            three = _("Type one place for each row, from the top, like 213.")
            raise forms.ValidationError(four if self.rows == len(WINDS) else three, code="no-places")
        return tuple(places)


class SheetForm(forms.Form):
    """One report sheet. `letters` is the language in which winds were typed: what a browser kept may be sent when its
    reader has another one. `players` carries the ids of the rows, so that a seating that changed meanwhile is noticed;
    `paper` is the hanchan and the table of the sheet, for its code; `drawn` the winds that the page of the table drew,
    by the ids of the players: a first value, which the sheet overrules."""

    players = forms.CharField(widget=forms.HiddenInput)
    submission = forms.UUIDField(widget=forms.HiddenInput, required=False)
    letters = forms.CharField(widget=forms.HiddenInput, required=False, initial=get_language)
    base_version = forms.IntegerField(widget=forms.HiddenInput, required=False)
    deposits = forms.IntegerField(
        label=gettext_lazy("Riichi deposits left"),
        required=False,
        max_value=MOST_DEPOSITS,
        error_messages={
            "max_value": gettext_lazy("The number of sticks of 1,000 that were left, at most %(limit_value)s."),
            "invalid": gettext_lazy("The number of sticks of 1,000 that were left: 0, 1, 2 …"),
        },
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "enterkeyhint": "next", "maxlength": 3}),
    )
    confirmed = forms.CharField(required=False)
    override = forms.BooleanField(label=gettext_lazy("Accept the sheet although the sum is wrong"), required=False)
    reason = forms.CharField(
        label=pgettext_lazy("of a change", "Reason"),
        required=False,
        max_length=500,
        strip=True,
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    @classmethod
    def of(cls, opened: OpenTable, data: Any = None) -> Self:
        """Return the form of the table that is open."""
        return cls(
            data,
            tournament=opened.hanchan.tournament,
            places=opened.places,
            paper=(opened.hanchan, opened.table),
            all_last_rows=all_last_rows_of(data or {}),
            drawn=WindDraw.winds_at(opened.hanchan, opened.table, opened.places),
        )

    def __init__(
        self,
        data: Sent = None,
        *,
        tournament: Tournament,
        places: Sequence[Place],
        paper: tuple[Hanchan, int] | None = None,
        all_last_rows: int = ALL_LAST_ROWS,
        drawn: Mapping[int, Wind] | None = None,
    ) -> None:
        self.drawn = drawn or {}
        super().__init__(data, initial=first_values(places, self.drawn))
        self.tournament = tournament
        self.places = tuple(places)
        self.paper = paper
        self.all_last_rows = all_last_rows
        self._add_rows()
        self._add_all_last()
        self.cleaned_data: dict[str, Any] = {}
        self.full_clean()

    def _add_rows(self) -> None:
        letters = str(self.data.get("letters") or get_language() or "")
        for row, place in enumerate(self.places):
            if self.tournament.winds_are_drawn:
                self.fields[f"wind_{row}"] = WindField(
                    self.tournament.ruleset.winds, letters, label=_("Wind of {name}").format(name=place.player)
                )
            label = _("Points of {name}").format(name=place.player)
            self.fields[f"points_{row}"] = UnitPointsField(unit=self.tournament.unit, label=label)
            self._add_marks(row, place)
        if self.tournament.asks_paper:
            self.fields["written_places"] = WrittenPlacesField(len(self.places))
            self.fields["written_code"] = forms.CharField(label=_("Code on the sheet"), max_length=12, required=False)

    def _add_marks(self, row: int, place: Place) -> None:
        """Add the marks beside the points where the rules play it (S0 Mod.4.3, Mod.5.3)."""
        rules = self.tournament.ruleset
        if rules.yakitori:
            label = _("{name} won no hand").format(name=place.player)
            self.fields[f"yakitori_{row}"] = forms.BooleanField(label=label, required=False)
        if rules.bust_prize:
            label = _("Who took the last points of {name}").format(name=place.player)
            others = [(str(other), str(one.player)) for other, one in enumerate(self.places) if other != row]
            choices = [("", "–"), *others]
            self.fields[f"taker_{row}"] = forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=False
            )

    def _add_all_last(self) -> None:
        rules = self.tournament.ruleset
        for row in range(self.all_last_rows):
            label = _("Row {number}, hand of the round").format(number=row + 1)
            hand = forms.TypedChoiceField(
                label=label, choices=hands_of(rules), coerce=int, initial=rules.players, required=False
            )
            self.fields[f"hand_{row}"] = hand
            for wind in rules.winds:
                label = _("Row {number}, delta of the current {wind}").format(number=row + 1, wind=_(wind.label))
                self.fields[f"delta_{row}_{wind}"] = UnitPointsField(unit=Unit.HUNDREDS, label=label)

    def clean_submission(self) -> uuid.UUID:
        return self.cleaned_data["submission"] or uuid.uuid4()

    def clean(self) -> dict[str, Any]:
        """A row of the all-last sheet is written in full or not at all."""
        for row in range(self.all_last_rows):
            winds = self.tournament.ruleset.winds
            missing = [wind for wind, delta in zip(winds, self.deltas(row), strict=True) if delta is None]
            for wind in missing if 0 < len(missing) < len(winds) else ():
                name = f"delta_{row}_{wind}"
                if name not in self.errors:
                    self.add_error(name, _("The delta of the current {wind} is missing.").format(wind=_(wind.label)))
        return self.cleaned_data

    # What was typed, as far as it can be read; None where it cannot.

    def value(self, name: str) -> Any:
        return self.cleaned_data.get(name)

    def points(self) -> tuple[Points | None, ...]:
        return tuple(self.value(f"points_{row}") for row in range(len(self.places)))

    def winds(self) -> tuple[Wind | None, ...]:
        if self.tournament.winds_are_drawn:
            return tuple(self.value(f"wind_{row}") for row in range(len(self.places)))
        return tuple(place.wind for place in self.places)

    def yakitori(self) -> tuple[bool, ...]:
        return tuple(bool(self.value(f"yakitori_{row}")) for row in range(len(self.places)))

    def busted_by(self) -> tuple[Wind | None, ...]:
        """The wind of who took the last points, row by row; None where nobody did or winds are still to be typed."""
        winds, takers = self.winds(), [self.value(f"taker_{row}") for row in range(len(self.places))]
        return tuple(None if taker is None else winds[taker] for taker in takers)

    def written_places(self) -> tuple[int, ...]:
        """The places on the paper, row by row; nothing where they are not asked for, not typed or unreadable."""
        return self.value("written_places") or ()

    def written_code(self) -> str:
        """The code on the paper, as it was typed."""
        return self.value("written_code") or ""

    def deltas(self, row: int) -> tuple[Points | None, ...]:
        return tuple(self.cleaned_data.get(f"delta_{row}_{wind}") for wind in self.tournament.ruleset.winds)

    def all_last(self) -> list[AllLastEntry]:
        """The rows of the all-last sheet that are written in full."""
        last = self.tournament.ruleset.players
        rows = [(self.value(f"hand_{row}") or last, self.deltas(row)) for row in range(self.all_last_rows)]
        written = ((hand, tuple(one for one in deltas if one is not None)) for hand, deltas in rows)
        return [AllLastEntry(hand, deltas) for hand, deltas in written if len(deltas) == last]

    def typed_sheet(self) -> TypedSheet:
        """Return the sheet for the action; only of a form without missing values."""
        ids = [parse_int(number, MOST_ID) or 0 for number in self.cleaned_data["players"].split(",")]
        takers = [taker or "" for taker in self.busted_by()]
        rows = zip(self.winds(), ids, self.points(), self.yakitori(), takers, strict=False)
        sheet = TypedSheet.of(list(rows), self.cleaned_data["deposits"], self.all_last())  # type: ignore[arg-type]  # nothing is None
        seated = sorted(
            zip(self.winds(), self.written_places(), strict=False), key=lambda one: one[0].index if one[0] else 0
        )
        places = tuple(place for _wind, place in seated)
        return replace(sheet, written_places=places, written_code=self.written_code())


def first_values(places: Sequence[Place], drawn: Mapping[int, Wind] = MappingProxyType({})) -> dict[str, Any]:
    """Return the values of an empty sheet: no score, the winds where they were drawn, and 0 deposits in sight, to be
    declared by leaving it."""
    ids = ",".join(str(place.player.pk) for place in places)
    winds = {
        f"wind_{row}": drawn[place.player.pk].value for row, place in enumerate(places) if place.player.pk in drawn
    }
    return {"players": ids, "submission": uuid.uuid4(), "deposits": 0, **winds}


def values_of(version: SheetVersion, places: Sequence[Place], tournament: Tournament) -> dict[str, Any]:
    """The form's values that say what a version says, as one would type them: the start of a change."""
    lines = {line.player_id: line for line in version.lines.all()}
    values = first_values(places) | {"deposits": version.deposits, "base_version": version.number}
    seats = {line.wind: row for row, place in enumerate(places) if (line := lines.get(place.player.pk))}
    for row, place in enumerate(places):
        if line := lines.get(place.player.pk):
            values |= {f"points_{row}": type_back(line.points, tournament.unit), f"wind_{row}": line.wind}
            values |= {f"yakitori_{row}": line.yakitori, f"taker_{row}": seats.get(line.busted_by, "")}
    values |= {f"hand_{row}": tournament.ruleset.players for row in range(ALL_LAST_ROWS)}
    for row, written in enumerate(version.all_last_rows.all()):
        values[f"hand_{row}"] = written.hand
        for wind, delta in zip(tournament.ruleset.winds, written.deltas, strict=False):
            values[f"delta_{row}_{wind}"] = type_back(delta, Unit.HUNDREDS)
    return values


def all_last_rows_of(data: Iterable[str]) -> int:
    """As many rows as the data has deltas for, and never fewer than three."""
    rows = [parse_int(name.split("_")[1]) for name in data if name.startswith("delta_")]
    return min(max([ALL_LAST_ROWS, *(row + 1 for row in rows if row is not None)]), MOST_ALL_LAST_ROWS)
