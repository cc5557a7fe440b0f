"""Signing in and out, and the staff of a tournament."""

import logging
from datetime import timedelta
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_client_ip_address
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.signals import user_login_failed
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.devices import kind_of_device
from tournament.core.edit_conflicts import seen_in
from tournament.core.messages import Refused, put_on
from tournament.core.models import Membership, User
from tournament.core.requests import TournamentRequest
from tournament.core.roles import staff_page
from tournament.core.tables import configure
from tournament.staff import actions
from tournament.staff.forms import AddStaffForm, CodeForm, SignInForm
from tournament.staff.password_checks import is_known, make_known, password_check
from tournament.staff.qr_codes import address_for_others, qr_svg
from tournament.staff.queries import LinkState, find_link, is_last_organiser, link_state, staff_of
from tournament.staff.sessions import note_sign_in
from tournament.staff.tables import StaffTable

logger = logging.getLogger("tournament.staff")

BACKEND = "django.contrib.auth.backends.ModelBackend"
BY_LINK = "signed_in_by_link"  # in the session: since when
WAITING = "waits_for_code"  # in the session: whose password or link was right
CODE_WITHIN = timedelta(minutes=5)


class SignIn(LoginView):
    """Name and password. The lock of a name after many wrong ones is axes' (settings.AXES_*)."""

    template_name = "staff/sign_in.html"
    authentication_form = SignInForm
    extra_context = {"hide_sign_in": True}

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        address = get_client_ip_address(request) or ""
        is_own = is_known(request, request.POST.get("username", ""))
        try:
            with password_check(address, timezone.now(), is_own=is_own):
                return super().post(request, *args, **kwargs)
        except Refused as refused:
            logger.warning("no password checked for %s: %s", address, refused.codes)
            form = SignInForm(request, initial={"username": request.POST.get("username", "")[:150]})
            context = self.get_context_data(form=form, refused=refused)
            return self.render_to_response(context, status=refused.status)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user: User = form.get_user()
        if user.code_secret:
            return _ask_code(self.request, user, next=self.get_success_url())
        logger.info("user %s signed in with a password", user.pk)
        return _begin(self.request, user, self.get_success_url())

    def form_invalid(self, form: Any) -> HttpResponse:
        logger.warning("wrong name or password for “%s”", form.data.get("username", "")[:150])
        return self.render_to_response(self.get_context_data(form=form), status=422)


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """The page after too many wrong passwords."""
    from axes.helpers import get_cool_off

    cool_off = get_cool_off(request)
    minutes = int(cool_off.total_seconds() // 60) if cool_off else None
    username = (credentials or {}).get("username", "")
    return render(request, "staff/locked_out.html", {"minutes": minutes, "username": username}, status=429)


@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link. Only its button uses it up: messengers fetch links for a preview."""
    now = timezone.now()
    link = find_link(token)
    state = link_state(link, now)
    if request.method == "POST" and state is LinkState.GOOD:
        try:
            user = actions.sign_in_with(token=token, at=now)
        except Refused:
            state = LinkState.USED
        else:
            if user.code_secret:
                return _ask_code(request, user, next=reverse("account"), by_link=True)
            logger.info("user %s signed in with a link", user.pk)
            return _begin(request, user, reverse("account"), by_link=True)
    good = state is LinkState.GOOD
    context = {"good": good, "link": link, "why_not": "" if good else actions.link_refusal(state).message}
    return render(request, "staff/sign_in_link.html", context, status=200 if good else 410)


@never_cache
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step of a sign-in: the code from the app. Wrong ones are counted like wrong passwords."""
    waiting = request.session.get(WAITING, {})
    began = parse_datetime(waiting.get("began", ""))
    now = timezone.now()
    user = User.objects.filter(pk=waiting.get("user"), is_active=True).exclude(code_secret="").first()
    if user is None or began is None or now - began > CODE_WITHIN:
        request.session.pop(WAITING, None)
        return redirect("sign_in")
    form = CodeForm(request.POST or None)
    credentials = {"username": user.username}
    if request.method == "POST" and not AxesProxyHandler.is_allowed(request, credentials):
        return locked_out(request, None, credentials)
    if request.method == "POST" and form.is_valid():
        try:
            actions.use_code(user=user, code=form.cleaned_data["code"], at=now)
        except Refused as refused:
            logger.warning("wrong code for user %s", user.pk)
            user_login_failed.send(sender=__name__, credentials=credentials, request=request)
            put_on(form, refused)
        else:
            logger.info("user %s signed in with a code", user.pk)
            request.session.pop(WAITING)
            return _begin(request, user, waiting["next"], by_link=waiting["by_link"])
    context = {"form": form, "person": user, "hide_sign_in": True}
    return render(request, "staff/sign_in_code.html", context, status=422 if form.errors else 200)


def _ask_code(request: HttpRequest, user: User, *, next: str, by_link: bool = False) -> HttpResponse:
    """Remember who may sign in with a code now, under another session key, and ask for it."""
    logout(request)
    request.session[WAITING] = {
        "user": user.pk,
        "began": timezone.now().isoformat(),
        "next": next,
        "by_link": by_link,
    }
    return redirect("sign_in_code")


def _begin(request: HttpRequest, user: User, next: str, *, by_link: bool = False) -> HttpResponse:
    """Sign in from this device, and go on to the page `next`."""
    now = timezone.now()
    login(request, user, backend=BACKEND)
    note_sign_in(request.session, kind_of_device(request), now)
    if by_link:
        request.session[BY_LINK] = now.isoformat()
    response = redirect(next)
    make_known(request, response, user)
    return response


@staff_page("run_event")
@never_cache
def event_staff(request: TournamentRequest) -> HttpResponse:
    """The staff of the tournament; adding a person shows their sign-in link."""
    form = AddStaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user, token = actions.add_staff(
                tournament=request.tournament, act=Act(by=request.user, at=timezone.now()), **form.cleaned_data
            )
        except Refused as refused:
            put_on(form, refused)
        else:
            return _hand_over(request, user, token)
    return _people(request, form, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
@require_POST
@never_cache
def staff_link(request: TournamentRequest, person: int) -> HttpResponse:
    """A new sign-in link for somebody on the staff."""
    membership = _membership(request, person)
    try:
        token = actions.new_link(membership=membership, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("event_staff", request.tournament.slug)
    return _hand_over(request, membership.user, token)


@staff_page("run_event")
@require_POST
def staff_role(request: TournamentRequest, person: int) -> HttpResponse:
    """Change the role of somebody on the staff."""
    membership = _membership(request, person)
    role = request.POST.get("role", "")
    try:
        act = Act(by=request.user, at=timezone.now())
        actions.change_role(membership=membership, role=role, act=act, seen=seen_in(request.POST))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        text = _("{name} is now {role}.")
        messages.success(request, text.format(name=membership.user, role=membership.get_role_display()))
    return redirect("event_staff", request.tournament.slug)


@staff_page("run_event")
def staff_remove(request: TournamentRequest, person: int) -> HttpResponse:
    """Remove somebody from the staff, after a page that asks."""
    membership = _membership(request, person)
    refused = None
    if request.method == "POST":
        try:
            actions.remove_staff(membership=membership, act=Act(by=request.user, at=timezone.now()))
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, _("{name} removed from the staff.").format(name=membership.user))
            return (
                redirect("home")
                if membership.user == request.user
                else redirect("event_staff", request.tournament.slug)
            )
    context = {"membership": membership, "refused": refused, "nav": "event", "is_last": is_last_organiser(membership)}
    return render(request, "staff/staff_remove.html", context, status=409 if refused else 200)


def _membership(request: TournamentRequest, person: int) -> Membership:
    people = Membership.objects.select_related("user", "tournament")
    return get_object_or_404(people, user_id=person, tournament=request.tournament)


def _people(request: TournamentRequest, form: AddStaffForm, status: int) -> HttpResponse:
    table = configure(StaffTable(staff_of(request.tournament), request), request)
    context = {"form": form, "table": table, "nav": "event"}
    return render(request, "staff/event_staff.html", context, status=status)


def _hand_over(request: HttpRequest, user: User, token: str) -> HttpResponse:
    """The page with the new link: only an answer to the form, as the token is not stored."""
    address = address_for_others(request, reverse("sign_in_link", args=[token])) if token else ""
    link = user.sign_in_links.order_by("-id").first() if token else None
    context = {
        "person": user,
        "address": address,
        "qr": qr_svg(address) if address else "",
        "nav": "event",
        "expires_at": link.expires_at if link else None,
    }
    return render(request, "staff/staff_link.html", context)
