"""The demo tournament: the scores of a real event under invented names, in the middle of its seventh hanchan."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from importlib.resources import files

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rules import preset
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.reading import PastEvent, read_event
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.events.tournament_setup import TournamentSetup

RULES = "wrc-2022"
CLOSED, A_DAY = 6, 3
NOT_BACK = (4, 8, 9)
REFEREE = "Mina Sato"  # invented, like the players
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
# (first name, last name, country, club), in the order of the event's player numbers.
DEMO_PLAYERS: tuple[tuple[str, str, str, str], ...] = (
    ("Aiko", "Brandt", "DE", "Isar Riichi"),
    ("Noor", "van Dijk", "NL", "Grachten Mahjong"),
    ("Luc", "Moreau", "FR", "Rhône Riichi"),
    ("Ewa", "Nowak", "PL", "Wawel Mahjong"),
    ("Tom", "Okafor", "GB", "Thames Tiles"),
    ("Mika", "Salo", "FI", "Itämeri"),
    ("Inês", "Duarte", "PT", "Tejo Riichi"),
    ("Jonas", "Weber", "DE", "Isar Riichi"),
    ("Søren", "Holm", "DK", "Øresund Riichi"),
    ("Chiara", "Fontana", "IT", "Torre Mahjong"),
    ("Yuki", "Tanabe", "JP", ""),
    ("Pavel", "Dvořák", "CZ", "Vltava"),
    ("Maeve", "Byrne", "IE", "Liffey Riichi"),
    ("Marta", "Ruiz", "ES", "Ebro Mahjong"),
    ("Oskar", "Lind", "SE", "Mälaren Riichi"),
    ("Anna", "Kovács", "HU", "Duna Riichi"),
    ("Hugo", "Lambert", "FR", "Rhône Riichi"),
    ("Lotte", "Claes", "BE", "Schelde Mahjong"),
    ("Emil", "Hartmann", "AT", "Donau Riichi"),
    ("Sofia", "Rossi", "IT", "Torre Mahjong"),
    ("Daan", "Bakker", "NL", "Grachten Mahjong"),
    ("Klara", "Vogel", "DE", "Spree Riichi"),
    ("Rhys", "Morgan", "GB", "Thames Tiles"),
    ("Zofia", "Zielińska", "PL", "Wawel Mahjong"),
    ("Teo", "Marin", "ES", "Ebro Mahjong"),
    ("Freja", "Nygaard", "DK", "Øresund Riichi"),
    ("Bastien", "Girard", "FR", "Rhône Riichi"),
    ("Hana", "Morita", "JP", ""),
    ("Matej", "Horák", "SK", "Tatry Riichi"),
    ("Elin", "Bergström", "SE", "Mälaren Riichi"),
    ("Viktor", "Szabó", "HU", "Duna Riichi"),
    ("Nadia", "Petit", "BE", "Schelde Mahjong"),
    ("Luca", "Meier", "CH", "Limmat Riichi"),
    ("Aino", "Virtanen", "FI", "Itämeri"),
    ("Rui", "Carvalho", "PT", "Tejo Riichi"),
    ("Greta", "Lorenz", "DE", "Spree Riichi"),
)


@dataclass(frozen=True, slots=True)
class InTheHall:
    """A weekend that is under way at `now`: hanchan before `playing` on the days before, `a_day` of them each, at ten
    and every two and a half hours; `playing` began 70 minutes ago."""

    now: datetime
    playing: int
    a_day: int

    def set_up(self) -> datetime:
        return self.started(1) - 12 * DAY

    def started(self, hanchan: int) -> datetime:
        if hanchan >= self.playing:
            return self.now - 70 * MINUTE
        days_ago = -(-(self.playing - hanchan) // self.a_day)
        nth = (hanchan - self.playing) % self.a_day
        today = timezone.localtime(self.now).date()
        ten = timezone.make_aware(datetime.combine(today - days_ago * DAY, time(10)))
        return ten + nth * 150 * MINUTE

    def sheet(self, hanchan: int, index: int) -> datetime:
        """The first table is done after 48 minutes, the others follow every three."""
        return self.started(hanchan) + (48 + 3 * index) * MINUTE

    def penalty(self, hanchan: int) -> datetime:
        return self.started(hanchan) + 31 * MINUTE

    def closed(self, hanchan: int) -> datetime:
        return self.started(hanchan) + 96 * MINUTE


def demo_event() -> PastEvent:
    """The event: 36 players, 8 hanchan, three chonbo, deposits left at nine tables."""
    text = files("tournament.archive").joinpath("demo_event.csv").read_text(encoding="utf-8")
    return read_event(text, preset(RULES))


def make_demo(*, act: Act) -> Tournament:
    """Create a new demo tournament each time, so that nobody's is overwritten; its public page is open."""
    past = demo_event()
    people = [
        {"number": number, "name": f"{first} {last}", "first_name": first, "last_name": last}
        | {"country": country, "club": club}
        for number, (first, last, country, club) in enumerate(DEMO_PLAYERS, 1)
    ]
    times = InTheHall(act.at, playing=CLOSED + 1, a_day=A_DAY)
    setup = TournamentSetup(
        name=_("Spring Riichi Open (demo)"),
        preset=RULES,
        hanchan_count=past.hanchan_count,
        place=_("Utrecht"),
        first_day=_day(times.started(1)),
        last_day=_day(act.at),
        language=get_language() or "",
        table_count=9,
        is_demo=True,
    )
    options = LoadOptions(people=people, closed=CLOSED, missing=NOT_BACK, times=times, is_public=True, referee=REFEREE)
    tournament = load_event(past=past, setup=setup, act=act, options=options)
    set_public(tournament=tournament, live_public=True, act=replace(act, at=act.at - MINUTE))
    return tournament


def _day(moment: datetime) -> date:
    return timezone.localtime(moment).date()
