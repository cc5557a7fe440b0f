"""The screens of the hall: the clock, the standings as a scoreboard, the seating by name and by table."""

from hashlib import blake2s

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.core.hall_distance import distance_of
from tournament.core.models import Hanchan, HanchanState
from tournament.core.official_results import season_is_over
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament, reads_clock
from tournament.core.roles import in_event_language, public_page
from tournament.events.queries import current_hanchan, hanchan_of
from tournament.hanchan.last_hand.queries import last_hands
from tournament.leagues.queries import league_of, tonight_of
from tournament.screens.hall_clock import hall_clock
from tournament.screens.hall_names import hall_name
from tournament.screens.last_hand_board import board_pages
from tournament.screens.name_board import PAGE_SECONDS, NameBoard, name_board, name_rooms
from tournament.screens.scoreboard import PAGING, league_rows, scoreboard, uncounted
from tournament.screens.wall_code import wall_code
from tournament.seats.integrity import altered_of
from tournament.seats.publication import publication_of
from tournament.seats.word_draws import changed_since, public_draw_of
from tournament.standings.queries import projection_of, race_of, standings_of
from tournament.standings.race_picture import race_picture

SERVER_TIME = "Server-Time"
"""The header with the seconds since 1970 at the moment of an answer: what a screen sets its clock by."""


@public_page
@in_event_language
def screen_clock(request: TournamentRequest) -> HttpResponse:
    """The clock of the hall. Each answer has the server's time, also that nothing has changed."""
    known = publication_of(request.tournament)
    now = timezone.now()
    clock = hall_clock(request.tournament, now)
    mark = clock.mark(known.mark)
    if request.GET.get("since") == mark:
        response = HttpResponse(status=204)
    else:
        template = "screens/clock.html#live" if request.htmx else "screens/clock.html"
        context = {
            "clock": clock,
            "mark": mark,
            "hall": distance_of(request),
            "code": wall_code(request, request.tournament),
            "now": f"{now.timestamp():.3f}",
        }
        response = render(request, template, context)
    response[SERVER_TIME] = f"{timezone.now().timestamp():.3f}"
    return response


@public_page
@in_event_language
@kept_with_tournament
def screen_standings(request: TournamentRequest) -> HttpResponse:
    """The standings on the wall, or the table of a league; 204 for the poll until what is public moved.

    Where everybody may see sheets of the hanchan in play, they are the standings with these.
    """
    tournament = request.tournament
    if tournament.is_league:
        return _league(request)
    ranking, every = standings_of(tournament, public=True), hanchan_of(tournament)
    live = projection_of(tournament) if ranking.after else None
    ranking = live.ranking if live else ranking
    first = next(iter(every), None)
    shown = [ranking.digest, live and live.digest, *uncounted(ranking, every), first and first.planned_at]
    mark = blake2s(repr(shown).encode(), digest_size=8).hexdigest()
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    before = standings_of(tournament, ranking.after - 1, public=True) if ranking.after > 1 else None
    context = {
        "ranking": ranking,
        "live": live,
        "board": scoreboard(ranking, before, every, live),
        "first": first,
        "mark": mark,
        "paging": PAGING,
        "hall": distance_of(request),
        "code": wall_code(request, request.tournament),
    }
    template = "screens/standings.html#live" if "since" in request.GET else "screens/standings.html"
    return render(request, template, context)


def _league(request: TournamentRequest) -> HttpResponse:
    """The table of a league, with who plays next."""
    tournament, now = request.tournament, timezone.now()
    table, tonight = league_of(tournament, public=True), tonight_of(tournament, now)
    coming = [(wind, hall_name(player)) for wind, player in tonight.coming]
    shown = [tournament.edition, tonight.day, len(tonight.tables), coming]
    mark = blake2s(repr(shown).encode(), digest_size=8).hexdigest()
    if request.GET.get("since") == mark:
        return reads_clock(HttpResponse(status=204))
    context = {
        "league": table,
        "rows": league_rows(table),
        "is_over": season_is_over(tournament),
        "coming": coming,
        "tables": len(tonight.tables),
        "mark": mark,
        "paging": PAGING,
        "hall": distance_of(request),
        "code": wall_code(request, request.tournament),
    }
    template = "screens/league.html#live" if "since" in request.GET else "screens/league.html"
    return reads_clock(render(request, template, context))


@public_page
@in_event_language
@kept_with_tournament
def screen_race(request: TournamentRequest) -> HttpResponse:
    """The race of places on the wall, which plays by itself; 204 for the poll until what is public moved.

    `?seconds=` is how long the screen shows it, so that the last hanchan is in that time.
    """
    tournament = request.tournament
    race = race_of(tournament, public=True)
    if request.GET.get("since") == race.mark:
        return HttpResponse(status=204)
    context = {
        "drawn": race_picture(race, race.played, hall_name) if race.orders else None,
        "mark": race.mark,
        "name_template": "screens/name.html",
        "seconds": parse_int(request.GET.get("seconds", "")) or 0,
        "hall": distance_of(request),
        "code": wall_code(request, request.tournament),
    }
    template = "screens/race.html#live" if "since" in request.GET else "screens/race.html"
    return render(request, template, context)


@public_page
@in_event_language
@kept_with_tournament
def screen_last_hand(request: TournamentRequest) -> HttpResponse:
    """What each player of the last tables needs; where the hall may not see it, that the last hand is played, and the
    time."""
    tournament, now = request.tournament, timezone.localtime()
    found = last_hands(tournament)
    is_told = found.hanchan is not None and not found.is_shown
    shown = [found, now.replace(second=0, microsecond=0) if is_told else None]
    mark = blake2s(repr(shown).encode(), digest_size=8).hexdigest()
    if request.GET.get("since") == mark:
        response = HttpResponse(status=204)
    else:
        context = {
            "found": found,
            "pages": board_pages(found.boards),
            "now": now,
            "mark": mark,
            "hall": distance_of(request),
            "code": wall_code(request, tournament),
        }
        template = "screens/last_hand.html#live" if "since" in request.GET else "screens/last_hand.html"
        response = render(request, template, context)
    return reads_clock(response) if is_told else response


@public_page
@in_event_language
@kept_with_tournament
def screen_seating(request: TournamentRequest, number: int | None = None) -> HttpResponse:
    """One hanchan by name, or by table with `?by=table`; without a number the one that plays, else the next.

    `?part=1/2` is the first of two screens beside each other.
    """
    known = publication_of(request.tournament)
    if known.has_seen(request):
        return HttpResponse(status=204)
    every = hanchan_of(request.tournament)
    one = current_hanchan(every) if number is None else next((one for one in every if one.number == number), None)
    if one is None and number is not None:
        raise Http404
    checking = one is not None and one.number in altered_of(request.tournament)
    board = _board(request, one) if one and not checking else None
    draw = public_draw_of(request.tournament) if board and _is_to_come(one) else None
    context = {
        "hanchan": one,
        "count": len(every),
        "checking": checking and one is not None and one.seating_published_at is not None,
        "board": board,
        "by_table": request.GET.get("by") == "table",
        "rows": board.part(request.GET.get("part", "")) if board else (),
        "draw": draw,
        "changed": changed_since(draw, request.tournament),
        "mark": known.mark,
        "page_seconds": PAGE_SECONDS,
        "rooms": name_rooms(),
        "hall": distance_of(request),
        "code": wall_code(request, request.tournament),
    }
    template = "screens/seating.html#live" if request.htmx else "screens/seating.html"
    return render(request, template, context)


def _is_to_come(hanchan: Hanchan | None) -> bool:
    """Return whether this is the first hanchan and people look for their seats: the moment after a draw."""
    return hanchan is not None and hanchan.number == 1 and hanchan.state == HanchanState.PLANNED


def _board(request: TournamentRequest, hanchan: Hanchan) -> NameBoard | None:
    return name_board(request.tournament, hanchan) if hanchan.seating_published_at else None
