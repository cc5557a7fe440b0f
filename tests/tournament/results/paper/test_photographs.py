"""Photographs of the paper are attached, kept with their hash, and deleted by a referee with a reason."""

from hashlib import sha256

import pytest
from django.db import connection

from tests.acts import with_act
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.results.paper.pictures import phone_picture, picture, upload
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Role, Verb
from tournament.results.paper.actions import MOST_PHOTOGRAPHS, attach_photograph, delete_photograph
from tournament.results.paper.queries import photographs_of
from tournament.results.paper_models import PhotographData, SheetPhotograph

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return hall()


@pytest.fixture
def keiko(event):
    return make_staff(event, Role.REFEREE, name="Keiko Mori")


def attached(event, file=None, table=1, by=None):
    file = file or phone_picture()
    return attach_photograph(hanchan=hanchan_of(event), table=table, upload=file, **with_act(by=by, at=MORNING))


def test_a_photograph_is_kept_with_its_hash_in_the_history(event, keiko):
    found = attached(event, by=keiko)
    content = bytes(PhotographData.objects.get(photograph=found).content)
    assert (found.number, found.width, found.height, found.size) == (1, 300, 400, len(content))
    assert found.digest == sha256(content).hexdigest()
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.about, entry.by) == (Verb.ATTACHED_PHOTOGRAPH, "hanchan 1, table 1", keiko)
    assert entry.detail == {"photograph": 1, "bytes": len(content), "digest": found.digest}
    assert findings(event) == []
    assert str(found) == "photograph 1 of hanchan 1, table 1"
    assert str(found.data) == "bytes of photograph 1 of hanchan 1, table 1"


def test_several_are_attached_and_the_same_one_once(event):
    first, again = attached(event), attached(event)
    second = attached(event, upload(picture(colour=(0, 90, 0))))
    assert (again, second.number) == (first, 2)
    assert photographs_of(hanchan_of(event), 1) == [first, second]
    assert photographs_of(hanchan_of(event), 2) == []


def test_what_is_no_photograph_leaves_nothing_behind(event):
    edition = event.edition
    with pytest.raises(Refused):
        attached(event, upload(form="GIF"))
    event.refresh_from_db()
    assert event.edition == edition
    assert not SheetPhotograph.objects.exists() and not hanchan_of(event).sheets.exists()


def test_a_table_that_is_not_there_has_no_photographs(event):
    with pytest.raises(Refused, match="has no table 99"):
        attached(event, table=99)
    assert not PhotographData.objects.exists()


def test_there_is_an_end_to_the_photographs_of_a_sheet(event):
    for n in range(MOST_PHOTOGRAPHS):
        attached(event, upload(picture((20, 20), (n * 20, 0, 0))))
    with pytest.raises(Refused, match="12 photographs"):
        attached(event)
    assert SheetPhotograph.objects.count() == MOST_PHOTOGRAPHS


def test_a_referee_deletes_a_photograph_and_says_why(event, keiko):
    found = attached(event)
    with pytest.raises(Refused, match="Enter a reason"):
        delete_photograph(photograph=found, **with_act(by=keiko, at=MORNING, reason=" "))
    for reason in ("a bystander's face", "twice"):
        delete_photograph(photograph=found, **with_act(by=keiko, at=MORNING, reason=reason))
    found.refresh_from_db()
    assert (found.deleted_by, found.deleted_at, found.deleted_reason) == (keiko, MORNING, "a bystander's face")
    assert not PhotographData.objects.exists()
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.reason) == (Verb.DELETED_PHOTOGRAPH, "a bystander's face")
    assert findings(event) == []
    assert attached(event).number == 2


def test_bytes_that_were_exchanged_outside_of_sekigime_are_found(event):
    found = attached(event)
    other = attached(event, upload(picture(colour=(0, 90, 0))))
    PhotographData.objects.filter(photograph=found).update(content=bytes(other.data.content))
    PhotographData.objects.filter(photograph=other).delete()
    assert [(one.code, one.params["number"]) for one in findings(event)] == [
        ("photograph-altered", 1),
        ("photograph-altered", 2),
    ]


def test_results_stay_as_they_are(event):
    version = entered(hanchan_of(event))
    attached(event)
    sheet = hanchan_of(event).sheets.get(table=1)
    assert (sheet.accepted, sheet.versions.count()) == (version, 1)


def test_the_bytes_are_in_the_database_so_that_every_backup_has_them(event):
    attached(event)
    with connection.cursor() as cursor:
        cursor.execute("SELECT content FROM tournament_photographdata")
        ((content,),) = cursor.fetchall()
    assert sha256(content).hexdigest() == SheetPhotograph.objects.get().digest
