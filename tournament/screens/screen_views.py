"""The page of screens: every projector as a live picture, what each shows, and a message to everybody."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tournament.core.audit import Act
from tournament.core.edit_conflicts import seen_in, to_see
from tournament.core.messages import Refused, put_on
from tournament.core.models import Tournament
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.events import actions as settings
from tournament.events.queries import hanchan_of
from tournament.hanchan.timetable import day_plan, next_start
from tournament.screens import actions
from tournament.screens.forms import (
    HallForm,
    NoticeForm,
    ScreenForm,
    ScreenImageForm,
    ScreenSizeForm,
    ShowForm,
    usual_until,
)
from tournament.screens.models import Face, Screen, ScreenImage
from tournament.screens.queries import face_of, faces_of, images_of, notice_of, screens_of, seen_at
from tournament.staff.qr_codes import address_for_others, qr_svg

FRESH = 15  # seconds: a screen asks every two


@staff_page("run_hanchan")
def screens(request: TournamentRequest) -> HttpResponse:
    """Every screen with what it shows, and the forms that change it."""
    return _page(request)


def _page(request: TournamentRequest, status: int = 200, **forms: object) -> HttpResponse:
    tournament, now = request.tournament, timezone.now()
    found, images = screens_of(tournament), images_of(tournament)
    seen = seen_at(found)
    addresses = [address_for_others(request, reverse("screen_shell", args=[screen.code])) for screen in found]
    cards = [
        {
            "screen": screen,
            "address": address,
            "qr": qr_svg(address),
            "shows": _shows(tournament, screen),
            "is_on": screen.pk in seen and (now - seen[screen.pk]).total_seconds() < FRESH,
            "seen": seen.get(screen.pk),
            "form": forms.get(f"size_{screen.pk}") or ScreenSizeForm.of(screen),
        }
        for screen, address in zip(found, addresses, strict=True)
    ]
    notice = NoticeForm(initial={"until": usual_until(tournament, now)})
    hanchan = hanchan_of(tournament)
    hall = {name: getattr(tournament, name) for name in settings.HALL}
    context = {
        "nav": "event",
        "cards": cards,
        "images": images,
        "notice": notice_of(tournament, now),
        "coming": next_start(hanchan, now),
        "day": day_plan(hanchan, now),
        "show_form": ShowForm(None, tournament, found, images),
        "add_form": ScreenForm(),
        "hall_form": HallForm(initial=hall, prefix="hall"),
        "seen": to_see(hall),
        "image_form": ScreenImageForm(),
        "notice_form": notice,
        "find": address_for_others(request, reverse("screen_find")),
        **forms,
    }
    return render(request, "screens/screens.html", context, status=status)


def _shows(tournament: Tournament, screen: Screen) -> str:
    """Return the faces of a screen in words."""
    labels = faces_of(tournament)
    parts = [str(labels[face_of(tournament, part)]) for part in screen.content]
    return " → ".join(parts) or str(labels[Face.BLANK])


@staff_page("run_hanchan")
@require_POST
def screens_do(request: TournamentRequest, act: str) -> HttpResponse:
    """One act on the screens; a refusal is shown beside its field on the same page."""
    if act not in ACTS:
        raise Http404
    base = parse_int(request.POST.get("base", "")) or 0
    return ACTS[act](request, Act(by=request.user, at=timezone.now(), base=base))


def _done(request: TournamentRequest, text: str) -> HttpResponse:
    messages.success(request, _(text))
    return redirect("screens", request.tournament.slug)


def _with_form(request: TournamentRequest, name: str, form: Any, do: Callable[[], object], said: str) -> HttpResponse:
    """Do it with a valid form; else, and when refused, the page again with the form as it was typed."""
    if form.is_valid():
        try:
            do()
        except Refused as refused:
            put_on(form, refused)
        else:
            return _done(request, said)
    return _page(request, 422, **{name: form})


def _add(request: TournamentRequest, act: Act) -> HttpResponse:
    form = ScreenForm(request.POST)

    def do() -> None:
        actions.add_screen(tournament=request.tournament, code=actions.new_code(), act=act, **form.cleaned_data)

    return _with_form(request, "add_form", form, do, gettext_noop("Screen added. Open its address on the projector."))


def _show(request: TournamentRequest, act: Act) -> HttpResponse:
    tournament = request.tournament
    form = ShowForm(request.POST, tournament, screens_of(tournament), images_of(tournament))

    def do() -> None:
        actions.show(tournament=tournament, screens=form.chosen(), content=form.content(), act=act)

    return _with_form(request, "show_form", form, do, gettext_noop("The screens follow within two seconds."))


def _hall(request: TournamentRequest, act: Act) -> HttpResponse:
    if not may(request, "run_event"):
        raise PermissionDenied
    form = HallForm(request.POST, prefix="hall")

    def do() -> None:
        seen = seen_in(request.POST)
        settings.change_settings(tournament=request.tournament, act=act, seen=seen, **form.cleaned_data)

    return _with_form(request, "hall_form", form, do, gettext_noop("Saved."))


def _screen(request: TournamentRequest) -> Screen:
    found = get_object_or_404(request.tournament.screens, pk=parse_int(request.POST.get("screen", ""), MOST_ID) or 0)
    found.tournament = request.tournament
    return found


def _change(request: TournamentRequest, act: Act) -> HttpResponse:
    screen = _screen(request)
    form = ScreenSizeForm(request.POST, prefix=f"s{screen.pk}")

    def do() -> None:
        actions.change_screen(screen=screen, act=act, **form.cleaned_data)

    return _with_form(request, f"size_{screen.pk}", form, do, gettext_noop("Saved."))


def _remove(request: TournamentRequest, act: Act) -> HttpResponse:
    actions.remove_screen(screen=_screen(request), act=act)
    return _done(request, gettext_noop("Screen removed."))


def _add_image(request: TournamentRequest, act: Act) -> HttpResponse:
    form = ScreenImageForm(request.POST, request.FILES)

    def do() -> None:
        upload, name = form.cleaned_data["image"], form.cleaned_data["title"]
        actions.add_image(tournament=request.tournament, upload=upload.file, name=name or upload.name, act=act)

    return _with_form(request, "image_form", form, do, gettext_noop("Picture added."))


def _remove_image(request: TournamentRequest, act: Act) -> HttpResponse:
    pk = parse_int(request.POST.get("image", ""), MOST_ID) or 0
    image = get_object_or_404(ScreenImage.objects.defer("content"), pk=pk, tournament=request.tournament)
    try:
        actions.remove_image(image=image, act=act)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("screens", request.tournament.slug)
    return _done(request, gettext_noop("Picture removed."))


def _announce(request: TournamentRequest, act: Act) -> HttpResponse:
    form = NoticeForm(request.POST)

    def do() -> None:
        text, until = form.cleaned_data["text"], form.until_at(act.at)
        actions.announce(tournament=request.tournament, text=text, until=until, act=act)

    return _with_form(request, "notice_form", form, do, gettext_noop("The message is on all screens and phones."))


def _withdraw(request: TournamentRequest, act: Act) -> HttpResponse:
    try:
        actions.withdraw_notice(tournament=request.tournament, act=act)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("screens", request.tournament.slug)
    return _done(request, gettext_noop("The message is withdrawn."))


ACTS: dict[str, Callable[[TournamentRequest, Act], HttpResponse]] = {
    "add": _add,
    "show": _show,
    "hall": _hall,
    "change": _change,
    "remove": _remove,
    "add-image": _add_image,
    "remove-image": _remove_image,
    "announce": _announce,
    "withdraw": _withdraw,
}
