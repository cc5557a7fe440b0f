"""The staff's pages of the seating: look, publish, earlier versions."""

from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.core.tables import configure
from tournament.events.queries import hanchan_of
from tournament.hanchan.condition_list import condition_list
from tournament.planning import actions, pages
from tournament.planning.basis import basis_of
from tournament.planning.occasions import OCCASIONS
from tournament.planning.preview import Preview
from tournament.planning.sources.restoration import VersionRestoration
from tournament.planning.tables import SeatingVersionTable
from tournament.players.queries import field_of
from tournament.seating_report.quality import quality_card, quality_of
from tournament.seats.queries import arranged_of, current_hanchan, draft_of, mismatch


@staff_page("work_at")
def seating(request: TournamentRequest, number: int | None = None) -> HttpResponse:
    """The seating of one hanchan, with the quality of the whole."""
    tournament = request.tournament
    hanchan = hanchan_of(tournament)
    chosen = next((one for one in hanchan if one.number == number), None)
    if number is not None and chosen is None:
        raise Http404
    chosen = chosen or current_hanchan(hanchan)
    page = pages.seating_page(tournament, chosen, hanchan, request.GET.dict())
    page["may_change"] = may(request, "run_event")
    page["can_swap"] = may(request, "run_hanchan") and page["tables"] and chosen.state == "planned"
    page["may_ask"] = any(may(request, question.right) for question in OCCASIONS)
    page["may_correct"] = may(request, "change_sheet") and chosen.state != "planned"
    waits = page["conditions"] if page["may_change"] and page["some_hidden"] else ()
    page["publishing"] = condition_list(waits, partial(may, request))
    page["field"] = None if page["seating"] else field_of(tournament)
    return render(request, "planning/seating.html", page)


@staff_page("run_event")
@require_POST
def publish(request: TournamentRequest) -> HttpResponse:
    """Publish or hide one hanchan, or all."""
    typed = request.POST.get("hanchan", "")
    hanchan = parse_int(typed)
    if typed and hanchan is None:
        raise Http404
    public = request.POST.get("public") == "1"
    try:
        actions.publish(
            tournament=request.tournament,
            hanchan=hanchan,
            act=Act(by=request.user, at=timezone.now()),
            public=public,
            telling="telling" in request.POST,
        )
    except Refused as refusal:
        if refusal.field == "telling":
            page = {"nav": "seating", "refusal": refusal, "hanchan": hanchan, "back": request.POST.get("back", "")}
            return render(request, "planning/publish_hidden.html", page, status=refusal.status)
        messages.error(request, refusal.message)
    else:
        tell_published(request) if public else messages.success(request, _("Hidden."))
    back = parse_int(request.POST.get("back", "")) or hanchan
    return (
        redirect("seating_hanchan", request.tournament.slug, back)
        if back
        else redirect("seating", request.tournament.slug)
    )


def tell_published(request: TournamentRequest) -> None:
    """Say that the seating is published; while the public page is closed, say that too and lead to it."""
    if request.tournament.is_public:
        messages.success(request, _("Published."))
        return
    text = _("Published. The public page is still closed: {link}.")
    link = format_html(
        '<a href="{}">{}</a>', reverse("event_public", args=[request.tournament.slug]), _("open the public page")
    )
    messages.warning(request, format_html(text, link=link))


@staff_page("work_at")
def versions(request: TournamentRequest) -> HttpResponse:
    """The list of versions."""
    found = list(request.tournament.seatings.select_related("made_by").order_by("-number"))
    table = configure(SeatingVersionTable(found, request.tournament), request)
    return render(request, "planning/versions.html", {"nav": "seating", "versions": found, "table": table})


@staff_page("work_at")
@require_safe
def version(request: TournamentRequest, number: int) -> HttpResponse:
    """Look at a version, and at what going back to it would change."""
    tournament = request.tournament
    earlier = get_object_or_404(tournament.seatings.select_related("made_by"), number=number)
    basis, counts = basis_of(tournament), earlier.pk == tournament.seating_id
    preview = Preview(basis, next(VersionRestoration(earlier, arranged_of(earlier)).ways(basis)))
    measured = quality_of(earlier).wished(draft_of(earlier), basis.places) if counts else preview.measured[1]
    seated = mismatch(tournament, preview.made.draft, preview.made.byes)
    reinstated = preview.proposal.reinstates
    page = {
        "nav": "seating",
        "may_change": may(request, "run_event"),
        "version": earlier,
        "preview": preview,
        "card": quality_card(measured, basis.players, winds=basis.winds),
        "mismatch": replace(seated, out=tuple(player for player in seated.out if player not in reinstated)),
        "counts": counts,
    }
    return render(request, "planning/version.html", page)
