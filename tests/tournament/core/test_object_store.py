"""The store of objects: its address, its answers, and none."""

import pytest

from tests.tournament.results.paper.stores import closed_store, memory_store
from tournament.core import object_store
from tournament.core.object_store import StoreAway, photograph_store
from tournament.core.store_address import StoreAddress


def test_an_address_says_where_the_store_is_and_who_asks():
    address = StoreAddress.of("s3://key:a%40b%2F@store.example:9000/club/photos/spring?region=eu-west-3")
    assert address == StoreAddress("https://store.example:9000", "club", "photos/spring", "eu-west-3", "key", "a@b/")
    assert str(address) == "https://store.example:9000/club/photos/spring"
    plain = StoreAddress.of("s3+http://key:secret@127.0.0.1/club/")
    assert (plain.endpoint, plain.bucket, plain.folder, plain.region) == ("http://127.0.0.1", "club", "", "us-east-1")


@pytest.mark.parametrize(
    "address",
    ["https://key:secret@store.example/club", "s3://store.example/club", "s3://key@store.example/club",
     "s3://key:secret@store.example/", "s3://key:secret@/club", "club"],
)  # fmt: skip
def test_an_address_that_lacks_something_is_refused(address):
    with pytest.raises(ValueError, match=r"club|store"):
        StoreAddress.of(address)


def test_what_was_stored_is_there_until_it_is_removed():
    store = memory_store()
    store.put("one", b"1")
    store.put("two", b"2")
    assert (store.get("one"), store.get("three"), sorted(store.names())) == (b"1", None, ["one", "two"])
    store.remove(["one", "three"])
    assert (store.get("one"), [*store.names()]) == (None, ["two"])


def test_a_store_that_does_not_answer_says_so_and_is_left_alone_for_a_while(monkeypatch, caplog):
    store, now = closed_store(), [1_000.0]
    monkeypatch.setattr(object_store.time, "monotonic", lambda: now[0])
    with pytest.raises(StoreAway, match=r"does not answer\. No photograph is lost"):
        store.get("one")
    assert len(caplog.messages) == 1 and "secret" not in caplog.text
    with pytest.raises(StoreAway):
        store.put("one", b"1")
    assert len(caplog.messages) == 1, "it was asked again at once"
    now[0] += object_store.REST
    with pytest.raises(StoreAway):
        store.remove(["one"])
    assert len(caplog.messages) == 2


def test_without_the_setting_there_is_no_store_and_with_it_one_for_the_process(settings):
    settings.PHOTOGRAPHS = ""
    assert photograph_store() is None
    settings.PHOTOGRAPHS = "s3://key:secret@store.example/photographs"
    assert photograph_store() is photograph_store()
