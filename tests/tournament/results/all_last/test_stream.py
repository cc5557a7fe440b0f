"""A table on the stream writes its points before every hand, of any hanchan."""

from datetime import timedelta

import pytest

from scoring.winds import Wind
from tests.factories import MORNING
from tests.tournament.hanchan.last_hand.finals import enter, finals
from tests.tournament.standings.tables import begin, hanchan, put_in, small_event, vouch
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import LastHandAudience
from tournament.events.actions import change_settings, set_public
from tournament.results.all_last.actions import next_hand, repeat_hand
from tournament.results.all_last.models import MOST_HONBA, AllLastSheet
from tournament.results.all_last.queries import is_all_last, last_hand_of
from tournament.seats.queries import places_at

pytestmark = pytest.mark.django_db
START = (30_000,) * 4


def at(minutes=0, base=None):
    return Act(by=None, at=MORNING + timedelta(minutes=minutes), base=base, name="table 1")


@pytest.fixture
def event():
    """The second of three hanchan plays, and its first table is on the stream."""
    tournament, _people = small_event()
    begin(tournament, 2)
    vouch(tournament)
    set_public(tournament=tournament, last_hand_shown=LastHandAudience.PUBLIC, act=at())
    change_settings(tournament=tournament, act=at(), stream_table=1)
    return tournament


def write(event, table=1, base=None, **others):
    usual = {"points": START, "honba": 0, "deposits": 0, "hand": 1, "round_wind": "E", "is_last": False}
    return enter(event, table, act=at(1, base), **usual | others)


def test_it_writes_any_hand_and_other_tables_none(event):
    sheet = write(event)
    assert (sheet.round, sheet.hand, sheet.is_last) == ("E", 1, False)
    assert event.audit_entries.first().detail["hand"] == "E 1" and not findings(event)
    with pytest.raises(Refused, match="neither the last one nor the last before a cut"):
        write(event, 2)
    every = [hanchan(event, number) for number in (1, 2, 3)]
    assert last_hand_of(every, 1) == every[1] and last_hand_of(every, 2) is None and last_hand_of(every) is None


def test_the_next_hand_passes_the_winds_on_and_waits_for_its_points(event):
    sheet = write(event, honba=2, points=(40_000, 30_000, 20_000, 30_000))
    people = sheet.players
    sheet = next_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    assert (sheet.round, sheet.hand, sheet.honba, sheet.is_old) == ("E", 2, 0, True)
    assert sheet.players == (*people[1:], people[0]) and sheet.points == (30_000, 20_000, 30_000, 40_000)
    lines = event.audit_entries.count()
    next_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    assert event.audit_entries.count() == lines and AllLastSheet.objects.get().hand == 2, "a second press is nothing"
    assert not findings(event)


def test_after_north_has_dealt_the_next_round_begins(event):
    write(event, hand=4)
    sheet = next_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    assert (sheet.round, sheet.hand) == ("S", 1)


def test_after_the_last_hand_there_is_no_next_and_the_dealer_may_repeat(event):
    write(event, hand=4, round_wind="S", is_last=True)
    with pytest.raises(Refused, match="no other follows"):
        next_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    assert repeat_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1)).honba == 1


def test_a_round_that_is_not_played_is_refused(event):
    with pytest.raises(Refused, match="no such hand"):
        write(event, round_wind="W")


def test_a_sheet_that_is_in_ends_it(event):
    write(event)
    put_in(event, 2, 1)
    with pytest.raises(Refused, match="is in: its points count"):
        write(event, base=1)


def test_the_last_hand_is_the_last_of_the_last_round_or_of_an_extension():
    rules = finals().ruleset
    assert rules.rounds == (Wind.EAST, Wind.SOUTH)
    longer = rules.replace(extension=30_000)
    assert longer.rounds == (Wind.EAST, Wind.SOUTH, Wind.WEST)
    hands = [(Wind.EAST, 4), (Wind.SOUTH, 3), (Wind.SOUTH, 4), (Wind.WEST, 1), (Wind.WEST, 4)]
    assert [is_all_last(longer, *hand) for hand in hands] == [False, False, True, False, True]


def test_of_two_phones_one_repeats_and_one_goes_on_and_the_second_hears_of_the_first(event):
    write(event)
    next_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    with pytest.raises(Conflict, match="entered other values"):
        repeat_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1))
    assert AllLastSheet.objects.get().honba == 0


def test_no_more_honba_than_can_be_typed(event):
    write(event, honba=MOST_HONBA)
    assert repeat_hand(hanchan=hanchan(event, 2), table=1, player=None, act=at(2, 1)).honba == MOST_HONBA


def test_points_are_nobodys_when_others_sit_in_their_places(event):
    sheet, players = write(event), [place.player.pk for place in places_at(event, 2, 1)]
    assert sheet.is_of(players, event) and not sheet.is_of([players[1], players[0], *players[2:]], event)
