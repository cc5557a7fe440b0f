"""A substitute plays somebody's seat in one hanchan (WRC 2025 §12.3.9). The seating itself stays as it is."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.edition import writing
from tournament.events.models import HanchanState, Tournament
from tournament.players.models import Player, PlayerStatus
from tournament.problems import Refused
from tournament.seating.models import Seat, StandIn


def stand_in(
    *, tournament: Tournament, hanchan: int, absent: Player, substitute: Player, reason: str, by: Any, at: datetime
) -> StandIn:
    """Let a substitute play the seat of somebody who is not there, in one hanchan that is not closed.

    Whether the table's sheet is already in is for the caller to check: this activity knows no sheets. Raises Refused.
    """
    subject = _("hanchan %(number)d: %(substitute)s for %(absent)s")
    names = {"number": hanchan, "substitute": substitute, "absent": absent}
    with writing(
        tournament, by=by, at=at, verb="put in a substitute", subject=subject % names, reason=reason,
        hanchan=hanchan, absent=absent.number, substitute=substitute.number,
    ):  # fmt: skip
        tournament.refresh_from_db(fields=["seating"])
        refuse_stand_in(tournament, hanchan, absent, substitute)
        return StandIn.objects.create(
            tournament=tournament,
            hanchan=hanchan,
            absent=absent,
            substitute=substitute,
            reason=reason,
            made_at=at,
            made_by=by,
        )


def cancel_stand_in(*, stand_in: StandIn, by: Any, at: datetime, reason: str = "") -> None:
    """The player has the seat again. Cancelling twice does nothing. Raises Refused when the hanchan is closed."""
    tournament = stand_in.tournament
    subject = _("hanchan %(number)d: %(substitute)s for %(absent)s")
    names = {"number": stand_in.hanchan, "substitute": stand_in.substitute, "absent": stand_in.absent}
    if stand_in.cancelled_at:
        return
    with writing(tournament, by=by, at=at, verb="took back a substitute", subject=subject % names, reason=reason):
        _refuse_hanchan(tournament, stand_in.hanchan)
        stand_in.cancelled_at = at
        stand_in.save(update_fields=["cancelled_at"])


def refuse_stand_in(tournament: Tournament, hanchan: int, absent: Player, substitute: Player | None) -> None:
    """When the substitute (None: somebody who is not registered yet) cannot play that seat in that hanchan.

    Pages that show what would happen ask this as well.
    """
    _refuse_hanchan(tournament, hanchan)
    if substitute is not None:
        _refuse_people(tournament, hanchan, absent, substitute)


def _refuse_hanchan(tournament: Tournament, number: int) -> None:
    hanchan = tournament.hanchan.filter(number=number).first()
    if hanchan is None:
        raise Refused(_("There is no hanchan %(number)d.") % {"number": number}, field="hanchan")
    if hanchan.state == HanchanState.CLOSED:
        message = _("Hanchan %(number)d is closed. Reopen it first.")
        raise Refused(message % {"number": number}, field="hanchan")


def _refuse_people(tournament: Tournament, hanchan: int, absent: Player, substitute: Player) -> None:
    holders = set(
        Seat.objects.filter(
            seating_id=tournament.seating_id, hanchan=hanchan, player__in=[absent, substitute]
        ).values_list("player_id", flat=True)
    )
    known = {"absent": absent, "substitute": substitute, "number": hanchan}
    if absent.pk not in holders:
        raise Refused(_("%(absent)s has no seat in hanchan %(number)d.") % known, field="absent")
    if substitute.pk in holders:
        raise Refused(_("%(substitute)s has a seat in hanchan %(number)d already.") % known, field="substitute")
    if not substitute.is_substitute or substitute.status != PlayerStatus.PLAYING:
        message = _(
            "%(substitute)s is not a substitute. Choose somebody who is, or make a substitute of this player first."
        )
        raise Refused(message % known, field="substitute")
    for row in tournament.stand_ins.filter(hanchan=hanchan, cancelled_at=None).select_related("absent", "substitute"):
        if absent == row.absent or substitute == row.substitute:
            message = _("%(substitute)s already stands in for %(absent)s in hanchan %(number)d. Cancel that first.")
            raise Refused(
                message % {"substitute": row.substitute, "absent": row.absent, "number": hanchan}, field="substitute"
            )
