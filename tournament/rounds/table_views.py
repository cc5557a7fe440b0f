"""What players and referees look up at a table: the last hand, and how the winds are drawn."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.ruleset.values import SeatDraw
from scoring.sentences.of_time import counts_from_warning
from tournament.events.rulebook import time_up
from tournament.roles import public_page
from tournament.rounds.last_hand import LastHandForm, last_hands
from tournament.rounds.winds import DrawForm, how_drawn


@public_page
def public_last_hand(request: HttpRequest) -> HttpResponse:
    """Three questions about a table whose time has ended, and what the rule set says; answers stand in the address."""
    rules = request.tournament.ruleset
    form = LastHandForm(rules, request.GET or None)
    answer = form.answer() if form.is_bound and form.is_valid() else None
    context = {
        "tab": "clock",
        "form": form,
        "answer": answer,
        "time_up": time_up(rules),
        "last_hands": last_hands(rules),
        "from_warning": counts_from_warning(rules.time),
        "source": rules.sources.get("time.during", ""),
    }
    return render(request, "rounds/public_last_hand.html", context)


@public_page
def public_winds(request: HttpRequest) -> HttpResponse:
    """How the winds are drawn here; a draw that somebody doubts can be played again."""
    rules = request.tournament.ruleset
    form = DrawForm(request.GET or None)
    can_replay = request.tournament.winds_are_drawn and rules.seat_draw is SeatDraw.TRADITIONAL
    steps = form.steps() if form.is_bound and form.is_valid() else []
    context = {"tab": "seating", "steps_to_do": how_drawn(rules), "form": form if can_replay else None, "steps": steps}
    return render(request, "rounds/public_winds.html", context)
