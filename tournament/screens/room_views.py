"""The page that plans the room before the event, from the picture's width and the distance of the last row."""

from collections.abc import Mapping
from itertools import cycle, islice

from django.http import HttpResponse
from django.shortcuts import render

from scoring.winds import Wind
from tournament.core.edit_conflicts import to_see
from tournament.core.hall_distance import distance_of
from tournament.core.requests import TournamentRequest, parse_int
from tournament.core.roles import in_event_language, public_page, staff_page
from tournament.events import actions as settings
from tournament.players.models import Player
from tournament.players.queries import counts_of, listed, registered
from tournament.screens.forms import MOST_PLAYERS, RoomForm
from tournament.screens.hall_names import hall_name
from tournament.screens.name_board import LARGE_PAGES, PAGE_SECONDS, NameBoard, NameRow, name_rooms
from tournament.screens.queries import screens_of
from tournament.screens.room_picture import room_picture
from tournament.screens.room_plan import WIDE, Room, room_plan, seating
from tournament.seats.publication import publication_of

USUAL_PLAYERS = 40
TABLE = 88
SAMPLE = tuple(
    Player(first_name=given, last_name=family, name=f"{given} {family}", number=n)
    for n, (given, family) in enumerate(
        (("Haruka", "Tanabe"), ("Ingrid", "Bergström"), ("Marta", "Zielińska")), start=1
    )
)
"""Names for a hall whose players nobody knows yet."""


@staff_page("run_hanchan")
def room(request: TournamentRequest) -> HttpResponse:
    """Plan the room; `?width=`, `?distance=`, `?players=` and `?projectors=` ask for another one than the event's."""
    tournament = request.tournament
    people = list(registered(tournament))
    players = counts_of(tournament, people).playing or tournament.capacity or USUAL_PLAYERS
    form = RoomForm(_asked(request, players))
    hall = {name: getattr(tournament, name) for name in settings.HALL}
    context = {"nav": "event", "form": form, "screens": len(screens_of(tournament)), "seen": to_see(hall)}
    if form.is_valid():
        groups = ({player.team for player in people}, {player.country for player in people})
        teams = next((len(found - {""}) for found in groups if len(found - {""}) > 1), 0)
        plan = room_plan(Room(teams=teams, **form.room()))
        tables = -(-plan.room.players // tournament.at_a_table)
        context |= {"plan": plan, "drawn": room_picture(plan, tables), "tables": tables}
    return render(request, "screens/room.html", context)


@public_page
@in_event_language
def screen_test(request: TournamentRequest) -> HttpResponse:
    """Names of one page of the seating, all at one table that nobody looks for; `?players=` as many as will come."""
    if "since" in request.GET:
        return HttpResponse(status=204)
    named = publication_of(request.tournament).people
    hall, people = distance_of(request), [one for one in listed(request.tournament) if one.pk in named]
    players = parse_int(request.GET.get("players", "")) or len(people) or USUAL_PLAYERS
    page = seating(Room(round(hall.height * WIDE), hall.metres, min(players, MOST_PLAYERS)))
    shown = sorted(islice(cycle(people or SAMPLE), page.a_page), key=lambda player: player.name_key)
    rows = tuple(NameRow(one, hall_name(one, one.reading), TABLE, Wind.EAST) for one in shown)
    context = {
        "is_test": True,
        "board": NameBoard(rows, (), None),
        "rows": rows,
        "page_seconds": PAGE_SECONDS,
        "rooms": name_rooms(LARGE_PAGES if page.is_large else 0),
        "mark": "test",
        "hall": hall,
    }
    return render(request, "screens/seating.html", context)


def _asked(request: TournamentRequest, players: int) -> Mapping[str, object]:
    """Return what was asked for, else the room that the event has."""
    tournament = request.tournament
    usual = {
        "width": f"{tournament.picture_height * WIDE / 100:.1f}",
        "distance": tournament.farthest_seat,
        "players": players,
        "projectors": 1,
    }
    return {**usual, **request.GET.dict()}
