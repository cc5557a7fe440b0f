"""The pages of a ranking's administration: make one, choose events, give penalties, freeze it and take that back."""

import uuid
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import SignedInRequest
from tournament.core.roles import signed_in
from tournament.persons.rights import clubs_of
from tournament.rankings import actions
from tournament.rankings.forms import (
    FreezeForm,
    PersonPenaltyForm,
    RankedEventForm,
    RankingDetailsForm,
    RankingForm,
    TakeBackForm,
)
from tournament.rankings.models import ClubRanking
from tournament.rankings.queries import administration_of, events_to_choose, frozen_in, history_of, is_manager
from tournament.staff.password_again import check_password_again

P = ParamSpec("P")
RankingView = Callable[Concatenate[SignedInRequest, ClubRanking, P], HttpResponse]
HERE = "ranking_manage"


def _of_club(view: RankingView[P]) -> Callable[..., HttpResponseBase]:
    """Decorate a view under /manage/rankings/<slug>/: for members of the ranking's club."""

    @signed_in
    def guarded(request: SignedInRequest, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        ranking = get_object_or_404(ClubRanking.objects.select_related("club"), slug=slug)
        if not is_manager(request.user, ranking.club):
            raise PermissionDenied
        response = view(request, ranking, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return guarded


@signed_in
def ranking_new(request: SignedInRequest) -> HttpResponse:
    """Make a ranking."""
    clubs = list(clubs_of(request.user, to_keep=True))
    choices = [(club.pk, str(club) or pgettext("of an installation", "Club")) for club in clubs]
    sent = request.method == "POST"
    form = RankingForm(choices, request.POST if sent else None, request.FILES if sent else None)
    if sent and form.is_valid():
        try:
            made = actions.create_ranking(
                club=next(club for club in clubs if str(club.pk) == form.cleaned_data["club"]),
                name=form.cleaned_data["name"],
                rules=form.cleaned_data["rules"],
                act=_act(request),
            )
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("The ranking is made. Choose its events."))
            return redirect(HERE, made.slug)
    context = {"form": form, "clubs": clubs, "submission": request.POST.get("submission") or uuid.uuid4()}
    return render(request, "rankings/new.html", context, status=422 if sent else 200)


def _act(request: SignedInRequest, reason: str = "") -> Act:
    submission = request.POST.get("submission") or None
    try:
        known = uuid.UUID(submission) if submission else None
    except ValueError:
        known = None
    return Act(by=request.user, at=timezone.now(), reason=reason, submission=known)


@_of_club
def ranking_manage(request: SignedInRequest, ranking: ClubRanking) -> HttpResponse:
    """The administration of a ranking; `?event=slug` opens an event for a change."""
    return _page(request, ranking)


def _page(request: SignedInRequest, ranking: ClubRanking, status: int = 200, **bound: Form) -> HttpResponse:
    today = timezone.localdate()
    shown = administration_of(ranking, today)
    choices = events_to_choose(request.user, ranking)
    asked = request.POST.get("tournament") or request.GET.get("event")
    opened = next((one for one in shown.events if one.tournament.slug == asked), None)
    given = {"weight": opened.weight, "days": opened.days, "qualification": opened.qualification} if opened else {}
    offered = [(opened.tournament.slug, opened.tournament.name)] if opened else choices
    forms = {
        "details_form": RankingDetailsForm(ranking),
        "event_form": RankedEventForm(offered, initial=given),
        "penalty_form": PersonPenaltyForm(shown.people),
        "freeze_form": FreezeForm(today),
        **bound,
    }
    context = {
        **forms,
        "ranking": ranking,
        "is_manager": True,
        "shown": shown,
        "has_choices": bool(offered),
        "opened": opened,
        "frozen": list(frozen_in(ranking)),
        "history": history_of(ranking),
        "submission": uuid.uuid4(),
    }
    return render(request, "rankings/manage.html", context, status=status)


def _done(
    request: SignedInRequest, ranking: ClubRanking, name: str, form: Form, act: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Act with the values of a valid form, the one `name` on the page; else show it again with what is wrong."""
    status = 422
    if form.is_valid():
        try:
            act(form.cleaned_data)
        except Refused as refused:
            status = refused.status
            put_on(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect(HERE, ranking.slug)
    ranking.refresh_from_db()
    return _page(request, ranking, status, **{name: form})


@require_POST
@_of_club
def ranking_details(request: SignedInRequest, ranking: ClubRanking) -> HttpResponse:
    """Change the name of a ranking, and whether it is public."""
    form = RankingDetailsForm(ranking, request.POST)
    return _done(
        request,
        ranking,
        "details_form",
        form,
        lambda typed: actions.set_details(ranking=ranking, act=_act(request), **typed),
    )


@require_POST
@_of_club
def ranking_event_set(request: SignedInRequest, ranking: ClubRanking) -> HttpResponse:
    """Add an event to a ranking, or change what it counts with."""
    own = [
        (one.tournament.slug, one.tournament.name) for one in administration_of(ranking, timezone.localdate()).events
    ]
    form = RankedEventForm([*events_to_choose(request.user, ranking), *own], request.POST)

    def act(typed: dict[str, Any]) -> None:
        tournament = Tournament.objects.get(slug=typed.pop("tournament"))
        actions.set_event(ranking=ranking, tournament=tournament, act=_act(request), **typed)

    return _done(request, ranking, "event_form", form, act)


@require_POST
@_of_club
def ranking_event_remove(request: SignedInRequest, ranking: ClubRanking, pk: int) -> HttpResponse:
    """Take an event out of a ranking."""
    one = get_object_or_404(ranking.events.select_related("tournament"), pk=pk)
    actions.remove_event(ranking=ranking, tournament=one.tournament, act=_act(request))
    messages.success(request, _("Saved."))
    return redirect(HERE, ranking.slug)


@require_POST
@_of_club
def ranking_penalty(request: SignedInRequest, ranking: ClubRanking) -> HttpResponse:
    """Give a penalty in a ranking."""
    shown = administration_of(ranking, timezone.localdate())
    form = PersonPenaltyForm(shown.people, request.POST)

    def act(typed: dict[str, Any]) -> None:
        person = shown.persons[typed["person"]]
        actions.give_penalty(
            ranking=ranking,
            person=person,
            amount=typed["amount"],
            day=typed["day"],
            act=_act(request, typed["reason"]),
        )

    return _done(request, ranking, "penalty_form", form, act)


@require_POST
@_of_club
def ranking_penalty_cancel(request: SignedInRequest, ranking: ClubRanking, pk: int) -> HttpResponse:
    """Cancel a penalty in a ranking."""
    penalty = get_object_or_404(ranking.penalties.select_related("ranking"), pk=pk)
    actions.cancel_penalty(penalty=penalty, act=_act(request))
    messages.success(request, _("Saved."))
    return redirect(HERE, ranking.slug)


@require_POST
@_of_club
def ranking_freeze(request: SignedInRequest, ranking: ClubRanking) -> HttpResponse:
    """Freeze the ranking of a day, with the password of who does it."""
    form = FreezeForm(timezone.localdate(), request.POST)

    def act(typed: dict[str, Any]) -> None:
        _check_password(request)
        actions.freeze(ranking=ranking, on=typed["on"], act=_act(request, typed["reason"]))

    return _done(request, ranking, "freeze_form", form, act)


@_of_club
def ranking_take_back(request: SignedInRequest, ranking: ClubRanking, pk: int) -> HttpResponse:
    """Take back a frozen ranking, with a reason and the password of who does it."""
    frozen = get_object_or_404(frozen_in(ranking).select_related("ranking"), pk=pk)
    form, status = TakeBackForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                _check_password(request)
                actions.take_back(frozen=frozen, act=_act(request, form.cleaned_data["reason"]))
            except Refused as refused:
                status = refused.status
                put_on(form, refused)
            else:
                messages.success(request, _("The frozen ranking is taken back."))
                return redirect(HERE, ranking.slug)
    context = {"ranking": ranking, "frozen": frozen, "form": form, "is_manager": True, "submission": uuid.uuid4()}
    return render(request, "rankings/take_back.html", context, status=status)


def _check_password(request: HttpRequest) -> None:
    check_password_again(request, timezone.now(), missing=_("A ranking that is out changes: enter your password."))
