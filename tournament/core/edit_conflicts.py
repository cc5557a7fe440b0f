"""Two people save the same form: each changes only what they typed, and nobody replaces a value without having seen it.

A page keeps the values that it shows in the hidden field `seen`, by name, and its action gets them as `seen`. What a
person left as it was shown stays as it is in the database, whoever changed it meanwhile. What both changed is refused
once (`Overtaken`), with who changed it; the form comes back with what was typed, and having seen the other value.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournament.core.chain import canonical, moment
from tournament.core.messages import Conflict, Level, Message, Refused
from tournament.core.models import AuditEntry

Values = Mapping[str, object]
Words = Callable[[str, Any], tuple[str, str]]
"""The label of a named value, and the value as people read it."""

MOST_NAMED = 4


class Overtaken(Conflict):
    """Somebody else changed the same values since the page was opened; `now` are those values in the database."""

    def __init__(self, messages: Iterable[Message], now: Values | None = None) -> None:
        super().__init__(messages)
        self.now = now or {}


def plain(value: Any) -> Any:
    """Return the value as JSON, the same for what a form read and what the database has; nothing is None.

    >>> plain(""), plain(()), plain(0), plain(date(2026, 5, 16)), plain((16, 32))
    (None, None, 0, '2026-05-16', [16, 32])
    """
    match value:
        case None | "":
            return None
        case bool() | int():
            return value
        case datetime():
            return moment(value)
        case date():
            return value.isoformat()
        case list() | tuple():
            return [plain(one) for one in value] or None
        case Mapping():
            return {str(name): plain(one) for name, one in value.items()}
    return str(value)


def seen_in(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the values that the page had shown whose form was sent; None where it does not say."""
    try:
        found = json.loads(data.get("seen", ""))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def to_see(now: Values, seen: Values | None = None, refused: Refused | None = None) -> str:
    """Return the hidden field of a page that shows `now`, or shows again a form that had `seen` and was refused."""
    named = refused.now if isinstance(refused, Overtaken) else {}
    return canonical({**plain(now), **(seen or {}), **plain(named)})


def merged(
    lines: QuerySet[AuditEntry], *, typed: Values, seen: Values | None, now: Values, words: Words
) -> dict[str, Any]:
    """Return the values to store: of `typed` those that differ from what the page showed, of `now` all others.

    Only within the transaction that stores them, behind the tournament's row lock. `lines` of the history are those
    that tell who changed such values. Without `seen` everything typed is stored. Raises Overtaken.
    """
    if seen is None:
        return {**now, **typed}
    own = {name: value for name, value in typed.items() if plain(value) != plain(seen.get(name, now.get(name)))}
    refuse_overtaken(lines, typed=own, seen=seen, now=now, words=words)
    return {**now, **own}


def refuse_overtaken(
    lines: QuerySet[AuditEntry], *, typed: Values, seen: Values | None, now: Values, words: Words
) -> None:
    """Raise Overtaken where a value is neither what the page showed nor what was typed."""
    seen = seen or {}
    names = [
        name
        for name, value in typed.items()
        if name in seen and plain(now.get(name)) not in (plain(seen[name]), plain(value))
    ]
    found = [_overtaken(lines, name, now.get(name), words) for name in names[:MOST_NAMED]]
    if len(names) > MOST_NAMED:
        text = _("More values were changed meanwhile ({count}); see the history.")
        found.append(Message("value-overtaken", text, {"count": len(names) - MOST_NAMED}, Level.ERROR))
    if found:
        raise Overtaken(found, {name: now.get(name) for name in names})


def _overtaken(lines: QuerySet[AuditEntry], name: str, now: object, words: Words) -> Message:
    """Say who changed a value from what to what, as the newest line of the history has it."""
    label, after = words(name, plain(now))
    line = (
        lines.filter(detail__changes__has_key=name)
        .only("detail", "verb", "by", "actor_name", "actor_login")
        .order_by("-id")
        .first()
    )
    before, latest = line.detail["changes"][name] if line else (None, None)
    if line is None or not line.actor_name or plain(latest) != plain(now):
        text = _("“{label}” was changed to “{after}” meanwhile. Save again to replace it with your entry.")
        return Message("value-overtaken", text, {"label": label, "after": after}, Level.ERROR, name)
    text = _(
        "{name} changed “{label}” from “{before}” to “{after}” meanwhile. Save again to replace it with your entry."
    )
    params = {"name": line.actor, "label": label, "before": words(name, before)[1], "after": after}
    return Message("value-overtaken", text, params, Level.ERROR, name)
