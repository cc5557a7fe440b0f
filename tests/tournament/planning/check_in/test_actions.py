"""Closing check-in and undoing it, together with players, waiting list and seating."""

import uuid
from dataclasses import replace

import pytest

from tests.factories import make_players, make_tournament
from tests.tournament.planning.check_in.halls import ACT, arrive, morning, names, put_on_list
from tests.tournament.planning.halls import begin
from tournament.core.messages import Conflict, Level, Message, Refused
from tournament.core.models import Verb
from tournament.planning import commit
from tournament.planning.actions import publish, swap
from tournament.planning.basis import basis_of
from tournament.planning.check_in.actions import close_check_in, reopen_check_in
from tournament.planning.check_in.queries import can_reopen, closing_of
from tournament.planning.sources import closing
from tournament.planning.sources.attendance import ClosingChoices, attendance
from tournament.players.actions import add_player, check_in, check_in_all, decline, reinstate, withdraw
from tournament.players.queries import counts_of, waiting_list
from tournament.seats.queries import arranged_of, draft_of, published_hanchan
from tournament.seats.seat_map import seated

pytestmark = pytest.mark.django_db


def missing(tournament):
    return [player.pk for player in attendance(basis_of(tournament)).missing]


def close(tournament, key, *, choices=None, act=ACT):
    close_check_in(tournament=tournament, key=key, missing=missing(tournament), choices=choices, act=act)
    tournament.refresh_from_db()


def statuses(tournament):
    return dict(tournament.players.values_list("name", "status"))


def test_closing_withdraws_places_and_seats_in_one_line_of_the_history():
    tournament = morning()
    publish(tournament=tournament, hanchan=None, act=ACT)
    lines = tournament.audit_entries.count()
    close(tournament, "2-substitutes")
    now = statuses(tournament)
    assert [now[name] for name in ("Marta Ruiz", "Oskar Lind", "Anna Kovács")] == ["withdrawn"] * 3
    assert now["Waiting 1"] == now["Waiting 2"] == now["Local 1"] == "playing"
    assert tournament.seating.number == 2 and tournament.check_in_closed_at == ACT.at
    assert tournament.audit_entries.count() == lines + 1
    entry = closing_of(tournament)
    assert entry.verb == Verb.CLOSED_CHECK_IN and entry.about == "16 players"
    assert entry.detail["withdrawn"] == "14 Marta Ruiz, 15 Oskar Lind, 16 Anna Kovács"
    assert published_hanchan(tournament) == [1, 2, 3]
    assert "From the waiting list: Waiting 1 (17), Waiting 2 (18)" in tournament.seating.reason_in_words
    assert counts_of(tournament).playing == 16 and attendance(basis_of(tournament)).missing == ()


def test_an_undo_brings_back_players_waiting_list_and_seating():
    tournament = morning()
    before, statuses_before = arranged_of(tournament.seating), statuses(tournament)
    close(tournament, "2-byes")
    assert arranged_of(tournament.seating) != before
    assert can_reopen(tournament)
    reopen_check_in(tournament=tournament, act=ACT)
    tournament.refresh_from_db()
    assert arranged_of(tournament.seating) == before and statuses(tournament) == statuses_before
    assert tournament.check_in_closed_at is None and closing_of(tournament) is None
    assert names(waiting_list(tournament.players.all())) == ["Waiting 1", "Waiting 2"]
    close(tournament, "2-substitutes")
    assert tournament.seating.number == 4


def test_seating_them_anyway_changes_nothing_but_closes():
    tournament = morning()
    before = statuses(tournament)
    close(tournament, "keep")
    assert statuses(tournament) == before and tournament.seating.number == 1
    assert tournament.check_in_closed_at and closing_of(tournament).detail["withdrawn"] == ""
    reopen_check_in(tournament=tournament, act=ACT)
    tournament.refresh_from_db()
    assert tournament.check_in_closed_at is None and not can_reopen(tournament)


def test_everybody_here_closes_too():
    tournament = morning(missing=0)
    close(tournament, "keep")
    assert tournament.check_in_closed_at


def test_before_there_is_a_seating_the_list_changes():
    tournament = make_tournament(hanchan_count=3)
    for player in make_players(tournament, 16)[:14]:
        check_in(player=player, act=ACT)
    arrive(put_on_list(tournament, "Waiting 1", minutes=1))
    close(tournament, "1-list")
    assert statuses(tournament)["Waiting 1"] == "playing" and statuses(tournament)["Anna Kovács"] == "withdrawn"
    assert tournament.seating is None and counts_of(tournament).playing == 15
    reopen_check_in(tournament=tournament, act=ACT)
    assert statuses(tournament)["Waiting 1"] == "waiting"


def test_choices_for_each_person_are_carried_out():
    tournament = morning(missing=2)
    stays, leaves = attendance(basis_of(tournament)).missing
    coming = tournament.players.get(name="Waiting 2")
    close(tournament, "named", choices=ClosingChoices(frozenset({stays.pk}), {leaves.pk: coming.pk}))
    people = seated(draft_of(tournament.seating)[1])
    assert {stays.pk, coming.pk} <= people and leaves.pk not in people
    now = statuses(tournament)
    assert (now[stays.name], now[leaves.name], now["Waiting 1"]) == ("playing", "withdrawn", "waiting")


def test_somebody_who_checked_in_meanwhile_is_not_withdrawn():
    tournament = morning()
    seen = missing(tournament)
    check_in(player=tournament.players.get(number=16), act=ACT)
    with pytest.raises(Conflict, match="checked in"):
        close_check_in(tournament=tournament, key="2-substitutes", missing=seen, act=ACT)
    assert statuses(tournament)["Anna Kovács"] == "playing"


@pytest.mark.parametrize("key", ["2-byes", "keep"])
def test_a_check_in_between_the_page_and_the_lock_is_found(monkeypatch, key):
    tournament = morning()
    before_the_lock = commit.refuse_altered

    def somebody_comes(*args, **more):
        check_in(player=tournament.players.get(number=16), act=ACT)
        return before_the_lock(*args, **more)

    monkeypatch.setattr(commit, "refuse_altered", somebody_comes)
    with pytest.raises(Conflict, match="checked in"):
        close(tournament, key)
    tournament.refresh_from_db()
    assert tournament.check_in_closed_at is None and statuses(tournament)["Anna Kovács"] == "playing"


def test_a_waiting_list_that_changes_before_the_lock_closes_nothing(monkeypatch):
    """Else the history would name whoever was first before, and the closing could not be undone."""
    tournament = make_tournament(hanchan_count=2)
    for player in make_players(tournament, 8)[:7]:
        check_in(player=player, act=ACT)
    first, second = (arrive(put_on_list(tournament, f"Waiting {turn}", minutes=turn)) for turn in (1, 2))
    before_the_lock = commit.refuse_altered

    def the_first_declines(*args, **more):
        decline(player=tournament.players.get(pk=first.pk), act=ACT)
        return before_the_lock(*args, **more)

    monkeypatch.setattr(commit, "refuse_altered", the_first_declines)
    with pytest.raises(Conflict, match="in the meantime"):
        close(tournament, "1-list")
    second.refresh_from_db()
    assert second.status == "waiting" and not tournament.audit_entries.filter(verb=Verb.CLOSED_CHECK_IN).exists()


@pytest.mark.parametrize("key", ["keep", "2-substitutes"])
def test_a_page_of_an_older_seating_closes_nothing(key):
    tournament = morning()
    old = replace(ACT, base=tournament.seating.number)
    one, other = tournament.players.order_by("number")[:2]
    swap(tournament=tournament, hanchan=1, one=one, other=other, act=ACT)
    with pytest.raises(Conflict):
        close(tournament, key, act=old)


@pytest.mark.parametrize("key", ["keep", "2-substitutes"])
def test_a_second_sending_does_nothing(key):
    tournament = morning()
    act = replace(ACT, submission=uuid.uuid4())
    seen = missing(tournament)
    for _time in range(2):
        close_check_in(tournament=tournament, key=key, missing=seen, act=act)
    assert tournament.audit_entries.filter(verb=Verb.CLOSED_CHECK_IN).count() == 1


def test_a_closed_check_in_is_not_closed_again():
    tournament = morning()
    close(tournament, "keep")
    with pytest.raises(Conflict, match="already closed"):
        close(tournament, "keep")


def test_a_way_that_is_gone_is_refused():
    tournament = morning()
    with pytest.raises(Refused, match="no longer possible"):
        close(tournament, "7-tables")


def test_a_way_that_proves_impossible_is_refused(monkeypatch):
    tournament = morning()
    against = Message("nothing-better", "No more even seating was found; nothing would change.", {}, Level.ERROR)
    real = closing.options

    def impossible(*args):
        return (replace(one, arranged=None, obstacles=(against,)) for one in real(*args))

    monkeypatch.setattr(closing, "options", impossible)
    with pytest.raises(Refused, match="No more even seating"):
        close(tournament, "2-byes")


def test_after_the_last_start_there_is_nothing_to_close():
    tournament = morning()
    begin(tournament, 3)
    with pytest.raises(Refused, match="Every hanchan has started"):
        close(tournament, "keep")


def test_an_undo_ends_with_the_start_of_the_hanchan():
    tournament = morning()
    close(tournament, "2-substitutes")
    begin(tournament, 1)
    assert not can_reopen(tournament)
    with pytest.raises(Refused, match="Hanchan 1 has started"):
        reopen_check_in(tournament=tournament, act=ACT)


def test_an_undo_keeps_what_others_did_to_the_seating_since():
    tournament = morning()
    close(tournament, "2-substitutes")
    one, other = tournament.players.order_by("number")[:2]
    swap(tournament=tournament, hanchan=1, one=one, other=other, act=ACT)
    with pytest.raises(Refused, match="version 3 is in use"):
        reopen_check_in(tournament=tournament, act=ACT)
    assert statuses(tournament)["Anna Kovács"] == "withdrawn"


def test_an_undo_keeps_what_others_did_to_the_players_since():
    tournament = morning()
    close(tournament, "2-substitutes")
    reinstate(player=tournament.players.get(number=16), act=ACT)
    with pytest.raises(Refused, match="Anna Kovács"):
        reopen_check_in(tournament=tournament, act=ACT)


def test_what_is_open_cannot_be_reopened():
    with pytest.raises(Refused, match="Check-in is open"):
        reopen_check_in(tournament=morning(), act=ACT)


def test_of_two_undos_one_is_late():
    tournament = morning()
    close(tournament, "keep")
    other = type(tournament).objects.get(pk=tournament.pk)
    reopen_check_in(tournament=other, act=ACT)
    with pytest.raises(Conflict, match="Check-in is open"):
        reopen_check_in(tournament=tournament, act=ACT)


def test_on_the_second_day_check_in_is_reset_and_closed_again():
    tournament = morning(missing=1)
    close(tournament, "1-substitutes")
    begin(tournament, 2)
    check_in_all(tournament=tournament, act=ACT, present=False)
    tournament.refresh_from_db()
    assert tournament.check_in_closed_at is None
    for player in attendance(basis_of(tournament)).playing[1:]:
        check_in(player=player, act=ACT)
    there = attendance(basis_of(tournament))
    assert (there.first, len(there.missing)) == (3, 1)
    arrive(add_player(tournament=tournament, act=ACT, name="Local 2", is_substitute=True))
    played = draft_of(tournament.seating)[1]
    close(tournament, "0-substitutes")
    draft = draft_of(tournament.seating)
    assert draft[1] == played and there.missing[0].pk not in seated(draft[3])
    assert can_reopen(tournament)


def test_a_reset_check_in_has_no_closing_to_undo():
    tournament = morning()
    close(tournament, "keep")
    check_in_all(tournament=tournament, act=ACT, present=True)
    tournament.refresh_from_db()
    assert tournament.check_in_closed_at


def test_a_seat_that_was_empty_before_is_filled_without_a_withdrawal():
    tournament = morning(missing=0)
    withdraw(player=tournament.players.get(number=5), act=ACT)
    close(tournament, "1-substitutes")
    assert tournament.seating.reason_in_words == "Check-in closed." and statuses(tournament)["Waiting 1"] == "playing"
