"""The page of players who may be one person, entered twice."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.audit import Act
from tournament.core.messages import Refused, Text
from tournament.core.requests import MOST_ID, TournamentRequest, parse_int
from tournament.core.roles import staff_page
from tournament.players.duplicates.actions import tell_apart, undo_tell_apart
from tournament.players.duplicates.queries import AGAINST, MOST, likely_duplicates, merged_entries, told_apart
from tournament.players.models import Player
from tournament.players.queries import players_of, with_traces
from tournament.players.registration.queries import registered_online

STEPS: dict[str, tuple[Callable[..., None], Text]] = {
    "apart": (tell_apart, gettext_lazy("{one} and {other} are marked as different people.")),
    "undo": (undo_tell_apart, gettext_lazy("{one} and {other} are no longer marked as different people.")),
}


@staff_page("run_event")
def duplicates(request: TournamentRequest) -> HttpResponse:
    """The pairs with why they are alike; a POST marks one as two people, or undoes that."""
    if request.method == "POST":
        _mark(request)
        return redirect("players_duplicates", request.tournament.slug)
    apart = told_apart(request.tournament)
    pairs = likely_duplicates(players_of(request.tournament), apart)
    context = {
        "nav": "players",
        "pairs": pairs,
        "against": AGAINST,
        "there_are_more": len(pairs) == MOST,
        "apart": apart,
        "merged": merged_entries(request.tournament),
        "online": registered_online(request.tournament).keys(),
        "staying": with_traces({player.pk for pair in pairs for player in pair.players}),
    }
    return render(request, "players/duplicates.html", context)


def _mark(request: TournamentRequest) -> None:
    step, _dash, ids = request.POST.get("do", "").partition("-")
    found = _players(request, ids)
    if step not in STEPS or len(found) != 2:
        messages.error(request, _("One of the two players is not on the list any more."))
        return
    (one, other), (action, done) = found, STEPS[step]
    try:
        action(one=one, other=other, act=Act(by=request.user, at=timezone.now()))
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, done.format(one=_named(one), other=_named(other)))


def _players(request: TournamentRequest, ids: str) -> list[Player]:
    """The players of the tournament with these ids; by id, as a number may be somebody else's by now."""
    wanted = [number for text in ids.split("-") if (number := parse_int(text, MOST_ID)) is not None]
    players = list(players_of(request.tournament).filter(pk__in=wanted))
    for player in players:
        player.tournament = request.tournament
    return players


def _named(player: Player) -> str:
    return f"{player.name} ({player.number})"
