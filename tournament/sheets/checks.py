"""What must hold before a sheet counts. The desk's page asks the same questions before it sends; only these decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.game import Line
from scoring.points import Points, Unit
from scoring.rules import Ruleset
from scoring.sheet import Level, Problem, problems
from scoring.winds import WINDS, Wind
from scoring.words import Text, gettext_noop
from tournament.events.models import Hanchan, HanchanState
from tournament.problems import Conflict, Refused
from tournament.seating.queries import Place
from tournament.sheets.models import SheetVersion

# What a referee may let stand, with a reason. A score that is missing or no multiple of 100 is never one of them.
OVERRIDABLE = frozenset({"sum-too-low", "sum-too-high", "deposits-missing", "deposits-do-not-fit"})
WIND_LABELS = tuple(wind.label for wind in WINDS)


# (starting wind, player id, points), and where the rules play them: won no hand, wind of who took the last points
TypedLine = tuple[Wind | str, int, Points] | tuple[Wind | str, int, Points, bool, Wind | str]


class AlreadyIn(Conflict):
    """The sheet counts already, in a version that the person did not see; `version` is that one."""

    def __init__(self, message: str, version: SheetVersion) -> None:
        super().__init__(message)
        self.version = version


@dataclass(frozen=True, slots=True)
class AllLastEntry:
    """One row of the all-last sheet: the hand of its round, deltas in points by CURRENT wind, from East on (S2)."""

    hand: int
    deltas: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed from a report sheet and its all-last sheet, lines in the order E, S, W, N."""

    lines: tuple[Line, ...]
    deposits: int
    all_last: tuple[AllLastEntry, ...] = ()

    @classmethod
    def of(cls, lines: Iterable[TypedLine], deposits: int, all_last: Iterable[AllLastEntry] = ()) -> "Typed":
        """From lines in any order; raises ValueError for what is no wind."""
        found = (_line(*line) for line in lines)
        return cls(tuple(sorted(found, key=lambda line: line.wind.index)), deposits, tuple(all_last))

    @property
    def points(self) -> tuple[Points, ...]:
        return tuple(line.points for line in self.lines)

    @property
    def yakitori(self) -> tuple[bool, ...]:
        return tuple(line.yakitori for line in self.lines)

    @property
    def busted_by(self) -> tuple[Wind | None, ...]:
        return tuple(line.busted_by for line in self.lines)

    def has_figures_of(self, other: "Typed") -> bool:
        """Whether both say the same about the game, whatever their all-last sheets say."""
        return (self.lines, self.deposits) == (other.lines, other.deposits)


def typed_of(version: SheetVersion) -> Typed:
    """A version as it was typed."""
    lines = [line.typed for line in version.lines.all()]
    rows = [AllLastEntry(row.hand, row.deltas[: len(lines)]) for row in version.all_last_rows.all()]
    return Typed.of(lines, version.deposits, rows)


def _line(wind: Wind | str, player: int, points: Points, yakitori: bool = False, busted_by: str = "") -> Line:
    return Line(Wind(wind), player, points, yakitori, Wind(busted_by) if busted_by else None)


def check_playing(hanchan: Hanchan) -> None:
    """A sheet is entered while its hanchan is played; afterwards it can only be changed."""
    if hanchan.state == HanchanState.PLANNED:
        message = _("Hanchan {number} has not started. Start it, then its sheets can be entered.")
        raise Refused(message.format(number=hanchan.number))
    if hanchan.state == HanchanState.CLOSED:
        message = _("Hanchan {number} is closed. Reopen it to enter a sheet, or change one that is in.")
        raise Refused(message.format(number=hanchan.number))


def check_seats(lines: Sequence[Line], places: Sequence[Place] | None, table: int, drawn: bool) -> None:
    """The players are those who sit at the table now, each with a wind of their own; fixed winds as seated."""
    if not places:
        raise Refused(_("There is no table {table} in this hanchan.").format(table=table))
    if {line.player for line in lines} != {place.player.pk for place in places} or len(lines) != len(places):
        message = _("The seating of table {table} has changed since you opened it. Compare the names with the sheet.")
        raise Refused(message.format(table=table))
    if {line.wind for line in lines} != set(WINDS[: len(places)]):
        three = _("Each of the three winds is drawn once: East, South and West.")
        four = _("Each of the four winds is drawn once: East, South, West and North.")
        raise Refused(three if len(places) < len(WINDS) else four)
    seats = {place.player.pk: place.wind for place in places}
    if not drawn and any(line.wind != seats[line.player] for line in lines):
        message = _("At table {table} the winds are not those of the seating. Open the table again.")
        raise Refused(message.format(table=table))


def check_figures(
    typed: Typed, rules: Ruleset, unit: Unit, *, confirmed_warnings: bool, override: bool, reason: str
) -> bool:
    """Refuses what scoring finds wrong, all of it at once. True when a referee's override was needed."""
    found = problems(typed.points, typed.deposits, rules, unit, yakitori=typed.yakitori, busted_by=typed.busted_by)
    errors = [problem for problem in found if problem.level is Level.ERROR]
    if needs_override(errors) and override:
        if not reason:
            raise Refused(_("Say why the sheet counts although its sum does not fit."), field="reason")
    elif errors:
        raise Refused(in_words(errors[0]), problems=found)
    elif found and not confirmed_warnings:
        message = _("Look at the warnings and tick that the sheet says so.")
        raise Refused(message, field="confirmed", problems=found)
    return bool(errors)


def needs_override(errors: Sequence[Problem]) -> bool:
    """Whether nothing but the sum is wrong."""
    return bool(errors) and all(problem.code in OVERRIDABLE for problem in errors)


def named(problem: Problem, names: Sequence[str]) -> Problem:
    """The problem with people's names for the words East, South, West and North: while winds are still to be typed,
    the four rows are `names`, not winds."""
    return replace(problem, params=_named_params(problem.params, names))


def _named_params(params: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    return {key: _named_value(value, names) for key, value in params.items()}


def _named_value(value: object, names: Sequence[str]) -> object:
    if not isinstance(value, Text):
        return value
    if value.template in WIND_LABELS:
        return names[WIND_LABELS.index(value.template)]
    return Text(value.template, _named_params(value.params, names))


def wind_problems(winds: Sequence[Wind | None], names: Sequence[str]) -> list[Problem]:
    """Drawn winds that are missing or typed for two players."""
    found = []
    for row, wind in enumerate(winds):
        if wind is None:
            template = gettext_noop("Which wind did {name} draw?")
            found.append(Problem(Level.ERROR, "wind-missing", template, {"name": names[row]}, row))
        elif wind in winds[:row]:
            template = gettext_noop("{name} and {other} cannot both be {wind}.")
            params = {"name": names[winds.index(wind)], "other": names[row], "wind": Text(wind.label)}
            found.append(Problem(Level.ERROR, "wind-twice", template, params, row))
    return found


def in_words(problem: Problem) -> str:
    """A problem in the reader's language."""
    return problem.said(_)
