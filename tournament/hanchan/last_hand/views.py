"""The points that each player needs in the last hand, for players and for staff. Nothing is saved."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _

from scoring.least_win import Race
from scoring.messages import Message
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import public_page, staff_page
from tournament.hanchan.last_hand.answer import CurrentSeat, answer, has_wrong_people, seated_as_drawn, seated_now
from tournament.hanchan.last_hand.forms import LastHandTableForm, PointsForm, seated_hanchan
from tournament.seats.own_seats import ME
from tournament.standings.queries import before_of, inputs_of
from tournament.standings.race import race as race_of
from tournament.standings.visibility import public_through

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
    tournament = request.tournament
    players = [seat.player for seat in seats if seat.player is not None]
    if where.chosen is None or len(players) < len(seats):
        return Message("no-totals", _("Choose the table and who sits where, so that their totals are known."))
    hanchan = where.chosen.number
    if hanchan == 1:
        return Message("first-hanchan", _("Before the first hanchan there are no totals."))
    inputs = inputs_of(tournament, public)
    if public and public_through(inputs) < hanchan - 1:
        return Message("not-public", _("The results before hanchan {number} are not public."), {"number": hanchan})
    if inputs.shown is not None:
        return Message("places-not-public", _("Only the first places are public until the ceremony."))
    rows, tied = before_of(tournament, hanchan, public)
    if tied:
        return tied.text({player.id: player.label for player in inputs.players})
    known = [inputs.names[player] for player in players if player in inputs.names]
    unranked = [player.id for player in known if not player.entrant_after(hanchan).is_ranked_in(hanchan)]
    return race_of(rows, hanchan, players, inputs.by, unranked)


def _goal(request: HttpRequest) -> int | None:
    """Return the place that matters, None if none was typed."""
    return parse_int(request.GET.get("place", ""), MOST_PLACE) or None
