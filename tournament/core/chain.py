"""The audit chain: each line of a history has a SHA-256 value over its contents and the value of the line before.

Pure functions over plain values, so that the stand-alone check (docs/verify_history.py) computes the same. What they
return is stored in every history and must never change; tests hold them to published values.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256

FORMAT = "sekigime-history-1"
TEXTS = ("subject", "reason", "actor_name", "actor_login", "device", "detail", "figures")
"""The parts of a line in which the chain covers a commitment to each text."""
OF_LINE = "*"
"""The salt from which those of all texts of a line are made."""
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


def committed(content: Mapping[str, object], salts: Mapping[str, str], erased: Mapping[str, str]) -> dict[str, object]:
    """Return what the chain covers of a line: a salted commitment in the place of each text that is not empty.

    So a text can be erased, with its salt, and everything else of the line still proves itself. `salts` are by the path
    of a text, or one for all; `erased` has the commitments of texts that were erased. Without either, a line from
    before 0.10.0 is covered as it is.
    """
    if not salts and not erased:
        return dict(content)
    if not (isinstance(salts, dict) and isinstance(erased, dict)):
        return {"altered": [salts, erased]}
    paths = {path for name in TEXTS for path, _text in texts_of(content.get(name), name)}
    stray = {"altered": sorted(unknown)} if (unknown := {*salts, *erased} - paths - {OF_LINE}) else {}
    texts = {name: _committed(content[name], name, salts, erased) for name in TEXTS if name in content}
    return {**content, **texts, **stray}


def _committed(value: object, path: str, salts: Mapping[str, str], erased: Mapping[str, str]) -> object:
    if path in erased:
        return {"sha256": erased[path]}
    if isinstance(value, dict):
        return {name: _committed(one, f"{path}/{name}", salts, erased) for name, one in value.items()}
    if isinstance(value, list):
        return [_committed(one, f"{path}/{at}", salts, erased) for at, one in enumerate(value)]
    return {"sha256": commitment(value, path, salts)} if isinstance(value, str) and value else value


def texts_of(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield each text of a value with its path."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts_of(one, f"{path}/{name}")
    elif isinstance(value, list):
        for at, one in enumerate(value):
            yield from texts_of(one, f"{path}/{at}")
    elif isinstance(value, str):
        yield path, value


def with_texts(value: object, path: str, texts: Mapping[str, str]) -> object:
    """Return the value with other texts at some paths."""
    if isinstance(value, dict):
        return {name: with_texts(one, f"{path}/{name}", texts) for name, one in value.items()}
    if isinstance(value, list):
        return [with_texts(one, f"{path}/{at}", texts) for at, one in enumerate(value)]
    return texts.get(path, value)


def commitment(text: str, path: str, salts: Mapping[str, str]) -> str:
    """Return the commitment to a text."""
    return _hash([salt_of(path, salts), text])


def salt_of(path: str, salts: Mapping[str, str]) -> str:
    """Return the salt of a text: its own, or made of that of the line."""
    return salts[path] if path in salts else _hash([salts.get(OF_LINE, ""), path])


def next_value(previous: str, content: Mapping[str, object]) -> str:
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
