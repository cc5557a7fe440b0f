"""A store of objects beside the database: bytes by name, at S3 or whatever speaks like it, open to nobody else.

An object is written once, under a name that nobody can guess.
"""

import logging
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused
from tournament.core.store_address import StoreAddress

if TYPE_CHECKING:
    import obstore

TIMEOUT = "5s"
"""Of a request, which holds a thread of the server."""
REST = 20
"""Seconds in which nobody asks again after no answer, so that a page full of pictures does not wait for each."""
logger = logging.getLogger("tournament.photographs")


class StoreAway(Refused):
    """The store does not answer, or refuses; nothing was changed there."""

    status = 503


class ObjectStore:
    """The objects of one folder. Every method raises StoreAway if the store does not answer."""

    def __init__(self, store: "obstore.store.ObjectStore") -> None:
        self._store = store
        self._resting_until = 0.0

    @classmethod
    def at(cls, address: StoreAddress) -> Self:
        """Return the store at an address; nobody is asked yet."""
        from obstore.store import S3Store

        return cls(
            S3Store(
                address.bucket,
                prefix=address.folder or None,
                endpoint=address.endpoint,
                region=address.region,
                access_key_id=address.key,
                secret_access_key=address.secret,
                client_options={
                    "allow_http": address.endpoint.startswith("http:"),
                    "connect_timeout": TIMEOUT,
                    "timeout": TIMEOUT,
                },
                retry_config={"max_retries": 1},
            )
        )

    def put(self, name: str, content: bytes) -> None:
        """Store an object."""
        import obstore

        with self._answering():
            obstore.put(self._store, name, content, use_multipart=False)

    def get(self, name: str) -> bytes | None:
        """Return the bytes of an object, None without one."""
        import obstore

        with self._answering():
            try:
                return bytes(obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None

    def remove(self, names: Collection[str]) -> None:
        """Remove objects; those that are not there are removed already."""
        import obstore

        with self._answering():
            obstore.delete(self._store, list(names))

    def names(self) -> Iterator[str]:
        """Yield the name of each object."""
        import obstore

        with self._answering():
            for page in obstore.list(self._store):
                yield from (one["path"] for one in page)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        if time.monotonic() < self._resting_until:
            raise _away()
        try:
            yield
        except (BaseError, OSError) as problem:
            self._resting_until = time.monotonic() + REST
            logger.warning("the store does not answer: %s", str(problem).partition("\n")[0])
            raise _away() from problem


def _away() -> StoreAway:
    text = _("The store of photographs does not answer. No photograph is lost. Try again in a minute.")
    return StoreAway.of("store-away", text)


@cache
def store_at(address: str) -> ObjectStore:
    """Return the store at an address; one for each process."""
    return ObjectStore.at(StoreAddress.of(address))


def photograph_store() -> ObjectStore | None:
    """Return the store of photographs; None where they are in the database."""
    return store_at(settings.PHOTOGRAPHS) if settings.PHOTOGRAPHS else None
