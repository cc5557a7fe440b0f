"""The audit chain: each line of a history has a SHA-256 value over its contents and the value of the line before.

Pure functions over plain values, so that the stand-alone check (docs/verify_history.py) computes the same. What they
return is stored in every history and must never change; tests hold them to published values.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

FORMAT = "sekigime-history-1"
HEAD_GROUPS = 4
GROUP = 4


def canonical(value: object) -> str:
    """Return one JSON text for equal values: keys sorted, no spaces, ASCII only.

    >>> canonical({"b": [1, None], "a": "é"})
    '{"a":"\\\\u00e9","b":[1,null]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def moment(at: datetime) -> str:
    """Return the moment as the chain has it, in UTC.

    >>> moment(datetime(2026, 5, 16, 9, 30, tzinfo=UTC))
    '2026-05-16T09:30:00+00:00'
    """
    return at.astimezone(UTC).isoformat()


def first_value(event: int, made_at: datetime) -> str:
    """Return the value before the first line: of the event itself, whatever its address or name."""
    return _hash({"format": FORMAT, "event": event, "made_at": moment(made_at)})


def next_value(previous: str, content: Mapping[str, Any]) -> str:
    """Return the value of a line with these contents, after the value of the line before."""
    return _hash([previous, content])


def head(value: str) -> str:
    """Return the beginning of a value in groups, as people compare it; "" stays "".

    >>> head("3f9a12bc77d0e1a4ffff")
    '3f9a 12bc 77d0 e1a4'
    """
    return " ".join(value[start : start + GROUP] for start in range(0, GROUP * HEAD_GROUPS, GROUP)).strip()


def _hash(value: object) -> str:
    return sha256(canonical(value).encode()).hexdigest()
