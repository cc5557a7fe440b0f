"""The report of an event, for everybody: who won, in pictures and numbers."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import public_page
from tournament.events.queries import hanchan_of
from tournament.seats.own_seats import own_number
from tournament.standings.event_report.queries import event_report
from tournament.standings.queries import inputs_of, kinds_of, reveal_of
from tournament.standings.race_views import FRAMES, public_picture
from tournament.standings.share_card import event_card, said
from tournament.standings.stages import stages_of
from tournament.translation.formats import days


@public_page
@kept_with_tournament
def public_report(request: TournamentRequest) -> HttpResponse:
    """The page to keep of an event whose results are all public. While a ceremony reveals them it leads there; 404
    before."""
    tournament, report = request.tournament, event_report(request.tournament)
    if report is None:
        if reveal_of(tournament):
            return redirect("public_ceremony", tournament.slug)
        raise Http404(_("The final places are not announced yet."))
    me = own_number(request)
    context = {
        "tab": "standings",
        "has_report": True,
        "report": report,
        "facts": event_card(tournament.name, days(tournament.first_day, tournament.last_day), report.ranking).facts,
        "ranking": report.ranking,
        "player_page": FRAMES[True]["player_page"],
        "me": me,
        "kinds": kinds_of(tournament, public=True),
        "stages": stages_of(hanchan_of(tournament), inputs_of(tournament, public=True).played),
        "picture": public_picture(request, me),
        "said": said(report.ranking.ranked),
    }
    return render(request, "standings/event_report/public.html", context)
