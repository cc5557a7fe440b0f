"""The pages that merge two entries of one person, and undo it; the door is the page of possible duplicates."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournament.core.audit import Act
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.persons.entries.actions import merge, merge_of, undo_merge
from tournament.persons.entries.checks import hanchan_in_words, refuse_merge, refuse_official_figures, tables_of_both
from tournament.persons.entries.fields import merged_row
from tournament.persons.entries.forms import MergeForm, MergeReasonForm
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.staff.password_again import check_password_again
from tournament.standings.consequences import AffectedLine
from tournament.standings.correction import Correction
from tournament.standings.entrant_changes import change_lines
from tournament.standings.official_standings import OfficialStandings
from tournament.standings.queries import has_issued, inputs_of


@staff_page("run_event")
@never_cache
def players_merge(request: TournamentRequest) -> HttpResponse:
    """Show two entries beside each other, what one of them would be, and the standings before and after; merge them.

    Nothing is merged before the page has shown what the choices do.
    """
    numbers = [parse_int(request.GET.get(name, "")) or 0 for name in ("one", "other")]
    pair = list(players_of(request.tournament).filter(number__in=numbers))
    if len(pair) != 2:
        messages.error(request, _("Type the start numbers of two players of the list."))
        return redirect("players_duplicates", request.tournament.slug)
    for player in pair:
        player.tournament = request.tournament
    tables = dict(zip((player.pk for player in pair), tables_of_both(request.tournament, *pair), strict=True))
    first = max(pair, key=lambda player: (len(tables[player.pk]), -player.pk))
    form = MergeForm(request.POST or None, *pair, first=first)
    effect = _effect(request, form)
    against, status = _against(request, form, effect), 200
    is_shown = form.data.get("shown") == form.choice
    if is_shown and "merge" in request.POST:
        status = 422
        if form.is_valid():
            try:
                return _merge(request, form)
            except Refused as refused:
                put_on(form, refused)
                status = refused.status
    page = {
        "nav": "players",
        "form": form,
        "shown": form.choice,
        "is_other": "merge" in request.POST and not is_shown,
        "against": against,
        "facts": [(_("hanchan with a seat"), [hanchan_in_words(tables[player.pk]) for player in pair])],
        "pair": pair,
        "effect": effect,
        "affected": [*_moving(form, tables), *_in_standings(request, effect)],
        "is_reissue": has_issued(request.tournament),
    }
    return render(request, "persons/entries/merge.html", page, status=status)


def _merge(request: TournamentRequest, form: MergeForm) -> HttpResponse:
    act = _act(request, form)
    kept, merged = form.kept, form.merged
    merge(kept=kept, merged=merged, chosen=form.chosen, seen=form.cleaned_data["seen"], act=act)
    text = _("Number {other} is merged into {name} ({number}).")
    messages.success(request, text.format(other=merged.number, name=kept.name, number=kept.number))
    return redirect("players_duplicates", request.tournament.slug)


def _act(request: TournamentRequest, form: MergeReasonForm) -> Act:
    """The act, once the password was typed where results are out."""
    at = timezone.now()
    if has_issued(request.tournament):
        check_password_again(request, at)
    known = form.cleaned_data
    return Act(by=request.user, at=at, reason=known["reason"], submission=known.get("submission"))


def _effect(request: TournamentRequest, form: MergeForm) -> Correction | None:
    """The standings before and after; None without results."""
    inputs = inputs_of(request.tournament)
    if not inputs.played:
        return None
    row = merged_row(form.kept, form.merged, form.chosen)
    changed = inputs.with_one_entry(form.merged.pk, row)
    return Correction(request.tournament.pk, inputs, changed, 1, frozenset({form.kept.pk, form.merged.pk}))


def _against(request: TournamentRequest, form: MergeForm, effect: Correction | None) -> Refused | None:
    """Return why the two cannot be merged, before anybody types a reason."""
    try:
        refuse_merge(request.tournament, form.kept, form.merged)
        if effect is not None:
            before, after = (OfficialStandings(effect.tournament, one) for one in (effect.inputs, effect.changed))
            refuse_official_figures(request.tournament, before.changed(after))
    except Refused as refused:
        return refused
    return None


def _in_standings(request: TournamentRequest, effect: Correction | None) -> list[AffectedLine]:
    if effect is None:
        return []
    first = request.tournament.hanchan.get(number=1)
    first.tournament = request.tournament
    return change_lines(effect, first)


def _moving(form: MergeForm, tables: dict[int, dict[int, int]]) -> Iterator[AffectedLine]:
    """Return the values that the entry that stays gets, and what becomes of the number of the other one."""
    kept, merged = form.kept, form.merged
    row = merged_row(kept, merged, form.chosen)
    if tables[merged.pk]:
        text = _("Number {number} gets the seats and sheets of hanchan {hanchan}.")
        said = text.format(number=kept.number, hanchan=hanchan_in_words(tables[merged.pk]))
        yield AffectedLine(said, False)
    if given := merged.penalties.filter(cancelled_at=None).count():
        text = ngettext("{n} penalty goes to number {number}.", "{n} penalties go to number {number}.", given)
        yield AffectedLine(text.format(n=given, number=kept.number), False)
    if row.status != kept.status:
        text = _("The status of number {number} is: {status}.")
        yield AffectedLine(text.format(number=kept.number, status=row.get_status_display()), False)
    text = _("Number {number} leaves every list and is free again. Its badge opens the page of number {other}.")
    yield AffectedLine(text.format(number=merged.number, other=kept.number), True)


@staff_page("run_event")
@never_cache
def players_merge_undo(request: TournamentRequest, pk: int) -> HttpResponse:
    """Take an entry out of another one again, with a reason."""
    rows = Player.every.filter(tournament=request.tournament, pk=pk).exclude(merged_into=None)
    merged = rows.select_related("merged_into").first()
    if merged is None:
        raise Http404
    merged.tournament = request.tournament
    form, status = MergeReasonForm(request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                undo_merge(merged=merged, act=_act(request, form))
            except Refused as refused:
                put_on(form, refused)
                status = refused.status
            else:
                text = _("{name} is number {number} again, with everything that number had.")
                messages.success(request, text.format(name=merged.name, number=merged.number))
                return redirect("players_duplicates", request.tournament.slug)
    page: dict[str, object] = {
        "nav": "players",
        "merged": merged,
        "form": form,
        "hanchan": merge_of(merged)["hanchan"],
        "is_reissue": has_issued(request.tournament),
    }
    return render(request, "persons/entries/undo.html", page, status=status)
