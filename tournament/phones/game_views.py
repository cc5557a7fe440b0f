"""A league's games on a player's phone: entering one, and signing one that another player entered."""

from dataclasses import replace
from uuid import uuid4, uuid5

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from scoring.game import DEPOSIT
from tournament.core.audit import Act, all_or_nothing
from tournament.core.devices import device_of, with_phone
from tournament.core.messages import Refused, put_on
from tournament.core.network_address import address_digest
from tournament.core.requests import TournamentRequest
from tournament.core.roles import public_page
from tournament.desk.signatures.views import SheetEntrance, own_sheet
from tournament.leagues.actions import TABLE, play_game
from tournament.leagues.forms import GameForm
from tournament.leagues.queries import last_table, people_to_play, table_of, waiting_games, way_of
from tournament.phones.entrance import by_badge
from tournament.players.badges.links import personal_token, player_of_phone
from tournament.players.models import Player
from tournament.players.registration.actions import register
from tournament.players.registration.queries import takes_registrations
from tournament.players.registration.tokens import SALT
from tournament.staff.qr_codes import address_for_others


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
    now = timezone.now()
    first = table_of(tournament, player, now) or last_table(tournament, player)
    form = GameForm(
        request.POST or None,
        tournament=tournament,
        people=people,
        first=first,
        is_list=True,
        takes_new=takes_registrations(tournament, now),
    )
    if request.method == "POST" and form.is_valid():
        submission = form.cleaned_data["submission"] or uuid4()
        act = Act(by=None, at=now, name=str(player), phone=device_of(request), submission=str(submission))
        try:
            with all_or_nothing(tournament):
                for field, name in form.newcomers.items():
                    sent = replace(act, submission=str(uuid5(submission, field)))
                    sent_from = address_digest(request, SALT)
                    new = register(tournament=tournament, sent_from=sent_from, act=sent, name=name)
                    form.cleaned_data[field] = new.player
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
            return redirect("personal_game_sheet", personal_token(player), game.number)
    context = {"form": form, "player": player, "tab": "", "total": tournament.ruleset.total, "deposit": DEPOSIT}
    return render(request, "phones/game.html", context, status=422 if request.method == "POST" else 200)


@by_badge
@with_phone
def personal_game_sheet(request: TournamentRequest, player: Player, number: int) -> HttpResponse:
    """Sign a game of the player of the badge, or see what it waits for."""
    tournament = player.tournament
    seats = tournament.is_league and player.seats.filter(seating=tournament.seating_id, hanchan__number=number)
    if not seats or not seats.exists():
        raise Http404
    token = personal_token(player)
    others = address_for_others(request, reverse("public_league_game", args=[tournament.slug, number]))
    following = reverse("personal_game", args=[token])
    return own_sheet(request, number, TABLE, SheetEntrance(token, player, others, following))


@public_page
def public_league_game(request: TournamentRequest, number: int) -> HttpResponse:
    """Lead a phone that knows its player to the game, where it is signed; another one is told how it gets to know."""
    tournament = request.tournament
    if not tournament.is_league:
        raise Http404
    game = get_object_or_404(tournament.hanchan, number=number)
    player = player_of_phone(request, tournament)
    if player is not None:
        return redirect("personal_game_sheet", personal_token(player), game.number)
    return render(request, "phones/unknown_phone.html", {"hanchan": game, "tab": ""})
