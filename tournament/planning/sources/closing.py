"""Check-in is closed, with what becomes of those who are missing; or it is opened again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from seating.repair import RepairKind
from tournament.core.messages import Message
from tournament.core.models import Verb
from tournament.core.stored_words import coded
from tournament.planning.basis import SeatingBasis
from tournament.planning.proposal import Origin, Proposal, obstacle
from tournament.planning.sources.attendance import Attendance, ClosingChoices, attendance, wrong_choice
from tournament.planning.sources.closing_sentences import button_text, done_text, reason_of, way_notes, way_title
from tournament.planning.sources.closing_ways import NAMED, ClosingWay, closing_ways
from tournament.planning.sources.repair_options import option_key, options
from tournament.planning.sources.restoration import restored
from tournament.players.actions import history_name
from tournament.players.models import PlayerStatus
from tournament.seating_report.sentences import player_list
from tournament.seats.models import Seating, SeatingSource
from tournament.seats.seat_map import Arrangement, renamed

CLOSING = "closing"
"""The key of a closing in the details of the history."""


@dataclass(frozen=True, slots=True)
class CheckInClosing:
    """The ids of those who were missing on the page, what was chosen for each, and the offset of ids of the event."""

    missing: frozenset[int]
    offset: int
    choices: ClosingChoices = field(default_factory=ClosingChoices)

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        there = attendance(basis)
        if stale := tuple(self._stale(basis, there)):
            yield replace(_nothing(there, *stale), is_stale=True)
        elif there.first is None:
            text = _("Every hanchan has started: there is nothing left to seat.")
            yield _nothing(there, obstacle("all-started", text))
        elif wrong := wrong_choice(there, self.choices):
            yield _nothing(there, wrong)
        else:
            for way in closing_ways(basis, there, self.choices):
                yield self._proposal(basis, there, way, run)

    def _stale(self, basis: SeatingBasis, there: Attendance) -> Iterator[Message]:
        if basis.check_in_closed:
            yield obstacle("closed-already", _("Check-in is already closed. Reopen it first."))
        elif there.first and {player.pk for player in there.missing} != self.missing:
            text = _("Somebody was checked in or out in the meantime. Check the ways again.")
            yield obstacle("attendance-changed", text)

    def _proposal(self, basis: SeatingBasis, there: Attendance, way: ClosingWay, run: str) -> Proposal:
        subject = coded("players", count=way.players)
        leaving, placed = (dict.fromkeys((one.pk for one in people), status.value) for people, status in (
            (way.withdrawn, PlayerStatus.WITHDRAWN), (way.placed, PlayerStatus.PLAYING)
        ))  # fmt: skip
        closing = Proposal(
            key=way.key,
            title=way_title(way, there),
            done=done_text(way, there),
            button=button_text(way),
            origin=Origin(source=SeatingSource.REPAIRED, verb=Verb.CLOSED_CHECK_IN, subject=subject),
            first=there.first or 1,
            notes=tuple(way_notes(way, there, basis.size)),
            reason=reason_of(way),
            statuses={**leaving, **placed},
            check_in=True,
            detail=self._detail(basis, there, way),
        )
        if way.option is None or way.case is None:
            if way.key == NAMED and way.case is not None and self.choices.instead:
                made = renamed(basis.now, there.first or 1, self.choices.instead)
                return replace(closing, arranged=made, renames=True)
            return replace(closing, seats_stay=True)
        key = option_key(way.option, is_even=way.is_even)
        option = next(one for one in options(way.case, key if run == way.key else "") if one.key == key)
        return replace(
            closing,
            arranged=option.arranged,
            notes=(*closing.notes, *(option.notes if option.renames else ())),
            obstacles=option.obstacles,
            expected=None if way.option.kind == RepairKind.SUBSTITUTES else option.expected,
            renames=option.renames,
            group=f"{len(way.placed)}-{option.group}",
            is_even=option.is_even,
            is_waiting=option.is_waiting,
            is_long=option.is_long,
        )

    def _detail(self, basis: SeatingBasis, there: Attendance, way: ClosingWay) -> Mapping[str, object]:
        """Return what the history keeps, so that it can be undone: ids are relative, as in the event's file."""
        changes = [(player, PlayerStatus.WITHDRAWN) for player in way.withdrawn]
        changes += [(player, PlayerStatus.PLAYING) for player in way.placed]
        rows = [[player.pk - self.offset, player.status, status.value] for player, status in changes]
        return {
            CLOSING: {"first": there.first, "seating": basis.version, "statuses": rows},
            "withdrawn": ", ".join(map(history_name, way.withdrawn)),
            "placed": ", ".join(map(history_name, way.placed)),
        }


def _nothing(there: Attendance, *obstacles: Message) -> Proposal:
    """Return what stands for the ways where there is none."""
    origin = Origin(source=SeatingSource.REPAIRED, verb=Verb.CLOSED_CHECK_IN, subject="")
    title = gettext("Not possible")
    return Proposal(key="", title=title, done="", button="", origin=origin, first=there.first or 1, obstacles=obstacles)


@dataclass(frozen=True, slots=True)
class Reopening:
    """The closing that holds, from the history, with the seating before it where it made a version; None without one.

    `statuses` are those of each player by id, before and after the closing.
    """

    closing: Mapping[str, object] | None
    statuses: Mapping[int, tuple[str, str]]
    version: int | None = None
    earlier: Seating | None = None
    arranged: Arrangement | None = None

    def ways(self, basis: SeatingBasis, run: str = "") -> Iterator[Proposal]:
        was_open = self.closing is None or not basis.check_in_closed
        obstacles = (obstacle("not-closed", _("Check-in is open.")),) if was_open else tuple(self._obstacles(basis))
        number = self.earlier.number if self.earlier else 0
        yield Proposal(
            key="reopen",
            title=gettext("Undo: reopen check-in"),
            done=gettext("Check-in is open again. Players, waiting list and seating are as before."),
            button=gettext("Undo: reopen check-in"),
            origin=Origin(
                source=SeatingSource.CHANGED,
                verb=Verb.REOPENED_CHECK_IN,
                subject=coded("back", number=number) if number else "",
            ),
            first=1,
            arranged=restored(basis, self.arranged) if self.arranged else None,
            obstacles=obstacles,
            statuses=self.before,
            check_in=False,
            seats_stay=self.arranged is None,
            reads=self.earlier,
            afresh=tuple(self.arranged.draft) if self.arranged else (),
            is_stale=was_open and self.closing is not None,
        )

    @property
    def before(self) -> dict[int, str]:
        """The status that each player gets back, by id."""
        return {pk: before for pk, (before, _after) in self.statuses.items()}

    def _obstacles(self, basis: SeatingBasis) -> Iterator[Message]:
        """Yield what others have built on the closing."""
        assert self.closing is not None  # noqa: S101  # asked for a closing that holds
        first = self.closing["first"]
        if first in basis.started:
            text = _("Hanchan {number} has started: the closing of check-in can no longer be undone.")
            yield obstacle("hanchan-started", text, number=first)
        elif basis.version != (self.version or self.closing["seating"]):
            text = _(
                "The seating changed after check-in was closed: version {number} is in use. "
                "Reinstate players one by one and repair the seating instead."
            )
            yield obstacle("seating-changed-since", text, number=basis.version)
        elif changed := [pk for pk, (_was, after) in self.statuses.items() if self._status(basis, pk) != after]:
            text = _("These players changed after check-in was closed: {names}. Change the others one by one instead.")
            known = [player for player in basis.listed if player.pk in changed]
            yield obstacle("players-changed-since", text, names=player_list(known) or "–")

    @staticmethod
    def _status(basis: SeatingBasis, player: int) -> str:
        return basis.taking_part[player][0] if player in basis.taking_part else ""
