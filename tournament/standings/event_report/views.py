"""The report of an event: for everybody who won, in pictures and numbers; for the organiser the form of their part."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.core.audit import Act
from tournament.core.edit_conflicts import Values
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import may, public_page, staff_page
from tournament.events.queries import hanchan_of
from tournament.events.views import edit
from tournament.seats.own_seats import own_number
from tournament.standings.event_report import actions
from tournament.standings.event_report.forms import EventReportForm
from tournament.standings.event_report.queries import event_report, photographs_of, report_values
from tournament.standings.queries import inputs_of, kinds_of, public_final, reveal_of
from tournament.standings.race_views import FRAMES, public_picture
from tournament.standings.share_card import event_card, said
from tournament.standings.stages import stages_of
from tournament.translation.formats import days

PHOTOGRAPH_KEPT = 60 * 60
"""Seconds for which a browser need not ask again; one that was removed is gone then."""


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
        "may_write": may(request, "run_event"),
    }
    return render(request, "standings/event_report/public.html", context)


@public_page
@require_safe
def public_report_photograph(request: TournamentRequest, pk: int) -> HttpResponse:
    """The bytes of a photograph, which never change at one address; the organiser sees it before."""
    if public_final(request.tournament) is None and not may(request, "run_event"):
        raise Http404
    found = get_object_or_404(request.tournament.report_photographs, pk=pk)
    headers = {"Cache-Control": f"private, max-age={PHOTOGRAPH_KEPT}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(found.content), content_type="image/jpeg", headers=headers)


@staff_page("run_event")
def event_report_edit(request: TournamentRequest) -> HttpResponse:
    """The organiser's words and photographs: one form, so that no button loses what was typed beside it."""
    tournament = request.tournament
    photographs = photographs_of(tournament)
    removed = parse_int(request.POST.get("remove", ""), MOST_ID)
    sent = (request.POST, request.FILES, removed) if request.method == "POST" else ()
    form = EventReportForm(tournament.report, photographs, *sent)

    def save(seen: Values | None) -> str | None:
        act, typed, done = Act(by=request.user, at=timezone.now()), form.cleaned_data, None
        actions.write_report(tournament=tournament, typed=typed, act=act, seen=seen)
        for one in photographs:
            if one.pk == removed:
                one.tournament = tournament
                actions.remove_photograph(photograph=one, act=act)
                done = _("The photograph is removed.")
        if image := typed["image"]:
            actions.add_photograph(tournament=tournament, caption=typed["caption"], image=image, act=act)
            done = _("The photograph is added.")
        return done

    return edit(
        request,
        form,
        "standings/event_report/edit.html",
        "event_report",
        save,
        now=report_values(tournament, photographs),
        most=actions.MOST_PHOTOGRAPHS,
        is_public=public_final(tournament) is not None and tournament.is_public,
    )
