"""The page on which a penalty is taken back, alone or with those that were given in the same act."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.penalties.actions import cancel
from tournament.penalties.effect import effects
from tournament.penalties.forms import CancelForm
from tournament.penalties.models import Penalty
from tournament.penalties.queries import penalties_of
from tournament.penalties.views import put_on, told
from tournament.penalties.whole_table import cancel_for_table, given_with
from tournament.problems import Refused
from tournament.roles import staff_page


@staff_page("give_penalty")
def penalty_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """What is taken back, what that changes, and why."""
    tournament = request.tournament  # type: ignore[attr-defined]
    penalty = get_object_or_404(penalties_of(tournament), pk=pk)
    penalty.tournament = tournament
    together = given_with(penalty) if penalty.cancelled_at is None else []
    sent = request.POST if request.method == "POST" else request.GET
    chosen = together if together and sent.get("whose") == CancelForm.TABLE else [penalty]
    if request.method != "POST":
        whose = CancelForm.TABLE if chosen is together else CancelForm.ONE
        return _page(request, penalty, CancelForm(initial={"whose": whose}, together=len(together)), chosen)
    form = CancelForm(request.POST, together=len(together))
    if not form.is_valid():
        return _page(request, penalty, form, chosen, status=422)
    try:
        cancelled = _cancel(request, penalty, form)
    except Refused as refusal:
        return _page(request, penalty, form, chosen, status=put_on(form, refusal))
    messages.success(request, _("Cancelled: %(penalty)s") % {"penalty": "; ".join(told(one) for one in cancelled)})
    return redirect("penalties", slug=tournament.slug)


def _cancel(request: HttpRequest, penalty: Penalty, form: CancelForm) -> Sequence[Penalty]:
    act = {"penalty": penalty, "reason": form.cleaned_data["reason"], "by": request.user, "at": timezone.now()}
    return (form.is_for_table and cancel_for_table(**act)) or [cancel(**act)]


def _page(
    request: HttpRequest, penalty: Penalty, form: CancelForm, chosen: Sequence[Penalty], status: int = 200
) -> HttpResponse:
    """`chosen` are those whose end is shown."""
    without = {one.pk for one in chosen if one.cancelled_at is None}
    context = {
        "penalty": penalty, "form": form, "nav": "penalties",
        "effects": effects(penalty.tournament, [one.player for one in chosen], without=without),
    }  # fmt: skip
    return render(request, "penalties/cancel.html", context, status=status)
