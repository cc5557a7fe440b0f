"""Checks of arguments: a wrong type is refused with a sentence that names the argument."""

from collections.abc import Iterable


def whole_number(name: str, value: object) -> int:
    """Return the value if it is a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    return value


def seed_value(value: object) -> int | str:
    """Return the value if it can be a seed: the same number or text gives the same seating."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise TypeError(f"seed must be a whole number or text, not {value!r}")
    return value


def number_set(name: str, values: object) -> frozenset[int]:
    """Return the values as a frozen set of whole numbers."""
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a set of whole numbers, not {values!r}")
    return frozenset(whole_number(f"each of {name}", value) for value in values)
