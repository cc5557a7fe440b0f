"""An event with every kind of row that the history vouches for."""

from dataclasses import replace
from uuid import uuid4

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff
from tests.tournament.results.paper.pictures import phone_picture
from tests.tournament.standings.tables import begin, come_late, finish, hanchan, punish, put_in, small_event, vouch
from tournament.core.audit import Act, audited_write
from tournament.core.models import Tournament, Verb
from tournament.results.paper.actions import HandInNote, attach_photograph, dismiss, note_hand_in
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.actions import change
from tournament.results.sheets.agreement import take_back
from tournament.results.sheets.checks import AllLastEntry, typed_sheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in
from tournament.standings.actions import decide_tie

SWAPPED = (31_100, 45_200, 25_700, 18_000)


def act(**fields) -> Act:
    return Act(**{"by": None, "at": MORNING, "reason": "as seen", "submission": uuid4(), **fields})


@kept
def recorded_event() -> Tournament:
    """Two hanchan with every kind of row that the history vouches for; one more event beside it."""
    tournament, people = small_event()
    mina = make_staff(tournament, name="Mina Sato")
    for number in (1, 2):
        begin(tournament, number)
        for table in (1, 2):
            put_in(tournament, number, table)
    decide_tie(tournament=tournament, after=2, order=[people[4], people[0]], referee="Mina", act=act())
    one = hanchan(tournament, 1)
    typed = typed_sheet(accepted_version(one, 1))
    lines = tuple(replace(line, points=points) for line, points in zip(typed.lines, SWAPPED, strict=True))
    changed = replace(typed, lines=lines, all_last=(AllLastEntry(4, (6_200, -2_200, -2_000, -2_000)),))
    change(hanchan=one, table=1, typed=changed, act=act(by=mina, base=1), confirmed_warnings=True)
    take_back(hanchan=hanchan(tournament, 2), table=2, act=act(base=1))
    finish(tournament, 1)
    cancel(penalty=punish(people[0]), act=act(by=mina))
    punish(people[1], number=None)
    come_late(people[2], 3, number=2)
    author = lineup(tournament, 2)[1][0].player.pk
    note = HandInNote(corrected=[author], checked_by="Mina", handed_in_at=MORNING)
    two = hanchan(tournament, 2)
    note_hand_in(hanchan=two, table=1, note=note, act=act(by=mina, base=0))
    dismiss(hanchan=two, table=1, foul="REPORT", players=[author], act=act(by=mina))
    attach_photograph(hanchan=two, table=1, upload=phone_picture(), act=act(by=mina))
    with audited_write(tournament, act(), Verb.SENT_PROTEST):
        tournament.protests.create(
            hanchan=one,
            player=people[0],
            table=1,
            version=accepted_version(one, 1),
            about="points",
            text="41,200",
            reporter="Luc",
            sent_at=MORNING,
            sent_from="a",
            submission=uuid4(),
        )
    with audited_write(tournament, act(), Verb.CALLED_REFEREE):
        tournament.referee_calls.create(hanchan=two, table=1, called_at=MORNING)
    with audited_write(tournament, act(), Verb.ENTERED_ALL_LAST):
        seats = [[30_000, False, player.pk] for player in people[:4]]
        two.all_last_sheets.create(table=1, hand=4, seats=seats, entered_at=MORNING, player=people[0])
    with audited_write(tournament, act(), Verb.DREW_WINDS):
        winds = [[wind, player.pk] for wind, player in zip("ESWN", people[:4], strict=True)]
        two.wind_draws.create(table=1, attempt=1, way="page", winds=winds, drawn_at=MORNING, drawn_by=people[0])
    substitute = make_players(tournament, 1, is_substitute=True)[0]
    stand_in(tournament=tournament, hanchan=3, absent=people[0], substitute=substitute, act=act())
    other, _people = small_event()
    begin(other, 1)
    put_in(other, 1, 1)
    vouch(tournament)
    tournament.refresh_from_db()
    return tournament
