"""The check of a history: that it is what was written, and that the rows that it vouches for are what it says.

Nothing stops the owner of the machine from editing the database; this tells. Somebody who alters a row and recomputes
the whole chain is found by the head on any paper that was printed before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache as cached

from django.core.cache import cache
from django.utils.translation import gettext_noop as _

from tournament.core.audit_snapshot import Snapshot, follows, keep_whole, last_whole, read_snapshot
from tournament.core.chain import FORMAT, canonical, first_value, moment
from tournament.core.locks import one_moment
from tournament.core.messages import Level, Message, Refused
from tournament.core.models import AuditEntry, Tournament, Verb
from tournament.core.records import Figures, Recorded, Values, event_id, key_of, values_of
from tournament.core.requests import TournamentRequest

KEPT = 5  # seconds
LONG = 300  # lines, of which a check takes a tenth of a second
CHANGED = "changed-outside"
ALTERED = "altered"
"""In the address of a file: whoever asks for it has read that something was changed outside of Sekigime."""
VERBS = dict(Verb.choices)
ERASED = "…"
"""What a line says of a value that was erased; the line of the removal has what took its place."""


@dataclass(slots=True)
class _Said:
    """The lines of a history taken together: the last value of every field, and the line that has it."""

    figures: dict[str, Values] = field(default_factory=dict)
    lines: dict[tuple[str, str], AuditEntry] = field(default_factory=dict)

    def hear(self, entry: AuditEntry) -> None:
        """Add a line. An erased value is no value: a later line has what took its place."""
        for key, values in _figures(entry).items():
            if values is None:
                self.figures.pop(key, None)
            else:
                heard = {name: ERASED if f"figures/{key}/{name}" in entry.erased else values[name] for name in values}
                self.figures.setdefault(key, {}).update(heard)
                self.lines.update({(key, name): entry for name in values})


def _figures(entry: AuditEntry) -> Figures:
    """Return the figures of a line; of one that was altered, what still has the form of figures."""
    found = entry.figures if isinstance(entry.figures, dict) else {}
    return {key: values for key, values in found.items() if values is None or isinstance(values, dict)}


class _Wholeness:
    """The check that each line is what was written, with what the lines of removals say about others.

    They name the lines of which texts were erased; of one from before texts were covered by commitments, they have the
    value that it has had since. No line has such a value after the first one that was written with commitments.
    """

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        self.values = {entry.pk: entry.value() for entry in entries}
        self.erased: set[int] = set()
        self.again: dict[int, str] = {}
        old, is_old = set(), True
        for entry in entries:
            is_own = entry.chain == self.values[entry.pk]
            is_old = is_old and not (is_own and entry.salts)
            old |= {entry.edition} if is_old else set()
            if is_own and entry.verb == Verb.REMOVED_PERSON:
                self.erased |= set(entry.detail["lines"])
                self.again |= {int(line): one for line, one in entry.detail["values"].items() if int(line) in old}

    def __call__(self, entry: AuditEntry) -> bool:
        value = self.values[entry.pk]
        is_named = not entry.erased or entry.edition in self.erased
        return is_named and value in (entry.chain, self.again.get(entry.edition))


def findings(tournament: Tournament) -> list[Message]:
    """Return everything that was changed outside of Sekigime, in the order of the history; [] when all is whole.

    The number of queries does not depend on the size of the event. `known_findings` has the answer for KEPT seconds.
    """
    with one_moment():  # what was written between two of the queries would look as if it had come past the history
        found, read = _checked(tournament)
    if read and not found:
        keep_whole(read)
    cache.set(_key(tournament), found, KEPT)
    return found


def _checked(tournament: Tournament) -> tuple[list[Message], Snapshot | None]:
    """Return the findings and what was read, for the next check of a long history: nothing is found where only the new
    lines have changed what was whole before."""
    if tournament.edition < LONG:
        return _findings(tournament), None
    now = read_snapshot(tournament)
    before = last_whole(now)
    return ([] if before and follows(tournament, before, now) else _findings(tournament)), now


def _findings(tournament: Tournament) -> list[Message]:
    entries = list(tournament.audit_entries.order_by("id"))
    said = _Said()
    for entry in entries:
        said.hear(entry)
    edition, head = Tournament.objects.values_list("edition", "public_head").get(pk=tournament.pk)
    is_whole = _Wholeness(entries)
    found = [*_missing(entries, edition, is_whole), *_broken(tournament, entries, is_whole)]
    if head and head not in {entry.chain for entry in entries}:
        text = _("The head that the public standings show is not that of any line: the history was written again.")
        found.append(_finding("head-unknown", text))
    for model in Recorded.__subclasses__():
        found += _rows(model, tournament, said)
        found += model.faults(tournament)
    return found + list(_deleted(said))


def known_findings(tournament: Tournament) -> list[Message]:
    """Return the findings of at most KEPT seconds ago: for pages that are asked for often."""
    known: list[Message] | None = cache.get(_key(tournament))
    return findings(tournament) if known is None else known


def findings_of_page(request: TournamentRequest) -> dict[str, Callable[[], list[Message]]]:
    """Context processor: `findings`, read where a frame of the staff shows them (block `findings`) and nowhere else."""
    return {"findings": cached(lambda: known_findings(request.tournament))}


def refuse_changed(tournament: Tournament) -> None:
    """Refuse to let out what was changed outside of Sekigime, with everything that was."""
    if found := findings(tournament):
        text = _("Something was changed outside of Sekigime, so this file cannot be relied on:")
        raise Refused([Message(CHANGED, text, {}, Level.ERROR), *found])


def _key(tournament: Tournament) -> str:
    return f"findings-{tournament.pk}-{tournament.made_at.timestamp()}"


# --- the lines --------------------------------------------------------------------------------------------------------


def _missing(entries: Sequence[AuditEntry], edition: int, is_whole: _Wholeness) -> Iterator[Message]:
    """Each write has a line with its number; those that were missing when the chain began are known."""
    began = [entry for entry in entries if entry.verb == Verb.BEGAN_CHAIN and is_whole(entry)]
    known = {line for entry in began for line in entry.detail["missing"]}
    there = {entry.edition for entry in entries}
    for line in sorted(set(range(1, edition + 1)) - there - known):
        yield _finding("line-missing", _("Line {line} of the history was deleted outside of Sekigime."), line=line)
    if there and max(there) > edition:
        text = _("The history goes to line {line}, but the event says that line {edition} is its last.")
        yield _finding("edition-lowered", text, line=max(there), edition=edition)


def _broken(tournament: Tournament, entries: Sequence[AuditEntry], is_whole: _Wholeness) -> Iterator[Message]:
    """Each line has its own value, made from what is in it and from the value of the line before."""
    before, whole = first_value(event_id(tournament), tournament.made_at), True
    for entry in entries:
        was_whole, whole = whole, is_whole(entry)
        if not whole:
            text = _("Line {line} of the history ({what}) was changed outside of Sekigime.")
            yield _finding("line-altered", text, line=entry.edition, what=_what(entry))
        elif was_whole and entry.previous != before:
            text = _("Before line {line} of the history ({what}) a line is missing or in another place.")
            yield _finding("line-displaced", text, line=entry.edition, what=_what(entry))
        before = entry.chain


# --- the rows ---------------------------------------------------------------------------------------------------------


def _rows(model: type[Recorded], tournament: Tournament, said: _Said) -> Iterator[Message]:
    """Every row is what the last line about it says; what is looked at is taken from `said`."""
    label = str(model._meta.verbose_name)
    for row in model.rows_of(tournament).order_by("pk"):
        key, values = key_of(row, tournament.id_offset), values_of(row, offset=tournament.id_offset)
        figures = said.figures.pop(key, None)
        named = {"label": label, "key": getattr(row, model.shown_by)}
        if figures is None:
            text = _("This was added to the database outside of Sekigime: {label} {key}.")
            yield _finding("row-added", text, **named)
            continue
        for name, figure in figures.items():
            entry = said.lines[key, name]
            for where, old, now in _differences(name, figure, values.get(name, figure)):
                text = _(
                    "Line {line} of the history ({what}) says {figure}, but the database now says {now}: {label} "
                    "{key}, {field}. It was changed outside of Sekigime."
                )
                shown = {"field": where, "figure": _text(old), "now": _text(now)}
                yield _finding("row-altered", text, line=entry.edition, what=_what(entry), **named, **shown)


def _differences(name: str, figure: object, now: object) -> Iterator[tuple[str, object, object]]:
    """Yield (where, then, now) for each value that differs: of a rule set, what differs in it."""
    if isinstance(figure, dict) and isinstance(now, dict) and figure.keys() == now.keys():
        for key in figure:
            yield from _differences(f"{name}.{key}", figure[key], now[key])
    elif figure != now:
        yield name, figure, now


def _deleted(said: _Said) -> Iterator[Message]:
    """Yield a finding for each row in `said` that no model has taken: it is in the history alone."""
    for key, figures in said.figures.items():
        if figures:
            entry = said.lines[key, next(iter(figures))]
            text = _("Line {line} of the history ({what}) stored a row that was deleted outside of Sekigime: {row}.")
            yield _finding("row-deleted", text, line=entry.edition, what=_what(entry), row=key)


def _text(value: object) -> str:
    return value if isinstance(value, str) and value else canonical(value)


def _what(entry: AuditEntry) -> str:
    """Name the act of a line, in the reader's language."""
    verb = str(VERBS.get(entry.verb, entry.verb))
    return f"{verb}: {entry.about}" if entry.subject else verb


def _finding(code: str, text: str, **params: object) -> Message:
    return Message(code, text, params, Level.ERROR)


# --- the file ---------------------------------------------------------------------------------------------------------


def export_lines(tournament: Tournament) -> list[str]:
    """Return JSON lines for docs/verify_history.py: the event, its history, and each recorded row as it is."""
    with one_moment():
        return list(_export_lines(tournament))


def _export_lines(tournament: Tournament) -> Iterator[str]:
    yield canonical({"format": FORMAT, "event": event_id(tournament), "made_at": moment(tournament.made_at)})
    for entry in tournament.audit_entries.order_by("id"):
        kept = {name: one for name, one in (("salts", entry.salts), ("erased", entry.erased)) if one}
        yield canonical({**entry.content(), **kept, "previous": entry.previous, "chain": entry.chain})
    for model in Recorded.__subclasses__():
        for key, values in model.evidence(tournament):
            yield canonical({"row": key, "values": values})


def last_value(tournament: Tournament) -> str:
    """Return the chain's value after the last line, "" for a history without one."""
    values = AuditEntry.objects.filter(tournament=tournament).order_by("-id").values_list("chain", flat=True)
    return values.first() or ""
