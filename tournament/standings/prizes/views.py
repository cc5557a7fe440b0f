"""The pages of the prizes: what the staff set, and what everybody reads once the organiser shows it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.edit_conflicts import Overtaken, seen_in, to_see
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import may, public_page, staff_page
from tournament.core.tables import configure
from tournament.standings.prizes import actions
from tournament.standings.prizes.forms import NewcomerForm, PrizeForm
from tournament.standings.prizes.queries import are_final, awards_of, newcomers_of, prize_values
from tournament.standings.prizes.tables import PrizeTable
from tournament.standings.queries import standings_of


@staff_page("work_at")
def prizes(request: TournamentRequest) -> HttpResponse:
    """Every prize and who wins it now."""
    return _page(request)


@public_page
@kept_with_tournament
def public_prizes(request: TournamentRequest) -> HttpResponse:
    """The prizes, once the organiser shows them, and who won them, once the public standings are final."""
    tournament = request.tournament
    awards = awards_of(tournament, public=True) if tournament.prizes_public else []
    if not awards:
        raise Http404(_("The prizes are not public."))
    ranking = standings_of(tournament, public=True)
    is_final = are_final(ranking)
    table = configure(PrizeTable(awards, absent=() if is_final else ("winners",)), request)
    context = {"tab": "prizes", "table": table, "ranking": ranking, "is_final": is_final}
    return render(request, "standings/prizes/public.html", context)


@staff_page("run_event")
@require_POST
def prize_set(request: TournamentRequest) -> HttpResponse:
    """Add a prize."""
    form = PrizeForm(request.POST)
    now, seen, status = prize_values(request.tournament), seen_in(request.POST), 422
    if form.is_valid():
        act, typed = Act(by=request.user, at=timezone.now()), form.cleaned_data
        try:
            actions.set_prize(tournament=request.tournament, act=act, seen=seen, **typed)
        except Refused as refused:
            status = refused.status
            put_on(form, refused)
            if isinstance(refused, Overtaken):
                seen = {**(seen or {}), f"{typed['kind']} {typed['place']}": refused.now["prize"]}
        else:
            messages.success(request, _("Saved."))
            return redirect("prizes", request.tournament.slug)
    return _page(request, status=status, form=form, seen=to_see(now, seen))


@staff_page("run_event")
@require_POST
def prize_remove(request: TournamentRequest, pk: int) -> HttpResponse:
    """Remove a prize."""
    prize = get_object_or_404(request.tournament.prizes, pk=pk)
    prize.tournament = request.tournament
    try:
        actions.remove_prize(prize=prize, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("The prize is removed."))
    return redirect("prizes", request.tournament.slug)


@staff_page("run_event")
@require_POST
def prize_newcomers(request: TournamentRequest) -> HttpResponse:
    """Say who is a new player."""
    form = NewcomerForm(request.POST)
    now, seen, refusal = {"new_players": newcomers_of(request.tournament)}, seen_in(request.POST), None
    if form.is_valid():
        try:
            actions.set_newcomers(
                tournament=request.tournament,
                numbers=form.cleaned_data["newcomers"],
                act=Act(by=request.user, at=timezone.now()),
                seen=seen,
            )
        except Refused as refused:
            refusal = refused
            put_on(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("prizes", request.tournament.slug)
    status = refusal.status if refusal else 422
    return _page(request, status=status, newcomers=form, seen_newcomers=to_see(now, seen, refusal))


def _page(
    request: TournamentRequest,
    *,
    status: int = 200,
    form: PrizeForm | None = None,
    seen: str = "",
    newcomers: NewcomerForm | None = None,
    seen_newcomers: str = "",
) -> HttpResponse:
    awards = awards_of(request.tournament)
    new = newcomers_of(request.tournament)
    context: dict[str, object] = {
        "nav": "standings",
        "awards": awards,
        "table": configure(PrizeTable(awards), request) if awards else None,
        "ranking": standings_of(request.tournament),
        "may_change": may(request, "run_event"),
        "form": form or PrizeForm(),
        "seen": seen or to_see(prize_values(request.tournament)),
        "newcomers": newcomers or NewcomerForm(initial={"newcomers": ", ".join(map(str, new))}),
        "seen_newcomers": seen_newcomers or to_see({"new_players": new}),
    }
    return render(request, "standings/prizes/prizes.html", context, status=status)
