"""Compute once, however many ask at the same moment: the first computes behind a lock, the rest wait for the result."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Once(Generic[Value]):
    """The last `size` values by key. A key must name everything that the value depends on."""

    def __init__(self, size: int):
        self._size = size
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._locks: dict[Hashable, Lock] = {}
        self._guard = Lock()

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """The value of `key`; `compute` is called by one thread at a time for one key. What it raises is not kept."""
        with self._guard:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            lock = self._locks.setdefault(key, Lock())
        with lock:
            return self._computed(key, compute)

    def _computed(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        with self._guard:
            if key in self._values:
                return self._values[key]
        try:
            value = compute()
        finally:
            with self._guard:
                self._locks.pop(key, None)
        with self._guard:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        with self._guard:
            self._values.clear()
