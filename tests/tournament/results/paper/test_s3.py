"""A store that is a process of its own and speaks S3: photographs go there and back, and it may die meanwhile."""

import subprocess
import sys
from http.client import HTTPConnection

import pytest
from django.core.management import call_command

from bench.house import answer, free_port, wait_for
from tests.acts import with_act
from tests.factories import MORNING
from tests.tournament.desk.halls import hall, hanchan_of
from tests.tournament.results.paper.pictures import phone_picture, picture, upload
from tournament.core.object_store import StoreAway, photograph_store
from tournament.results.paper.actions import attach_photograph, delete_photograph
from tournament.results.paper.photograph_store import content_of, move_to_database, move_to_store, remove_left
from tournament.results.paper_models import PhotographData, StoredObject

pytestmark = [pytest.mark.django_db, pytest.mark.slow("a store in a process of its own")]


@pytest.fixture
def server(settings):
    """A server that speaks S3, with an empty bucket, and its process."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: answer(port, "/") is not None)
        line = HTTPConnection("127.0.0.1", port)
        line.request("PUT", "/photographs")
        assert line.getresponse().status == 200
        settings.PHOTOGRAPHS = f"s3+http://key:secret@127.0.0.1:{port}/photographs/spring"
        yield process
        process.kill()


def attached(event, table, file):
    return attach_photograph(hanchan=hanchan_of(event), table=table, upload=file, **with_act(by=None, at=MORNING))


def test_photographs_go_to_a_store_that_speaks_s3_and_back(server):
    event = hall()
    found = [attached(event, 1, phone_picture()), attached(event, 2, upload(picture(colour=(0, 90, 0))))]
    contents = [content_of(one) for one in found]
    assert move_to_store(MORNING) == {"moved": 2}
    assert [content_of(one) for one in found] == contents and not PhotographData.objects.exists()
    names = sorted(StoredObject.objects.values_list("name", flat=True))
    assert sorted(photograph_store().names()) == names
    assert photograph_store().get("nothing") is None
    delete_photograph(photograph=found[0], **with_act(by=None, at=MORNING, reason="a bystander's face"))
    assert remove_left(MORNING) == 1
    assert [*photograph_store().names()] == [found[1].stored.name]
    call_command("verify_event", event.slug)
    assert move_to_database(MORNING) == {"moved": 1}
    assert remove_left(MORNING) == 1 and [*photograph_store().names()] == []
    assert content_of(found[1]) == contents[1]


def test_a_store_that_dies_takes_no_photograph_with_it_that_is_on_its_way(server):
    event = hall()
    photograph = attached(event, 1, phone_picture())
    content = content_of(photograph)
    server.kill()
    server.wait()
    with pytest.raises(StoreAway):
        move_to_store(MORNING)
    assert content_of(photograph) == content
    assert StoredObject.objects.filter(photograph=None).count() == 1, "its object is known, and will be removed"


def test_a_bucket_that_is_not_there_is_told_of(server, settings):
    attached(hall(), 1, phone_picture())
    settings.PHOTOGRAPHS = settings.PHOTOGRAPHS.replace("/photographs/", "/other/")
    with pytest.raises(StoreAway):
        move_to_store(MORNING)
    assert PhotographData.objects.count() == 1
