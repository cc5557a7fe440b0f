"""Checks before a sheet is accepted. The desk's page asks the same questions before it sends; only these decide."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_noop as _

from scoring.game import ScoreLine
from scoring.messages import Level, Message, phrase, row_field
from scoring.points import Points, Unit
from scoring.rules import Ruleset
from scoring.sheet import place_warnings, problems
from scoring.winds import WINDS, Wind
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, HanchanState
from tournament.players.models import Player
from tournament.results.models import SheetVersion
from tournament.results.sheets.printings import code_problems
from tournament.seats.queries import Place
from tournament.translation.formats import enumeration

# What a referee may let stand, with a reason. A score that is missing or no multiple of 100 is never one of them.
OVERRIDABLE = frozenset({"sum-too-low", "sum-too-high", "deposits-missing", "deposits-do-not-fit"})
WIND_LABELS = tuple(wind.label for wind in WINDS)


# (starting wind, player id, points), and where the rules play them: won no hand, wind of who took the last points
TypedLine = tuple[Wind | str, int, Points] | tuple[Wind | str, int, Points, bool, Wind | str]


class AlreadyIn(Conflict):
    """The sheet counts already, in a version that the person did not see; `version` is that one."""

    def __init__(self, version: SheetVersion) -> None:
        text = _("{person} entered the sheet of table {table} in the meantime.")
        if version.number > 1:
            text = _("{person} changed the sheet of table {table} in the meantime.")
        params = {"person": version.typist or phrase(_("Somebody")), "table": version.sheet.table}
        super().__init__([Message("sheet-already-in", text, params, Level.ERROR)])
        self.version = version


@dataclass(frozen=True, slots=True)
class AllLastEntry:
    """One row of the all-last sheet: the hand of its round, deltas in points by CURRENT wind, from East on (S2)."""

    hand: int
    deltas: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """A report sheet and its all-last sheet as typed, lines in the order E, S, W, N. `written_places` are those on the
    paper, in the same order, and `written_code` is its code, where they were asked for. One that is not `is_played` has
    no lines: nobody played at the table."""

    lines: tuple[ScoreLine, ...]
    deposits: int
    all_last: tuple[AllLastEntry, ...] = ()
    written_places: tuple[int, ...] = ()
    written_code: str = ""
    is_played: bool = True

    @classmethod
    def of(cls, lines: Iterable[TypedLine], deposits: int, all_last: Iterable[AllLastEntry] = ()) -> "TypedSheet":
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

    def has_figures_of(self, other: "TypedSheet") -> bool:
        """Return whether both say the same about the game, whatever their all-last sheets say."""
        return (self.lines, self.deposits) == (other.lines, other.deposits)


def typed_sheet(version: SheetVersion) -> TypedSheet:
    """A version as it was typed."""
    lines = [line.typed for line in version.lines.all()]
    rows = [AllLastEntry(row.hand, row.deltas[: len(lines)]) for row in version.all_last_rows.all()]
    return replace(TypedSheet.of(lines, version.deposits, rows), is_played=version.is_played)


def reading_after(version: SheetVersion, typed: TypedSheet) -> SheetVersion | None:
    """Return the later reading of a sheet that was kept with these figures, None for none. One query, and one for each
    reading.
    """
    later = version.sheet.versions.filter(number__gt=version.number, is_reading=True).order_by("-number")
    return next((one for one in later if typed_sheet(one).has_figures_of(typed)), None)


def _line(wind: Wind | str, player: int, points: Points, yakitori: bool = False, busted_by: str = "") -> ScoreLine:
    return ScoreLine(Wind(wind), player, points, yakitori, Wind(busted_by) if busted_by else None)


def check_playing(hanchan: Hanchan) -> None:
    """A sheet is entered while its hanchan is played; afterwards it can only be changed. A league's game is closed when
    it is entered, and may still be signed or taken back.
    """
    if hanchan.tournament.is_league:
        return
    if hanchan.state == HanchanState.PLANNED:
        text = _("Hanchan {number} has not started. Start it before entering its sheets.")
        raise Refused.of("hanchan-not-started", text, number=hanchan.number)
    if hanchan.state == HanchanState.CLOSED:
        text = _("Hanchan {number} is closed. Reopen it to enter a sheet, or change one that is in.")
        raise Refused.of("hanchan-closed", text, number=hanchan.number)


def not_played(version: SheetVersion) -> Refused:
    """The refusal for somebody who types the sheet of a table that is recorded as not played."""
    text = _("Table {table} is recorded as not played: {reason}. If it was played, a referee records that on its page.")
    return Refused.of("not-played", text, table=version.sheet.table, reason=version.reason)


def check_signer(player: Player, places: Sequence[Place] | None, hanchan: Hanchan, table: int) -> None:
    """A player types and signs the sheet of the table where they sit, where the tournament has players sign."""
    if not hanchan.tournament.players_sign:
        raise Refused.of("players-do-not-sign", _("At this tournament the desk types the report sheets."))
    if player.pk not in {place.player.pk for place in places or ()}:
        text = _("{player} does not sit at table {table} in this hanchan.")
        raise Refused.of("signer-not-seated", text, field="player", player=player, table=table)


def check_seats(lines: Sequence[ScoreLine], places: Sequence[Place] | None, table: int, drawn: bool) -> None:
    """The players are those who sit at the table now, each with a wind of their own; fixed winds as seated."""
    if not places:
        raise Refused.of("no-such-table", _("There is no table {table} in this hanchan."), table=table)
    if {line.player for line in lines} != {place.player.pk for place in places} or len(lines) != len(places):
        text = _("The seating of table {table} has changed since you opened it. Compare the names with the sheet.")
        raise Refused.of("seating-changed", text, table=table)
    if {line.wind for line in lines} != set(WINDS[: len(places)]):
        three = _("Enter each of the three winds once: East, South and West.")
        four = _("Enter each of the four winds once: East, South, West and North.")
        raise Refused.of("winds-not-drawn-once", three if len(places) < len(WINDS) else four)
    seats = {place.player.pk: place.wind for place in places}
    if not drawn and any(line.wind != seats[line.player] for line in lines):
        text = _("The winds at table {table} differ from the seating. Open the table again.")
        raise Refused.of("winds-not-seated", text, table=table)


def check_figures(
    typed: TypedSheet,
    rules: Ruleset,
    unit: Unit,
    *,
    confirmed_warnings: bool,
    override: bool,
    reason: str,
    paper: Iterable[Message] = (),
) -> bool:
    """Refuse what scoring finds wrong and what the `paper` contradicts, all of it at once. True when a referee's
    override was needed."""
    found = problems(typed.points, typed.deposits, rules, unit, yakitori=typed.yakitori, busted_by=typed.busted_by)
    found += tuple(paper)
    errors = [problem for problem in found if problem.level is Level.ERROR]
    if needs_override(errors) and override:
        if not reason:
            text = _("Enter a reason for accepting a sheet whose sum is wrong.")
            raise Refused.of("override-unexplained", text, field="reason")
    elif errors:
        raise Refused(sorted(found, key=lambda problem: problem.level is not Level.ERROR))
    elif found and not confirmed_warnings:
        text = _("Check the warnings, then tick “This is what the sheet says”.")
        raise Refused([Message("warnings-unconfirmed", text, {}, Level.ERROR, "confirmed"), *found])
    return bool(errors)


def paper_problems(typed: TypedSheet, hanchan: Hanchan, table: int, places: Sequence[Place]) -> list[Message]:
    """Return what the places and the code on the paper say against what is typed."""
    written = place_warnings(typed.points, typed.written_places)
    return [*written, *code_problems(typed.written_code, hanchan, table, places)]


def needs_override(errors: Sequence[Message]) -> bool:
    """Return whether nothing but the sum is wrong."""
    return bool(errors) and all(problem.code in OVERRIDABLE for problem in errors)


def named(problem: Message, names: Sequence[str]) -> Message:
    """The problem with people's names for the words East, South, West and North: while winds are still to be typed,
    the four rows are `names`, not winds."""
    return replace(problem, params=_named_params(problem.params, names))


def _named_params(params: Mapping[str, object], names: Sequence[str]) -> dict[str, object]:
    return {key: _named_value(value, names) for key, value in params.items()}


def _named_value(value: object, names: Sequence[str]) -> object:
    if not isinstance(value, Message):
        return value
    if value.text in WIND_LABELS:
        return names[WIND_LABELS.index(value.text)]
    return phrase(value.text, _named_params(value.params, names))


def wind_problems(winds: Sequence[Wind | None], names: Sequence[str]) -> list[Message]:
    """Drawn winds that are missing or typed for two players."""
    found = []
    for row, wind in enumerate(winds):
        if wind is None:
            template = _("Which wind did {name} draw?")
            found.append(Message("wind-missing", template, {"name": names[row]}, Level.ERROR, row_field(row)))
        elif wind in winds[:row]:
            template = _("{name} and {other} cannot both be {wind}.")
            params = {"name": names[winds.index(wind)], "other": names[row], "wind": phrase(wind.label)}
            found.append(Message("wind-twice", template, params, Level.ERROR, row_field(row)))
    return found


def draw_warnings(
    winds: Sequence[Wind | None], places: Sequence[Place], drawn: Mapping[int, Wind], *, is_change: bool
) -> list[Message]:
    """A sheet with other winds than those that were drawn on the page of the table; `winds` are as `places`.

    The sheet has the last word, so it is asked for once, and not again when it is changed.
    """
    rows = [(place.player, drawn.get(place.player.pk), wind) for place, wind in zip(places, winds, strict=False)]
    if is_change or all(None in (own, wind) or own == wind for _player, own, wind in rows):
        return []
    seats = sorted((own.index, own.value, str(player)) for player, own, _wind in rows if own)
    text = _("Other winds were drawn on the page of the table: {winds}.")
    winds_drawn = enumeration(f"{wind} {name}" for _index, wind, name in seats)
    return [Message("winds-not-as-drawn", text, {"winds": winds_drawn}, Level.WARNING)]
