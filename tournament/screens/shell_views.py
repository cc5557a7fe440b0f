"""Views for a projector: its screen by a short address, what that shows, and the message to everybody."""

from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.core.form_fields import half_width
from tournament.core.hall_distance import distance_of
from tournament.core.languages import languages_of
from tournament.core.requests import TournamentRequest
from tournament.core.response_mark import kept_with_tournament
from tournament.core.roles import in_event_language, public_page
from tournament.events.queries import hanchan_of
from tournament.hanchan.timetable import next_start
from tournament.leagues.queries import teams_of as league_teams_of
from tournament.screens.models import Face, Screen, ScreenImage
from tournament.screens.queries import faces_on, note_seen, notice_of, screens_of, seen_at, shown_on, shows_motion
from tournament.screens.scoreboard import PAGING
from tournament.screens.team_board import TeamBoard, league_team_board, team_board
from tournament.screens.wall_code import wall_code
from tournament.standings.queries import kinds_of, standings_of, teams_of
from tournament.standings.teams import Grouping
from tournament.translation.formats import written

LATE = 5  # minutes: less is no news on a screen
IMAGE_KEPT = 60 * 60 * 24


@require_GET
def screen_find(request: HttpRequest) -> HttpResponse:
    """Ask a projector for its code, and open that screen."""
    typed = half_width(request.GET.get("code", "")).strip().upper()
    found = Screen.objects.filter(code=typed).first() if typed else None
    if found:
        return redirect("screen_shell", found.code)
    page = {"typed": typed[:20], "is_wrong": bool(typed)}
    return render(request, "screens/find.html", page, status=404 if typed else 200)


@require_GET
@never_cache
def screen_shell(request: HttpRequest, code: str) -> HttpResponse:
    """The page that a projector keeps open: it holds what is to be shown in a frame and recovers by itself."""
    screen = _screen(request, code)
    if screen.code != code:
        return redirect("screen_shell", screen.code)
    return render(request, "screens/shell.html", {"screen": screen, "is_thumbnail": "thumbnail" in request.GET})


@require_GET
@never_cache
def screen_state(request: HttpRequest, code: str) -> HttpResponse:
    """Send what the screen shows now: faces in turn, whether a change of the standings moves there, a message, and the
    hall's time. Asked every two seconds."""
    screen = _screen(request, code)
    now = timezone.now()
    if "thumbnail" not in request.GET:
        note_seen(screen, now)
    tournament = screen.tournament
    hanchan = hanchan_of(tournament)
    with timezone.override(tournament.time_zone or None):
        coming = next_start(hanchan, now)
        state: dict[str, object] = {
            "name": screen.name,
            "faces": [{"address": one.address, "seconds": one.seconds} for one in shown_on(screen, hanchan)],
            "in_motion": _in_motion(screen, now),
            "is_open": tournament.is_public,
            "notice": notice_of(tournament, now),
            "late": coming.sentence if coming and coming.late >= LATE else "",
            "at": written(timezone.localtime(now), "time"),
            "script": static("tournament/js/screen.js"),
        }
    return JsonResponse(state)


def _in_motion(screen: Screen, now: datetime) -> bool:
    if Face.STANDINGS not in faces_on(screen):
        return False
    screens = screens_of(screen.tournament)
    return shows_motion(screen, screens, seen_at(screens), now)


@require_GET
@never_cache
def screen_message(request: HttpRequest, code: str, at: int) -> HttpResponse:
    """A message that fills the screen."""
    screen = _screen(request, code)
    part = screen.content[at] if at < len(screen.content) else {}
    if part.get("face") != Face.MESSAGE:
        raise Http404
    return _face(request, screen, "screens/message.html", text=part["text"], is_long=len(part["text"]) > 60)


@require_GET
@never_cache
def screen_blank(request: HttpRequest, code: str) -> HttpResponse:
    """Nothing: a dark screen."""
    return _face(request, _screen(request, code), "screens/blank.html")


@require_GET
@never_cache
def screen_image(request: HttpRequest, code: str, image: int) -> HttpResponse:
    """A picture that fills the screen."""
    screen = _screen(request, code)
    found = get_object_or_404(ScreenImage.objects.defer("content"), pk=image, tournament=screen.tournament)
    return _face(request, screen, "screens/image.html", image=found)


@require_GET
def screen_image_file(request: HttpRequest, code: str, image: int) -> HttpResponse:
    """The bytes of a picture, which never change under one address."""
    found = get_object_or_404(ScreenImage, pk=image, tournament=_screen(request, code).tournament)
    headers = {"Cache-Control": f"private, max-age={IMAGE_KEPT}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(bytes(found.content), content_type="image/jpeg", headers=headers)


@public_page
@in_event_language
@kept_with_tournament
def screen_teams(request: TournamentRequest) -> HttpResponse:
    """The teams on the wall, else the countries, a page at a time; 204 for the poll until what is public moved."""
    tournament = request.tournament
    if tournament.is_league:
        return _league_teams(request)
    kinds = kinds_of(tournament, public=True)
    kind = kinds[0] if kinds else Grouping.TEAMS
    ranking = standings_of(tournament, public=True)
    if request.GET.get("since") == ranking.digest:
        return HttpResponse(status=204)
    teams = teams_of(tournament, kind, public=True)
    before = teams_of(tournament, kind, ranking.after - 1, public=True) if ranking.after > 1 else None
    board = team_board(teams, before)
    return _teams(request, board, ranking.digest, kind=kind, ranking=ranking, best=teams.best)


def _league_teams(request: TournamentRequest) -> HttpResponse:
    mark = str(request.tournament.edition)
    if request.GET.get("since") == mark:
        return HttpResponse(status=204)
    board = league_team_board(league_teams_of(request.tournament, public=True).teams)
    return _teams(request, board, mark, kind=Grouping.TEAMS)


def _teams(request: TournamentRequest, board: TeamBoard, mark: str, **more: object) -> HttpResponse:
    context = {
        "board": board,
        "mark": mark,
        "paging": PAGING,
        "hall": distance_of(request),
        "code": wall_code(request, request.tournament),
        **more,
    }
    template = "screens/teams.html#live" if "since" in request.GET else "screens/teams.html"
    return render(request, template, context)


@public_page
@kept_with_tournament
def public_notice(request: TournamentRequest) -> HttpResponse:
    """The message to everybody, for pages that are open; 204 until it is another. Pages hide it when its time ends."""
    if request.GET.get("since") == notice_mark(request):
        return HttpResponse(status=204)
    return render(request, "screens/notice.html", {})


def notice_mark(request: TournamentRequest) -> str:
    """Return the mark of the message: the time when it ends, "" without one."""
    until = request.tournament.notice_until
    return str(int(until.timestamp())) if until else ""


def _screen(request: HttpRequest, code: str) -> Screen:
    """Return the screen with the code; what it shows is in the language of its event."""
    screen = get_object_or_404(Screen.objects.select_related("tournament"), code=code.upper())
    languages_of(request).for_event(screen.tournament.language)
    return screen


def _face(request: HttpRequest, screen: Screen, template: str, **page: object) -> HttpResponse:
    return render(request, template, {"screen": screen, "code": wall_code(request, screen.tournament), **page})
