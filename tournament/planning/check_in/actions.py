"""Close check-in, and reopen it. Each does everything or nothing, in one line of the history."""

from collections.abc import Collection

from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.planning.check_in.queries import closing_of
from tournament.planning.commit import commit
from tournament.planning.sources.attendance import ClosingChoices
from tournament.planning.sources.closing import CLOSING, CheckInClosing, Reopening
from tournament.seats.queries import arranged_of


def close_check_in(
    *, tournament: Tournament, key: str, missing: Collection[int], act: Act, choices: ClosingChoices | None = None
) -> None:
    """Close check-in in one way: withdraw, give places and change the seating together, published as it was.

    `missing` are the ids of the players who were missing on the page, `key` names the way. Raises Refused, and Conflict
    when the list or the seating changed meanwhile.
    """
    commit(tournament, closing(tournament, missing, choices), act, key)


def closing(tournament: Tournament, missing: Collection[int], choices: ClosingChoices | None = None) -> CheckInClosing:
    """Return the closing as an answer, whose ways are proposals; the parameters are those of `close_check_in`."""
    return CheckInClosing(frozenset(missing), tournament.id_offset, choices or ClosingChoices())


def reopen_check_in(*, tournament: Tournament, act: Act) -> None:
    """Undo the last closing: players, waiting list and seating are as they were before.

    Only until the hanchan after it starts, and while nobody has changed the seating or one of these players since.
    Raises Refused, and Conflict when it was opened meanwhile.
    """
    commit(tournament, reopening(tournament), act)


def reopening(tournament: Tournament) -> Reopening:
    """Return the undoing of the closing that holds."""
    entry = closing_of(tournament)
    if entry is None:
        return Reopening(None, {})
    done, version = entry.detail[CLOSING], entry.detail.get("version")
    statuses = {pk + tournament.id_offset: (before, after) for pk, before, after in done["statuses"]}
    if version is None:
        return Reopening(done, statuses)
    earlier = tournament.seatings.get(number=done["seating"])
    return Reopening(done, statuses, version, earlier, arranged_of(earlier))
