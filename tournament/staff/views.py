"""Signing in and out, one's own account, and the people of a tournament."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.problems import Refused
from tournament.roles import staff_page
from tournament.staff import actions
from tournament.staff.forms import AddStaffForm, NameForm, PasswordForm, SignInForm
from tournament.staff.handover import address_for_others, qr_svg
from tournament.staff.models import Membership, Role, User
from tournament.staff.queries import LinkState, find_link, is_last_organiser, link_state, linkable, staff_of

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Name and password. The lock after many wrong ones is axes' (settings.AXES_*)."""

    template_name = "staff/sign_in.html"
    authentication_form = SignInForm
    extra_context = {"hide_sign_in": True}

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """What somebody sees who typed too many wrong passwords."""
    from axes.helpers import get_cool_off

    cool_off = get_cool_off(request)
    minutes = int(cool_off.total_seconds() // 60) if cool_off else None
    username = (credentials or {}).get("username", "")
    return render(request, "staff/locked_out.html", {"minutes": minutes, "username": username}, status=429)


@never_cache
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """A one-time link. Looking at it uses nothing up: messengers fetch links for a preview; only the button does."""
    now = timezone.now()
    link = find_link(token)
    state = link_state(link, now)
    if request.method == "POST" and state is LinkState.GOOD:
        try:
            user = actions.sign_in_with(token=token, at=now)
        except Refused:
            state = LinkState.USED
        else:
            login(request, user, backend=BACKEND)
            return redirect("home" if user.has_usable_password() else "account")
    good = state is LinkState.GOOD
    context = {"good": good, "link": link, "why_not": actions.link_words(state)}
    return render(request, "staff/sign_in_link.html", context, status=200 if good else 410)


@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """One's own name and password."""
    user: User = request.user  # type: ignore[assignment]
    act = request.POST.get("act")
    name_form = NameForm(request.POST if act == "name" else None, initial={"name": user.get_full_name()})
    password_form = PasswordForm(user, request.POST if act == "password" else None)
    if act == "name" and name_form.is_valid():
        actions.change_name(user=user, name=name_form.cleaned_data["name"])
        messages.success(request, _("Your name is saved."))
        return redirect("account")
    if act == "password" and password_form.is_valid():
        actions.set_password(user=user, password=password_form.cleaned_data["new"])
        update_session_auth_hash(request, user)
        messages.success(
            request, _("Your password is set. Sign in with “{name}” from now on.").format(name=user.username)
        )
        return redirect("home")
    context = {"name_form": name_form, "password_form": password_form, "has_password": user.has_usable_password()}
    return render(request, "staff/account.html", context, status=422 if act else 200)


@staff_page("run_event")
@never_cache
def event_staff(request: HttpRequest) -> HttpResponse:
    """The people of the tournament; adding one hands over a link."""
    form = AddStaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user, token = actions.add_staff(
                tournament=request.tournament, by=request.user, at=timezone.now(), **form.cleaned_data
            )
        except Refused as refused:
            form.add_error(refused.field, refused.message)
        else:
            return _hand_over(request, user, token)
    return _people(request, form, status=422 if request.method == "POST" else 200)


@staff_page("run_event")
@require_POST
@never_cache
def staff_link(request: HttpRequest, person: int) -> HttpResponse:
    """A new sign-in link for somebody on the staff."""
    membership = _membership(request, person)
    try:
        token = actions.new_link(membership=membership, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("event_staff", request.tournament.slug)
    return _hand_over(request, membership.user, token)


@staff_page("run_event")
@require_POST
def staff_role(request: HttpRequest, person: int) -> HttpResponse:
    """Another role for somebody on the staff."""
    membership = _membership(request, person)
    role = request.POST.get("role", "")
    try:
        actions.change_role(membership=membership, role=role, by=request.user, at=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        words = _("{name} now works as {role}.")
        messages.success(request, words.format(name=membership.user, role=membership.get_role_display()))
    return redirect("event_staff", request.tournament.slug)


@staff_page("run_event")
def staff_remove(request: HttpRequest, person: int) -> HttpResponse:
    """Take somebody off the staff, asked once more on a page of its own."""
    membership = _membership(request, person)
    refused = None
    if request.method == "POST":
        try:
            actions.remove_staff(membership=membership, by=request.user, at=timezone.now())
        except Refused as refusal:
            refused = refusal
        else:
            messages.success(request, _("{name} no longer works here.").format(name=membership.user))
            return (
                redirect("home")
                if membership.user == request.user
                else redirect("event_staff", request.tournament.slug)
            )
    context = {"membership": membership, "refused": refused, "nav": "event", "is_last": is_last_organiser(membership)}
    return render(request, "staff/remove.html", context, status=409 if refused else 200)


def _membership(request: HttpRequest, person: int) -> Membership:
    people = Membership.objects.select_related("user", "tournament")
    return get_object_or_404(people, user_id=person, tournament=request.tournament)


def _people(request: HttpRequest, form: AddStaffForm, status: int) -> HttpResponse:
    memberships = staff_of(request.tournament)
    may_link = linkable(request.user, (one.user for one in memberships))
    people = [(one, one.user_id in may_link) for one in memberships]
    context = {"form": form, "people": people, "roles": Role.choices, "nav": "event"}
    return render(request, "staff/people.html", context, status=status)


def _hand_over(request: HttpRequest, user: User, token: str) -> HttpResponse:
    """The page that is held out to the person: an answer, not a page to come back to, as the token is kept nowhere."""
    address = address_for_others(request, reverse("sign_in_link", args=[token])) if token else ""
    link = user.sign_in_links.order_by("-id").first() if token else None
    context = {
        "person": user, "address": address, "qr": qr_svg(address) if address else "", "nav": "event",
        "expires_at": link.expires_at if link else None,
    }  # fmt: skip
    return render(request, "staff/hand_over.html", context)
