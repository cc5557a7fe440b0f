"""A sheet as the desk sees it: read and computed by the server after each field, and again before it is saved."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

from django.forms import BoundField
from django.utils.translation import gettext as _

from scoring.all_last import AllLast, compare
from scoring.game import DEPOSIT, RowScore, score_points
from scoring.messages import Level, Message, row_field
from scoring.points import Points
from scoring.sheet import place_warnings, problems
from scoring.winds import Wind
from tournament.core.messages import sentence
from tournament.desk.forms import SheetForm
from tournament.results.sheets.checks import draw_warnings, named, needs_override, wind_problems
from tournament.results.sheets.printings import OldPrinting, code_problems, old_printing, older_names
from tournament.seats.queries import Place

T = TypeVar("T")
ABOUT_TAKERS = frozenset({"bust-not-played", "busted-by-self", "busted-by-nobody", "not-bust", "bust-unnamed"})
UNTYPED = frozenset({"missing-value", "wind-missing", "deposits-not-declared", "places-missing", "code-missing"})


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player's row while it is typed. `wind` is None while it is still to be drawn."""

    index: int
    place: Place
    wind: Wind | None
    wind_field: BoundField | None
    wind_is_wrong: bool
    points_field: BoundField
    points_are_wrong: bool
    yakitori_field: BoundField | None
    taker_field: BoundField | None
    marks_are_wrong: bool
    yakitori: bool
    busted_by: Wind | None
    points: Points | None
    score: RowScore | None
    is_unread: bool

    @property
    def taker_value(self) -> str:
        """The choice that is selected, as its option says it."""
        value = self.taker_field.value() if self.taker_field else None
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class DeltaRow:
    """The fields of one row of the all-last sheet."""

    hand: BoundField
    deltas: tuple[BoundField, ...]


class SheetPreview:
    """A sheet as far as it is typed. `finished`: also say what has not been typed yet."""

    def __init__(self, form: SheetForm, *, finished: bool) -> None:
        self.form = form
        self.rules = form.tournament.ruleset
        self.finished = finished
        self.names = [str(place.player) for place in form.places]

    @cached_property
    def seat_order(self) -> list[int]:
        """The rows in the order East to North; as listed while winds are still to be typed."""
        winds = self.form.winds()
        return [winds.index(wind) for wind in self.rules.winds] if self.has_all_winds else list(range(len(winds)))

    def _seated(self, values: Sequence[T]) -> list[T]:
        """The values of the rows in the order of the seats."""
        return [values[row] for row in self.seat_order]

    @property
    def asks_paper(self) -> bool:
        """Return whether the places and the code on the paper are typed: at the entry only, not at a change."""
        return "written_places" in self.form.fields and not self.form.value("base_version")

    @cached_property
    def has_all_winds(self) -> bool:
        return set(self.form.winds()) == set(self.rules.winds)

    @cached_property
    def deposits(self) -> int | None:
        deposits: int | None = self.form.value("deposits")
        return deposits

    @cached_property
    def problems(self) -> tuple[Message, ...]:
        """All errors except those beside a field, errors first."""
        found = problems(
            self._seated(self.form.points()),
            self.deposits,
            self.rules,
            self.form.tournament.unit,
            yakitori=self._seated(self.form.yakitori()),
            busted_by=self._seated(self.form.busted_by()),
        )
        found += tuple(self._paper_problems())
        found = tuple(self._by_row(problem) for problem in found if not self._is_field_error(problem))
        return (*wind_problems(self.form.winds(), self.names), *found)

    def _paper_problems(self) -> Iterator[Message]:
        """Return the objections of the places and the code on the paper, and of the table's draw, to what is typed."""
        if self.asks_paper and "written_places" not in self.form.errors:
            written = self._seated(self.form.written_places()) if self.form.written_places() else ()
            yield from place_warnings(self._seated(self.form.points()), written)
        if self.asks_paper and self.form.paper:
            yield from code_problems(self.form.written_code(), *self.form.paper, self.form.places)
        is_change = bool(self.form.value("base_version"))
        yield from draw_warnings(self.form.winds(), self.form.places, self.form.drawn, is_change=is_change)

    @property
    def asks_if_played(self) -> bool:
        """Return whether the points are those of the start, as if nobody had played."""
        return any(problem.code == "all-equal" for problem in self.warnings)

    @property
    def old_printing(self) -> OldPrinting | None:
        """The paper with other people in its rows whose code is typed, if it is one."""
        asked = any(problem.code == "old-printing" for problem in self.warnings)
        if not (asked and self.form.paper):
            return None
        return old_printing(self.form.written_code(), *self.form.paper, self.form.places)

    @cached_property
    def older_names(self) -> Message | None:
        """The message about people an older printing may name, where no code is typed from the paper to tell."""
        return None if self.asks_paper or not self.form.paper else older_names(*self.form.paper, self.form.places)

    def _by_row(self, problem: Message) -> Message:
        """Scoring counts rows from East; the page counts them as listed, and while winds are open names people."""
        moved = problem if problem.row is None else replace(problem, field=row_field(self.seat_order[problem.row]))
        return moved if self.has_all_winds else named(moved, self.names)

    def _is_field_error(self, problem: Message) -> bool:
        """Return whether the field already says why its value is missing."""
        if problem.code == "deposits-not-declared":
            return "deposits" in self.form.errors
        return problem.code == "missing-value" and f"points_{self.seat_order[problem.row or 0]}" in self.form.errors

    @cached_property
    def shown(self) -> tuple[Message, ...]:
        return tuple(p for p in self.problems if self.finished or p.code not in UNTYPED)

    @property
    def is_complete(self) -> bool:
        """Return whether everything is typed and nothing is to be looked at."""
        return not self.form.errors and not self.problems

    @property
    def unread(self) -> list[str]:
        """The values that could not be read, each with its player."""
        fields = [(row, name) for row in range(len(self.names)) for name in (f"wind_{row}", f"points_{row}")]
        found = [(self.names[row], error) for row, name in fields for error in self.form.errors.get(name, [])]
        return [_("{name}: {error}").format(name=name, error=error) for name, error in found]

    @property
    def errors(self) -> list[Message]:
        return [problem for problem in self.shown if problem.level is Level.ERROR]

    @property
    def warnings(self) -> list[Message]:
        return [problem for problem in self.shown if problem.level is Level.WARNING]

    @property
    def is_right(self) -> bool:
        """Nothing stops this sheet but a tick or an override."""
        errors = [problem for problem in self.problems if problem.level is Level.ERROR]
        return not self.form.errors and (not errors or needs_override(errors))

    @property
    def can_be_overridden(self) -> bool:
        return needs_override(self.errors) and not self.form.errors

    @property
    def tick(self) -> str:
        """The value of a tick under the warnings: it confirms these warnings and no others."""
        return sha256("\n".join(map(sentence, self.warnings)).encode()).hexdigest()[:16]

    @property
    def is_confirmed(self) -> bool:
        return bool(self.form.value("confirmed") == self.tick)

    # The sum

    @property
    def sum(self) -> Points:
        return sum(points for points in self.form.points() if points is not None)

    @property
    def deposit_points(self) -> Points:
        return max(self.deposits or 0, 0) * DEPOSIT

    @property
    def has_all(self) -> bool:
        return None not in self.form.points()

    @property
    def fits(self) -> bool:
        return self.sum + self.deposit_points == self.rules.total

    # The rows

    @cached_property
    def rows(self) -> list[SheetRow]:
        points = self.form.points()
        scores = self._scores(points)
        return [self._row(row, place, points[row], scores[row]) for row, place in enumerate(self.form.places)]

    def _scores(self, points: Sequence[Points | None]) -> Sequence[RowScore | None]:
        known = [own for own in points if own is not None]
        if len(known) < len(points) or (self.asks_paper and not self.form.written_places()):  # not to be copied
            return [None] * len(points)
        scored = score_points(
            self._seated(known),
            self.rules,
            max(self.deposits or 0, 0),
            self._seated(self.form.yakitori()),
            self._seated(self.form.busted_by()),
        )
        return [scored[self.seat_order.index(row)] for row in range(len(known))]

    def _row(self, row: int, place: Place, points: Points | None, score: RowScore | None) -> SheetRow:
        wind, own, yakitori, taker = (f"{name}_{row}" for name in ("wind", "points", "yakitori", "taker"))
        fields = self.form.fields
        return SheetRow(
            index=row,
            place=place,
            wind=self.form.winds()[row],
            points=points,
            score=score,
            is_unread=wind in self.form.errors or own in self.form.errors,
            wind_field=self.form[wind] if self.form.tournament.winds_are_drawn else None,
            points_field=self.form[own],
            wind_is_wrong=wind in self.wrong_fields,
            points_are_wrong=own in self.wrong_fields,
            yakitori_field=self.form[yakitori] if yakitori in fields else None,
            taker_field=self.form[taker] if taker in fields else None,
            marks_are_wrong=bool({yakitori, taker} & self.wrong_fields),
            yakitori=self.form.yakitori()[row],
            busted_by=self.form.busted_by()[row],
        )

    @cached_property
    def wrong_fields(self) -> frozenset[str]:
        """The names of the fields that are to be looked at again."""
        rows = [problem for problem in self.errors if problem.row is not None]
        kinds = [_field_of(problem) for problem in rows]
        codes = {"written_code" for problem in self.errors if problem.field == "written_code"}
        return frozenset(self.form.errors) | codes | {f"{kind}_{p.row}" for kind, p in zip(kinds, rows, strict=True)}

    @property
    def next_field(self) -> str:
        """The field after the last score: the first error, then the tick, then Save."""
        in_order = (name for name in self.form.fields if name.startswith(("wind_", "points_", "delta_")))
        if wrong := next((name for name in in_order if name in self.wrong_fields), None):
            return wrong
        if "written_places" in self.wrong_fields:
            return "written_places"
        if "deposits" in self.wrong_fields or any(p.code.startswith("deposits-") for p in self.errors):
            return "deposits"
        if any(problem.field == "written_code" for problem in self.errors):
            return "written_code"
        if self.errors:
            return "none"
        if self._waits_for_places:
            return "written_places"
        if self.asks_paper and not self.form.written_code() and not self.finished:
            return "written_code"
        return "confirmed" if self.warnings and not self.is_confirmed else "save"

    @property
    def _waits_for_places(self) -> bool:
        """Return whether places are still to be typed, or contradict the points: no Enter goes on over that."""
        differs = any(problem.code == "place-differs" for problem in self.warnings)
        untyped = self.asks_paper and not self.form.written_places() and not self.finished
        return untyped or (differs and not self.is_confirmed)

    # The all-last sheet

    @property
    def wind_order(self) -> tuple[Wind, ...]:
        return self.rules.winds

    @property
    def all_last_fields(self) -> list[DeltaRow]:
        form = self.form
        return [
            DeltaRow(form[f"hand_{row}"], tuple(form[f"delta_{row}_{wind}"] for wind in self.wind_order))
            for row in range(form.all_last_rows)
        ]

    @property
    def wrong_deltas(self) -> list[str]:
        return [name for name in self.form.errors if name.startswith("delta_")]

    @property
    def delta_errors(self) -> list[str]:
        return [str(error) for name in self.wrong_deltas for error in self.form.errors[name]]

    @property
    def has_all_last(self) -> bool:
        """Return whether anything is typed there."""
        return any(bool(delta.value()) for row in self.all_last_fields for delta in row.deltas)

    @cached_property
    def all_last(self) -> list[AllLast]:
        """The rows of the all-last sheet beside the final points, once both are complete."""
        if not (self.has_all and self.has_all_winds):
            return []
        points = self.form.points()
        finals = [own for own in (points[row] for row in self.seat_order) if own is not None]
        return [compare(row.deltas, row.hand, finals, self.rules, self.deposits or 0) for row in self.form.all_last()]


def _field_of(problem: Message) -> str:
    """The field of its row that a problem is about."""
    if problem.code.startswith("wind-"):
        return "wind"
    return "taker" if problem.code in ABOUT_TAKERS else "points"
