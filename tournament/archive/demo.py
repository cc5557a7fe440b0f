"""The demo tournament: the scores of a real event under invented names, in the middle of its seventh hanchan."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from importlib.resources import files

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rules import preset
from scoring.winds import WINDS
from tournament.archive.actions import LoadOptions, load_event
from tournament.archive.reading import PastEvent, read_event
from tournament.core.audit import Act
from tournament.core.models import LastHandAudience, Tournament
from tournament.events.actions import change_settings, set_public
from tournament.events.tournament_setup import TournamentSetup
from tournament.hanchan.last_hand.answer import seated_now
from tournament.results.all_last.actions import AllLastValues, enter_all_last
from tournament.screens.actions import add_screen, new_code, show
from tournament.screens.models import Face
from tournament.seats.queries import places_at

RULES = "wrc-2022"
CLOSED, A_DAY = 6, 3
NOT_BACK = (4, 8, 9)
IN_ALL_LAST = (4, 8)
"""Tables whose last hand is played; the first is on the stream."""
LAST_HAND = 4
FINAL = 8
"""So many play the last hanchan for the places of the first two tables."""
TEAMS = {
    "Benelux": (2, 18, 21, 32),
    "Torre Donau": (10, 19, 20, 31),
    "Free Seats": (11, 13, 16, 28),
    "Norden": (6, 15, 30, 34),
    "Wawel Vltava": (4, 12, 24, 29),
    "Øresund Thames": (5, 9, 23, 26),
    "Isar Spree": (1, 8, 22, 36),
    "Iberia": (7, 14, 25, 35),
    "Rhône Limmat": (3, 17, 27, 33),
}
REFEREE = "Mina Sato"  # invented, like the players
IN_TURN = (Face.STANDINGS, Face.RACE, Face.TEAMS)
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

    def planned(self, hanchan: int) -> datetime:
        """When a hanchan was to begin: the one in play is a few minutes late, and the others will be."""
        if hanchan > self.playing:
            return self.planned(self.playing) + (hanchan - self.playing) * 150 * MINUTE
        began = self.started(hanchan)
        if hanchan < self.playing:
            return began
        return began.replace(minute=began.minute // 5 * 5, second=0, microsecond=0) - 5 * MINUTE

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
    team_of = {number: team for team, members in TEAMS.items() for number in members}
    people = [
        {"number": number, "name": f"{first} {last}", "first_name": first, "last_name": last}
        | {"country": country, "club": club, "team": team_of[number]}
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
        starts=[times.planned(n) for n in range(1, past.hanchan_count + 1)],
        cut_after=CLOSED + 1,
        cut_size=FINAL,
        is_demo=True,
    )
    options = LoadOptions(people=people, closed=CLOSED, missing=NOT_BACK, times=times, is_public=True, referee=REFEREE)
    tournament = load_event(past=past, setup=setup, act=act, options=options)
    before = replace(act, at=act.at - MINUTE)
    set_public(tournament=tournament, live_public=True, last_hand_shown=LastHandAudience.HALL, act=before)
    change_settings(tournament=tournament, stream_table=IN_ALL_LAST[0], act=before)
    _play_last_hands(tournament, past, before)
    for name, faces in ((_("Stage"), [Face.CLOCK]), (_("Entrance"), [Face.SEATING]), (_("Bar"), IN_TURN)):
        screen = add_screen(tournament=tournament, name=name, code=new_code(), act=before)
        content = [{"face": face.value, "seconds": 36} for face in faces]
        show(tournament=tournament, screens=[screen], content=content, act=before)
    return tournament


def _play_last_hands(tournament: Tournament, past: PastEvent, act: Act) -> None:
    """Let two tables enter their all-last sheet: with the points of the event, as if their last hand changes none."""
    hanchan = tournament.hanchan.get(number=CLOSED + 1)
    hanchan.tournament = tournament
    played = {one.table: one for one in past.tables if one.hanchan == hanchan.number}
    for honba, table in enumerate(IN_ALL_LAST, start=1):
        points = {line.wind: line.points for line in played[table].lines}
        places = seated_now(places_at(tournament, hanchan.number, table), LAST_HAND, WINDS)
        seats = tuple((points[seat.start], False, seat.player) for seat in places if seat.start and seat.player)
        enter_all_last(
            hanchan=hanchan,
            table=table,
            values=AllLastValues(LAST_HAND, honba, played[table].deposits, seats),
            player=None,
            act=replace(act, by=None, name=_("table {table}").format(table=table)),
        )


def _day(moment: datetime) -> date:
    return timezone.localtime(moment).date()
