"""The points that each player needs in the last hand, for players and for staff. Nothing is saved."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from scoring.least_win import Race
from scoring.messages import Message
from tournament.core.models import LastHandAudience
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import may, public_page, staff_page
from tournament.hanchan.last_hand.answer import CurrentSeat, answer, has_wrong_people, seated_as_drawn, seated_now
from tournament.hanchan.last_hand.forms import LastHandTableForm, PointsForm, seated_hanchan
from tournament.hanchan.last_hand.queries import race_at
from tournament.results.all_last.queries import last_hand_of
from tournament.seats.own_seats import ME

IN_TOURNAMENT = "tournament"
MOST_PLACE = 9_999


@public_page
def public_all_last(request: TournamentRequest) -> HttpResponse:
    """The needs by published seats and public totals only."""
    return render(
        request, "hanchan/last_hand/all_last.html", {"base": "base_public.html", **_context(request, public=True)}
    )


@staff_page("work_at")
def all_last(request: TournamentRequest) -> HttpResponse:
    """The needs by every seating there is, and every accepted total."""
    return render(
        request, "hanchan/last_hand/all_last.html", {"base": "base_staff.html", **_context(request, public=False)}
    )


def _context(request: TournamentRequest, *, public: bool) -> dict[str, object]:
    tournament, data = request.tournament, request.GET
    rules = tournament.ruleset
    me = parse_int(data.get("player", request.COOKIES.get(ME, "") if public else ""))
    where = LastHandTableForm(data, seated_hanchan(tournament, public=public), rules, me)
    is_drawn = bool(where.places) and tournament.winds_are_drawn
    seats = (
        seated_as_drawn(where.places, where.played, data, rules.winds)
        if is_drawn
        else seated_now(where.places, where.played, rules.winds)
    )
    form = PointsForm(data, rules, tournament.unit)
    context: dict[str, object] = {
        "tab": "clock",
        "nav": "sheets",
        "is_public": public,
        "where": where,
        "form": form,
        "rows": form.rows(seats, drawn=is_drawn),
        "names_changed": form.is_bound and data.get("shown", where.shown) != where.shown,
        "wrong_people": has_wrong_people(seats),
        "me": me,
        "in_tournament": data.get("in") == IN_TOURNAMENT,
        "goal": _goal(request),
        "live": "" if public else _live(request, where),
    }
    if not (where.is_valid() and form.is_valid()) or context["names_changed"] or context["wrong_people"]:
        return context
    race = _race(request, where, seats, public=public) if context["in_tournament"] else None
    if isinstance(race, Message):
        return context | {"no_race": race}
    found = answer(form.last_hand(where.played), seats, race, _goal(request) if race else None)
    return context | {"answer": found, "cards": sorted(found.players, key=lambda player: player.seat.number != me)}


def _race(
    request: TournamentRequest, where: LastHandTableForm, seats: Sequence[CurrentSeat], *, public: bool
) -> Race | Message:
    """Return the tournament around this table, for the public as far as its standings are; or why there is none."""
    players = [seat.player for seat in seats if seat.player is not None]
    if where.chosen is None or len(players) < len(seats):
        return Message("no-totals", _("Choose the table and who sits where, so that their totals are known."))
    return race_at(request.tournament, where.chosen.number, players, public=public)


def _live(request: TournamentRequest, where: LastHandTableForm) -> str:
    """The address of the table's last hand, where it is kept and the person may enter it."""
    hanchan, table = where.chosen, where.number
    if hanchan is None or table is None or last_hand_of([*where.by_number.values()], table) != hanchan:
        return ""
    is_kept = request.tournament.shows_last_hand(LastHandAudience.TABLE) and may(request, "give_penalty")
    return reverse("last_hand_live", args=[request.tournament.slug, hanchan.number, table]) if is_kept else ""


def _goal(request: HttpRequest) -> int | None:
    """Return the place that matters, None if none was typed."""
    return parse_int(request.GET.get("place", ""), MOST_PLACE) or None
