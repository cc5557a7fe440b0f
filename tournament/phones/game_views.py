"""A league's games on a player's phone: entering one, and signing one that another player entered."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.audit import Act
from tournament.core.devices import device_of, with_phone
from tournament.core.messages import Refused, put_on
from tournament.core.requests import TournamentRequest
from tournament.desk.signatures.views import SheetEntrance, own_sheet
from tournament.leagues.actions import TABLE, play_game
from tournament.leagues.forms import GameForm
from tournament.leagues.queries import last_table, people_to_play, waiting_games, way_of
from tournament.phones.entrance import by_badge
from tournament.players.badges.links import personal_token
from tournament.players.models import Player


def league_page(request: TournamentRequest, player: Player) -> HttpResponse:
    """Show a player's own page in a league: what waits, the way to the next game, and the games so far."""
    context = {
        "player": player,
        "token": personal_token(player),
        "waiting": waiting_games(player.tournament, player),
        "tab": "",
        **way_of(player),
    }
    return render(request, "phones/league.html", context)


@by_badge
@with_phone
def personal_game(request: TournamentRequest, player: Player) -> HttpResponse:
    """Enter a game that the player of the badge played. It counts once another player of it has signed."""
    tournament = player.tournament
    if not tournament.is_league:
        raise Http404
    people = people_to_play(tournament)
    first = last_table(tournament, player)
    form = GameForm(request.POST or None, tournament=tournament, people=people, first=first, is_list=True)
    if request.method == "POST" and form.is_valid():
        submission = form.cleaned_data["submission"]
        act = Act(by=None, at=timezone.now(), name=str(player), phone=device_of(request), submission=submission)
        try:
            game = play_game(
                tournament=tournament,
                typed=form.typed_sheet(),
                act=act,
                player=player,
                confirmed_warnings=form.cleaned_data["confirmed"],
                is_another=form.cleaned_data["is_another"],
            )
        except Refused as refused:
            put_on(form, refused)
        else:
            messages.success(request, _("Saved: {scores}.").format(scores=form.in_words()))
            return redirect("personal_game_sheet", personal_token(player), game.number)
    context = {"form": form, "player": player, "back": personal_token(player), "tab": ""}
    return render(request, "phones/game.html", context, status=422 if request.method == "POST" else 200)


@by_badge
@with_phone
def personal_game_sheet(request: TournamentRequest, player: Player, number: int) -> HttpResponse:
    """Sign a game of the player of the badge, or see what it waits for."""
    tournament = player.tournament
    seats = tournament.is_league and player.seats.filter(seating=tournament.seating_id, hanchan__number=number)
    if not seats or not seats.exists():
        raise Http404
    return own_sheet(request, number, TABLE, SheetEntrance(personal_token(player), player))
