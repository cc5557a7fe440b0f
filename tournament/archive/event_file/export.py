"""An event as the text of its file: one row a line, so that two files can be compared with any tool."""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from io import BytesIO
from operator import itemgetter
from random import Random, SystemRandom
from typing import IO

from tournament.archive.event_file.anonymity import Anonymity
from tournament.archive.event_file.sections import (
    EVENT,
    FORMAT,
    LINK_KEY,
    PEOPLE,
    SECTIONS,
    THE_EVENT,
    VERSION,
    FileSection,
    Row,
    references,
)
from tournament.core.locks import one_moment
from tournament.core.models import Tournament, User
from tournament.core.records import plain
from tournament.players.badges.links import event_key
from tournament.players.models import Player
from tournament.results.paper.photograph_store import stored_content
from tournament.results.paper_models import PhotographData, SheetPhotograph


def write_event_file(
    tournament: Tournament,
    file: IO[bytes],
    *,
    anonymised: bool = False,
    chance: Random | None = None,
    with_links: bool = False,
) -> None:
    """Write the event file, the same bytes for the same event wherever it is loaded.

    `with_links` adds the key of the codes on paper, so that they open where the file is loaded: for moving the event
    alone, since whoever has the key can make all of its codes.

    An anonymised one is shuffled by `chance`, by default that of the system, so that two of them differ. It has numbers
    instead of names, neither free texts nor history, and nothing of registrations, photographs, protests and the words
    of draws. The number of queries does not depend on the size of the event; one row and one photograph are in memory
    at a time, but all players of an anonymised file. It is the event of one moment, whoever writes meanwhile.

    Raises StoreAway when photographs are in a store that does not answer.
    """

    with one_moment():
        for part in _parts(tournament, chance or SystemRandom() if anonymised else None, with_links=with_links):
            file.write(part.encode())


def event_file(
    tournament: Tournament, *, anonymised: bool = False, chance: Random | None = None, with_links: bool = False
) -> str:
    """Return the event file as text."""
    file = BytesIO()
    write_event_file(tournament, file, anonymised=anonymised, chance=chance, with_links=with_links)
    return file.getvalue().decode()


def _parts(tournament: Tournament, chance: Random | None, *, with_links: bool) -> Iterator[str]:
    now = Tournament.objects.only("id_offset", "link_key", "made_at").get(pk=tournament.pk)
    offset = now.id_offset
    anonymity = Anonymity.of(tournament, offset, chance) if chance else None
    people: set[int] = set()
    head: dict[str, object] = {"format": FORMAT, "version": VERSION, "anonymised": anonymity is not None}
    if with_links:
        head[LINK_KEY] = event_key(now).hex()
    yield _text(head)[:-1] + f',\n"{EVENT}":'
    (event,) = _rows(THE_EVENT, tournament, offset)
    yield _text(anonymity.event(THE_EVENT, event) if anonymity else event)
    for section in SECTIONS:
        yield f',\n"{section.name}":['
        separator = "\n"
        for row in _shown(section, tournament, offset, anonymity):
            people |= _people(section, row)
            yield separator + _text(row)
            separator = ",\n"
        yield "]"
    yield f',\n"{PEOPLE}":['
    yield ",".join(f"\n{_text(row)}" for row in _accounts(people, offset, anonymity))
    yield "]}\n"


def _shown(section: FileSection, tournament: Tournament, offset: int, anonymity: Anonymity | None) -> Iterable[Row]:
    """Return the rows as the file has them, in the order of their ids."""
    rows = _rows(section, tournament, offset)
    if anonymity is None:
        return rows
    shown = () if section.private else (anonymity.row(section, row) for row in rows)
    return sorted(shown, key=itemgetter(section.pk)) if section.model is Player else shown


def _rows(section: FileSection, tournament: Tournament, offset: int) -> Iterator[Row]:
    if section.model is PhotographData:
        yield from _photographs(tournament, offset)
        return
    fields, several = section.fields, _several(section, tournament, offset)
    rows = section.rows(tournament).values_list(*(field.attname for field in fields))
    for values in rows.iterator(chunk_size=1_000):
        row = {field.name: plain(field, value, offset) for field, value in zip(fields, values, strict=True)}
        yield row | {name: ids.get(row["id"], []) for name, ids in several.items()}


def _photographs(tournament: Tournament, offset: int) -> Iterator[Row]:
    """The bytes of each photograph, wherever they are: a file has them all."""
    rows = SheetPhotograph.rows_of(tournament).order_by("pk")
    for pk, digest, own, name in rows.values_list("pk", "digest", "data__content", "stored__name").iterator(
        chunk_size=1
    ):
        content = stored_content(name, digest) if name else own
        if content is not None:
            yield {"photograph": pk - offset, "content": b64encode(bytes(content)).decode()}


def _several(section: FileSection, tournament: Tournament, offset: int) -> dict[str, dict[int, list[int]]]:
    """Return for each field that names several rows the ids, by the id of the row."""
    found: dict[str, dict[int, list[int]]] = {}
    for field in section.many:
        ids = found.setdefault(field.name, {})
        pairs = section.rows(tournament).exclude(**{field.name: None}).values_list("pk", field.name)
        for pk, other in pairs.order_by("pk", field.name):
            ids.setdefault(pk - offset, []).append(other - offset)
    return found


def _people(section: FileSection, row: Row) -> set[int]:
    names = [field.name for field, target in references(section) if target == PEOPLE]
    return {row[name] for name in names if row[name] is not None}


def _accounts(people: set[int], offset: int, anonymity: Anonymity | None) -> list[Row]:
    accounts = User.objects.filter(pk__in=[pk + offset for pk in people]).order_by("pk")
    rows = [{"id": user.pk - offset, "name": user.stored_name} for user in accounts]
    return [anonymity.account(row) for row in rows] if anonymity else rows


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
