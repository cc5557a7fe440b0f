"""Compute once, however many ask at the same moment: the first computes behind a lock, the rest wait for the result."""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from tournament.translation.formats import closed_up

Value = TypeVar("Value")


class SingleFlightCache(Generic[Value]):
    """The last `size` values by key, and of large ones no more than weigh `most` in all, by `weight`.

    A key must name everything that the value depends on.
    """

    def __init__(self, size: int, *, weight: Callable[[Value], int] = lambda _value: 0, most: int = 0):
        self._size = size
        self._weight = weight
        self._most = most
        self._weighs = 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._guard = Lock()

    def get(
        self,
        key: Hashable,
        compute: Callable[[], Value],
        is_current: Callable[[], bool] = lambda: True,
        accepts: Callable[[Value], bool] = lambda _value: True,
    ) -> Value:
        """The value of `key`; `compute` is called by one thread at a time for one key. What it raises is not kept.

        `is_current` is asked after it: a value whose data changed while it was computed is returned but not kept.
        `accepts` is asked of a kept value: one that it refuses is computed once more.
        """
        with self._guard:
            if key in self._values and accepts(self._values[key]):
                self._values.move_to_end(key)
                return self._values[key]
            lock = self._locks.setdefault(key, Lock())
        with lock:
            return self._computed(key, compute, is_current, accepts)

    def _computed(
        self,
        key: Hashable,
        compute: Callable[[], Value],
        is_current: Callable[[], bool],
        accepts: Callable[[Value], bool],
    ) -> Value:
        with self._guard:
            if key in self._values and accepts(self._values[key]):
                return self._values[key]
        try:
            value = compute()
            if not is_current():
                return value
        finally:
            with self._guard:
                self._locks.pop(key, None)
        with self._guard:
            if key in self._values:
                self._weighs -= self._weight(self._values[key])
            self._values[key] = value
            self._weighs += self._weight(value)
            while len(self._values) > self._size or self._weighs > self._most:
                self._weighs -= self._weight(self._values.popitem(last=False)[1])
        return value

    def values(self) -> list[Value]:
        """Return everything that is kept, the most recently asked last."""
        with self._guard:
            return list(self._values.values())

    @property
    def weight(self) -> int:
        """What everything that is kept weighs."""
        return self._weighs

    def clear(self) -> None:
        with self._guard:
            self._values.clear()
            self._weighs = 0


_compressed: SingleFlightCache[bytes] = SingleFlightCache(512)
player_parts: SingleFlightCache[tuple[str, ...]] = SingleFlightCache(
    512, weight=lambda parts: sum(map(len, parts)), most=24_000_000
)
"""Picture and results of players, each by everything that they depend on."""
page_parts: SingleFlightCache[Any] = SingleFlightCache(32)
"""Parts of pages that many pages share, each by everything that it depends on."""


def compressed(request: HttpRequest, key: Hashable, render: Callable[[], str]) -> HttpResponse:
    """Return the result of `render`, made once per `key`, which names everything that it depends on.

    Compressed, since 200 rows are read on phones; a browser that does not accept that gets the plain bytes.
    """
    content = _compressed.get(key, lambda: gzip.compress(closed_up(render()).encode(), compresslevel=6, mtime=0))
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(content, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(gzip.decompress(content))
    patch_vary_headers(response, ("Accept-Encoding", "Accept-Language", "Cookie"))
    return response


def forget_pages() -> None:
    """Drop everything, between tests."""
    _compressed.clear()
    page_parts.clear()
    player_parts.clear()
