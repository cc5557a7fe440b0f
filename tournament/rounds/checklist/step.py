"""The words of the checklist: a step, the sentences under it, and where it is done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence under a step. `tone`: ok, wait (missing), bad (must be put right), or plain."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Link:
    """Where a step is done, and the right that is needed there; `number` for a page of one hanchan."""

    label: str
    url_name: str
    right: str = "work_at"
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `part` is before, day or after.

    `needed`: the event waits for it. `ready`: by now it can be done. From these and `done` follows its `state`:
    done, now (the first one the event waits for), open (can be done at any time), later.
    """

    key: str
    part: str
    title: str
    done: bool
    lines: tuple[Line, ...] = ()
    links: tuple[Link, ...] = ()
    needed: bool = True
    ready: bool = True
    state: str = "later"
    number: int | None = None
