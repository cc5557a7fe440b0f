"""The history in words: what a line of it says about the values before and after."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.rules import rule_names
from tournament.audit import AuditEntry
from tournament.events.rulebook import value_in_words

CHANGED_RULES = "changed the rules"
UNTOLD = frozenset({"submission", "sources", "problems"})
WORDS = {"title": gettext_noop("rule set")}
LONGEST = 160


def details(entry: AuditEntry) -> list[str]:
    """The entry's values, each as one short sentence part: `place: Utrecht → Leiden`."""
    told = entry.detail
    rules = list(_rules_told(told.get("changes", {}))) if entry.verb == CHANGED_RULES else []
    rest = {name: value for name, value in told.items() if name not in UNTOLD and not (rules and name == "changes")}
    return [*rules, *(line for name, value in rest.items() for line in _told(name, value))]


def _rules_told(changes: Mapping[str, Any]) -> Iterator[str]:
    """Values of a rule set by their labels, in words; one that an earlier version named otherwise as it stands."""
    known = {one.name: one for one in rule_names()}
    for name, pair in changes.items():
        if name == "key":  # the title says which
            continue
        try:
            one = known[name]
            before, after = (value_in_words(one, one.kind.read(name, value)) for value in pair)
        except (LookupError, TypeError, ValueError, AttributeError):
            yield from _told(name, pair)
        else:
            yield _("{name}: {before} → {after}").format(name=_(one.label), before=before, after=after)


def _told(name: str, value: Any) -> Iterator[str]:
    if name == "changes" and isinstance(value, Mapping):
        for part, pair in value.items():
            yield from _told(part, pair)
    elif isinstance(value, list) and len(value) == 2 and not isinstance(value[0], Mapping):
        yield _("{name}: {before} → {after}").format(name=_word(name), before=_plain(value[0]), after=_plain(value[1]))
    elif value is not None and value is not False and value not in ("", [], {}):
        yield f"{_word(name)}: {_plain(value)}"


def _word(name: str) -> str:
    return _(WORDS.get(name, name.replace("_", " ")))


def _plain(value: Any) -> str:
    """A value as text; yes and no for flags, a dash for nothing, and never an endless list."""
    match value:
        case None | "":
            return "–"
        case bool():
            return _("yes") if value else _("no")
        case Mapping():
            text = ", ".join(f"{_word(str(name))} {_plain(part)}" for name, part in value.items())
        case list():
            text = ", ".join(_plain(part) for part in value)
        case _:
            text = str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
