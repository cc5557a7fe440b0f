"""Close check-in, and reopen it. Each does everything or nothing, in one line of the history."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.repair import RepairKind
from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.planning.actions import restored_arrangement
from tournament.planning.check_in.attendance import Attendance, ClosingChoices, attendance, refuse_choices
from tournament.planning.check_in.closings import ClosingWay, arrangement_of, closing_ways, solved
from tournament.planning.check_in.queries import closing_of
from tournament.planning.sentences import player_list
from tournament.planning.submissions import once, result_of
from tournament.planning.versions import Origin, current_version, new_version
from tournament.players.actions import history_name, mark_check_in, set_statuses
from tournament.players.models import Player, PlayerStatus
from tournament.seats.integrity import refuse_altered
from tournament.seats.models import SeatingSource
from tournament.seats.queries import arranged_of, started_hanchan
from tournament.seats.seat_map import Arrangement

CLOSING = "closing"
"""The key of a closing in the details of the history."""


def close_check_in(
    *, tournament: Tournament, key: str, missing: Collection[int], act: Act, choices: ClosingChoices | None = None
) -> None:
    """Close check-in in one way: withdraw, give places and change the seating together, published as it was.

    `missing` are the ids of the players who were missing on the page, `key` names the way. The search happens before
    the database is locked. A second sending of the same form does nothing. Raises Refused, and Conflict when the list
    or the seating changed meanwhile.
    """
    if result_of(tournament, act, CLOSING):
        return
    chosen = choices or ClosingChoices()
    there = attendance(tournament)
    refuse_closing(tournament, there, missing)
    refuse_choices(there, chosen)
    way = next((one for one in closing_ways(tournament, there, chosen) if one.key == key), None)
    if way is None:
        raise Refused.of("way-gone", _("That way is no longer possible. Check the ways again."), field="way")
    arranged = _arranged(tournament, way, chosen)
    once(
        lambda: result_of(tournament, act, CLOSING),
        lambda: _close(tournament, there, way, arranged, act),
    )


def refuse_closing(tournament: Tournament, there: Attendance, missing: Collection[int]) -> None:
    """Refuse when check-in is closed, every hanchan has started, or others are missing than the page said."""
    if there.first is None:
        raise Refused.of("all-started", _("Every hanchan has started: there is nothing left to seat."))
    tournament.refresh_from_db(fields=["check_in_closed_at"])
    if tournament.check_in_closed_at:
        raise Conflict.of("closed-already", _("Check-in is already closed. Reopen it first."))
    if {player.pk for player in there.missing} != set(missing):
        raise Conflict.of(
            "attendance-changed", _("Somebody was checked in or out in the meantime. Check the ways again.")
        )


def _arranged(tournament: Tournament, way: ClosingWay, choices: ClosingChoices) -> Arrangement | None:
    """The whole seating afterwards, the started hanchan included; None when no seat changes."""
    option = solved(tournament, way)
    if option and option.against:
        raise Refused([option.against])
    return arrangement_of(tournament, way, choices)


def _close(
    tournament: Tournament, there: Attendance, way: ClosingWay, arranged: Arrangement | None, act: Act
) -> dict[str, Any]:
    statuses = {player.pk: PlayerStatus.WITHDRAWN.value for player in way.withdrawn}
    statuses |= {player.pk: PlayerStatus.PLAYING.value for player in way.placed}
    before = {player.pk: player.status for player in (*way.withdrawn, *way.placed)}
    detail: dict[str, Any] = {
        CLOSING: {
            "first": there.first,
            "seating": tournament.seating.number if tournament.seating else 0,
            "statuses": [[pk - tournament.id_offset, before[pk], status] for pk, status in statuses.items()],
        },
        "withdrawn": ", ".join(map(history_name, way.withdrawn)),
        "placed": ", ".join(map(history_name, way.placed)),
    }

    def keep() -> None:
        if attendance(tournament) != there:
            raise Conflict.of(
                "attendance-changed", _("Somebody was checked in or out in the meantime. Check the ways again.")
            )
        set_statuses(tournament, statuses)
        mark_check_in(tournament, act.at)

    subject = _subject(way)
    if arranged is None:
        with audited_write(tournament, act, Verb.CLOSED_CHECK_IN, subject=subject, **detail):
            current_version(tournament, act.base)
            keep()
        return detail

    def change(_old: Arrangement) -> Arrangement:
        keep()
        return arranged

    origin = Origin(source=SeatingSource.REPAIRED, verb=Verb.CLOSED_CHECK_IN, subject=subject)
    act = act.because(act.reason or reason_of(way))
    new_version(tournament, change, origin, act, expected=_expected(tournament, way), detail=detail)
    return detail


def _subject(way: ClosingWay) -> str:
    text = ngettext("{count} player", "{count} players", way.players)
    return text.format(count=way.players)


def reason_of(way: ClosingWay) -> str:
    """The reason in the list of versions: who left and who came."""
    if way.placed and way.withdrawn:
        text = _("Check-in closed. Left: {left}. From the waiting list: {came}.")
    elif way.withdrawn:
        text = _("Check-in closed. Left: {left}.")
    else:
        text = _("Check-in closed.")
    return text.format(left=player_list(way.withdrawn), came=player_list(way.placed))[:500]


def _expected(tournament: Tournament, way: ClosingWay) -> dict[int, set[int]] | None:
    """Everybody who must have a seat or a bye after a new plan."""
    if way.case is None or way.option is None or way.option.kind == RepairKind.SUBSTITUTES:
        return None
    people: list[Player] = [*way.case.regular, *way.case.substitutes[: way.option.substitutes]]
    return {number: {player.pk for player in people} for number in way.case.hanchan}


def reopen_check_in(*, tournament: Tournament, act: Act) -> None:
    """Undo the last closing: players, waiting list and seating are as they were before.

    Only until the hanchan after it starts, and while nobody has changed the seating or one of these players since.
    Raises Refused.
    """
    entry = closing_of(tournament)
    if entry is None:
        raise Refused.of("not-closed", _("Check-in is open."))
    closing = entry.detail[CLOSING]
    version = entry.detail.get("version")

    def reopen() -> None:
        _refuse_reopening(tournament, entry)
        set_statuses(tournament, {pk: before for pk, before, _after in _statuses(tournament, closing)})
        mark_check_in(tournament, None)

    if version is None:
        with audited_write(tournament, act, Verb.REOPENED_CHECK_IN):
            reopen()
        return
    earlier = tournament.seatings.get(number=closing["seating"])
    refuse_altered(earlier, at=act.at)

    def change(old: Arrangement) -> Arrangement:
        reopen()
        return restored_arrangement(tournament, old, arranged_of(earlier))

    origin = Origin(
        source=SeatingSource.CHANGED,
        verb=Verb.REOPENED_CHECK_IN,
        subject=_("back to version {number}").format(number=earlier.number),
    )
    hanchan = earlier.seats.values_list("hanchan__number", flat=True).distinct()
    new_version(tournament, change, origin, act, afresh=hanchan)


def _statuses(tournament: Tournament, closing: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Each player's id with the status before and after the closing."""
    return [(pk + tournament.id_offset, before, after) for pk, before, after in closing["statuses"]]


def _refuse_reopening(tournament: Tournament, entry: AuditEntry) -> None:
    """Refuse to undo a closing that others have built on. Read under the lock."""
    closing, version = entry.detail[CLOSING], entry.detail.get("version")
    tournament.refresh_from_db(fields=["check_in_closed_at", "seating"])
    if tournament.check_in_closed_at is None:
        raise Conflict.of("not-closed", _("Check-in is open."))
    if closing["first"] in started_hanchan(tournament):
        raise Refused.of(
            "hanchan-started",
            _("Hanchan {number} has started: the closing of check-in can no longer be undone."),
            number=closing["first"],
        )
    now = tournament.seating.number if tournament.seating else 0
    if now != (version or closing["seating"]):
        raise Refused.of(
            "seating-changed-since",
            _(
                "The seating changed after check-in was closed: version {number} is in use. "
                "Reinstate players one by one and repair the seating instead."
            ),
            number=now,
        )
    kept = dict(tournament.players.values_list("pk", "status"))
    changed = [pk for pk, _before, after in _statuses(tournament, closing) if kept.get(pk) != after]
    if changed:
        names = player_list(list(tournament.players.filter(pk__in=changed).order_by("number")))
        raise Refused.of(
            "players-changed-since",
            _("These players changed after check-in was closed: {names}. Change the others one by one instead."),
            names=names or "–",
        )
