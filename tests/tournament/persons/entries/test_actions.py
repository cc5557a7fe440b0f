"""Merging two entries of one person, and undoing it to the same bytes."""

from io import BytesIO
from random import Random
from uuid import uuid4

import pytest

from tests.factories import MORNING
from tests.tournament.archive.event_file.events import everything
from tests.tournament.desk.halls import code_on
from tests.tournament.persons.entries.events import act, both, merged, played_twice, stored, undone
from tests.tournament.standings.tables import USUAL, begin, come_late, hanchan, play, punish, put_in, small_event
from tournament.archive.event_file.actions import import_event
from tournament.archive.event_file.export import event_file, write_event_file
from tournament.archive.event_file.reader import read_event_file
from tournament.archive.removal.actions import remove_person
from tournament.core.audit import audited_write
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import HanchanState, Tournament, Verb
from tournament.persons.entries.actions import merge, stamp_of
from tournament.planning.actions import import_seating, replace_player, restore, swap
from tournament.players.actions import (
    add_player,
    add_players,
    check_in,
    confirm,
    delete_player,
    disqualify,
    edit_player,
    mark_paid,
    withdraw,
)
from tournament.players.badges.actions import renew, revoke
from tournament.players.badges.links import personal_token, player_of_token
from tournament.players.duplicates.actions import tell_apart
from tournament.players.models import Player, PlayerStatus
from tournament.players.registration.models import Registration
from tournament.results.models import Penalty, PenaltyKind, SheetVersion
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet, typed_sheet
from tournament.results.sheets.printings import PrintedBefore, find_table
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import lineup, places_of
from tournament.seats.stand_ins import cancel_stand_in, stand_in
from tournament.standings.inputs import read_inputs
from tournament.standings.queries import standings_of
from tournament.standings.recount import recount
from tournament.wishes.actions import add_wish
from tournament.wishes.models import WishKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return played_twice()


def totals(tournament):
    return {row.player.number: row.standing.total for row in standings_of(tournament).rows}


def refused(tournament, one=4, other=9, **fields):
    with pytest.raises(Refused) as caught:
        merged(tournament, one, other, **fields)
    return caught.value


# --- what it does -----------------------------------------------------------------------------------------------------


def test_one_entry_has_the_seats_and_results_of_both_and_the_other_is_in_no_list(event):
    before = totals(event)
    merged(event)
    kept, *_rest = (event.players.get(number=4),)
    after = totals(event)
    assert after == {number: total for number, total in before.items() if number != 9} | {4: before[4] + before[9]}
    assert [place.hanchan for place in places_of(kept, event)] == [1, 2, 3]
    assert 9 not in event.players.values_list("number", flat=True)
    assert findings(event) == [] and recount(event) == []


def test_the_entry_that_played_less_may_be_the_one_that_stays(event):
    before = totals(event)
    merged(event, 9, 4)
    assert totals(event)[9] == before[4] + before[9] and 4 not in totals(event)
    assert findings(event) == [] and recount(event) == []


@pytest.mark.parametrize("numbers", [(4, 9), (9, 4)])
def test_an_undo_brings_back_the_same_bytes(event, numbers):
    before = stored(event)
    entry = merged(event, *numbers, chosen=("name", "club", "contact", "country"))
    assert stored(event) != before
    undone(entry)
    assert stored(event) == before
    assert findings(event) == [] and recount(event) == []


@pytest.fixture
def full():
    """An event with every kind of row, number 1 in most of them, and number 12, who came to the door."""
    tournament = everything()
    one, two = tournament.players.get(number=1), hanchan(tournament, 2)
    door = add_player(tournament=tournament, act=act(), name="Aiko B.", ema_number="05100170")
    with audited_write(tournament, act(), Verb.STARTED):
        two.divisions, two.cut_seen = [[0, one.pk], [1, door.pk]], [[0, door.pk]]
        two.save()
        tournament.final_places = [[1, False, 100, one.pk]]
        tournament.save()
    sent = {"sent_at": MORNING, "sent_from": "b", "token_digest": "e" * 64}
    Registration.objects.create(player=one, submission=uuid4(), **sent)
    for people in ([one, door], [one, tournament.players.get(number=2)]):
        add_wish(tournament=tournament, kind=WishKind.APART, players=people, act=act(reason=""))
    return tournament


def test_everything_that_names_an_entry_names_the_other_one(full):
    two, (one, door) = hanchan(full, 2), both(full, 1, 12)
    SheetVersion.objects.filter(sheet__hanchan=two).update(entered_player=one, entered_by=None)
    entry = merged(full, 12, 1)
    two.refresh_from_db()
    full.refresh_from_db()
    assert two.divisions == [[0, door.pk]] and two.cut_seen == [[0, door.pk]]
    assert full.final_places == [[1, False, 100, door.pk]]
    draw = two.wind_draws.get()
    assert draw.winds[0] == ["E", door.pk] and draw.drawn_by == door
    named = ("absences", "penalties", "protests", "sheet_lines", "seats", "tie_decisions", "dismissed_proposals")
    assert [name for name in named if not getattr(door, name).exists()] == []
    assert [name for name in named if getattr(entry, name).exists()] == ["seats"]
    assert door.registration and door.wishes.count() == 2 and entry.wishes.count() == 1
    assert (
        SheetVersion.objects.filter(entered_player=door).count()
        == SheetVersion.objects.filter(sheet__hanchan=two).count()
    )
    assert findings(full) == [] and recount(full) == []


@pytest.mark.parametrize("numbers", [(12, 1), (1, 12)])
def test_an_undo_brings_back_the_same_bytes_of_every_kind_of_row(full, numbers):
    before = stored(full)
    undone(merged(full, *numbers, chosen=("ema_number",)))
    assert stored(full) == before and findings(full) == []


def test_values_that_were_chosen_change_places_and_the_history_keeps_no_private_one(event):
    door = both(event)[1]
    check_in(player=door, act=act())
    mark_paid(player=door, act=act())
    confirm(player=door, act=act())
    merged(event, chosen=("name", "club", "contact"))
    kept = event.players.get(number=4)
    assert (kept.name, kept.club, kept.contact, kept.country) == ("Okafor Tom", "Leiden", "tom@example.org", "GB")
    assert kept.checked_in_at and kept.confirmed_at and kept.is_paid and kept.distinction == ""
    line = event.audit_entries.get(verb=Verb.MERGED_ENTRIES)
    assert line.subject == "9 Okafor Tom → 4 Tom Okafor" and line.detail["hanchan"] == "2–3"
    assert line.detail["changes"]["club"] == ["", "Leiden"]
    assert "tom@example.org" not in str(line.content())


def test_names_alike_are_told_apart_only_while_there_are_two_entries(event):
    edit_player(player=both(event)[1], act=act(), name="Tom Okafor")
    assert event.players.get(number=4).distinction
    entry = merged(event)
    assert event.players.get(number=4).distinction == ""
    undone(entry)
    assert event.players.get(number=4).distinction == "№ 4"


def test_an_entry_without_a_seat_makes_no_new_version_of_the_seating(event):
    door = add_player(tournament=event, act=act(), name="Ana Moreau", number=20)
    punish(door, number=None)
    before, versions = stored(event), event.seatings.count()
    entry = merged(event, 2, 20)
    assert event.seatings.count() == versions and event.players.get(number=2).penalties.count() == 1
    undone(entry)
    assert stored(event) == before


def test_who_sits_out_has_no_bye_beside_a_seat():
    tournament, people = small_event(hanchan_count=2, players=12)
    draft = {1: tuple(one.pk for one in people[:4]), 2: tuple(one.pk for one in people[4:8])}
    later = {1: tuple(one.pk for one in people[:4]), 2: tuple(one.pk for one in people[8:])}
    byes = {1: [one.pk for one in people[8:]], 2: [one.pk for one in people[4:8]]}
    import_seating(tournament=tournament, draft={1: draft, 2: later}, byes=byes, act=act())
    versions = tournament.seatings.count()
    before = stored(tournament)
    entry = merged(tournament, 5, 9)
    kept = tournament.players.get(number=5)
    assert [place.is_bye for place in places_of(kept, tournament)] == [False, False]
    assert tournament.seatings.count() == versions + 1
    undone(entry)
    assert stored(tournament) == before


def test_who_comes_is_not_withdrawn_and_the_earlier_start_counts(event):
    withdraw(player=both(event)[0], act=act())
    Player.objects.filter(tournament=event, number=9).update(counts_from=2)
    entry = merged(event)
    kept = event.players.get(number=4)
    assert (kept.status, kept.counts_from) == (PlayerStatus.PLAYING, 1)
    undone(entry)
    assert event.players.get(number=4).status == PlayerStatus.WITHDRAWN
    merged(event, 9, 4)
    assert event.players.get(number=9).counts_from == 1


def test_a_hanchan_that_does_not_count_for_one_entry_does_not_for_the_other(event):
    kept, door = (add_player(tournament=event, act=act(), name=name) for name in ("Ana Moreau", "Moreau Ana"))
    begin(event, 3)
    absent = event.players.get(number=7)
    stand_in(tournament=event, hanchan=3, absent=absent, substitute=door, is_ranked=False, act=act())
    put_in(event, 3, 2)
    before = stored(event)
    shown = read_inputs(event).with_one_entry(door.pk, kept).names[kept.pk].choices
    entry = merged(event, kept.number, door.number)
    row = standings_of(Tournament.objects.get(pk=event.pk)).by_number[kept.number].standing
    assert (row.uncounted, row.total, shown) == ((3,), 0, ((3, False),))
    undone(entry)
    assert stored(event) == before


def test_a_name_that_an_organiser_confirmed_is_public(event):
    Player.objects.filter(tournament=event, number=4).update(is_unlisted=True)
    merged(event)
    assert not event.players.get(number=4).is_unlisted


def test_a_second_sending_merges_once_and_says_nothing(event):
    sending = uuid4()
    seen = stamp_of(*both(event))
    pair = both(event)
    merge(kept=pair[0], merged=pair[1], chosen=(), seen=seen, act=act(submission=sending))
    merge(kept=pair[0], merged=pair[1], chosen=(), seen=seen, act=act(submission=sending))
    assert event.audit_entries.filter(verb=Verb.MERGED_ENTRIES).count() == 1


# --- who else asks ----------------------------------------------------------------------------------------------------


def test_the_badge_of_either_number_opens_the_one_page(event):
    kept, door = both(event)
    token = personal_token(door)
    entry = merged(event)
    assert player_of_token(token) == player_of_token(personal_token(kept)) == kept
    undone(entry)
    assert player_of_token(token) == door


@pytest.mark.parametrize("close", [revoke, renew])
def test_who_closes_the_link_of_a_player_closes_the_badge_of_the_other_number(event, close):
    add_player(tournament=event, act=act(), name="Tom O.", number=20)
    tokens = [personal_token(player) for player in both(event, 9, 20)]
    merged(event, 9, 20)
    merged(event)
    close(player=both(event, 4, 1)[0], act=act())
    assert [player_of_token(token) for token in tokens] == [None, None]


def test_a_paper_that_names_the_other_number_is_known_as_an_older_printing(event):
    begin(event, 3)
    code = code_on(event, 3, 1)
    merged(event)
    event.refresh_from_db()
    with pytest.raises(PrintedBefore) as caught:
        find_table(code, hanchan(event, 3), lineup(event, 3))
    assert [(one.number, other.number) for one, other in caught.value.printing.moved] == [(9, 4)]


def test_the_number_is_free_again_and_an_undo_waits_until_it_is(event):
    entry = merged(event)
    newcomer = add_player(tournament=event, act=act(), name="Max Local")
    assert newcomer.number == 9
    with pytest.raises(Refused, match="Number 9 belongs to Max Local"):
        undone(entry)
    edit_player(player=newcomer, act=act(), number=30)
    assert undone(entry).number == 9


def test_an_anonymised_file_of_a_merged_entry_can_be_loaded(event):
    merged(event)
    add_player(tournament=event, act=act(), name="Max Local")
    file = BytesIO()
    write_event_file(event, file, anonymised=True, chance=Random(4))
    assert b"Okafor" not in file.getvalue()
    loaded = import_event(
        file=read_event_file(file.getvalue()), slug="other", act=act(), accept_altered=True
    ).tournament
    assert Player.every.filter(tournament=loaded).count() == loaded.players.count() + 1 == 10


def test_an_event_file_takes_the_merge_along_and_it_is_undone_elsewhere(event):
    before = stored(event)
    merged(event, chosen=("contact",))
    loaded = import_event(file=read_event_file(event_file(event).encode()), slug="other", act=act()).tournament
    entry = Player.every.get(tournament=loaded, merged_into__isnull=False)
    entry.tournament = loaded
    undone(entry)
    assert findings(loaded) == [] and stored(loaded) == before


def test_removing_the_data_of_a_person_removes_those_of_the_merged_entry(event):
    edit_player(player=both(event)[1], act=act(), note="Knows Tomek")
    merged(event)
    kept = event.players.get(number=4)
    kept.tournament = event
    remove_person(player=kept, act=act(reason="asked for it"))
    whole = event_file(event)
    assert [word for word in ("Okafor", "tom@example.org", "Tomek") if word in whole] == []
    assert findings(event) == []


def test_an_entry_with_another_one_merged_into_it_is_not_deleted():
    tournament, _people = small_event()
    for name in ("Jan Vos", "Jan Vos"):
        add_player(tournament=tournament, act=act(), name=name)
    merged(tournament, 9, 10)
    with pytest.raises(Refused):
        delete_player(player=both(tournament, 9, 1)[0], act=act())


def test_an_earlier_seating_comes_back_with_the_entry_that_is_left(event):
    event.hanchan.filter(number=3).update(state=HanchanState.PLANNED)
    two = event.seating.number
    replace_player(tournament=event, leaving=both(event)[1], coming=both(event)[0], from_hanchan=3, act=act())
    merged(event)
    event.refresh_from_db()
    with pytest.raises(Refused, match="same seats"):
        restore(tournament=event, number=two, act=act())


def test_a_hanchan_in_which_an_earlier_seating_has_both_stays_as_it_is(event):
    people = list(event.players.order_by("number"))
    tables = {1: tuple(one.pk for one in people[:4]), 2: tuple(one.pk for one in (people[8], *people[4:7]))}
    import_seating(tournament=event, draft={3: tables}, byes={3: [people[7].pk]}, act=act())
    version = event.seatings.order_by("-number").first().number
    tables[2] = tuple(one.pk for one in people[4:8])
    import_seating(tournament=event, draft={3: tables}, byes={3: [people[8].pk]}, act=act())
    merged(event)
    event.refresh_from_db()
    with pytest.raises(Refused, match="same seats"):
        restore(tournament=event, number=version, act=act())


# --- what is refused --------------------------------------------------------------------------------------------------


def test_without_a_reason_nothing_is_merged_or_undone(event):
    assert refused(event, reason=" ").codes == "reason-missing"
    entry = merged(event)
    with pytest.raises(Refused, match="Enter a reason"):
        undone(entry, reason="")


def test_two_who_sat_in_one_hanchan_are_two_people(event):
    assert "hanchan 1: Aiko Brandt (1) at table 1, Noor van Dijk (5) at table 2" in str(refused(event, 1, 5).message)


def test_two_with_seats_in_a_hanchan_that_is_planned_are_told_the_way():
    tournament, _people = small_event()
    assert "Withdraw one of them and fill the empty seat" in str(refused(tournament, 1, 5).message)


def test_a_substitute_for_the_other_entry_is_a_name_to_correct(event):
    door = add_player(tournament=event, act=act(), name="Late Comer", number=20)
    begin(event, 3)
    stand_in(tournament=event, hanchan=3, absent=both(event, 1, 2)[0], substitute=door, act=act())
    assert refused(event, 1, 20).codes == "both-seated"
    cancel_stand_in(stand_in=event.stand_ins.get(), act=act())
    before = stored(event)
    undone(merged(event, 1, 20))
    assert stored(event) == before


def test_a_pair_that_was_told_apart_is_not_merged(event):
    one, other = both(event)
    tell_apart(one=one, other=other, act=act())
    assert refused(event).codes == "told-apart"


def test_one_who_is_disqualified_is_not_merged_with_one_who_is_not(event):
    disqualify(player=both(event)[1], act=act())
    assert refused(event).codes == "one-disqualified"
    disqualify(player=both(event)[0], act=act())
    merged(event)


def test_a_forfeit_of_one_entry_where_the_other_played_is_cancelled_first(event):
    late = come_late(both(event)[0], 3, number=1)
    Penalty.objects.filter(pk=late.pk).update(hanchan=hanchan(event, 2), kind=PenaltyKind.FORFEIT)
    assert refused(event).codes == refused(event, 9, 4).codes == "both-late"
    cancel(penalty=late, act=act(reason="Was there."))
    merged(event)


def test_two_entries_that_were_late_for_one_hanchan_are_asked_about(event):
    one, other = come_late(both(event)[0], 3, number=1), come_late(both(event)[1], 4, number=2)
    undone(merged(event))
    Penalty.objects.filter(pk=one.pk).update(hanchan=other.hanchan)
    assert refused(event).codes == "both-late"


def test_official_results_are_not_merged_before_they_are_reopened(event):
    event.hanchan.filter(number__lte=2).update(official_at=MORNING)
    assert refused(event).codes == "results-official"


def test_an_entry_that_changed_meanwhile_is_a_conflict(event):
    with pytest.raises(Conflict, match="has changed since"):
        merged(event, seen="another")


# --- an undo that is too late -----------------------------------------------------------------------------------------


def too_late(entry, expected="can no longer be undone"):
    with pytest.raises(Refused, match=expected):
        undone(entry)


def test_an_undo_is_refused_once_the_seating_was_changed(event):
    entry = merged(event)
    swap(tournament=event, hanchan=3, one=both(event, 1, 5)[0], other=both(event, 1, 5)[1], act=act())
    too_late(entry)


def test_an_undo_is_refused_once_a_sheet_that_moved_was_typed_again(event):
    entry = merged(event)
    two = hanchan(event, 2)
    typed = typed_sheet(accepted_version(two, 1))
    lines = [(line.wind, line.player, points) for line, points in zip(typed.lines, USUAL, strict=True)]
    change(hanchan=two, table=1, typed=TypedSheet.of(lines, 0), act=act(base=1), confirmed_warnings=True)
    too_late(entry)


def test_an_undo_is_refused_once_the_finalists_are_others(full):
    entry = merged(full, 12, 1)
    with audited_write(full, act(), Verb.UNDID_START):
        two = hanchan(full, 2)
        two.divisions = []
        two.save()
    too_late(entry)


def test_what_was_played_since_stays_with_the_entry_that_is_left(event):
    entry = merged(event)
    play(event, 3, {1: USUAL, 2: USUAL})
    undone(entry)
    assert [place.hanchan for place in places_of(entry, event)] == [2, 3]


def test_a_merge_is_undone_once(event):
    entry = merged(event)
    undone(entry)
    with pytest.raises(Conflict, match="undone this merge"):
        undone(entry)
    merged(event)
    undone(entry)


def test_an_entry_within_a_merged_one_waits_for_the_outer_undo():
    tournament, _people = small_event()
    add_players(tournament=tournament, rows=[{"name": "Jan Vos"}] * 3, act=act())
    inner = merged(tournament, 10, 11)
    token = personal_token(inner)
    outer = merged(tournament, 9, 10)
    assert player_of_token(token).number == 9
    with pytest.raises(Conflict):
        undone(inner)
    undone(outer)
    undone(inner)
    assert tournament.players.count() == 11
