"""The page of screens: every projector as a live picture, what each shows, and a message to everybody."""

from collections.abc import Callable, Sequence
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
from tournament.core.models import Hanchan, HanchanState, LastHandAudience, Tournament
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import may, staff_page
from tournament.events import actions as settings
from tournament.events.queries import current_hanchan, hanchan_of
from tournament.hanchan.timetable import day_plan, next_start
from tournament.screens import actions
from tournament.screens.forms import (
    HallForm,
    NoticeForm,
    ScreenForm,
    ScreenImageForm,
    ScreenSizeForm,
    ShowForm,
    StreamForm,
    usual_until,
)
from tournament.screens.models import Face, Screen, ScreenImage
from tournament.screens.queries import faces_of, faces_on, images_of, is_connected, notice_of, screens_of, seen_at
from tournament.seats.queries import places_at
from tournament.staff.qr_codes import address_for_others, qr_svg


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
            "is_on": is_connected(seen.get(screen.pk), now),
            "seen": seen.get(screen.pk),
            "form": forms.get(f"size_{screen.pk}") or ScreenSizeForm.of(screen),
        }
        for screen, address in zip(found, addresses, strict=True)
    ]
    notice = NoticeForm(initial={"until": usual_until(tournament, now)})
    hanchan = hanchan_of(tournament)
    hall = {name: getattr(tournament, name) for name in settings.HALL}
    stream = {name: getattr(tournament, name) for name in settings.STREAM}
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
        "stream_form": StreamForm(initial=stream, prefix="stream"),
        "stream_seen": to_see(stream),
        "stream_live": _stream_page(request, hanchan),
        "shows_points": tournament.shows_last_hand(LastHandAudience.PUBLIC),
        "overlay": address_for_others(request, reverse("screen_overlay", args=[tournament.slug])),
        "image_form": ScreenImageForm(),
        "notice_form": notice,
        "find": address_for_others(request, reverse("screen_find")),
        **forms,
    }
    return render(request, "screens/screens.html", context, status=status)


def _shows(tournament: Tournament, screen: Screen) -> str:
    """Return the faces of a screen in words."""
    labels = faces_of(tournament)
    parts = [str(labels[face]) for face in faces_on(screen)]
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
    return _settings(request, act, "hall_form", HallForm(request.POST, prefix="hall"))


def _stream(request: TournamentRequest, act: Act) -> HttpResponse:
    return _settings(request, act, "stream_form", StreamForm(request.POST, prefix="stream"))


def _settings(request: TournamentRequest, act: Act, name: str, form: Any) -> HttpResponse:
    if not may(request, "run_event"):
        raise PermissionDenied

    def do() -> None:
        seen = seen_in(request.POST)
        settings.change_settings(tournament=request.tournament, act=act, seen=seen, **form.cleaned_data)

    return _with_form(request, name, form, do, gettext_noop("Saved."))


def _stream_page(request: TournamentRequest, hanchan: Sequence[Hanchan]) -> str:
    """The page on which a referee writes the points of the table on the stream; "" while it does not play."""
    one, table = current_hanchan(hanchan), request.tournament.stream_table
    if one is None or table is None or one.state != HanchanState.PLAYING or not may(request, "give_penalty"):
        return ""
    if not places_at(request.tournament, one.number, table):
        return ""
    return reverse("last_hand_live", args=[request.tournament.slug, one.number, table])


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
    "stream": _stream,
    "change": _change,
    "remove": _remove,
    "add-image": _add_image,
    "remove-image": _remove_image,
    "announce": _announce,
    "withdraw": _withdraw,
}
