"""Stores of photographs for tests: one in memory, and one where nobody answers."""

from obstore.store import MemoryStore

from bench.house import free_port
from tournament.core import object_store
from tournament.core.object_store import ObjectStore
from tournament.core.store_address import StoreAddress

ADDRESS = "s3://key:secret@store.example/photographs"


def use_store(store, settings, monkeypatch):
    """Let PHOTOGRAPHS name this store."""
    settings.PHOTOGRAPHS = ADDRESS
    monkeypatch.setattr(object_store, "store_at", lambda address: store)
    return store


def memory_store():
    """An empty store in the memory of the test."""
    return ObjectStore(MemoryStore())


def closed_store():
    """A store at an address where nobody listens."""
    return ObjectStore.at(StoreAddress.of(f"s3+http://key:secret@127.0.0.1:{free_port()}/photographs/spring"))
