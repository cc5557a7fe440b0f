"""New versions of a seating: the frame of every change, verified before it is stored."""

import logging
from collections.abc import Callable, Collection, Mapping

from django.db import connection
from django.utils.translation import gettext as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict
from tournament.core.models import Tournament
from tournament.core.submissions import once, result_of
from tournament.planning.proposal import Origin
from tournament.planning.refusals import refuse_changed_started, refuse_stand_ins
from tournament.players.checks import refuse_unconfirmed
from tournament.results.sheets.printings import old_sheets, tell_old_sheets
from tournament.seating_report.quality import quality_of_map
from tournament.seats.integrity import UnverifiedSeating, certify, refuse_altered, verify_map
from tournament.seats.models import Bye, Seat, Seating
from tournament.seats.queries import arranged_of, hanchan_keys, published_hanchan, started_hanchan
from tournament.seats.seat_map import Arrangement, SeatMap, carried, to_rows

logger = logging.getLogger(__name__)


def new_version(
    tournament: Tournament,
    change: Callable[[Arrangement], SeatMap | Arrangement],
    origin: Origin,
    act: Act,
    *,
    expected: Mapping[int, Collection[int]] | None = None,
    really_played: Collection[int] = (),
    afresh: Collection[int] = (),
    detail: Mapping[str, object] | None = None,
) -> Seating:
    """Apply `change` to the seating in use; the result is verified and becomes the version in use.

    A `change` that returns only seats keeps the byes of everybody without a seat.

    expected        for some hanchan, the players who must have a seat or a bye there
    really_played   started hanchan that are corrected to the actual seats; other started hanchan cannot change
    afresh          hanchan that are seated without reading their rows; all other rows must be unaltered
    detail          more for the history; `change` may still fill it

    Raises Refused, and Conflict when another version than `act.base` is in use by now. The submission of an act that
    was carried out before returns its version.
    """

    def write() -> Seating:
        with audited_write(tournament, act, origin.verb, subject=origin.subject) as entry:
            current = current_version(tournament, act.base)
            refuse_altered(current, at=act.at, afresh=set(afresh) - set(started_hanchan(tournament)))
            old, printed = arranged_of(current), old_sheets(tournament)
            made = change(old)
            new = made if isinstance(made, Arrangement) else Arrangement(made, carried(old.byes, made))
            verify_map(new.draft, expected, new.byes)
            refuse_changed_started(tournament, old, new, really_played)
            refuse_stand_ins(tournament, new.draft)
            if published_hanchan(tournament):
                refuse_unconfirmed(tournament, {one for number in new.draft for one in new.people(number)})
            seating = _store(tournament, new, origin, act)
            certify(seating, at=act.at, expected=expected)
            entry.detail |= {**(detail or {}), "version": seating.number}
            if origin.hanchan is not None:
                entry.detail["hanchan"] = origin.hanchan
        tournament.seating = seating
        tell_old_sheets(tournament, printed)
        return seating

    try:
        return once(lambda: earlier_version(tournament, act), write)
    except UnverifiedSeating as fault:
        logger.error("A seating was not kept: %s", fault.fault)
        raise


def earlier_version(tournament: Tournament, act: Act) -> Seating | None:
    """The version made by an earlier sending of the same form (a double click, the back button)."""
    number = result_of(tournament, act, "version")
    return tournament.seatings.get(number=number) if number else None


def current_version(tournament: Tournament, base: int | None) -> Seating | None:
    """The version in use, read under the lock. Raises Conflict when it is another than `base`."""
    tournament.refresh_from_db(fields=["seating"])
    current = tournament.seating
    if base is not None and base != (current.number if current else 0):
        raise Conflict.of(
            "other-version",
            _("The seating changed in the meantime: version {number} is now in use ({reason}). Check it again."),
            number=current.number if current else 0,
            reason=current.reason_in_words if current else "–",
        )
    return current


def _store(tournament: Tournament, arranged: Arrangement, origin: Origin, act: Act) -> Seating:
    last = tournament.seatings.order_by("-number").values_list("number", flat=True).first() or 0
    seating = Seating.objects.create(
        tournament=tournament,
        number=last + 1,
        source=origin.source,
        seed=origin.seed,
        words=origin.words,
        listed=origin.listed,
        reason=act.reason or origin.subject,
        made_at=act.at,
        made_by=act.by,
        quality=quality_of_map(arranged.draft).to_json(),
    )
    keys = hanchan_keys(tournament)
    _insert_seats(seating, arranged.draft, keys)
    Bye.objects.bulk_create(
        Bye(seating=seating, hanchan_id=keys[hanchan], player_id=player)
        for hanchan, people in sorted(arranged.byes.items())
        for player in sorted(people)
    )
    Tournament.objects.filter(pk=tournament.pk).update(seating=seating)
    return seating


def _insert_seats(seating: Seating, draft: SeatMap, keys: Mapping[int, int]) -> None:
    """Ten thousand seats at once, as plain values: an object for each would take longer than the plan."""
    quote = connection.ops.quote_name
    columns = ", ".join(map(quote, ("seating_id", "hanchan_id", "table", "wind", "player_id")))
    rows = [(seating.pk, keys[hanchan], table, str(wind), player) for hanchan, table, wind, player in to_rows(draft)]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quote(Seat._meta.db_table)} ({columns}) VALUES (%s, %s, %s, %s, %s)",  # noqa: S608  # quoted names
            rows,
        )
