"""Links, roles and passwords."""

from datetime import timedelta

import pytest

from tests.acts import with_act
from tests.factories import make_staff, make_tournament, make_user
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Membership, Role, User
from tournament.staff.actions import (
    add_staff,
    change_role,
    ensure_owner,
    make_sign_in_link,
    new_link,
    remove_staff,
    set_password,
    sign_in_with,
    take_links,
)
from tournament.staff.models import SignInLink
from tournament.staff.queries import is_last_organiser, may_hand_link, staff_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def membership_of(user, tournament):
    return Membership.objects.get(user=user, tournament=tournament)


def test_a_link_signs_its_person_in_once(now):
    mina = make_user("mina")
    _link, token = make_sign_in_link(user=mina, at=now, valid_for=DAY)
    assert sign_in_with(token=token, at=now) == mina
    with pytest.raises(Refused, match="already been used"):
        sign_in_with(token=token, at=now)


def test_a_link_that_is_used_leaves_those_of_others_as_they_are(now):
    _mine, token = make_sign_in_link(user=make_user("mina"), at=now, valid_for=DAY)
    other, _token = make_sign_in_link(user=make_user("mara"), at=now, valid_for=DAY)
    sign_in_with(token=token, at=now)
    other.refresh_from_db()
    assert other.used_at is None


def test_a_link_expires_at_its_time(now):
    _link, token = make_sign_in_link(user=make_user(), at=now, valid_for=DAY)
    with pytest.raises(Refused, match="expired"):
        sign_in_with(token=token, at=now + DAY)


def test_an_unknown_link_and_one_of_a_switched_off_account_are_the_same(now):
    mina = make_user("mina")
    _link, token = make_sign_in_link(user=mina, at=now, valid_for=DAY)
    User.objects.update(is_active=False)
    for wrong in ("nothing", token):
        with pytest.raises(Refused, match="link is unknown"):
            sign_in_with(token=wrong, at=now)


def test_the_token_is_in_no_column_of_the_database(now):
    link, token = make_sign_in_link(user=make_user(), at=now, valid_for=DAY)
    kept = SignInLink.objects.values().get(pk=link.pk)
    assert token not in str(kept)
    assert len(kept["token_hash"]) == 64


def test_a_new_link_ends_the_earlier_one(now):
    mina = make_user("mina")
    _first, old = make_sign_in_link(user=mina, at=now, valid_for=DAY)
    make_sign_in_link(user=mina, at=now, valid_for=DAY)
    with pytest.raises(Refused, match="expired"):
        sign_in_with(token=old, at=now)


def test_a_password_ends_the_links_that_were_handed_out(now):
    mina = make_user("mina")
    _link, token = make_sign_in_link(user=mina, at=now, valid_for=DAY)
    set_password(user=mina, password="felt and ivory")
    assert mina.check_password("felt and ivory")
    with pytest.raises(Refused, match="unknown"):
        sign_in_with(token=token, at=now)


def test_the_owner_of_the_machine_is_made_once_and_has_no_password():
    owner = ensure_owner()
    assert ensure_owner() == owner
    assert owner.is_superuser
    assert not owner.has_usable_password()


def test_somebody_new_gets_an_account_a_role_and_a_link(now):
    tournament = make_tournament()
    user, token = add_staff(
        tournament=tournament, username="", name="Mina de Vries", role="desk", act=Act(by=None, at=now)
    )
    assert (user.username, user.get_full_name()) == ("mina.de.vries", "Mina de Vries")
    assert membership_of(user, tournament).role == Role.DESK
    assert sign_in_with(token=token, at=now) == user
    entry = tournament.audit_entries.first()
    assert (entry.verb, entry.subject) == ("added to the staff", "Mina de Vries")
    assert token not in str(entry.detail)


def test_a_second_person_of_the_same_name_gets_another_sign_in_name(now):
    tournament = make_tournament()
    for _ in range(2):
        add_staff(tournament=tournament, username="", name="Mina Berg", role="desk", act=Act(by=None, at=now))
    assert sorted(User.objects.values_list("username", flat=True)) == ["mina.berg", "mina.berg2"]


def test_somebody_known_is_added_without_a_link(now):
    tournament, mina = make_tournament(), make_user("mina")
    make_staff(tournament, Role.ORGANISER)
    user, token = add_staff(tournament=tournament, username="MINA", name="", role="referee", act=Act(by=None, at=now))
    assert (user, token) == (mina, "")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"),
        ({"role": "chief"}, "role"),
        ({"username": "no spaces"}, "username"),
        ({"username": "tom"}, "username"),
    ],
)
def test_who_cannot_be_added_is_refused_and_nothing_is_written(fields, field, now):
    tournament = make_tournament()
    make_staff(tournament, Role.DESK, "tom")
    with pytest.raises(Refused) as refused:
        add_staff(
            **with_act(
                **{"tournament": tournament, "username": "", "name": "Mina", "role": "desk", "by": None, "at": now}
                | fields
            )
        )
    assert refused.value.field == field
    assert tournament.memberships.count() == 1
    assert tournament.audit_entries.count() == 1


def test_nobody_can_take_the_last_organiser_away(now):
    tournament = make_tournament()
    aiko = membership_of(make_staff(tournament, Role.ORGANISER, name="Aiko Brandt"), tournament)
    make_staff(make_tournament("Another event"), Role.ORGANISER)
    assert is_last_organiser(aiko)
    with pytest.raises(Refused, match="Aiko Brandt is the last organiser"):
        change_role(membership=aiko, role="desk", act=Act(by=None, at=now))
    with pytest.raises(Refused, match="last organiser"):
        remove_staff(membership=aiko, act=Act(by=None, at=now))
    make_staff(tournament, Role.ORGANISER, name="Luc Moreau")
    remove_staff(membership=aiko, act=Act(by=None, at=now))
    assert [one.user.first_name for one in staff_of(tournament)] == ["Luc"]


def test_who_is_removed_can_no_longer_use_a_link(now):
    tournament = make_tournament()
    user, token = add_staff(tournament=tournament, username="", name="Mina", role="desk", act=Act(by=None, at=now))
    remove_staff(membership=membership_of(user, tournament), act=Act(by=None, at=now))
    with pytest.raises(Refused, match="expired"):
        sign_in_with(token=token, at=now)


def test_a_changed_role_stands_in_the_history_with_before_and_after(now):
    tournament = make_tournament()
    mina = membership_of(make_staff(tournament, Role.DESK), tournament)
    change_role(membership=mina, role="referee", act=Act(by=None, at=now))
    assert tournament.audit_entries.first().detail == {"changes": {"role": ["desk", "referee"]}}


def test_an_organiser_may_hand_links_only_to_people_of_the_own_tournaments(now):
    mine, other = make_tournament("Mine"), make_tournament("Other")
    aiko = make_staff(mine, Role.ORGANISER)
    mina = make_staff(mine, Role.DESK)
    elsewhere = make_staff(mine, Role.DESK)
    Membership.objects.create(tournament=other, user=elsewhere, role=Role.DESK)
    owner = make_user("owner", superuser=True)
    assert may_hand_link(aiko, mina, mine)
    assert not may_hand_link(aiko, elsewhere, mine)
    assert not may_hand_link(aiko, owner, mine)
    assert may_hand_link(owner, elsewhere, mine)
    with pytest.raises(Refused, match="also works at other events"):
        new_link(membership=membership_of(elsewhere, mine), act=Act(by=aiko, at=now))
    assert sign_in_with(token=new_link(membership=membership_of(mina, mine), act=Act(by=aiko, at=now)), at=now) == mina


def test_no_organiser_makes_a_link_for_somebody_with_a_password_who_did_not_agree(now):
    event = make_tournament("Mine")
    aiko = make_staff(event, Role.ORGANISER)
    mina = make_staff(event, Role.DESK)
    set_password(user=mina, password="east wind rain")
    with pytest.raises(Refused, match="has a password to sign in with"):
        new_link(membership=membership_of(mina, event), act=Act(by=aiko, at=now))
    assert not may_hand_link(aiko, mina, event)
    assert may_hand_link(make_user("owner", superuser=True), mina, event)
    take_links(user=mina, agrees=True)
    assert sign_in_with(token=new_link(membership=membership_of(mina, event), act=Act(by=aiko, at=now)), at=now) == mina


def test_staff_are_listed_organisers_first(now):
    tournament = make_tournament()
    for role, name in [(Role.DESK, "Zoe"), (Role.ORGANISER, "Tom"), (Role.DESK, "Ann"), (Role.REFEREE, "Bo")]:
        make_staff(tournament, role, name=name)
    assert [one.user.first_name for one in staff_of(tournament)] == ["Tom", "Bo", "Ann", "Zoe"]


def test_of_two_who_use_a_link_at_the_same_moment_one_is_signed_in(now, monkeypatch):
    link, token = make_sign_in_link(user=make_user("mina"), at=now, valid_for=DAY)
    found = SignInLink.objects.select_related("user").get(pk=link.pk)
    sign_in_with(token=token, at=now)
    monkeypatch.setattr("tournament.staff.actions.find_link", lambda token: found)
    with pytest.raises(Refused, match="already been used"):
        sign_in_with(token=token, at=now + timedelta(seconds=1))
    link.refresh_from_db()
    assert link.used_at == now


def test_the_role_that_somebody_has_already_writes_nothing(now):
    tournament = make_tournament()
    mina = membership_of(make_staff(tournament, Role.DESK), tournament)
    entries = tournament.audit_entries.count()
    change_role(membership=mina, role="desk", act=Act(by=None, at=now))
    assert tournament.audit_entries.count() == entries


def test_who_still_works_at_another_event_keeps_the_link(now):
    here, there = make_tournament(), make_tournament("Elsewhere")
    mina = make_staff(here, Role.DESK)
    Membership.objects.create(tournament=there, user=mina, role=Role.DESK)
    _link, token = make_sign_in_link(user=mina, at=now, valid_for=DAY)
    remove_staff(membership=membership_of(mina, here), act=Act(by=None, at=now))
    assert sign_in_with(token=token, at=now) == mina
