"""Zofia's eleven events, whose figures are known, and small seasons."""

from datetime import date

from scoring.rankings import PersonResult, ranking_rule
from tournament.rankings.reckoning import EventContest, Reckoning, reckon

ZOFIA = "1"
EMA = ranking_rule("ema-2018")
NOVEMBER, JANUARY = date(2026, 11, 1), date(2027, 1, 1)
# name, ended, days, players, countries, qualification, Zofia's place
EVENTS = (
    ("Copenhagen Open", date(2024, 9, 22), 2, 44, 8, False, 6),
    ("Warsaw Winter Cup", date(2024, 12, 1), 1, 40, 5, False, 20),
    ("Vienna Riichi Days", date(2025, 3, 23), 2, 48, 7, False, 22),
    ("Nordic Open", date(2025, 6, 15), 2, 72, 10, False, 5),
    ("Praha Open", date(2025, 10, 5), 1, 24, 4, False, 3),
    ("Kraków Open", date(2025, 12, 7), 1, 28, 3, False, 1),
    ("Lisbon Riichi Open", date(2026, 3, 15), 2, 32, 8, False, 11),
    ("Spring Riichi Open", date(2026, 4, 19), 2, 36, 15, False, 4),
    ("Rhine Riichi Open", date(2026, 6, 7), 2, 200, 18, False, 9),
    ("European Championship", date(2026, 7, 12), 3, 140, 24, True, 31),
    ("Baltic Cup", date(2026, 9, 13), 2, 64, 9, False, 2),
)


def contest(name, ended, days, players, countries, qualification, *results):
    """An event with results: a place, or a person and a place."""
    return EventContest(
        name=name,
        slug=name.lower().replace(" ", "-"),
        ended=ended,
        days=days,
        players=players,
        countries=countries,
        qualification=qualification,
        results=tuple(PersonResult(*one) for one in results),
    )


def contests(count=11):
    return [contest(*event[:6], (ZOFIA, event[6])) for event in EVENTS[-count:]]


def zofia(on=NOVEMBER, count=11, rules=EMA) -> Reckoning:
    """The ranking of Zofia alone after her last events."""
    return reckon(contests(count), rules, on, country_of={ZOFIA: "PL"})
