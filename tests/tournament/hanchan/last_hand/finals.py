"""Two final tables before their last hand, as the pictures of the hall have them: for place 1 and for place 5."""

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from scoring.winds import Wind
from tests.events.rows import kept
from tests.factories import MORNING
from tests.tournament.standings.tables import begin, hanchan, play, small_event, vouch
from tournament.core.audit import Act
from tournament.core.models import LastHandAudience
from tournament.events.actions import set_public
from tournament.players.models import Player
from tournament.results.all_last.actions import AllLastValues, enter_all_last
from tournament.seats.queries import places_at

ACT = Act(by=None, at=MORNING)
# In the order of their winds at the start: in South 4 they are South, West, North and East.
PEOPLE = (
    *(("Noor", "van Dijk", 146_800), ("Oskar", "Lind", 89_800), ("Jonas", "Weber", 81_800), ("Yuki", "Tanabe", 88_600)),
    *(("Søren", "Holm", 55_400), ("Chiara", "Fontana", 68_000), ("Marta", "Ruiz", 52_700), ("Sofia", "Rossi", 63_900)),
)
POINTS = {1: (23_500, 8_300, 38_300, 49_900), 2: (23_400, 31_000, 28_600, 36_000)}
"""By current wind, from East on."""
ON_THE_TABLE = {1: (1, 0), 2: (0, 1)}
"""Honba and riichi deposits."""
LEVEL = (30_000,) * 4


@kept
def finals(players: int = 12, sizes: tuple[int, ...] = (4, 8), shown: str = LastHandAudience.HALL):
    """An event whose second hanchan is a final and plays; the first is public, and everything is carried."""
    tournament, _people = small_event(hanchan_count=2, players=players)
    for number, (first, last, carried) in enumerate(PEOPLE, start=1):
        name = {"name": f"{first} {last}", "first_name": first, "last_name": last}
        tournament.players.filter(number=number).update(**name, carried=carried)
    play(tournament, 1, dict.fromkeys(range(1, players // 4 + 1), LEVEL))
    tournament.standing_rules = StandingRules(cuts=(Cut(after=1, sizes=sizes),)).to_json() if sizes else {}
    tournament.save()
    tournament.hanchan.update(seating_published_at=MORNING)
    begin(tournament, 2)
    tournament.refresh_from_db()
    vouch(tournament, Player)
    set_public(tournament=tournament, last_hand_shown=shown, act=ACT)
    return tournament


def values(tournament, table=1, points=None, honba=None, deposits=None, hand=4, round_wind="S", is_last=True):
    """The values of a table as the pictures have them, or others."""
    start = [place.player.pk for place in places_at(tournament, 2, table)]
    now = [start[(wind + hand - 1) % 4] for wind in range(4)]
    usual = ON_THE_TABLE[table]
    return AllLastValues(
        hand=hand,
        honba=usual[0] if honba is None else honba,
        deposits=usual[1] if deposits is None else deposits,
        seats=tuple((own, False, pk) for own, pk in zip(points or POINTS[table], now, strict=True)),
        round=Wind(round_wind),
        is_last=is_last,
    )


def enter(tournament, table=1, *, number=2, player=None, act=ACT, **others):
    """Enter the all-last sheet of a table."""
    return enter_all_last(
        hanchan=hanchan(tournament, number),
        table=table,
        values=values(tournament, table, **others),
        player=player,
        act=act,
    )
