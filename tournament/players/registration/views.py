"""Registering on the public page, the personal page behind its link, and the organiser's choices."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.devices import device_of
from tournament.core.edit_conflicts import seen_in, to_see
from tournament.core.form_fields import Sent
from tournament.core.messages import Refused, put_on, sentence
from tournament.core.network_address import address_digest
from tournament.core.requests import TournamentRequest
from tournament.core.roles import may, public_page, staff_page
from tournament.players.badges.links import keep_badge
from tournament.players.models import Player, PlayerStatus
from tournament.players.queries import places_of, players_of, waiting_list
from tournament.players.registration import actions
from tournament.players.registration.forms import NewRegistrationForm, OwnEntryForm, RegistrationPageForm
from tournament.players.registration.models import Registration, RegistrationPage
from tournament.players.registration.queries import find_registration, page_of, refuse_closed, refuse_full
from tournament.players.registration.tokens import SALT, open_form, read_opening, token_of
from tournament.staff.qr_codes import address_for_others, qr_svg


@staff_page("run_event")
def registration_page(request: TournamentRequest) -> HttpResponse:
    """Open or close the public registration page and choose what it asks for."""
    tournament = request.tournament
    now, seen, refusal = page_of(tournament).values, seen_in(request.POST), None
    form = RegistrationPageForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        try:
            act = Act(by=request.user, at=timezone.now())
            actions.set_page(tournament=tournament, act=act, seen=seen, **form.cleaned_data)
        except Refused as refused:
            refusal = refused
            put_on(form, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("registration_page", tournament.slug)
    address = address_for_others(request, reverse("public_register", args=[tournament.slug]))
    context = {"nav": "players", "form": form, "address": address, "qr": qr_svg(address)}
    context["seen"] = to_see(now, seen, refusal)
    status = refusal.status if refusal else 422 if request.method == "POST" else 200
    return render(request, "players/registration_page.html", context, status=status)


@public_page
@never_cache
def public_register(request: TournamentRequest) -> HttpResponse:
    """Register; the answer shows the personal link once. Closed registration is said; 404 where there was none."""
    tournament, now = request.tournament, timezone.now()
    request.languages.for_event_unless_chosen(tournament.language)
    page = page_of(tournament)
    if page.pk is None:
        raise Http404(_("This event has no registration."))
    places = places_of(tournament, players_of(tournament))
    try:
        if request.method == "POST":
            return _send(request, page)
        refuse_closed(page, now)
        refuse_full(page, places)
    except Refused as refused:
        status = refused.status if request.method == "POST" else 200
        return render(request, "players/register_closed.html", {"refused": refused.sentences}, status=status)
    form = NewRegistrationForm(None, page.asks, initial={"opening": open_form(tournament, now)})
    return _form_page(request, page, form)


def _send(request: TournamentRequest, page: RegistrationPage) -> HttpResponse:
    """Register what was typed. Raises RegistrationClosed; any other refusal is shown on the form."""
    tournament, now = request.tournament, timezone.now()
    typed = request.POST.copy()
    form = NewRegistrationForm(typed, page.asks)
    if not form.is_valid():
        return _form_page(request, page, form, status=422)
    try:
        opening = read_opening(form.cleaned_data["opening"], tournament, now)
        name = form.cleaned_data["name"]
        registration = actions.register(
            tournament=tournament,
            sent_from=address_digest(request, SALT),
            act=Act(by=None, at=now, name=name, phone=device_of(request), submission=opening.submission),
            **form.values(),
        )
    except actions.RegistrationClosed:
        raise
    except Refused as refused:
        if "form-out-of-date" in refused.codes:
            typed["opening"] = open_form(tournament, now)
        put_on(form, refused)
        return _form_page(request, page, form, status=refused.status)
    path = reverse("public_registration", args=[tournament.slug, token_of(opening.submission)])
    address = address_for_others(request, path)
    context = _state(registration.player) | {"path": path, "address": address, "qr": qr_svg(address)}
    return render(request, "players/registered.html", context)


def _form_page(
    request: TournamentRequest, page: RegistrationPage, form: NewRegistrationForm, *, status: int = 200
) -> HttpResponse:
    places = places_of(request.tournament, players_of(request.tournament))
    context = {"form": form, "registration": page, "places": places}
    return render(request, "players/register.html", context, status=status)


@public_page
@never_cache
def public_registration(request: TournamentRequest, token: str) -> HttpResponse:
    """The person's own page: their state and data, which they correct, confirm and decline."""
    request.languages.for_event_unless_chosen(request.tournament.language)
    registration = find_registration(request.tournament, token)
    if registration is None:
        raise Http404(_("This link does not work. Ask the organiser."))
    page = page_of(request.tournament)
    if request.method != "POST":
        return _own_page(request, registration, page, _own_form(None, registration.player, page))
    form = _own_form(request.POST, registration.player, page)
    act = Act(by=None, at=timezone.now(), name=registration.player.name, phone=device_of(request))
    step = request.POST.get("do", "")
    try:
        if step == "confirm":
            actions.confirm(registration=registration, act=act)
        elif step == "decline":
            actions.decline(registration=registration, act=act)
        elif form.is_valid():
            actions.correct(registration=registration, act=act, seen=form.cleaned_data["seen"], **form.values())
        else:
            return _own_page(request, registration, page, form, status=422)
    except Refused as refused:
        if step in ("confirm", "decline"):
            messages.error(request, refused.message)
            return redirect(request.path)
        put_on(form, refused)
        return _own_page(request, registration, page, form, status=refused.status)
    messages.success(request, _("Saved."))
    return redirect(request.path)


def _own_form(data: Sent, player: Player, page: RegistrationPage) -> OwnEntryForm:
    initial = {name: getattr(player, name) for name in ("name", *page.asks)}
    return OwnEntryForm(data, page.asks, initial=initial | {"seen": player.stamp})


def _own_page(
    request: TournamentRequest,
    registration: Registration,
    page: RegistrationPage,
    form: OwnEntryForm,
    *,
    status: int = 200,
) -> HttpResponse:
    try:
        refuse_closed(page, timezone.now())
        closed = ""
    except Refused as refused:
        closed = sentence(refused.messages[0])
    context = _state(registration.player) | {"form": form, "closed": closed, "registration": page}
    context["may_check_in"] = may(request, "check_in")
    response = render(request, "players/registration.html", context, status=status)
    keep_badge(response, registration.player)
    return response


def _state(player: Player) -> dict[str, object]:
    """Return what a person is told of their own entry."""
    is_waiting = player.status == PlayerStatus.WAITING
    queue = [one.pk for one in waiting_list(players_of(player.tournament))] if is_waiting else []
    return {
        "player": player,
        "turn": queue.index(player.pk) + 1 if is_waiting else 0,
        "has_place": player.status == PlayerStatus.PLAYING,
        "may_decline": is_waiting or player.status == PlayerStatus.PLAYING,
    }
