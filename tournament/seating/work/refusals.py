"""When long work is not begun, or its answer not taken over: each raises Refused with the remedy."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.problems import Conflict, Refused
from tournament.seating.queries import field_of, started_hanchan
from tournament.seating.refusals import refuse_redraw, refuse_size
from tournament.seating.work.asked import Asked, asked_of


def refuse_planning(tournament: Tournament) -> None:
    """When people do not fill tables, when the hall has too few, when every hanchan has started; and before the first
    when a public draw has seated them."""
    refuse_size(field_of(tournament), tournament.table_count)
    started = started_hanchan(tournament)
    if not started:
        refuse_redraw(tournament)
    if max(started, default=0) >= tournament.hanchan.count():
        raise Refused(_("Every hanchan has started; nothing is left to plan."))


def refuse_outdated(tournament: Tournament, asked: Asked) -> None:
    """When what was asked is no longer what the event is: people, hanchan, what was played."""
    now = asked_of(tournament, asked.seed)
    if replace(now, wishes=asked.wishes, moves=asked.moves, winds=asked.winds) != asked:
        raise Conflict(_("Players or hanchan changed since the plan was asked for. Plan again."))
