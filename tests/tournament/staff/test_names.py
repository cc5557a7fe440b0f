"""Nobody takes another's name: not now, and not backwards into the history."""

import pytest

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Membership, Role, User, Verb
from tournament.staff.actions import change_name

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_tournament("Open")


@pytest.fixture
def mina(event):
    return make_staff(event, Role.REFEREE, "mina", "Mina Costa")


@pytest.fixture
def tom(event):
    return make_staff(event, Role.DESK, "tom", "Tom Okafor")


def rename(user, name):
    change_name(user=user, name=name, act=Act(by=user, at=MORNING))


def test_a_change_of_name_is_a_line_in_the_history_of_every_event(event, tom):
    other = make_tournament("Other")
    Membership.objects.create(tournament=other, user=tom, role=Role.DESK)
    rename(tom, "  Tom   Adeyemi ")
    for tournament in (event, other):
        entry = tournament.audit_entries.get(verb=Verb.CHANGED_NAME)
        assert (entry.by, entry.actor_name, entry.actor_login) == (tom, "Tom Okafor", "tom")
        assert (entry.subject, entry.detail) == ("Tom Adeyemi", {"changes": {"name": ["Tom Okafor", "Tom Adeyemi"]}})
        tournament.refresh_from_db()
        assert findings(tournament) == []
    assert str(User.objects.get(pk=tom.pk)) == "Tom Adeyemi"


def test_lines_that_are_there_keep_the_name(event, tom):
    with audited_write(event, Act(by=tom, at=MORNING), Verb.CHECKED_IN):
        pass
    rename(tom, "Tom Adeyemi")
    assert event.audit_entries.get(verb=Verb.CHECKED_IN).actor_name == "Tom Okafor"


def test_the_same_name_again_is_no_change(event, tom):
    rename(tom, "Tom Okafor ")
    assert not event.audit_entries.filter(verb=Verb.CHANGED_NAME).exists()


@pytest.mark.parametrize(
    "name",
    [
        "Mina Costa",
        "mina  COSTA",
        "Mi\u200bna Costa",
        "Ｍina Costa",
        "MINA",
        "Mina\u3164Costa",
        "Mi\u034fna Costa",
        "М\u0456na С\u043esta",
        "Mina\u2800Costa",
    ],
)
def test_the_name_of_somebody_at_the_same_event_is_refused(event, mina, tom, name):
    with pytest.raises(Refused) as refused:
        rename(tom, name)
    assert (refused.value.codes, refused.value.field) == ("name-taken", "name")
    assert "mina" in str(refused.value)
    tom.refresh_from_db()
    assert str(tom) == "Tom Okafor"
    assert not AuditEntry.objects.filter(verb=Verb.CHANGED_NAME).exists()


def test_the_name_that_somebody_had_is_refused_as_well(event, mina, tom):
    with audited_write(event, Act(by=mina, at=MORNING), Verb.CHECKED_IN):
        pass
    rename(mina, "Mina Duarte")
    with pytest.raises(Refused):
        rename(tom, "Mina Costa")
    rename(mina, "Mina Costa")


def test_somebody_who_left_keeps_the_name_that_the_history_has(event, mina, tom):
    with audited_write(event, Act(by=mina, at=MORNING), Verb.CHECKED_IN):
        pass
    mina.memberships.all().delete()
    with pytest.raises(Refused):
        rename(tom, "Mina Costa")


def test_the_name_of_somebody_at_another_event_is_free(event, tom):
    make_staff(make_tournament("Other"), Role.REFEREE, "mina", "Mina Costa")
    rename(tom, "Mina Costa")
    assert str(tom) == "Mina Costa"


def test_the_owner_of_the_machine_is_known_where_the_owner_did_something(event, mina):
    owner = make_user("owner", name="Inês Duarte", superuser=True)
    with audited_write(event, Act(by=owner, at=MORNING), Verb.CHECKED_IN):
        pass
    with pytest.raises(Refused):
        rename(owner, "Mina Costa")
    rename(owner, "Inês Salo")
    assert event.audit_entries.filter(verb=Verb.CHANGED_NAME).count() == 1


def test_the_page_refuses_beside_the_field(client, event, mina, tom):
    client.force_login(tom)
    answer = client.post("/account/", {"act": "save", "name": "Mina Costa"})
    assert answer.status_code == 422
    assert "Somebody you work with is called Mina Costa" in answer.context["name_form"].errors["name"][0]
    assert client.post("/account/", {"act": "save", "name": "Tom Adeyemi"}).status_code == 302
    assert event.audit_entries.get(verb=Verb.CHANGED_NAME).device
