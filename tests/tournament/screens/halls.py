"""Events for the screens of the hall: names as they come, long and in other scripts, namesakes, a bye, a cut."""

from dataclasses import replace

from bench.event import past_event
from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.events.rows import kept
from tests.factories import MORNING, load_past_event
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.events.actions import set_public
from tournament.planning.actions import publish
from tournament.standings.actions import change_standing_rules

ACT = Act(by=None, at=MORNING)
FAMILIES = (
    *("Abe", "Achterberg", "Aguilar", "Albrecht", "Almeida", "Andersson", "Antonopoulou", "Arai", "Arslan", "Aubert"),
    *("Baker", "Bakker", "Balogh", "Baranauskas", "Becker", "Bergström", "Bianchi", "Blanco", "Bondarenko", "Brandt"),
    *("Brzezińska", "Byrne", "Cardoso", "Castellanos", "Červenka", "Chen", "Chevalier", "Claes", "Costa", "Dahl"),
    *("Dąbrowski", "Dimitrov", "Doi", "Duarte", "Dubois", "Dvořák", "Eklund", "Esposito", "Fabre", "Fontana", "Fuchs"),
    *("Gärtner", "Girard", "Haas", "Hartmann", "Holm", "Horák", "Iversen", "Jansen", "Kovács", "Lambert", "Lind"),
    *("Marin", "Meier", "Morita", "Nowak", "Ōno", "Papadimitriou", "Petit", "Quinn", "Rossi", "Ruiz", "Salo", "Şahin"),
    *("Szabó", "Tanabe", "Ulrich", "Vogel", "Weber", "Xu", "Yıldız", "Zielińska"),
)
GIVEN = (
    *("Haruka", "Ruben", "Lucía", "Jana", "Beatriz", "Nils", "Eleni", "Takumi", "Deniz", "Camille", "Olivia", "Daan"),
    *("Réka", "Tomas", "Lena"),
)
ODD = (
    ("Marie-Luise", "von Hohenfels-Schwarzenberg", "", "DE", "Isar Riichi"),
    ("太郎", "山田", "やまだ たろう", "JP", "天鳳"),
    ("太郎", "山田", "やまだ たろう", "JP", "雀荘"),
    ("", "佐藤 健一", "さとう けんいち", "JP", ""),
    ("عبد الرحمن", "الزهراني", "", "SA", ""),
    ("Іван", "Бондаренко", "", "UA", ""),
    ("", "Wolfeschlegelsteinhausenbergerdorff", "", "US", ""),
    ("João Pedro", "de Albuquerque e Vasconcelos", "", "PT", ""),
    ("Wei", "Chen", "", "NL", "Leiden"),
    ("Wei", "Chen", "", "TW", "Taipei"),
)


def people(players: int) -> list[dict[str, object]]:
    """So many players: the odd names first, then ordinary ones."""
    named = [
        {"first_name": first, "last_name": last if first else "", "reading": reading, "country": country, "club": club}
        | {"name": f"{last} {first}" if reading and first else f"{first} {last}".strip()}
        for first, last, reading, country, club in ODD
    ]
    usual = [
        {"first_name": GIVEN[(n // len(FAMILIES) + n) % len(GIVEN)], "last_name": FAMILIES[n % len(FAMILIES)]}
        for n in range(players)
    ]
    for row in usual:
        row |= {"name": f"{row['first_name']} {row['last_name']}", "country": "NL", "club": ""}
    return [{"number": n, **row} for n, row in enumerate([*named, *usual][:players], start=1)]


@kept
def screen_event(
    players: int = 36, hanchan: int = 8, *, closed: int = 6, name: str = "Hall", cut: int = 16
) -> Tournament:
    """An event with results of `closed` hanchan, the seats of all of them public, and a cut before the last one."""
    past = replace(past_event(players, hanchan), players=tuple(str(row["name"]) for row in people(players)))
    tournament = load_past_event(past, name=name, closed=closed, missing=[1, 2], people=people(players))
    set_public(tournament=tournament, is_public=True, act=ACT)
    publish(tournament=tournament, hanchan=None, act=ACT)
    if players > 16 and closed < hanchan - 1:
        rules = StandingRules(cuts=(Cut(after=hanchan - 1, sizes=(16,)),))
        change_standing_rules(tournament=tournament, rules=rules, act=ACT)
    tournament.refresh_from_db()
    return tournament
