"""What must hold before a tournament is set up or changed; each raises Refused naming field and remedy."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.events.models import Hanchan, HanchanState, PointUnit, Tournament, WindMethod
from tournament.events.queries import has_started
from tournament.problems import Refused

MOST_HANCHAN = 40
MOST_MINUTES = 600


def check_details(tournament: Tournament) -> None:
    if not tournament.name:
        raise Refused(_("A tournament needs a name."), field="name")
    if len(tournament.name) > 120:
        raise Refused(_("A name has at most 120 characters."), field="name")
    if tournament.first_day and tournament.last_day and tournament.last_day < tournament.first_day:
        raise Refused(_("The last day is before the first day."), field="last_day")
    if tournament.table_count is not None and not 1 <= tournament.table_count <= 250:
        raise Refused(_("A hall has between 1 and 250 tables."), field="table_count")
    if tournament.wind_method not in WindMethod.values:
        raise Refused(_("Winds are either fixed by the seating or drawn at the table."), field="wind_method")
    if tournament.point_unit not in PointUnit.values:
        raise Refused(_("Points are typed in hundreds, in thousands or in full."), field="point_unit")


def check_count(count: int) -> None:
    if not 1 <= count <= MOST_HANCHAN:
        message = _("A tournament has between 1 and {most} hanchan.").format(most=MOST_HANCHAN)
        raise Refused(message, field="hanchan_count")


def check_limit(hanchan: Hanchan, limit: int | None) -> None:
    if hanchan.state == HanchanState.CLOSED:
        message = _("Hanchan {number} is closed: its time limit no longer changes. Reopen it first.")
        raise Refused(message.format(number=hanchan.number), field=f"minutes_{hanchan.number}")
    check_minutes(limit, field=f"minutes_{hanchan.number}")


def check_minutes(limit: int | None, *, field: str) -> None:
    if limit is not None and not 1 <= limit <= MOST_MINUTES:
        message = _("A time limit is between 1 and {most} minutes; empty is no limit.").format(most=MOST_MINUTES)
        raise Refused(message, field=field)


def check_drop(dropped: Sequence[Hanchan]) -> None:
    for hanchan in reversed(dropped):
        if hanchan.state != HanchanState.PLANNED:
            message = _("Hanchan {number} has started: there cannot be fewer than {number} hanchan.")
        elif hanchan.seating_published_at:
            message = _("The seating of hanchan {number} is published. Hide it first, then drop the hanchan.")
        else:
            continue
        raise Refused(message.format(number=hanchan.number), field="hanchan_count")


def check_not_started(tournament: Tournament) -> None:
    if has_started(tournament):
        raise Refused(
            _(
                "A hanchan has started: what was played is scored by these rules, so they hold still now. "
                "Name, place, dates, time limits, the number of hanchan and what is public can still change; "
                "a penalty can be given with any amount."
            )
        )


def check_nobody_is_seated(tournament: Tournament) -> None:
    """Tables of four do not become tables of three once people sit at them."""
    if tournament.seating_id is not None:
        message = _("People are seated already, and how many sit at a table holds still. Set up another tournament.")
        raise Refused(message, field="players")


def check_what_holds_still(tournament: Tournament, changed: dict[str, Any]) -> None:
    if "slug" in changed and tournament.is_public:
        message = _("The public page is open under this address. Close it first; then the address can change.")
        raise Refused(message, field="slug")
    if "wind_method" in changed and has_started(tournament):
        message = _("A hanchan has started: how winds are decided holds still for the whole tournament.")
        raise Refused(message, field="wind_method")
    if "point_unit" in changed and tournament.hanchan.filter(state=HanchanState.PLAYING).exists():
        message = _(
            "A hanchan is being played: its sheets are typed in the unit that was announced. Change it after the close."
        )
        raise Refused(message, field="point_unit")
