"""Standings for the staff: everything that is accepted, also of a hanchan that is still being played."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.asked import has_seen
from tournament.events.queries import hanchan_of
from tournament.roles import staff_page
from tournament.sheets.queries import missing_tables
from tournament.standings.chart import line_of
from tournament.standings.queries import card_of, crosstable_of, kinds_of, known_facts, standings_of
from tournament.standings.visibility import public_through


@staff_page("work_at")
def standings(request: HttpRequest, after: int | None = None) -> HttpResponse:
    """The table, after any hanchan; the part that polls hears 204 until something was written."""
    tournament = request.tournament  # type: ignore[attr-defined]
    if has_seen(request):
        return HttpResponse(status=204)
    ranking = standings_of(tournament, after)
    if after is not None and after != ranking.after:
        raise Http404(_("Nothing was played after that hanchan yet."))
    context = {
        "ranking": ranking, "after": after, "nav": "standings", "kinds": kinds_of(tournament),
        "columns": ranking.after + (7 if ranking.has_cuts else 6), **_progress(tournament, ranking.after),
    }  # fmt: skip
    part = "#table" if request.GET.get("since") else ""
    return render(request, f"standings/staff.html{part}", context)


def _progress(tournament: Any, after: int) -> dict[str, Any]:
    """How far the event is: which hanchan have standings, what is missing, and what of it is public."""
    facts = known_facts(tournament)
    current = next((hanchan for hanchan in hanchan_of(tournament) if hanchan.number == after), None)
    return {
        "numbers": range(1, facts.played + 1),
        "missing": missing_tables(current) if current and not current.closed_at else [],
        "public_through": public_through(facts) if tournament.is_public else 0,
        "edition": tournament.edition,
    }


@staff_page("work_at")
def crosstable(request: HttpRequest) -> HttpResponse:
    """Scores by player and hanchan, and who met whom."""
    table = crosstable_of(request.tournament)  # type: ignore[attr-defined]
    return render(request, "standings/crosstable.html", {"table": table, "ranking": table.ranking, "nav": "standings"})


@staff_page("work_at")
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Every table of one player."""
    card = card_of(request.tournament, number)  # type: ignore[attr-defined]
    if card is None:
        raise Http404(_("The standings do not list a player with this number."))
    ranking = standings_of(request.tournament)  # type: ignore[attr-defined]
    context = {"card": card, "line": line_of(card), "ranking": ranking, "nav": "standings"}
    return render(request, "standings/player.html", {**context, "reasons": ranking.reasons(number)})
