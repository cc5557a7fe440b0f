"""One's own account: name, password, sign-in links, the code from a phone, and the devices that are signed in."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.devices import mark_of, note_device
from tournament.core.messages import Refused, put_on
from tournament.core.models import User
from tournament.core.requests import SignedInRequest
from tournament.staff import actions
from tournament.staff.forms import CodeForm, LanguageForm, LinksForm, NameForm, PasswordForm
from tournament.staff.password_again import check_password_again, is_own_password, own_password_check
from tournament.staff.qr_codes import qr_svg
from tournament.staff.second_factor import app_address, new_secret
from tournament.staff.sessions import session_name, sessions_of
from tournament.staff.views import BY_LINK

FORGOTTEN_FOR = timedelta(minutes=30)
PASSWORD = gettext_noop("Enter your password.")
UNCONFIRMED = "unconfirmed_app"  # in the session, until a code has shown that the app knows it


@dataclass(frozen=True, slots=True)
class SignedInDevice:
    """One session in the list: `mark` is what the history calls the device by."""

    name: str
    device: str
    mark: str
    began_at: datetime | None
    is_this: bool


@login_required
@never_cache
def account(request: SignedInRequest) -> HttpResponse:
    """The user's own name, password and sign-in links: one form, of which all is saved or nothing."""
    user = request.user
    note_device(request)
    act = request.POST.get("act")
    if act == "end":
        return _end_sessions(request, user)
    forms, status = _account_forms(request, user, sent=act == "save"), 200
    if act == "save":
        try:
            if _save(request, user, forms):
                return redirect(_next(request) if forms.sets_password else "account")
            status = 422
        except Refused as refused:  # no more passwords are tried: nothing typed is shown again
            messages.error(request, refused.message)
            forms, status = _account_forms(request, user, sent=False), refused.status
    context = {
        "name_form": forms.name,
        "password_form": forms.password,
        "links_form": forms.links,
        "language_form": forms.language,
        "has_password": user.has_usable_password(),
        "forgotten": _came_by_link(request),
        "sessions": _sessions(request, user),
    }
    return render(request, "staff/account.html", context, status=status)


def _next(request: HttpRequest) -> str:
    """Return where a password was asked for that there was not yet, else the first page."""
    asked = request.GET.get("next", "")
    return asked if url_has_allowed_host_and_scheme(asked, {request.get_host()}, request.is_secure()) else "home"


@dataclass(frozen=True, slots=True)
class AccountForms:
    """The parts of the form; a part that was not sent, or a password that was not typed, stays as it is."""

    name: NameForm
    password: PasswordForm
    links: LinksForm
    language: LanguageForm

    @property
    def sets_password(self) -> bool:
        return self.password.is_bound


def _account_forms(request: HttpRequest, user: User, *, sent: bool) -> AccountForms:
    data = request.POST if sent else None
    typed = sent and any(request.POST.get(field) for field in ("old", "new", "again"))
    typed = typed or (sent and "new" in request.POST and not user.has_usable_password())
    has_name = sent and request.POST.get("name", user.get_full_name()) != user.get_full_name()
    is_own, forgotten = partial(is_own_password, request), _came_by_link(request)
    return AccountForms(
        NameForm(data if has_name else None, initial={"name": user.get_full_name()}),
        PasswordForm(user, is_own, data if typed else None, forgotten=forgotten),
        LinksForm(data if sent and "links" in request.POST else None, initial={"takes_links": user.takes_links}),
        LanguageForm(data if sent and "language" in request.POST else None, initial={"language": user.language}),
    )


def _save(request: HttpRequest, user: User, forms: AccountForms) -> bool:
    """Save what was sent; False, and nothing saved, when a part is wrong. Raises AddressLocked or Busy."""
    at = timezone.now()
    if forms.sets_password:
        with own_password_check(request, at):
            forms.password.is_valid()
    if any(form.is_bound and not form.is_valid() for form in (forms.name, forms.password, forms.links, forms.language)):
        return False
    if forms.name.is_bound:
        try:
            actions.change_name(user=user, name=forms.name.cleaned_data["name"], act=Act(by=user, at=at))
        except Refused as refused:
            put_on(forms.name, refused)
            return False
    if forms.links.is_bound:
        actions.take_links(user=user, agrees=forms.links.cleaned_data["takes_links"])
    if forms.language.is_bound:
        actions.choose_language(user=user, language=forms.language.cleaned_data["language"])
    if forms.sets_password:
        actions.set_password(user=user, password=forms.password.cleaned_data["new"])
        update_session_auth_hash(request, user)
        request.session.pop(BY_LINK, None)
        text = _("Password saved. Sign in as “{name}” from now on.")
        messages.success(request, text.format(name=user.username))
    else:
        messages.success(request, _("Saved."))
    return True


def _came_by_link(request: HttpRequest) -> bool:
    """Return whether the session began with a one-time link a short while ago: a forgotten password is not asked."""
    began = parse_datetime(request.session.get(BY_LINK, ""))
    return began is not None and timezone.now() - began < FORGOTTEN_FOR


def _sessions(request: HttpRequest, user: User) -> list[SignedInDevice]:
    """The devices on which the person is signed in, this one first."""
    found = [
        SignedInDevice(
            session_name(one.session_key),
            one.device,
            mark_of(one.session_key),
            one.began_at,
            one.session_key == request.session.session_key,
        )
        for one in sessions_of(user, timezone.now())
    ]
    return sorted(found, key=lambda one: not one.is_this)


def _end_sessions(request: HttpRequest, user: User) -> HttpResponse:
    """End one session, or all others."""
    name, own = request.POST.get("session", ""), request.session.session_key or ""
    if name == session_name(own):
        return redirect("account")
    ended = actions.end_sessions(user=user, at=timezone.now(), name=name, keep=own)
    text = ngettext("{n} device was signed out.", "{n} devices were signed out.", ended)
    messages.success(request, text.format(n=ended))
    return redirect("account")


@login_required
@never_cache
def account_code(request: SignedInRequest) -> HttpResponse:
    """Switch the code from a phone on or off, or make new recovery codes: with the password, which somebody who finds
    the device unlocked does not know."""
    user = request.user
    if user.code_secret:
        return _code_is_on(request, user)
    if not user.has_usable_password():
        messages.error(request, _("Set a password first: the code is asked after it."))
        return redirect("account")
    secret = request.session.setdefault(UNCONFIRMED, new_secret())
    form, refused = CodeForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        at, own = timezone.now(), request.session.session_key or ""
        try:
            check_password_again(request, at, PASSWORD)
            codes = actions.switch_on_codes(user=user, secret=secret, code=form.cleaned_data["code"], at=at, keep=own)
        except Refused as refusal:
            refused = refusal
            if refusal.field == "code":
                put_on(form, refusal)
        else:
            del request.session[UNCONFIRMED]
            return _recovery_codes(request, codes, is_new=True)
    groups = [secret[start : start + 4] for start in range(0, len(secret), 4)]
    context = {"form": form, "qr": qr_svg(app_address(user, secret)), "secret": " ".join(groups), "refused": refused}
    status = refused.status if refused else 422 if form.errors else 200
    return render(request, "staff/account_code.html", context, status=status)


def _code_is_on(request: HttpRequest, user: User) -> HttpResponse:
    refused = None
    if request.method == "POST":
        try:
            check_password_again(request, timezone.now(), PASSWORD)
        except Refused as refusal:
            refused = refusal
        else:
            if request.POST.get("act") == "renew":
                return _recovery_codes(request, actions.renew_recovery_codes(user=user))
            actions.switch_off_codes(user=user)
            messages.success(request, _("No code is asked any more."))
            return redirect("account")
    context = {"is_on": True, "refused": refused, "left": len(user.recovery_codes)}
    return render(request, "staff/account_code.html", context, status=refused.status if refused else 200)


def _recovery_codes(request: HttpRequest, codes: list[str], *, is_new: bool = False) -> HttpResponse:
    """The page with the codes: only an answer to the form, as they are not stored."""
    return render(request, "staff/recovery_codes.html", {"codes": codes, "is_new": is_new})
