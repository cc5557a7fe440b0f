"""The event in pictures and numbers, for everybody of released results; for the organiser also sheets and penalties."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page, staff_page
from tournament.core.tables import configure
from tournament.seats.own_seats import own_number
from tournament.standings.queries import inputs_of, standings_of
from tournament.standings.statistics.charts import histogram, meeting_square, totals_chart
from tournament.standings.statistics.figures import balances, event_figures, player_figures, wind_figures
from tournament.standings.statistics.queries import penalty_figures, sheet_figures, typists
from tournament.standings.statistics.tables import PlayerFiguresTable

PER_PAGE = 300


@public_page
@kept_with_tournament
def public_statistics(request: TournamentRequest) -> HttpResponse:
    """Pictures and figures of released hanchan; the reader's own line is marked."""
    page = {"base": "base_public.html", "tab": "standings", "player_page": "public_player"}
    return _statistics(request, page | {"me": own_number(request)}, public=True)


@staff_page("work_at")
def statistics(request: TournamentRequest) -> HttpResponse:
    """The same of everything that is accepted, and what became of sheets and penalties."""
    tournament = request.tournament
    page = {
        "base": "base_staff.html",
        "nav": "standings",
        "is_staff_page": True,
        "player_page": "standings_player",
        "sheets": sheet_figures(tournament),
        "typists": typists(tournament),
        "penalties": penalty_figures(tournament),
    }
    return _statistics(request, page, public=False)


def _statistics(request: TournamentRequest, page: dict[str, Any], public: bool) -> HttpResponse:
    tournament, inputs = request.tournament, inputs_of(request.tournament, public)
    ranking, at_a_table = standings_of(tournament, public=public), tournament.at_a_table
    page["ranking"] = ranking
    if ranking.after and ranking.ranked:
        rankings = [standings_of(tournament, after, public) for after in ranking.numbers]
        scores = [score for row in ranking.rows for score in row.scores if score is not None]
        options = {"slug": tournament.slug, "page": page["player_page"], "numbers": range(1, at_a_table + 1)}
        page |= {
            "totals": totals_chart(rankings),
            "histogram": histogram(scores),
            "winds": wind_figures(ranking, at_a_table),
            "event": event_figures(inputs),
            "squares": meeting_square(ranking, balances(inputs)),
            "table": configure(PlayerFiguresTable(player_figures(ranking, at_a_table), **options), request, PER_PAGE),
        }
    return render(request, "standings/statistics/statistics.html", page)
