"""Protest window, official results, and reopening them: what the actions refuse until somebody reopened."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.hanchan.test_actions import enter_all, hanchan, play
from tests.tournament.players.importing.lists import apply, grid
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import EntryMode, Hanchan, Role
from tournament.events.actions import change_hanchan, change_settings
from tournament.hanchan import actions
from tournament.planning.actions import plan_seating
from tournament.planning.line_up.actions import correct_people
from tournament.players.actions import (
    add_player,
    disqualify,
    edit_player,
    give_place,
    queue,
    reinstate,
    set_statuses,
    withdraw,
)
from tournament.results.models import Penalty, PenaltyKind
from tournament.results.paper.actions import HandInNote, dismiss, note_hand_in
from tournament.results.paper_models import Noted
from tournament.results.penalties.actions import cancel, give
from tournament.results.penalties.lateness import late
from tournament.results.penalties.whole_table import cancel_for_table, give_to_table
from tournament.results.sheets.actions import change, enter
from tournament.results.sheets.agreement import confirm
from tournament.results.sheets.checks import TypedSheet, typed_sheet
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup
from tournament.standings.actions import cancel_tie_decision, change_standing_rules, decide_tie
from tournament.standings.queries import standings_of
from tournament.standings.recount import recount

pytestmark = pytest.mark.django_db

LATER = MORNING + timedelta(minutes=15)


def act(at=LATER, **fields):
    return Act(by=None, at=at, **fields)


@kept
def eight_players():
    tournament = make_tournament(hanchan_count=2, protest_minutes=15)
    make_players(tournament, 8)
    plan_seating(tournament=tournament, seed=7, act=act(MORNING))
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def event():
    return eight_players()


@pytest.fixture
@kept
def official():
    tournament = eight_players()
    play(tournament, 1, MORNING)
    actions.make_official(hanchan=hanchan(tournament), act=act())
    tournament.refresh_from_db()
    return tournament


def reopen(event, reason="Table 1 was typed wrongly."):
    actions.reopen_results(hanchan=hanchan(event), act=act(LATER, reason=reason))


def test_the_window_opens_with_the_release(event):
    play(event, 1, MORNING)
    assert hanchan(event).protest_until == LATER
    assert standings_of(event).mode.sentence == "provisional: report errors until 09:45"


def test_results_that_are_shown_as_they_come_in_have_their_window_from_the_close(event):
    actions.start(hanchan=hanchan(event), act=act(MORNING))
    actions.release(hanchan=hanchan(event), act=act(MORNING))
    assert hanchan(event).protest_until is None
    actions.undo_start(hanchan=hanchan(event), act=act(MORNING))
    event.hanchan.update(released_at=None)
    play(event, 1, LATER)
    assert hanchan(event).protest_until == LATER + timedelta(minutes=15)


def test_results_that_are_hidden_have_no_window_and_another_one_when_they_are_out_again(event):
    play(event, 1, MORNING)
    actions.withhold(hanchan=hanchan(event), act=act())
    assert hanchan(event).protest_until is None
    actions.release(hanchan=hanchan(event), act=act())
    assert hanchan(event).protest_until == LATER + timedelta(minutes=15)


def test_without_a_protest_window_nobody_makes_results_official():
    event = make_tournament(hanchan_count=1)
    make_players(event, 8)
    plan_seating(tournament=event, seed=7, act=act(MORNING))
    event.refresh_from_db()
    play(event, 1, MORNING)
    assert hanchan(event).protest_until is None
    with pytest.raises(Refused, match="no protest window"):
        actions.make_official(hanchan=hanchan(event), act=act())
    assert standings_of(event).official


def test_before_the_end_of_the_window_nothing_is_made_official(event):
    play(event, 1, MORNING)
    with pytest.raises(Refused, match="Players can report errors until 09:45"):
        actions.make_official(hanchan=hanchan(event), act=act(LATER - timedelta(seconds=1)))
    assert hanchan(event).official_at is None


def test_everything_that_is_in_the_way_is_named(event):
    play(event, 1, MORNING)
    actions.withhold(hanchan=hanchan(event), act=act())
    actions.start(hanchan=hanchan(event, 2), act=act())
    with pytest.raises(Refused) as refused:
        actions.make_official(hanchan=hanchan(event, 2), act=act())
    assert refused.value.sentences == [
        "Not closed: hanchan 2. Close it first.",
        "Not public: the results of hanchan 1. Release them first.",
    ]


def test_a_hanchan_becomes_official_with_those_before_it_in_one_line_of_history(event):
    play(event, 1, MORNING)
    play(event, 2, MORNING)
    actions.make_official(hanchan=hanchan(event, 2), act=act())
    assert [one.official_at for one in event.hanchan.all()] == [LATER, LATER]
    entry = event.audit_entries.first()
    assert (entry.verb, entry.about) == ("made results official", "hanchan 1–2")
    assert standings_of(event).mode.sentence == "official since 09:45"
    event.refresh_from_db()
    assert event.public_head == entry.chain
    with pytest.raises(Refused, match="official already"):
        actions.make_official(hanchan=hanchan(event, 2), act=act())


def test_official_results_are_reopened_with_a_reason_that_the_history_keeps(official):
    with pytest.raises(Refused, match="Enter a reason"):
        reopen(official, " ")
    reopen(official)
    one = hanchan(official)
    assert (one.official_at, one.reopened_at, one.released_at) == (None, LATER, MORNING)
    entry = official.audit_entries.first()
    assert (entry.verb, entry.reason) == ("reopened official results", "Table 1 was typed wrongly.")
    assert standings_of(official).mode.sentence == "reopened, provisional"
    with pytest.raises(Refused, match="are not official"):
        reopen(official)
    actions.make_official(hanchan=one, act=act())
    assert hanchan(official).reopened_at is None


def test_the_database_keeps_official_results_closed_and_released(official):
    with pytest.raises(IntegrityError), transaction.atomic():
        Hanchan.objects.filter(pk=hanchan(official).pk).update(released_at=None)


def places(event):
    return lineup(event, 1)[1]


def change_sheet(event):
    one = hanchan(event)
    lines = [(place.wind, place.player.pk, 25_000) for place in places(event)]
    sent = act(reason="Typed wrongly.", base=accepted_version(one, 1).number, submission=uuid4())
    change(hanchan=one, table=1, typed=TypedSheet.of(lines, 20), confirmed_warnings=True, override=True, act=sent)


def confirm_sheet(event):
    one, other = hanchan(event), make_staff(event, Role.REFEREE)
    confirm(hanchan=one, table=1, act=Act(by=other, at=LATER, base=accepted_version(one, 1).number))


def type_sheet_again(event):
    one = hanchan(event)
    typed = typed_sheet(accepted_version(one, 1))
    enter(hanchan=one, table=1, typed=typed, act=Act(by=make_staff(event), at=LATER, submission=uuid4()))


def exchange_people(event):
    first, second = (lineup(event, 1)[table][0].player.pk for table in (1, 2))
    correct_people(
        hanchan=hanchan(event), who={first: second, second: first}, seen={1: 1, 2: 1}, act=act(reason="Exchanged.")
    )


def give_penalty(event):
    give(
        tournament=event,
        player=places(event)[0].player,
        hanchan=hanchan(event),
        kind=PenaltyKind.POINTS,
        amount=8_000,
        referee="Jonas",
        act=act(reason="Late tile."),
    )


def enter_lateness(event):
    late(player=places(event)[0].player, hanchan=hanchan(event), minutes=3, referee="Jonas", act=act())


def give_to_everybody(event):
    give_to_table(
        tournament=event,
        hanchan=hanchan(event),
        table=1,
        foul="",
        amount=1_000,
        referee="Jonas",
        act=act(reason="Sum."),
    )


def change_breakers(event):
    change_standing_rules(tournament=event, rules=StandingRules(breakers=(Breaker.LOT,), lot_seed="dice"), act=act())


def withhold(event):
    actions.withhold(hanchan=hanchan(event), act=act())


def reopen_hanchan(event):
    actions.reopen(hanchan=hanchan(event), act=act(reason="Closed too early."))


def note_wrong_sheet(event):
    note = HandInNote(corrected=[places(event)[0].player.pk], sticks_reset=Noted.YES)
    note_hand_in(hanchan=hanchan(event), table=1, note=note, act=act())


def first(event):
    """Who leads after hanchan 1."""
    return event.players.get(number=standings_of(event).rows[0].player.number)


def edit(**fields):
    def change_player(event):
        edit_player(player=first(event), act=act(), **fields)

    change_player.__name__ = f"change_{'_'.join(fields)}"
    return change_player


def penalise_outside_of_any_hanchan(event):
    outside = {"hanchan": None, "kind": PenaltyKind.POINTS, "amount": 1_000, "referee": "Jonas"}
    give(tournament=event, player=first(event), act=act(reason="In the hall."), **outside)


def import_other_teams(event):
    rows = (f"{one.number},{one.name},Felt" for one in event.players.all())
    apply(event, grid("number,name,team", *rows))


WRITERS = [
    change_sheet, confirm_sheet, type_sheet_again, exchange_people, give_penalty, enter_lateness, give_to_everybody,
    change_breakers, withhold, reopen_hanchan, note_wrong_sheet, penalise_outside_of_any_hanchan,
    edit(is_substitute=True), edit(number=99), edit(team="Felt"), edit(club="Felt"), edit(country="NL"),
    edit(carried=12_300),
]  # fmt: skip


@pytest.mark.parametrize("later", ["planned", "playing", "closed"])
@pytest.mark.parametrize("write", WRITERS)
def test_official_results_change_only_after_they_are_reopened(official, write, later):
    if later == "playing":
        actions.start(hanchan=hanchan(official, 2), act=act())
    if later == "closed":
        play(official, 2, LATER)
    lines = official.audit_entries.count()
    with pytest.raises(Refused, match="The results of hanchan 1 have been official since 09:45") as refused:
        write(official)
    assert refused.value.codes == "results-official"
    assert official.audit_entries.count() == lines
    reopen(official)
    write(official)


@pytest.mark.parametrize("later", ["planned", "closed"])
def test_a_list_with_other_teams_waits_until_no_results_are_out(official, later):
    if later == "closed":
        play(official, 2, LATER)
    with pytest.raises(Refused, match="The results of hanchan 1 have been official since 09:45"):
        import_other_teams(official)
    reopen(official)
    if later == "closed":
        with pytest.raises(Refused, match=r"Results are out\. Rows 2, 3, 4, 5, 6, 7, 8, 9 would change a team"):
            import_other_teams(official)
        assert not official.players.filter(team="Felt")
    else:
        import_other_teams(official)
        assert official.players.filter(team="Felt").count() == 8


def test_a_proposed_penalty_is_not_dismissed_under_official_results(event):
    play(event, 1, MORNING)
    note_wrong_sheet(event)
    actions.make_official(hanchan=hanchan(event), act=act())

    def let_go():
        players = [place.player.pk for place in places(event)]
        dismiss(hanchan=hanchan(event), table=1, foul="REPORT", players=players, act=act(reason="Two papers."))

    with pytest.raises(Refused, match="have been official since 09:45"):
        let_go()
    reopen(event)
    let_go()


def unread(event):
    """Hanchan 1 closed and public, with a sheet that a referee changed afterwards, alone."""
    play(event, 1, MORNING)
    event.entry_mode = EntryMode.BLIND  # from here on: what was closed with one reading stays closed
    event.save(update_fields=["entry_mode"])
    change_sheet(event)


def test_results_that_one_person_has_read_are_not_made_official(event):
    unread(event)
    with pytest.raises(Refused, match="Hanchan 1, read by one person: table 1") as refused:
        actions.make_official(hanchan=hanchan(event), act=act())
    assert refused.value.codes == "sheets-once"
    confirm_sheet(event)
    actions.make_official(hanchan=hanchan(event), act=act())


def test_results_that_one_person_has_read_are_not_released_again(event):
    unread(event)
    actions.withhold(hanchan=hanchan(event), act=act())
    with pytest.raises(Refused, match="Read by one person: table 1"):
        actions.release(hanchan=hanchan(event), act=act())
    assert hanchan(event).released_at is None
    confirm_sheet(event)
    actions.release(hanchan=hanchan(event), act=act())


def test_a_penalty_is_not_cancelled_under_official_results(event):
    play(event, 1, MORNING)
    give_penalty(event)
    give_to_everybody(event)
    actions.make_official(hanchan=hanchan(event), act=act())
    one, *others = Penalty.objects.order_by("id")
    for cancelling, penalty in ((cancel, one), (cancel_for_table, others[0])):
        with pytest.raises(Refused, match="have been official"):
            cancelling(penalty=penalty, act=act(reason="A mistake."))
    reopen(event)
    cancel(penalty=one, act=act(reason="A mistake."))
    cancel_for_table(penalty=others[0], act=act(reason="A mistake."))


def tied_order(event):
    rows = standings_of(event).rows
    return [event.players.get(number=row.player.number) for row in rows[:2]]


def test_a_tie_is_neither_decided_nor_cancelled_under_official_results(official):
    order = tied_order(official)
    decide = {"tournament": official, "after": 1, "order": order, "referee": "Jonas"}
    with pytest.raises(Refused, match="have been official"):
        decide_tie(**decide, act=act(reason="A dice."))
    reopen(official)
    decision = decide_tie(**decide, act=act(reason="A dice."))
    actions.make_official(hanchan=hanchan(official), act=act())
    with pytest.raises(Refused, match="have been official"):
        cancel_tie_decision(decision=decision, act=act(reason="A mistake."))


def test_rules_that_leave_official_standings_as_they_are_may_change(official):
    change_standing_rules(tournament=official, rules=StandingRules(best=1, of=2), act=act())


def test_another_hanchan_stays_open(official):
    play(official, 2, LATER)
    assert hanchan(official, 2).closed_at == LATER


def test_what_counts_outside_of_any_hanchan_is_locked_once_every_hanchan_is_official(official):
    player = places(official)[0].player
    outside = {"tournament": official, "player": player, "hanchan": None, "kind": PenaltyKind.POINTS, "amount": 1_000}
    play(official, 2, MORNING)
    actions.make_official(hanchan=hanchan(official, 2), act=act())
    with pytest.raises(Refused, match="The results of every hanchan are official"):
        give(**outside, referee="Jonas", act=act(reason="In the hall."))
    with pytest.raises(Refused, match="The results of every hanchan are official"):
        withdraw(player=player, act=act())
    with pytest.raises(Refused, match="The results of every hanchan are official"):
        change_hanchan(tournament=official, minutes=[75] * 3, act=act())
    assert edit_player(player=player, act=act(), name="Another Spelling").name == "Another Spelling"


def test_the_window_is_changed_but_not_removed_once_results_are_out(event):
    change_settings(tournament=event, protest_minutes=None, act=act(MORNING))
    change_settings(tournament=event, protest_minutes=20, act=act(MORNING))
    play(event, 1, MORNING)
    change_settings(tournament=event, protest_minutes=30, act=act(MORNING))
    with pytest.raises(Refused, match="You can change its minutes, but not remove it"):
        change_settings(tournament=event, protest_minutes=None, act=act(MORNING))
    assert hanchan(event).protest_until == MORNING + timedelta(minutes=20)


def test_a_window_has_two_days_at_most(event):
    with pytest.raises(Refused, match="between 0 and 2880 minutes"):
        change_settings(tournament=event, protest_minutes=2881, act=act(MORNING))


def leave_the_event(event):
    withdraw(player=first(event), act=act())


def disqualify_the_first(event):
    disqualify(player=first(event), act=act(reason="Marked tiles."))


def come_late(event):
    add_player(tournament=event, name="Late Comer", act=act())


def come_from_the_waiting_list(event):
    player = event.players.get(name="Next In Line")
    give_place(player=player, act=act())


def close_the_check_in(event):
    set_statuses(event, {first(event).pk: "withdrawn"})


def rename(event):
    edit_player(player=first(event), act=act(), name="Another Spelling", note="Vegetarian")


@pytest.mark.parametrize(
    "write",
    [leave_the_event, disqualify_the_first, come_late, come_from_the_waiting_list, close_the_check_in, rename],
)
def test_who_comes_and_who_goes_counts_from_the_next_hanchan(event, write):
    waiting = add_player(tournament=event, name="Next In Line", act=act(MORNING))
    queue(player=waiting, act=act(MORNING))
    play(event, 1, MORNING)
    actions.make_official(hanchan=hanchan(event), act=act())
    before = figures(event, 1)
    write(event)
    assert figures(event, 1) == before
    play_a_table(event)
    assert figures(event, 1) == before
    assert not recount(event)


def play_a_table(event):
    """One table of hanchan 2, where everybody is still there."""
    one = hanchan(event, 2)
    actions.start(hanchan=one, act=act(), as_recorded=True)
    complete = (
        table for table, seats in lineup(event, 2).items() if {one.player.status for one in seats} == {"playing"}
    )
    enter_all(one, LATER, {next(complete)})


def figures(event, after):
    event.refresh_from_db()
    return [(row.player.number, row.standing.place, row.standing.total) for row in standings_of(event, after).rows]


def test_who_has_left_since_is_ranked_where_results_are_official_and_listed_last_after_that(official):
    player = first(official)
    withdraw(player=player, act=act())
    play_a_table(official)
    official.refresh_from_db()
    after_one, after_two = (standings_of(official, n).by_number[player.number].standing for n in (1, 2))
    assert (after_one.place, after_one.status) == (1, "playing")
    assert (after_two.place, after_two.status) == (None, "withdrawn")
    reinstate(player=player, act=act())
    player.refresh_from_db()
    assert (player.out_from, player.counts_from) == (0, 1)


def test_a_substitute_who_becomes_ranked_counts_from_the_first_hanchan_that_is_open(event):
    edit_player(player=event.players.get(number=1), act=act(MORNING), is_substitute=True)
    play(event, 1, MORNING)
    actions.make_official(hanchan=hanchan(event), act=act())
    before = figures(event, 1)
    with pytest.raises(Refused, match="have been official since"):
        edit_player(player=event.players.get(number=1), act=act(), is_substitute=False, counts_from=1)
    player = edit_player(player=event.players.get(number=1), act=act(), is_substitute=False)
    assert player.counts_from == 2
    play(event, 2, LATER)
    assert figures(event, 1) == before
    row = standings_of(event).by_number[1].standing
    assert (row.dropped, row.total) == ((1,), row.hanchan[1].score)
    assert not recount(event)


def test_reopening_a_hanchan_reopens_those_that_contain_it(event):
    play(event, 1, MORNING)
    play(event, 2, MORNING)
    actions.make_official(hanchan=hanchan(event, 2), act=act())
    reopen(event)
    assert [one.official_at for one in event.hanchan.all()] == [None, None]
    assert event.audit_entries.first().about == "hanchan 1–2"
    change_sheet(event)
    actions.make_official(hanchan=hanchan(event), act=act(LATER + timedelta(minutes=5)))
    assert mode(event, 1) == ("official since 09:50", ["corrected at 09:50: Table 1 was typed wrongly."])
    assert mode(event, 2) == ("reopened, provisional", ["corrected at 09:50: Table 1 was typed wrongly."])
    actions.make_official(hanchan=hanchan(event, 2), act=act(LATER + timedelta(minutes=6)))
    assert mode(event, 2)[1] == [
        "corrected at 09:50: Table 1 was typed wrongly.",
        "corrected at 09:51: Table 1 was typed wrongly.",
    ]


def mode(event, after):
    event.refresh_from_db()
    found = standings_of(event, after).mode
    return found.sentence, found.corrected


def test_results_that_were_reopened_and_left_as_they_were_are_not_called_corrected(official):
    reopen(official)
    actions.make_official(hanchan=hanchan(official), act=act())
    assert hanchan(official).corrections == []
    assert mode(official, 1) == ("official since 09:45", [])


def test_the_later_standings_are_official_only_with_the_earlier_ones(official):
    play(official, 2, MORNING)
    actions.make_official(hanchan=hanchan(official, 2), act=act())
    Hanchan.objects.filter(pk=hanchan(official).pk).update(official_at=None)  # as events from before 0.9.0 may be
    with pytest.raises(Refused, match="The results of hanchan 2 have been official"):
        change_sheet(official)
