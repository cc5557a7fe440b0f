"""The demo tournament: a real event's figures under invented names, in the middle of its seventh hanchan."""

from datetime import datetime
from importlib.resources import files
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.rules import preset
from tournament.archive.actions import load_event
from tournament.archive.demo_players import DEMO_PLAYERS
from tournament.archive.reading import PastEvent, read_event
from tournament.archive.times import InTheHall
from tournament.events.models import Tournament

RULES = "wrc-2022"
CLOSED, A_DAY = 6, 3
NOT_BACK = (4, 8, 9)
REFEREE = "Mina Sato"  # invented, as the players are


def demo_event() -> PastEvent:
    """The figures: 36 players, 8 hanchan, three chonbo, deposits left at nine tables."""
    text = files("tournament.archive").joinpath("demo_event.csv").read_text(encoding="utf-8")
    return read_event(text, preset(RULES))


def make_demo(*, by: Any, at: datetime) -> Tournament:
    """A demo tournament of its own each time, so that nobody's try is overwritten; its public page is open."""
    people = [
        {"number": number, "name": f"{first} {last}", "first_name": first, "last_name": last}
        | {"country": country, "club": club}
        for number, (first, last, country, club) in enumerate(DEMO_PLAYERS, 1)
    ]
    times = InTheHall(at, playing=CLOSED + 1, a_day=A_DAY)
    return load_event(
        past=demo_event(), name=_("Spring Riichi Open (demo)"), preset=RULES, place=_("Utrecht"), people=people,
        first_day=_day(times.started(1)), last_day=_day(at), table_count=9, closed=CLOSED, missing=NOT_BACK,
        times=times, is_public=True, is_demo=True, referee=REFEREE, by=by, at=at,
    )  # fmt: skip


def _day(moment: datetime) -> Any:
    return timezone.localtime(moment).date()
