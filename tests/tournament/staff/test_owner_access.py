"""The owner of an installation with clubs organises no event of a club, until they open it for a time."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories import make_players, make_staff, make_tournament, make_user
from tournament.api.actions import make_token
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import Membership, OwnerAccess, Role, User, Verb
from tournament.core.roles import RIGHTS, holds
from tournament.events.clubs import first_club
from tournament.events.models import ClubMember
from tournament.events.queries import organised_by, tournaments_of
from tournament.persons.club_actions import add_club, set_event_club
from tournament.persons.rights import players_to_link
from tournament.staff.actions import add_staff, change_role, new_link
from tournament.staff.owner_access import LASTS, accesses_to_show, end_access, open_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user("owner", superuser=True)


@pytest.fixture
def club():
    first_club()
    return add_club(name="Warsaw Riichi")


@pytest.fixture
def event(club):
    return event_of(club, "Theirs")


def event_of(club, name):
    organiser = make_user()
    ClubMember.objects.create(club=club, user=organiser, role="member")
    return make_tournament(name, by=organiser, club=club)


def again(user):
    """The same account in another request: roles are read once in each."""
    return User.objects.get(pk=user.pk)


def rights(user, tournament):
    return {right for right in RIGHTS if holds(again(user), right, tournament)}


def act(user, reason="The desk is locked out.", **values):
    return Act(by=user, reason=reason, at=timezone.now(), **values)


def opened(tournament, user, reason="The desk is locked out."):
    return open_event(tournament=tournament, act=act(user, reason))


def test_the_owner_has_every_right_where_there_are_no_clubs_and_at_events_of_no_club(owner, django_assert_num_queries):
    first_club()
    alone = make_tournament("Alone")
    assert rights(owner, alone) == set(RIGHTS)
    make_tournament("Of an organiser", by=make_user())
    add_club(name="Second")
    assert len(tournaments_of(owner)) == len(organised_by(owner)) == 2
    user = again(owner)
    with django_assert_num_queries(1):
        assert all(holds(user, right, alone) for right in RIGHTS)


def test_the_owner_has_no_right_at_an_event_of_a_club(owner, event):
    assert rights(owner, event) == set()
    assert not tournaments_of(owner).exists() and not organised_by(owner).exists()


def test_an_event_that_a_member_sets_up_for_the_first_club_is_shut_to_the_owner_once_there_are_several(owner, club):
    theirs, nobodys = event_of(first_club(), "Theirs"), make_tournament("Of nobody", by=make_user())
    assert (rights(owner, theirs), rights(owner, nobodys)) == (set(), set(RIGHTS))


def test_what_was_set_up_before_there_was_a_second_club_stays_open_to_the_owner(owner):
    before = event_of(first_club(), "Before")
    add_club(name="Second")
    assert rights(owner, before) == set(RIGHTS)


def test_an_owner_who_works_at_an_event_of_a_club_has_the_rights_of_that_role(owner, club, event):
    own = make_tournament("Own", by=owner, club=club)
    assert rights(owner, own) == set(RIGHTS)
    Membership.objects.create(tournament=event, user=owner, role=Role.DESK)
    assert rights(owner, event) == {"work_at", "check_in", "enter_sheet"}
    assert set(tournaments_of(owner)) == {own, event} and list(organised_by(owner)) == [own]


def test_giving_an_event_back_to_the_first_club_does_not_open_it(owner, event):
    people = make_players(event, 4)
    set_event_club(tournament=event, club=first_club(), act=act(owner), today=timezone.localdate())
    event.refresh_from_db()
    assert rights(owner, event) == set() and not players_to_link(owner).exists()
    opened(event, owner)
    assert set(players_to_link(owner)) == set(people)
    OwnerAccess.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert not players_to_link(owner).exists()
    ClubMember.objects.create(club=first_club(), user=owner, role="keeper")
    assert set(players_to_link(owner)) == set(people)


def test_the_owner_opens_an_event_with_a_reason_for_a_day_and_the_history_says_so(owner, event):
    access = opened(event, owner)
    assert rights(owner, event) == set(RIGHTS)
    assert list(tournaments_of(owner)) == list(organised_by(owner)) == [event]
    line = event.audit_entries.first()
    assert (line.verb, line.by, line.reason) == (Verb.OPENED_AS_OWNER, owner, "The desk is locked out.")
    assert line.detail == {"until": access.until.isoformat(timespec="minutes")}
    assert access.until - access.opened_at == LASTS == timedelta(hours=24)
    assert not findings(event)


def test_an_access_ends_by_itself(owner, event):
    opened(event, owner)
    OwnerAccess.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert rights(owner, event) == set() and not tournaments_of(owner).exists()


def test_an_access_to_one_event_opens_no_other_and_nobody_else_gets_in(owner, club, event):
    other = event_of(club, "Other")
    opened(event, owner)
    assert rights(owner, other) == rights(make_user("second", superuser=True), event) == set()


@pytest.mark.parametrize("by_owner", [True, False])
def test_an_organiser_or_the_owner_ends_it_earlier_with_a_line_in_the_history_once(owner, event, by_owner):
    opened(event, owner)
    who = owner if by_owner else make_staff(event, Role.ORGANISER)
    for _time in range(2):
        end_access(tournament=event, act=act(who, ""))
    assert rights(owner, event) == set()
    assert [one.by for one in event.audit_entries.filter(verb=Verb.ENDED_OWNER_ACCESS)] == [who]


def test_an_event_is_not_opened_without_a_reason_twice_or_by_anybody_else(owner, event):
    for user, reason, refusal in (
        (owner, "  ", "Enter a reason"),
        (make_staff(event, Role.ORGANISER), "Why not", "Only the owner"),
        (None, "A command", "Only the owner"),
    ):
        with pytest.raises(Refused, match=refusal):
            opened(event, user, reason)
    with pytest.raises(Refused, match="belongs to no club"):
        opened(make_tournament("Alone"), owner)
    opened(event, owner)
    with pytest.raises(Refused, match="You have opened this event already, until"):
        opened(event, owner)
    assert OwnerAccess.objects.count() == 1
    end_access(tournament=event, act=act(owner, ""))
    opened(event, owner, "Again")
    assert [one.reason for one in accesses_to_show(event, timezone.now())] == ["Again", "The desk is locked out."]


def test_what_outlasts_the_access_is_refused_meanwhile(owner, event):
    opened(event, owner)
    helper = again(owner)
    with pytest.raises(Refused, match="this would last longer"):
        add_staff(tournament=event, username="owner", name="", role=Role.ORGANISER, act=act(helper))
    with pytest.raises(Refused, match="this would last longer"):
        make_token(tournament=event, name="Mine", scope="read", act=act(helper))
    assert not Membership.objects.filter(user=owner).exists() and not event.api_tokens.exists()
    Membership.objects.create(tournament=event, user=owner, role=Role.ORGANISER)
    make_token(tournament=event, name="Mine", scope="read", act=act(helper))


def test_a_smaller_role_of_the_owner_does_not_grow_while_the_event_is_open_to_them(owner, event):
    desk = Membership.objects.create(tournament=event, user=owner, role=Role.DESK)
    opened(event, owner)
    helper = again(owner)
    with pytest.raises(Refused, match="this would last longer"):
        change_role(membership=desk, role=Role.ORGANISER, act=act(helper))
    with pytest.raises(Refused, match="this would last longer"):
        make_token(tournament=event, name="Mine", scope="read", act=act(helper))
    end_access(tournament=event, act=act(helper))
    assert "run_event" not in rights(owner, event) and not event.api_tokens.exists()
    change_role(membership=desk, role=Role.ORGANISER, act=act(make_staff(event, Role.ORGANISER)))
    assert "run_event" in rights(owner, event)


def test_no_link_lets_the_owner_in_as_somebody_who_works_at_a_shut_event_not_even_while_it_is_open(owner, event):
    own = make_tournament("Own", by=owner)
    theirs, mine = make_staff(event, Role.DESK), make_staff(own, Role.DESK)
    at_own = Membership.objects.create(tournament=own, user=theirs, role=Role.DESK)
    for _time in range(2):
        with pytest.raises(Refused, match="works at an event, that is not yours"):
            new_link(membership=at_own, act=act(again(owner)))
        if not tournaments_of(again(owner)).contains(event):
            opened(event, owner)
    with pytest.raises(Refused, match="works at an event, that is not yours"):
        new_link(membership=event.memberships.get(user=theirs), act=act(again(owner)))
    assert new_link(membership=own.memberships.get(user=mine), act=act(again(owner)))
    Membership.objects.create(tournament=event, user=owner, role=Role.ORGANISER)
    assert new_link(membership=at_own, act=act(again(owner)))


def test_no_link_lets_the_owner_in_as_somebody_of_a_club_that_is_not_theirs(owner, club):
    own, keeper = make_tournament("Own", by=owner), make_user()
    of_club = ClubMember.objects.create(club=club, user=keeper, role="keeper")
    at_own = Membership.objects.create(tournament=own, user=keeper, role=Role.DESK)
    with pytest.raises(Refused, match="is in a club"):
        new_link(membership=at_own, act=act(owner))
    ClubMember.objects.create(club=club, user=owner, role="keeper")
    assert new_link(membership=at_own, act=act(owner))
    of_club.delete()
    assert new_link(membership=at_own, act=act(owner))


def test_with_one_club_the_owner_makes_a_link_for_its_members(owner):
    own, keeper = make_tournament("Own", by=owner), make_user()
    ClubMember.objects.create(club=first_club(), user=keeper, role="keeper")
    at_own = Membership.objects.create(tournament=own, user=keeper, role=Role.DESK)
    assert new_link(membership=at_own, act=act(owner))


def test_the_history_of_an_event_has_a_line_where_it_changes_club(owner, club, event):
    for _time in range(2):
        set_event_club(tournament=event, club=first_club(), act=act(owner), today=timezone.localdate())
    line, *_before = lines = list(event.audit_entries.filter(verb=Verb.CHANGED_SETTINGS))
    assert (len(lines), line.by, line.detail) == (1, owner, {"changes": {"club": [str(club), str(first_club())]}})
    assert findings(event) == []


def test_an_ended_access_is_told_for_a_week(owner, event):
    opened(event, owner)
    now = timezone.now()
    for ago, shown in ((timedelta(days=6), 1), (timedelta(days=8), 0)):
        OwnerAccess.objects.update(until=now - ago)
        assert [one.is_open for one in accesses_to_show(event, now)] == [False] * shown
