"""The planned hanchan as a calendar (iCalendar, RFC 5545). Pure: hanchan in, text out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2s

from tournament.core.models import Hanchan, Tournament
from tournament.core.records import event_id

LONGEST_LINE = 75  # octets, without the line break
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def calendar(tournament: Tournament, hanchan: Iterable[Hanchan], address: str) -> str:
    """Return the calendar of the hanchan that have a planned start; `address` is that of the public page.

    Without a time limit an entry has no end. Titles are in the reader's language.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sekigime//Hanchan//EN",
        "CALSCALE:GREGORIAN",
        f"X-WR-CALNAME:{escaped(tournament.name)}",
        *(line for one in hanchan for line in _entry(tournament, one, address)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _entry(tournament: Tournament, hanchan: Hanchan, address: str) -> Iterator[str]:
    if hanchan.planned_at is None:
        return
    yield "BEGIN:VEVENT"
    yield f"UID:hanchan-{hanchan.number}-{_mark(tournament)}@sekigime"
    yield f"DTSTAMP:{_utc(tournament.made_at)}"  # must be there; a moment that moves would make every answer another
    yield f"DTSTART:{_utc(hanchan.planned_at)}"
    if hanchan.minutes:
        yield f"DTEND:{_utc(hanchan.planned_at + timedelta(minutes=hanchan.minutes))}"
    yield f"SUMMARY:{escaped(f'{hanchan.title}, {tournament.name}')}"
    if tournament.place:
        yield f"LOCATION:{escaped(tournament.place)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _mark(tournament: Tournament) -> str:
    """A name of the event that stays when its own name or its server is another."""
    known = f"{event_id(tournament)} {tournament.made_at.astimezone(UTC).isoformat()}"
    return blake2s(known.encode(), digest_size=8).hexdigest()


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """Return a text as a value: backslash, semicolon, comma and line breaks are marked (3.3.11).

    >>> escaped("Utrecht, hall 2; upstairs")
    'Utrecht\\\\, hall 2\\\\; upstairs'
    """
    marked = re.sub(r"([\\;,])", r"\\\1", text.replace("\r\n", "\n"))
    return UNPRINTABLE.sub("", marked.replace("\n", "\\n"))


def folded(line: str) -> Sequence[str]:
    """Return a line in parts of at most 75 octets, the second and later ones begun by a space (3.1).

    No part ends within a character.
    """
    parts, room = [""], LONGEST_LINE
    for sign in line:
        size = len(sign.encode())
        if size > room:
            parts.append(" ")
            room = LONGEST_LINE - 1
        parts[-1] += sign
        room -= size
    return parts
