"""A transparent page for a stream: the clock, one table with its players, the first of the standings.

The address says what is shown; docs/guides/organiser.md lists the parameters. Like every public page it has what is
published and released, and nothing else.
"""

from dataclasses import dataclass
from hashlib import blake2s

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.points import Points
from tournament.core.models import Hanchan, Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import in_event_language, public_page
from tournament.events.queries import hanchan_of
from tournament.hanchan.clock_display import clock_display
from tournament.seats.integrity import altered_of
from tournament.seats.publication import publication_of
from tournament.seats.queries import Place, current_hanchan, lineup
from tournament.standings.queries import inputs_of, standings_of
from tournament.standings.ranking import StandingsRow

PARTS = ("clock", "table", "standings")
USUAL_TOP, MOST_TOP = 8, 20


@dataclass(frozen=True, slots=True)
class OverlaySeat:
    """A seat of the table: who sits there, the public place and total, and the points once they are released."""

    place: Place
    row: StandingsRow | None
    points: Points | None


@public_page
@in_event_language
def screen_overlay(request: TournamentRequest) -> HttpResponse:
    """The overlay; asked with `?since=` it answers 204 until something else is to be shown."""
    tournament = request.tournament
    publication, ranking = publication_of(tournament), standings_of(tournament, public=True)
    mark = blake2s(f"{publication.mark} {ranking.digest}".encode(), digest_size=8).hexdigest()
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    all_hanchan = hanchan_of(tournament)
    one = _chosen(all_hanchan, parse_int(request.GET.get("hanchan", "")))
    table = parse_int(request.GET.get("table", ""))
    top = min(parse_int(request.GET.get("top", "")) or USUAL_TOP, MOST_TOP)
    wanted = _parts(request.GET.get("show", ""), has_table=table is not None)
    asked = request.GET.copy()
    asked["since"] = mark
    page: dict[str, object] = {
        "mark": mark,
        "asked": asked.urlencode(),
        "hanchan": one,
        "clock": clock_display(one, timezone.now(), tournament.ruleset.time) if one and "clock" in wanted else None,
        "table": table,
        "seats": _seats(tournament, one, table) if one and table is not None and "table" in wanted else [],
        "rows": ranking.ranked[:top] if "standings" in wanted else (),
        "ranking": ranking,
        "is_right": request.GET.get("side") == "right",
    }
    template = "screens/overlay.html#live" if "since" in request.GET else "screens/overlay.html"
    return render(request, template, page)


def _parts(typed: str, *, has_table: bool) -> tuple[str, ...]:
    """Return what is shown: what `?show=` names, else the clock with the table that is named, or with the standings."""
    named = tuple(part for part in PARTS if part in typed.split(","))
    return named or (("clock", "table") if has_table else ("clock", "standings"))


def _chosen(all_hanchan: list[Hanchan], number: int | None) -> Hanchan | None:
    if not all_hanchan:
        return None
    return next((one for one in all_hanchan if one.number == number), None) or current_hanchan(all_hanchan)


def _seats(tournament: Tournament, one: Hanchan, table: int) -> list[OverlaySeat]:
    """The seats of a table of a published hanchan; none before that."""
    if one.seating_published_at is None or one.number in altered_of(tournament):
        return []
    inputs, rows = inputs_of(tournament, public=True), standings_of(tournament, public=True).by_number
    released = (found for found in inputs.tables if (found.hanchan, found.table) == (one.number, table))
    points = {line.player: line.points for found in released for line in found.lines if inputs.shows(line.player)}
    return [
        OverlaySeat(place, rows.get(place.player.number), points.get(place.player.pk))
        for place in lineup(tournament, one.number).get(table, ())
    ]
