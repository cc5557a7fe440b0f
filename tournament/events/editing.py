"""One form on a page of the event: saved and back to the page, or shown again with what is wrong."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.events.models import Tournament
from tournament.events.queries import stamp_of
from tournament.problems import Conflict, Refused


def edit(
    request: HttpRequest, form: Form, template: str, here: str, save: Callable[[], Any], **context: Any
) -> HttpResponse:
    """The page with `form`, which `save` saves when it is valid.

    A page that is older than what somebody else saved is shown once more before it overwrites that.
    """
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                _check_seen(request)
                save()
        except Refused as refused:
            status = 409 if isinstance(refused, Conflict) else 422
            form.add_error(known(form, refused.field), refused.message)
        else:
            messages.success(request, _("Saved."))
            return redirect(here, request.tournament.slug)  # type: ignore[attr-defined]
    return page(request, form, template, here, status=status, **context)


def page(
    request: HttpRequest, form: Form, template: str, here: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """The page as it is, with the mark of what it was made from."""
    tournament: Tournament = request.tournament  # type: ignore[attr-defined]
    tournament.refresh_from_db()
    common = {"form": form, "here": here, "nav": "event", "seen": stamp_of(tournament)}
    return render(request, template, {**common, **context}, status=status)


def _check_seen(request: HttpRequest) -> None:
    """Behind the database's lock: whether the page was made from what is there now."""
    tournament: Tournament = request.tournament  # type: ignore[attr-defined]
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if request.POST.get("seen", "") not in ("", stamp_of(tournament)):
        message = _(
            "Somebody changed the event since this page was opened; the history says who and what. "
            "Open the page anew to see it, or save once more: then what stands below counts."
        )
        raise Conflict(message)


def known(form: Form, field: str | None) -> str | None:
    """The field when the form has it."""
    return field if field in form.fields else None
