"""A correction of who played says whether the hanchan counts for a player who plays somebody else's seat."""

import json

import pytest

from tests.factories import MORNING
from tests.tournament.desk.halls import hanchan_of
from tests.tournament.planning.line_up.halls import corrected, played_hall, seated_at
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.hanchan.actions import close
from tournament.players.actions import add_player, edit_player
from tournament.seats.queries import byes_of, lineup
from tournament.standings.queries import standings_of
from tournament.standings.recount import recount

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def played():
    """Sixteen people who have played hanchan 1, and Rosa, who sat out."""
    tournament = played_hall()
    rosa = add_player(tournament=tournament, name="Rosa Late", act=ACT)
    return tournament, seated_at(tournament, 1)[0], rosa


def choices(tournament):
    rows = tournament.stand_ins.filter(cancelled_at=None).order_by("pk")
    return [(row.absent.name, row.substitute.name, row.counts) for row in rows]


def row_of(tournament, player, after=None):
    tournament.refresh_from_db()
    return standings_of(tournament, after).by_number.get(player.number)


def test_who_is_ranked_has_the_seat_and_who_is_not_stands_in_for_whose_it_is(played):
    tournament, absent, rosa = played
    corrected(tournament, {absent: rosa}, ranked={rosa: True})
    assert choices(tournament) == [] and lineup(tournament, 1)[1][0].absent is None
    corrected(tournament, {rosa: absent})
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    assert choices(tournament) == [(absent.name, "Rosa Late", False)]
    row = row_of(tournament, rosa).standing
    assert (row.total, row.uncounted, row.ranked) == (0, (1,), True)
    assert row.hanchan[0].score == row_of(tournament, rosa).scores[0] != 0
    assert recount(tournament) == findings(tournament) == []


def test_the_history_says_who_is_not_ranked(played):
    tournament, absent, rosa = played
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    entry = tournament.audit_entries.first()
    assert entry.about == f"hanchan 1: {absent} → Rosa Late (not ranked)"
    assert entry.detail["ranked"] == {str(rosa.number): False}


def test_the_other_way_round_everything_is_as_it_was(played):
    tournament, absent, rosa = played
    corrected(tournament, {absent: rosa}, ranked={rosa: True})
    corrected(tournament, {rosa: absent})
    before = seats(tournament)
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    assert seats(tournament) != before
    corrected(tournament, {rosa: absent})
    assert seats(tournament) == before


def seats(tournament):
    """Who has a bye, who sits where and for whom, as bytes."""
    tournament.refresh_from_db()
    byes = {number: sorted(people) for number, people in byes_of(tournament.seating).items()}
    tables = {n: [(one.holder.pk, one.player.pk) for one in places] for n, places in lineup(tournament, 1).items()}
    return json.dumps([byes, tables, choices(tournament)]).encode()


def test_the_choice_alone_is_changed_and_changed_back(played):
    tournament, absent, rosa = played
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    before = seats(tournament)
    with pytest.raises(Refused, match="Nobody changes seats"):
        corrected(tournament, {}, ranked={rosa: False})
    corrected(tournament, {}, ranked={rosa: True})
    assert choices(tournament) == [(absent.name, "Rosa Late", None)]
    assert row_of(tournament, rosa).standing.total == row_of(tournament, rosa).scores[0]
    assert tournament.audit_entries.first().about == "hanchan 1: Rosa Late (ranked)"
    corrected(tournament, {}, ranked={rosa: False})
    assert seats(tournament) == before and findings(tournament) == []


def test_another_stand_in_and_back_brings_the_choice_back(played):
    tournament, absent, rosa = played
    ada = add_player(tournament=tournament, name="Ada Sub", is_substitute=True, act=ACT)
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    before = seats(tournament)
    corrected(tournament, {rosa: ada}, ranked={ada: True})
    assert choices(tournament) == [(absent.name, "Ada Sub", None)]
    corrected(tournament, {ada: rosa}, ranked={rosa: False})
    assert seats(tournament) == before


def test_who_goes_to_another_table_keeps_the_choice(played):
    tournament, absent, rosa = played
    corrected(tournament, {absent: rosa}, ranked={rosa: False})
    other = seated_at(tournament, 2)[2]
    corrected(tournament, {rosa: other, other: rosa})
    assert choices(tournament) == [(absent.name, "Rosa Late", False)]
    assert tournament.stand_ins.count() == 1


def test_a_substitute_is_never_ranked(played):
    tournament, absent, _rosa = played
    ada = add_player(tournament=tournament, name="Ada Sub", is_substitute=True, act=ACT)
    for ranked in (True, False):
        corrected(tournament, {absent: ada}, ranked={ada: ranked})
        assert choices(tournament) == [(absent.name, "Ada Sub", None)]
        corrected(tournament, {ada: absent})


@pytest.fixture
def late():
    """Hanchan 1 is out, and Max was added after that."""
    tournament = played_hall(closed=0)
    close(hanchan=hanchan_of(tournament), act=ACT)
    late = add_player(tournament=tournament, name="Max Local", act=ACT)
    assert late.counts_from == 2
    return tournament, seated_at(tournament, 1)[0], late


def test_who_was_added_later_and_really_sat_there_is_ranked(late):
    tournament, absent, player = late
    assert row_of(tournament, player, 1) is None
    corrected(tournament, {absent: player}, ranked={player: True})
    assert choices(tournament) == [(absent.name, "Max Local", True)]
    row = row_of(tournament, player, 1).standing
    assert (row.ranked, row.total, row.uncounted) == (True, row.hanchan[0].score, ())
    assert tournament.audit_entries.first().about == f"hanchan 1: {absent} → Max Local (ranked)"
    assert recount(tournament) == findings(tournament) == []


def test_who_was_added_later_and_is_not_ranked_is_listed_as_a_substitute(late):
    tournament, absent, player = late
    before = {row.player.number: row.standing.place for row in standings_of(tournament, 1).rows}
    corrected(tournament, {absent: player}, ranked={player: False})
    row = row_of(tournament, player, 1).standing
    assert (row.ranked, row.status, row.total) == (False, "substitute", row.hanchan[0].score)
    assert len(standings_of(tournament, 1).ranked) == len(before)
    corrected(tournament, {}, ranked={player: True})
    assert row_of(tournament, player, 1).standing.ranked
    assert recount(tournament) == []


def test_a_substitute_who_becomes_ranked_is_not_ranked_before(played):
    tournament, absent, _rosa = played
    ada = add_player(tournament=tournament, name="Ada Sub", is_substitute=True, act=ACT)
    corrected(tournament, {absent: ada})
    edit_player(player=ada, is_substitute=False, counts_from=2, act=Act(by=None, at=MORNING, reason="A free place."))
    assert row_of(tournament, ada, 1).standing.status == "substitute"
    corrected(tournament, {}, ranked={ada: True})
    assert row_of(tournament, ada, 1).standing.ranked
