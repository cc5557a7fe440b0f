"""What is stored is verified, and what was altered since is never published, started or taken over."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from seating.check import digest
from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.seating.seatings import shuffled
from tests.tournament.planning.halls import seated_hall
from tests.tournament.test_every_page import small_event
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.hanchan.actions import start
from tournament.planning import actions
from tournament.planning.actions import repair, reseat
from tournament.players.queries import field_of
from tournament.seating_report.quality import quality_of_map
from tournament.seats.integrity import UnverifiedSeating, certify, discrepancies, rows_of
from tournament.seats.models import Bye, Seat, Seating
from tournament.seats.queries import draft_of, published_hanchan
from tournament.seats.seat_map import Arrangement, from_plan, renamed, rounds, to_rows


@pytest.fixture
def hall(db):
    return seated_hall()


def exchange(seating, hanchan):
    """Two people at tables 1 and 2 are exchanged behind our back: the seating still seats everybody once."""
    one, other = (seating.seats.get(hanchan__number=hanchan, table=table, wind="E") for table in (1, 2))
    who = one.player_id, other.player_id
    spare = make_players(make_tournament("Elsewhere"), 1)[0]
    Seat.objects.filter(pk=one.pk).update(player=spare)
    Seat.objects.filter(pk=other.pk).update(player_id=who[0])
    Seat.objects.filter(pk=one.pk).update(player_id=who[1])


def forget_the_digest(*, from_before):
    Seating.objects.update(digest="", verified_at=None, seals={}, from_before=from_before)


def publish(hall, hanchan=None):
    actions.publish(tournament=hall, hanchan=hanchan, act=Act(by=None, at=MORNING))


def test_every_version_has_its_digest(hall):
    one, other = hall.players.all()[:2]
    actions.swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=None, at=MORNING))
    for seating in Seating.objects.all():
        assert seating.digest == digest(rounds(draft_of(seating))) and seating.verified_at == MORNING
        assert {number: len(tables) for number, tables in seating.seals.items()} == {"1": 4, "2": 4, "3": 4, "4": 4}


def test_a_past_event_that_is_brought_in_is_verified_as_well(db):
    assert small_event().seating.digest
    assert not Seating.objects.filter(digest="").exists()


def test_a_seating_that_is_as_it_was_is_published(hall):
    publish(hall)
    assert published_hanchan(hall) == [1, 2, 3, 4]


@pytest.mark.parametrize("hanchan", [1, 3])
def test_an_altered_row_is_never_published_and_its_table_is_named(hall, hanchan):
    exchange(hall.seating, hanchan)
    with pytest.raises(Refused, match=f"Hanchan {hanchan}, table 1 differs from version 1") as refusal:
        publish(hall, 2)
    assert "Go back to an earlier version" in refusal.value.message
    assert published_hanchan(hall) == []


def test_a_row_that_is_lost_and_a_bye_that_came_are_noticed(hall):
    hall.seating.seats.filter(hanchan__number=2, table=4, wind="N").delete()
    with pytest.raises(Refused, match="Hanchan 2, table 4"):
        publish(hall)


def test_a_bye_that_was_slipped_in_is_noticed(hall):
    Bye.objects.create(seating=hall.seating, hanchan=hall.hanchan.get(number=3), player=hall.players.first())
    with pytest.raises(Refused, match="The byes of hanchan 3"):
        publish(hall)


def test_an_altered_seating_can_be_hidden_and_does_not_start(hall):
    publish(hall)
    exchange(hall.seating, 1)
    with pytest.raises(Refused, match="Hanchan 1, table 1"):
        start(hanchan=hall.hanchan.get(number=1), act=Act(by=None, at=MORNING, reason="both at once"))
    assert hall.hanchan.get(number=1).state == "planned"
    actions.publish(tournament=hall, hanchan=None, act=Act(by=None, at=MORNING), public=False)
    assert published_hanchan(hall) == []


def test_an_altered_table_is_not_taken_over_into_a_new_version(hall):
    exchange(hall.seating, 1)
    one, other = hall.players.all()[:2]
    with pytest.raises(Refused, match="Hanchan 1, table 1"):
        actions.swap(tournament=hall, hanchan=2, one=one, other=other, act=Act(by=None, at=MORNING))
    assert Seating.objects.count() == 1


CHANGES = {
    "swap": lambda hall, one, other: actions.swap(
        tournament=hall, hanchan=1, one=one, other=other, act=Act(by=None, at=MORNING)
    ),
    "replace": lambda hall, one, other: actions.replace_player(
        tournament=hall,
        leaving=one,
        coming=hall.players.get(number=17),
        from_hanchan=1,
        act=Act(by=None, at=MORNING, reason="ill"),
    ),
    "repair": lambda hall, one, other: repair(
        tournament=hall, first=1, key="byes", leaving=[one], act=Act(by=None, at=MORNING)
    ),
    "seats": lambda hall, one, other: reseat(
        tournament=hall,
        hanchan=1,
        tables={at: draft_of(hall.seating)[1][3 - at] for at in (1, 2)},
        act=Act(by=None, at=MORNING),
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_certifies_altered_rows_by_changing_other_seats_at_the_same_tables(hall, change):
    """The tables become others, and yet the altered seats would be in the new version."""
    exchange(hall.seating, 1)
    make_players(hall, 1)
    one, other = (hall.seating.seats.get(hanchan__number=1, table=table, wind="S").player for table in (1, 2))
    with pytest.raises(
        Refused, match=r"Hanchan 1, table 1 differs from version 1 .* Go back to an earlier version, plan"
    ):
        CHANGES[change](hall, one, other)
    assert Seating.objects.count() == 1 and hall.players.get(pk=one.pk).status == "playing"


def test_a_hanchan_that_started_is_never_seated_afresh(hall):
    actions.swap(
        tournament=hall, hanchan=1, one=hall.players.all()[0], other=hall.players.all()[1], act=Act(by=None, at=MORNING)
    )
    publish(hall)
    start(hanchan=hall.hanchan.get(number=1), act=Act(by=None, at=MORNING, reason="both at once"))
    exchange(hall.seating, 1)
    with pytest.raises(Refused, match=r"Hanchan 1, table 1.* has started: restore an earlier backup"):
        actions.restore(tournament=hall, number=1, act=Act(by=None, at=MORNING))


@kept
def with_byes():
    """Version 1 seats 16; in version 2 one has left, and three sit out in each hanchan."""
    hall = seated_hall()
    repair(tournament=hall, first=1, key="byes", leaving=[hall.players.get(number=1)], act=Act(by=None, at=MORNING))
    return hall


@pytest.mark.django_db
def test_a_bye_that_was_lost_is_cured_by_the_same_hanchan_of_an_earlier_version():
    hall = with_byes()
    one, other = hall.seating.seats.filter(hanchan__number=1).order_by("table")[:8:4]
    actions.swap(tournament=hall, hanchan=1, one=one.player, other=other.player, act=Act(by=None, at=MORNING))
    byes = set(hall.seating.byes.values_list("hanchan__number", "player"))
    hall.seating.byes.first().delete()
    with pytest.raises(Refused, match="The byes of hanchan 1"):
        publish(hall)
    actions.restore(tournament=hall, number=2, act=Act(by=None, at=MORNING))
    publish(hall)
    assert set(hall.seating.byes.values_list("hanchan__number", "player")) == byes


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["plan", "import"])
def test_a_bye_that_was_lost_is_cured_by_seating_anew(way):
    hall = with_byes()
    hall.players.filter(number__gt=12).update(status="withdrawn")
    make_players(hall, 1)
    hall.seating.byes.all().delete()
    with pytest.raises(Refused, match="The byes of hanchan 1"):
        publish(hall)
    if way == "plan":
        actions.plan_seating(tournament=hall, seed=4, act=Act(by=None, at=MORNING))
    else:
        people = tuple(field_of(hall).seated)
        draft = from_plan(shuffled(12, 4, 4), tuple(player.pk for player in people))
        actions.import_seating(tournament=hall, draft=draft, act=Act(by=None, at=MORNING))
    publish(hall)
    assert not hall.seating.byes.exists()


@pytest.mark.parametrize("rows", ["altered", "as they were"])
def test_a_version_that_lost_its_digest_is_never_published_as_an_old_one(hall, rows):
    if rows == "altered":
        exchange(hall.seating, 1)
    forget_the_digest(from_before=False)
    for change in (lambda: publish(hall), lambda: CHANGES["swap"](hall, *hall.players.all()[:2])):
        with pytest.raises(Refused, match="Hanchan 1 differs from version 1 as it was verified"):
            change()
    assert published_hanchan(hall) == [] and Seating.objects.get().digest == ""
    actions.plan_seating(tournament=hall, seed=4, act=Act(by=None, at=MORNING))
    publish(hall)


def test_the_figures_of_one_from_before_are_counted_again_too(hall):
    assert hall.seating.quality["repeats"] == 0
    exchange(hall.seating, 1)
    forget_the_digest(from_before=True)
    with pytest.raises(Refused, match="The figure “repeats” is given as 0, but the recount gives"):
        publish(hall)
    assert published_hanchan(hall) == [] and Seating.objects.get().digest == ""


def test_the_page_of_a_version_says_when_it_was_verified(hall, client):
    client.force_login(make_staff(hall, Role.ORGANISER))
    address = reverse("seating_version", args=[hall.slug, 1])
    assert "Verified independently when it was made." in client.get(address).content.decode()
    forget_the_digest(from_before=True)
    assert "It will be verified before it is published or changed." in client.get(address).content.decode()
    publish(hall)
    assert "verified later" in client.get(address).content.decode()


def test_a_new_plan_and_an_earlier_version_are_ways_out(hall):
    actions.plan_seating(tournament=hall, seed=8, act=Act(by=None, at=MORNING))
    exchange(hall.seating, 1)
    actions.restore(tournament=hall, number=1, act=Act(by=None, at=MORNING))
    publish(hall)
    exchange(Seating.objects.get(number=3), 1)
    actions.plan_seating(tournament=hall, seed=9, act=Act(by=None, at=MORNING))
    publish(hall)


def test_nobody_goes_back_to_a_version_that_was_altered(hall):
    actions.plan_seating(tournament=hall, seed=8, act=Act(by=None, at=MORNING))
    exchange(Seating.objects.get(number=1), 2)
    with pytest.raises(Refused, match="Hanchan 2, table 1 differs from version 1"):
        actions.restore(tournament=hall, number=1, act=Act(by=None, at=MORNING))


def test_a_seating_from_before_there_was_a_verifier_is_verified_when_it_is_published(hall):
    forget_the_digest(from_before=True)
    publish(hall)
    seating = Seating.objects.get()
    assert seating.digest == rows_of(seating).digest() and seating.verified_at == MORNING


def test_one_from_before_that_is_faulty_is_refused_with_names(hall):
    forget_the_digest(from_before=True)
    gone = hall.seating.seats.get(hanchan__number=2, table=4, wind="N")
    Bye.objects.create(seating=hall.seating, hanchan=hall.hanchan.get(number=2), player=gone.player)
    with pytest.raises(Refused, match=f"Hanchan 2, table 4: player {gone.player.name} has both a seat and a bye"):
        publish(hall)
    assert published_hanchan(hall) == [] and Seating.objects.get().digest == ""


@pytest.mark.parametrize("half", [{"digest": ""}, {"verified_at": None}])
def test_the_database_knows_no_half_verified_seating(hall, half):
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.update(**half)


def test_a_seating_whose_report_is_wrong_is_not_kept(hall):
    seating = hall.seating
    seating.quality = {**seating.quality, "repeats": seating.quality["repeats"] + 1}
    with pytest.raises(UnverifiedSeating, match="repeats"):
        certify(seating, at=MORNING)


@given(st.integers(2, 5), st.integers(2, 6), st.integers(0, 999), st.data())
def test_the_report_and_the_verifier_agree_when_people_come_go_and_sit_out(tables, hanchan, seed, data):
    draft = from_plan(shuffled(4 * tables, hanchan, seed), tuple(range(100, 100 + 4 * tables)))
    first = data.draw(st.integers(2, hanchan))
    draft = renamed(Arrangement(draft), first, {data.draw(st.integers(100, 99 + 4 * tables)): 7}).draft
    fewer = data.draw(st.integers(2, hanchan))
    draft = {
        number: dict(list(seats.items())[1:]) if number == fewer else seats for number, seats in draft.items()
    }  # table 1 is not played in it
    lines = [(number, table, str(wind), player) for number, table, wind, player in to_rows(draft)]
    assert discrepancies(lines, [], quality=quality_of_map(draft).to_json()) == ()
