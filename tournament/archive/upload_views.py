"""The page that loads a finished event: choose the file, look at what is read, load it."""

import json
import zlib
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.rules import Ruleset
from tournament.archive.actions import load_event
from tournament.archive.columns import KNOWN, NOT_READ
from tournament.archive.faults import BadFile
from tournament.archive.forms import LoadForm
from tournament.archive.reading import PastEvent
from tournament.archive.upload import Upload, choices, read_upload
from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.models import User
from tournament.events.queries import may_set_up
from tournament.events.rule_changes import chosen as chosen_preset
from tournament.events.tournament_setup import TournamentSetup

SALT = "tournament.archive.upload"
MAX_AGE = 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class _Kept:
    """An earlier upload: the text of the file, and the rule set of a file, which the form cannot show again."""

    text: str = ""
    rules: Ruleset | None = None

    def seal(self, user: int) -> str:
        """Signed text for a hidden field: nothing is stored, and a restart of the server loses nothing."""
        data = {"text": self.text, "rules": self.rules.to_json() if self.rules else None}
        return signing.dumps(data, salt=f"{SALT}:{user}", compress=True)

    @classmethod
    def unseal(cls, sealed: str, user: int) -> "_Kept":
        """Return what was sealed for this person; nothing for what is forged or a day old."""
        try:
            data: Any = signing.loads(sealed, salt=f"{SALT}:{user}", max_age=MAX_AGE)
        except (signing.BadSignature, zlib.error, json.JSONDecodeError, ValueError):
            return cls()
        return cls(data["text"], Ruleset.from_json(data["rules"]) if data["rules"] else None)


@login_required
@never_cache
def event_load(request: HttpRequest) -> HttpResponse:
    """Choose a file, name its columns, look at what is read, and load it."""
    user = request.user
    if not isinstance(user, User) or not may_set_up(user):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, LoadForm(), _Kept(), None)
    form = LoadForm(request.POST, request.FILES)
    before = _Kept.unseal(request.POST.get("sealed", ""), user.pk)
    form.is_valid()
    text, rules = form.cleaned_data.get("file") or "", form.cleaned_data.get("rules")
    kept = _Kept(text or before.text, rules or before.rules)
    if not kept.text and "file" not in form.errors:
        form.add_error("file", _("Choose the file with the results."))
    upload = _upload(request, form, kept, is_new=bool(text))
    if upload and upload.event and not form.errors and request.POST.get("act") == "load":
        try:
            return _load(request, user, form, kept, upload.event)
        except Refused as refused:
            put_on(form, refused)
    return _page(request, form, kept, upload)


def _upload(request: HttpRequest, form: LoadForm, kept: _Kept, *, is_new: bool) -> Upload | None:
    """Read the file by the columns as they were chosen; those of another file are guessed again."""
    sent = {
        int(name.removeprefix("column_")): value
        for name, value in request.POST.items()
        if name.startswith("column_") and name.removeprefix("column_").isdecimal() and value in {*KNOWN, NOT_READ}
    }
    has_chosen = not is_new and any(name.startswith("column_") for name in request.POST)
    try:
        rules = _rules(form, kept)
        return read_upload(kept.text, rules, sent if has_chosen else None) if kept.text else None
    except BadFile as bad:
        form.add_error("file", bad.sentences)
    except Refused as refused:
        put_on(form, refused)
    return None


def _rules(form: LoadForm, kept: _Kept) -> Ruleset:
    return kept.rules or chosen_preset(form.cleaned_data.get("preset", ""))


def _load(request: HttpRequest, user: User, form: LoadForm, kept: _Kept, past: PastEvent) -> HttpResponse:
    rules, values = _rules(form, kept), form.cleaned_data
    setup = TournamentSetup(
        name=values["name"],
        preset=rules.key,
        own_rules=rules,
        hanchan_count=past.hanchan_count,
        place=values["place"],
        first_day=values["first_day"],
        last_day=values["last_day"] or values["first_day"],
        language=get_language() or "",
    )
    act = Act(by=user, at=timezone.now(), submission=values["submission"])
    tournament = load_event(past=past, setup=setup, act=act)
    text = _("{name} is loaded: {players} players, {hanchan} hanchan, {tables} tables.")
    counts = {"players": len(past.players), "hanchan": past.hanchan_count, "tables": len(past.tables)}
    messages.success(request, text.format(name=tournament.name, **counts))
    return redirect("standings", tournament.slug)


def _page(request: HttpRequest, form: LoadForm, kept: _Kept, upload: Upload | None) -> HttpResponse:
    wrong = bool(form.errors) or bool(upload and upload.problems)
    context = {
        "form": form,
        "upload": upload,
        "choices": choices(),
        "own_rules": kept.rules,
        "sealed": kept.seal(request.user.pk or 0) if kept.text else "",
    }
    return render(request, "archive/event_load.html", context, status=422 if wrong else 200)
