"""What does each player need in the last hand? Asked at a table, or by whoever runs the event. Nothing is kept."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring.least_win import Race
from tournament.asked import whole
from tournament.problems import Refused
from tournament.roles import public_page, staff_page
from tournament.standings.last_hand_answer import answer
from tournament.standings.last_hand_form import PointsForm
from tournament.standings.last_hand_race import race as race_of
from tournament.standings.last_hand_seats import (
    Seat,
    TableForm,
    is_muddled,
    open_hanchan,
    seated_as_drawn,
    seated_now,
)
from tournament.standings.public import ME
from tournament.standings.queries import before_of, known_facts
from tournament.standings.visibility import public_through

IN_TOURNAMENT = "tournament"
MOST_PLACE = 9_999


@public_page
def public_all_last(request: HttpRequest) -> HttpResponse:
    """The question with published seats and released totals only."""
    return render(request, "standings/public_all_last.html", {"tab": "clock", **_context(request, public=True)})


@staff_page("work_at")
def all_last(request: HttpRequest) -> HttpResponse:
    """The question with every seating there is, and every total that is accepted."""
    return render(request, "standings/all_last.html", {"nav": "sheets", **_context(request, public=False)})


def _context(request: HttpRequest, *, public: bool) -> dict[str, Any]:
    tournament, asked = request.tournament, request.GET  # type: ignore[attr-defined]
    me = whole(asked.get("player", request.COOKIES.get(ME, "") if public else ""))
    rules = tournament.ruleset
    where = TableForm(asked, open_hanchan(tournament, public=public), rules, me)
    drawn = bool(where.places) and tournament.winds_are_drawn
    seat = (
        seated_as_drawn(where.places, where.played, asked, rules.winds)
        if drawn
        else seated_now(where.places, where.played, rules.winds)
    )
    form = PointsForm(asked, rules, tournament.unit)
    moved = form.is_bound and asked.get("shown", where.shown) != where.shown
    context = {
        "where": where, "form": form, "rows": form.rows(seat, drawn=drawn), "moved": moved, "muddled": is_muddled(seat),
        "me": me, "in_tournament": asked.get("in") == IN_TOURNAMENT, "goal": _goal(request),
    }  # fmt: skip
    if not (where.is_valid() and form.is_valid()) or moved or context["muddled"]:
        return context
    context |= _answered(request, where, form, seat, public=public)
    if "answer" in context:
        context["cards"] = sorted(context["answer"].players, key=lambda player: player.seat.number != me)
    return context


def _answered(
    request: HttpRequest, where: TableForm, form: PointsForm, seats: Sequence[Seat], *, public: bool
) -> dict[str, Any]:
    """The answer, or why there is none."""
    table = form.last_hand(where.played)
    if request.GET.get("in") != IN_TOURNAMENT:
        return {"answer": answer(table, seats)}
    try:
        race = _race(request, where, seats, public=public)
    except Refused as problem:
        return {"refused": problem.message}
    return {"answer": answer(table, seats, race, _goal(request))}


def _race(request: HttpRequest, where: TableForm, seats: Sequence[Seat], *, public: bool) -> Race:
    """The tournament around this table, publicly as far as its standings are. Raises Refused where it is not known."""
    tournament = request.tournament  # type: ignore[attr-defined]
    players = [seat.player for seat in seats if seat.player is not None]
    if where.chosen is None or len(players) < len(seats):
        raise Refused(_("Say which table it is and who sits where: their totals are then known."))
    hanchan = where.chosen.number
    if hanchan == 1:
        raise Refused(_("Before the first hanchan nobody has a total."))
    facts = known_facts(tournament, public)
    if public and public_through(facts) < hanchan - 1:
        raise Refused(_("The results before hanchan {number} are not public.").format(number=hanchan))
    rows, tied = before_of(tournament, hanchan, public)
    if tied:
        raise Refused(tied.text({player.id: player.name for player in facts.players}).said(_))
    return race_of(rows, hanchan, players, facts.by)


def _goal(request: HttpRequest) -> int | None:
    """The place that matters, None where none was named."""
    return whole(request.GET.get("place", ""), MOST_PLACE) or None
