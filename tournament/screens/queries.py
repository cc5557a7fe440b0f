"""The screens of an event, and what each shows at this moment, as addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2s
from typing import Any

from django.core.cache import cache
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from tournament.core.messages import Text
from tournament.core.models import Hanchan, Tournament
from tournament.screens.models import Face, Screen, ScreenImage
from tournament.seats.queries import current_hanchan

SEEN_FOR = 24 * 60 * 60  # seconds
FRESH = timedelta(seconds=15)
"""A screen that asked within that time is connected: it asks every two seconds."""
IN_MOTION = 2
"""So many screens show a change of the standings in motion; the others when their page turns."""
FAR = (
    *(Face.CLOCK, Face.SEATING, Face.SEATING_FIRST, Face.SEATING_SECOND, Face.TABLES, Face.STANDINGS, Face.RACE),
    *(Face.TEAMS, Face.TEST, Face.LAST_HAND),
)
"""The faces that size their letters by the height of the picture and the farthest seat."""

IN_A_LEAGUE = (Face.STANDINGS, Face.TEAMS, Face.MESSAGE, Face.IMAGE, Face.BLANK)


def faces_of(tournament: Tournament) -> Mapping[Face, Text]:
    """Return what a screen of this event may show, with its label; the first is what a new screen shows."""
    if tournament.is_league:
        return {**{face: face.label for face in IN_A_LEAGUE}, Face.STANDINGS: _("League table")}
    return {face: face.label for face in Face}


@dataclass(frozen=True, slots=True)
class Shown:
    """A face that a screen shows: its address, and for how many seconds."""

    address: str
    seconds: int


def shown_on(screen: Screen, hanchan: Sequence[Hanchan]) -> list[Shown]:
    """Return the faces of a screen in turn; one that shows nothing is dark. No query."""
    parts = screen.content or [{"face": Face.BLANK.value}]
    return [Shown(_address(screen, at, part, hanchan), int(part.get("seconds", 0))) for at, part in enumerate(parts)]


def _address(screen: Screen, at: int, part: dict[str, Any], hanchan: Sequence[Hanchan]) -> str:
    """Return the address of a face. It differs when what it shows is other than what the same face showed before."""
    face, asked = face_of(screen.tournament, part), {}
    if face in FAR and screen.picture_height:
        asked["height"] = str(screen.picture_height)
    if face in FAR and screen.farthest_seat:
        asked["distance"] = str(screen.farthest_seat)
    slug, code = screen.tournament.slug, screen.code
    match face:
        case Face.MESSAGE:
            asked["v"] = blake2s(part["text"].encode(), digest_size=4).hexdigest()
            path = reverse("screen_message", args=[code, at])
        case Face.IMAGE:
            path = reverse("screen_image", args=[code, part["image"]])
        case Face.BLANK:
            path = reverse("screen_blank", args=[code])
        case Face.SEATING | Face.SEATING_FIRST | Face.SEATING_SECOND | Face.TABLES:
            asked |= SEATING_ASKS.get(face, {})
            path = f"/t/{slug}/screen/seating/{seated_number(hanchan)}/"
        case Face.RACE:
            asked |= {"seconds": str(part["seconds"])} if part.get("seconds") else {}
            path = reverse("screen_race", args=[slug])
        case _:
            path = f"/t/{slug}/screen/{face.value}/"
    return f"{path}?{urlencode(asked)}" if asked else path


def face_of(tournament: Tournament, part: Mapping[str, Any]) -> Face:
    """Return the face of a part of a screen; what a league does not have is its table there."""
    face = Face(part["face"])
    return face if face in faces_of(tournament) else Face.STANDINGS


SEATING_ASKS = {
    Face.SEATING_FIRST: {"part": "1/2"},
    Face.SEATING_SECOND: {"part": "2/2"},
    Face.TABLES: {"by": "table"},
}


def seated_number(hanchan: Sequence[Hanchan]) -> int:
    """Return the hanchan whose seats people look for: the first published one that is not closed, else the current."""
    published = [one for one in hanchan if one.seating_published_at]
    return current_hanchan(published or hanchan).number if hanchan else 1


def screens_of(tournament: Tournament) -> list[Screen]:
    """Return the screens of an event in the order in which they were added; one query."""
    found = list(tournament.screens.all())
    for screen in found:
        screen.tournament = tournament
    return found


def images_of(tournament: Tournament) -> list[ScreenImage]:
    """Return the pictures for the screens without their bytes; one query."""
    return list(tournament.screen_images.defer("content"))


def notice_of(tournament: Tournament, at: datetime) -> str:
    """Return the message to everybody at this moment, "" for none; no query."""
    return tournament.notice if tournament.notice_until and at < tournament.notice_until else ""


def note_seen(screen: Screen, at: datetime) -> None:
    """Note that a screen asked what to show. It is kept in the cache: it says nothing after a restart."""
    cache.set(f"screen-seen-{screen.pk}", at, SEEN_FOR)


def seen_at(screens: Sequence[Screen]) -> dict[int, datetime]:
    """Return when each screen last asked what to show, by id."""
    found = cache.get_many([f"screen-seen-{screen.pk}" for screen in screens])
    return {screen.pk: at for screen in screens if (at := found.get(f"screen-seen-{screen.pk}"))}


def is_connected(seen: datetime | None, at: datetime) -> bool:
    """Return whether a screen that last asked at `seen` is there; None is one that never did."""
    return seen is not None and at - seen < FRESH


def shows_motion(screen: Screen, screens: Sequence[Screen], seen: Mapping[int, datetime], at: datetime) -> bool:
    """Return whether a screen shows a change of the standings in motion: of the connected `screens` that show the
    standings, the first two in their order do."""
    able = [one.pk for one in screens if Face.STANDINGS in faces_on(one) and is_connected(seen.get(one.pk), at)]
    return screen.pk in able[:IN_MOTION]


def faces_on(screen: Screen) -> list[Face]:
    """Return what a screen shows in turn."""
    return [face_of(screen.tournament, part) for part in screen.content]


def shows_image(tournament: Tournament, image: int) -> bool:
    """Return whether a screen shows this picture."""
    parts = (part for screen in tournament.screens.all() for part in screen.content)
    return any(part.get("image") == image for part in parts)
