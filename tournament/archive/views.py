"""The button that makes a demo tournament, and the page of backups."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.archive import original
from tournament.archive.backup_state import other_place, own_place
from tournament.archive.backups import backups_in, choose_second_place, copied_database, copy_to_places, second_place
from tournament.archive.demo import make_demo
from tournament.archive.forms import SecondPlaceForm
from tournament.archive.readable_copies import write_readable_copies
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import User
from tournament.events.clubs import has_several_clubs
from tournament.events.queries import may_set_up
from tournament.results.paper_models import StoredObject

_SHUT = gettext_lazy(
    "A copy has everything of the events of clubs, so it is not downloaded here. Whoever runs the server finds it in "
    "the folder of copies."
)


def owner_page(view: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorate a view for the owner of the machine: a copy has the data of every tournament and every account."""

    @login_required
    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        if not (isinstance(request.user, User) and request.user.is_superuser):
            raise PermissionDenied
        return view(request)

    return guarded


@require_POST
@login_required
def demo(request: HttpRequest) -> HttpResponse:
    """Make a demo tournament and go to it."""
    if not (isinstance(request.user, User) and may_set_up(request.user)):
        raise PermissionDenied
    tournament = make_demo(act=Act(by=request.user, at=timezone.now()))
    messages.success(request, _("Try everything on this tournament. The sheets of tables 4, 8 and 9 are not in yet."))
    return redirect("event_overview", tournament.slug)


@owner_page
def backups(request: HttpRequest) -> HttpResponse:
    """The age of the newest copies; make one now; choose the second place."""
    chosen = second_place()
    choosing = request.method == "POST" and request.POST.get("act") == "place"
    form = SecondPlaceForm(request.POST if choosing else None, initial={"folder": chosen or ""})
    if request.method == "POST":
        if choosing and form.is_valid():
            try:
                place = choose_second_place(form.cleaned_data["folder"])
            except Refused as refused:
                put_on(form, refused)
            else:
                text = _("Second place saved. It can be written to.") if place else _("No second place any more.")
                messages.success(request, text)
                return redirect("backups")
        elif not choosing:
            _copy_now(request)
            return redirect("backups")
    now = timezone.now()
    context = {
        "form": form,
        "own": own_place(now),
        "obstacle": copied_database().obstacle(),
        "second": other_place(now),
        "has_several_clubs": has_several_clubs(),
        "stored": StoredObject.objects.exclude(photograph=None).count(),
    }
    return render(request, "archive/backups.html", context, status=422 if request.method == "POST" else 200)


def _copy_now(request: HttpRequest) -> None:
    made, refusals = copy_to_places(timezone.now(), reason="manual")
    for path in made:
        write_readable_copies(path.parent)
        own = path.parent == settings.BACKUP_DIR
        text = _("Copy made on this machine and checked.") if own else _("Copy made in the second place and checked.")
        messages.success(request, text)
    for refused in refusals:
        messages.error(request, refused.message)


@owner_page
def backup_latest(request: HttpRequest) -> HttpResponseBase:
    """Download the newest copy of the server's folder, unless there are several clubs: it has the events, persons and
    rankings of all, whatever is open to the owner for a time."""
    if has_several_clubs():
        messages.error(request, _SHUT)
        return redirect("backups")
    copies = backups_in(settings.BACKUP_DIR)
    if not copies:
        messages.error(request, _("There is no copy yet. Make one now."))
        return redirect("backups")
    newest = copies[0].path
    return FileResponse(newest.open("rb"), as_attachment=True, filename=newest.name)


@require_POST
@owner_page
def make_original(request: HttpRequest) -> HttpResponse:
    """Let a copy be the original from now on."""
    original.make_original()
    messages.success(request, _("This is the original now."))
    return redirect("home")
