"""The pages of a league: set-up, the desk's page of games, and the public table."""

from datetime import datetime
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.sentences.rankings import ranking_sentences
from tournament.core.audit import Act
from tournament.core.edit_conflicts import seen_in, to_see
from tournament.core.messages import Refused, put_on
from tournament.core.models import User
from tournament.core.official_results import season_is_over
from tournament.core.requests import STATIC_SITE, TournamentRequest, parse_int
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import may, public_page, signed_in, staff_page
from tournament.events.queries import may_set_up, rankings_with
from tournament.leagues.actions import LeagueSetup, create_league, load_games, play_game
from tournament.leagues.evening_actions import come, go, put_up, take_down
from tournament.leagues.forms import GameForm, GameListForm, LeagueForm, LeagueRuleForm, PresenceForm
from tournament.leagues.queries import (
    evenings,
    latest_games,
    league_by,
    league_of,
    people_to_play,
    teams_of,
    tonight_of,
    waiting_games,
    way_of,
)
from tournament.leagues.season import change_rule, end_season, reopen_season
from tournament.leagues.tables import LeagueTable, LeagueTeamTable
from tournament.players.lookup import option
from tournament.players.models import Player
from tournament.players.queries import find_player
from tournament.staff.owner_access import accesses_to_show
from tournament.staff.password_again import check_password_again
from tournament.standings.league_table import league_shifts, rule_of

BY_AVERAGE_PLACE = "average-place"
LATEST = 20  # games that the desk's page lists


@signed_in
def league_new(request: HttpRequest) -> HttpResponse:
    """Set up a league."""
    user = request.user
    if not isinstance(user, User) or not may_set_up(user):
        raise PermissionDenied
    form = LeagueForm(request.POST or None, initial={"submission": uuid4()})
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        act = Act(by=user, at=timezone.now(), submission=str(values.pop("submission")))
        try:
            tournament = create_league(setup=LeagueSetup(**values, language=get_language() or ""), act=act)
        except Refused as refused:
            put_on(form, refused)
        else:
            text = _("{name} is set up. Add its players, then enter the first game.")
            messages.success(request, text.format(name=tournament.name))
            return redirect("players", tournament.slug)
    status = 422 if request.method == "POST" else 200
    return render(request, "leagues/new.html", {"form": form}, status=status)


@staff_page("enter_sheet")
def league_games(request: TournamentRequest) -> HttpResponse:
    """Enter a game at the desk; beside are those that wait for a signature, and the latest ones, twenty a page."""
    tournament = request.tournament
    if not tournament.is_league:
        raise Http404
    people = people_to_play(tournament)
    known = {str(one.number): one for one in people}
    first = [known[number] for number in request.GET.getlist("player") if number in known]
    form = GameForm(request.POST or None, tournament=tournament, people=people, first=first)
    if request.method == "POST" and form.is_valid():
        act = Act(by=request.user, at=timezone.now(), submission=form.cleaned_data["submission"])
        try:
            game = play_game(
                tournament=tournament,
                typed=form.typed_sheet(),
                act=act,
                confirmed_warnings=form.cleaned_data["confirmed"],
                is_another=form.cleaned_data["is_another"],
            )
        except Refused as refused:
            put_on(form, refused)
        else:
            text = _("Game {number} counts: {scores}.")
            messages.success(request, text.format(number=game.number, scores=form.in_words()))
            return redirect("league_games", tournament.slug)
    before = parse_int(request.GET.get("before", ""))
    games = latest_games(tournament, LATEST + 1, before)
    context = {
        "nav": "league_games",
        "form": form,
        "people": [option(one) for one in people],
        "waiting": waiting_games(tournament),
        "games": games[:LATEST],
        "before": before,
        "has_earlier": len(games) > LATEST,
        "rules": tournament.ruleset,
        "owner_accesses": accesses_to_show(tournament, timezone.now()) if may(request, "run_event") else [],
    }
    return render(request, "leagues/games.html", context, status=422 if request.method == "POST" else 200)


@staff_page("enter_sheet")
def league_evening(request: TournamentRequest) -> HttpResponse:
    """Tonight: who is here, which tables play, who plays next, and the evenings before."""
    tournament, now = request.tournament, timezone.now()
    if not tournament.is_league:
        raise Http404
    people = people_to_play(tournament)
    form, refused = PresenceForm(request.POST if "who" in request.POST else None, people=people), None
    if request.method == "POST" and (not form.is_bound or form.is_valid()):
        try:
            _of_the_evening(request, form, {str(one.pk): one for one in people}, now)
        except Refused as refusal:
            refused = refusal
        else:
            return redirect("league_evening", tournament.slug)
    tonight = tonight_of(tournament, now)
    context = {
        "nav": "league_evening",
        "form": form,
        "people": [option(one) for one in people if one not in tonight.here],
        "tonight": tonight,
        "lacks": tournament.at_a_table - len(tonight.waiting),
        "evenings": evenings(tournament),
        "refused": refused,
    }
    return render(request, "leagues/evening.html", context, status=422 if request.method == "POST" else 200)


def _of_the_evening(request: TournamentRequest, form: PresenceForm, people: dict[str, Player], now: datetime) -> None:
    """Do what the button says: somebody came or went, a table is put up or taken down. Raises Refused."""
    act, sent = Act(by=request.user, at=now), request.POST
    if form.is_bound:
        come(player=form.cleaned_data["who"], act=act)
    elif gone := people.get(sent.get("gone", "")):
        go(player=gone, act=act)
    elif "start" in sent:
        put_up(
            tournament=request.tournament,
            players=[people[one] for one in sent.getlist("player") if one in people],
            act=act,
        )
    elif down := people.get(sent.get("down", "")):
        take_down(tournament=request.tournament, people=[down.pk])


@staff_page("run_event")
def league_season(request: TournamentRequest) -> HttpResponse:
    """The rule of the table, with what another one would change, and the end of the season."""
    tournament, now = request.tournament, timezone.now()
    if not tournament.is_league:
        raise Http404
    rule, refused, shifts = rule_of(tournament), None, None
    act = request.POST.get("act", "")
    bound = request.POST if act in ("preview", "change") else None
    form = LeagueRuleForm(bound, initial={"ranking": rule.key, "least": rule.least})
    seen = to_see(rule.to_json())
    if request.method == "POST" and (bound is None or form.is_valid()):
        if act == "preview":
            shifts = league_shifts(league_of(tournament), league_by(tournament, form.rule()))
        else:
            try:
                _of_the_season(request, act, form, Act(by=request.user, at=now, reason=request.POST.get("reason", "")))
            except Refused as refusal:
                refused = refusal
                if bound is not None:
                    shifts = league_shifts(league_of(tournament), league_by(tournament, form.rule()))
            else:
                return redirect("league_season", tournament.slug)
    context = {
        "nav": "event",
        "form": form,
        "sentences": ranking_sentences(rule),
        "shifts": shifts,
        "seen": seen,
        "is_over": season_is_over(tournament),
        "refused": refused,
        "games": league_of(tournament).games,
    }
    return render(request, "leagues/season.html", context, status=422 if refused or form.errors else 200)


def _of_the_season(request: TournamentRequest, name: str, form: LeagueRuleForm, act: Act) -> None:
    """Change the rule, end the season or reopen it. Raises Refused."""
    tournament = request.tournament
    if name == "change":
        if league_of(tournament).games:
            check_password_again(request, act.at)
        change_rule(tournament=tournament, rule=form.rule(), seen=seen_in(request.POST), act=act)
        messages.success(request, _("The table uses the new rule."))
    elif name == "end":
        end_season(tournament=tournament, act=act)
        messages.success(request, _("The season is over. Its table is final."))
    elif name == "reopen":
        check_password_again(request, act.at)
        reopen_season(tournament=tournament, act=act)
        messages.success(request, _("The season is open again."))


@staff_page("run_event")
def league_load(request: TournamentRequest) -> HttpResponse:
    """Load the games of a list: what is read, then who is meant by names that no player has, then all at once.
    Whoever keeps persons comes to the page that finds those of the new players.
    """
    tournament = request.tournament
    if not tournament.is_league:
        raise Http404
    form, refused = GameListForm(request.POST or None, request.FILES or None, tournament=tournament), None
    if request.method == "POST" and form.is_valid() and form.listed and "load" in request.POST:
        meant = form.meant()
        if meant is None:
            refused = Refused.of("games-doubts", _("Choose who is meant by each name below."))
        else:
            act = Act(by=request.user, at=timezone.now(), submission=form.cleaned_data["submission"])
            try:
                count = load_games(tournament=tournament, listed=form.listed, meant=meant, act=act)
            except Refused as refusal:
                refused = refusal
            else:
                text = ngettext("{count} game loaded.", "{count} games loaded.", count)
                messages.success(request, text.format(count=count))
                has_new = len(meant) < len(form.listed.unknown)
                finds = has_new and request.user.has_perm("tournament.keep_persons")
                return redirect("persons_of_event" if finds else "league_games", tournament.slug)
    context = {"nav": "league_games", "form": form, "listed": form.listed, "refused": refused}
    status = 422 if form.errors or refused else 200
    return render(request, "leagues/load.html", context, status=status)


@public_page
@kept_with_tournament
def public_league(request: TournamentRequest) -> HttpResponse:
    """The table of a league: released results only. `why` is the number of a player."""
    tournament = request.tournament
    if not tournament.is_league:
        raise Http404
    league = league_of(tournament, public=True)
    by_place = request.GET.get("sort") == BY_AVERAGE_PLACE
    why = parse_int(request.GET.get("why", ""))
    table = LeagueTable(league, slug=tournament.slug, why=why, by_average_place=by_place)
    context = {
        "tab": "league",
        "league": league,
        "evenings": evenings(tournament, public=True),
        "table": table,
        "sentences": ranking_sentences(league.rules),
        "rankings": () if STATIC_SITE in request.META else rankings_with(tournament),
        "has_workbook": tournament.is_public and STATIC_SITE not in request.META,
        "is_over": season_is_over(tournament),
        "by_average_place": by_place,
        "average_place": BY_AVERAGE_PLACE,
        "has_corrected": any(block.is_corrected for row in league.rows for block in row.form),
    }
    return render(request, "leagues/public.html", context)


@public_page
@kept_with_tournament
def public_league_teams(request: TournamentRequest) -> HttpResponse:
    """The teams of a league and their evenings: released results only."""
    tournament = request.tournament
    if not tournament.is_league or not (league := league_of(tournament, public=True)).has_teams:
        raise Http404
    season = teams_of(tournament, public=True)
    table = LeagueTeamTable(season.teams, slug=tournament.slug)
    context = {"tab": "league", "league": league, "table": table, "evenings": season.evenings}
    return render(request, "leagues/teams.html", context)


@public_page
@kept_with_tournament
def public_league_player(request: TournamentRequest, number: int) -> HttpResponse:
    """A player's place in a league, how it was computed, and every game."""
    player = find_player(request.tournament, number) if request.tournament.is_league else None
    if player is None:
        raise Http404
    player.tournament = request.tournament
    way = way_of(player)
    if way["row"] is None:
        raise Http404
    return render(request, "leagues/player.html", {"tab": "league", "player": player, **way})
