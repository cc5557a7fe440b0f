"""When a draw cannot be opened, held or cancelled: each raises Refused with the remedy."""

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.seating.draft import spans
from tournament.seating.draws.fixed import digest_of, lines_of, records_of
from tournament.seating.draws.models import Draw
from tournament.seating.queries import started_hanchan


def refuse_commit(tournament: Tournament) -> None:
    """When nobody could see the commitment, when another draw stands, or when play has begun."""
    if not tournament.is_public:
        message = _("Open the public page first: a commitment that nobody can see proves nothing.")
        raise Refused(message)
    refuse_begun(tournament)
    standing = tournament.draws.filter(cancelled_at=None).first()
    if standing and standing.drawn_at:
        message = _("Draw %(number)d has seated everybody. Cancel it first, with a reason that everybody sees.")
        raise Refused(message % {"number": standing.number})
    if standing:
        message = _("Draw %(number)d is open already: its commitment stands on the public page.")
        raise Refused(message % {"number": standing.number})


def refuse_wishing(tournament: Tournament) -> None:
    """While a commitment stands: a wish that comes or goes then could steer the draw."""
    standing = tournament.draws.filter(drawn_at=None, cancelled_at=None).first()
    if standing:
        message = _(
            "Draw %(number)d is committed with the wishes of that moment; they hold still until it is held. "
            "To change them, cancel the draw with a reason, and commit again."
        )
        raise Refused(message % {"number": standing.number})


def refuse_other_wishes(draw: Draw) -> None:
    """When the wishes in force are not those of the commitment: somebody was deleted or has another number, or the
    database was changed."""
    now = records_of(draw.tournament)
    is_kept = not draw.wishes_digest or draw.wishes_digest == digest_of(draw.wishes)
    if lines_of(now) != lines_of(draw.wishes) or not is_kept:
        message = _("The wishes are not those of the commitment. Cancel draw %(number)d and commit again.")
        raise Refused(message % {"number": draw.number})


def refuse_begun(tournament: Tournament) -> None:
    """When a hanchan has started: nobody is drawn into places that are played."""
    started = started_hanchan(tournament)
    if started:
        message = _("Already started: hanchan %(numbers)s. A draw seats people before the first hanchan.")
        raise Refused(message % {"numbers": spans(started)})


def refuse_draw(draw: Draw) -> None:
    """When the draw was held or cancelled, perhaps by somebody else just now."""
    if draw.cancelled_at:
        raise Conflict(_("Draw %(number)d was cancelled meanwhile. Look at it again.") % {"number": draw.number})
    if draw.drawn_at:
        raise Conflict(_("Draw %(number)d was held meanwhile. Look at it again.") % {"number": draw.number})


def refuse_cancel(draw: Draw, reason: str) -> None:
    """When no reason is given, or when hanchan of the draw are played."""
    if not reason:
        raise Refused(_("Say why the draw is cancelled; everybody sees it."), field="reason")
    if draw.drawn_at:
        refuse_begun(draw.tournament)
