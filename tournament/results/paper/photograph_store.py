"""The bytes of photographs: where they are, and their way between the database and the store.

A photograph is attached in the database, in the write that its sheet's history has. What moves it afterwards writes an
object, reads it back, and only then lets the row of bytes go, so that at every moment one of the two has it. An object
is noted in the database before it is written, and until it is removed: one that a crash leaves behind is found there.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused
from tournament.core.models import Tournament
from tournament.core.object_store import ObjectStore, photograph_store
from tournament.results.paper_models import PhotographData, SheetPhotograph, StoredObject, altered

ON_THE_WAY = timedelta(hours=1)
"""Longer than an object takes to be written: after that, whoever wrote it has died."""
BATCH = 500


class PhotographGone(Refused):
    """The bytes of a photograph are in no place, or are not those that were attached."""

    status = 404


def content_of(photograph: SheetPhotograph) -> bytes:
    """Return the bytes of a photograph as it was attached. Raises StoreAway and PhotographGone."""
    rows = SheetPhotograph.objects.filter(pk=photograph.pk).values_list("data__content", "stored__name")
    for content, name in rows:
        found = bytes(content) if content is not None else stored_content(name, photograph.digest) if name else None
        if found is not None:
            return found
    raise PhotographGone.of("photograph-gone", _("The photograph is gone, or it was changed outside of Sekigime."))


def stored_content(name: str, digest: str) -> bytes | None:
    """Return the bytes of an object if they have this digest; else, and without the object, None.

    Raises StoreAway, also where no store is set any more.
    """
    content = _store().get(name)
    return content if content is not None and sha256(content).hexdigest() == digest else None


def _store() -> ObjectStore:
    store = photograph_store()
    if store is None:
        text = _("The photograph is in a store, and the setting PHOTOGRAPHS names none. Ask whoever runs the server.")
        raise PhotographGone.of("no-store", text)
    return store


def let_go(photographs: "QuerySet[SheetPhotograph]") -> None:
    """Let the bytes of photographs go, within a transaction: from the database at once, from the store with the next
    `remove_left`."""
    StoredObject.objects.filter(photograph__in=photographs).update(photograph=None, is_leaving=True)
    PhotographData.objects.filter(photograph__in=photographs).delete()


def move_to_store(at: datetime) -> Counter[str]:
    """Move every photograph that is in the database, and return how many were moved, and how many stay because they are
    not what was attached. Raises StoreAway; what was moved before is moved."""
    store, done = _store(), Counter[str]()
    for pk in PhotographData.objects.order_by("pk").values_list("pk", flat=True):
        row = PhotographData.objects.select_related("photograph").filter(pk=pk).first()
        if row is None:  # deleted meanwhile, or moved by another process
            continue
        content = bytes(row.content)
        if sha256(content).hexdigest() != row.photograph.digest:
            done["differ"] += 1
            continue
        noted = StoredObject.objects.create(name=token_hex(16), noted_at=at)
        store.put(noted.name, content)
        is_same = store.get(noted.name) == content
        done["moved" if is_same and _has_moved(noted, pk) else "differ"] += 1
    return done


def _has_moved(noted: StoredObject, photograph: int) -> bool:
    """Let the object be the photograph's, in place of the row of bytes; False where that went meanwhile."""
    with transaction.atomic():
        gone, _by_model = PhotographData.objects.filter(pk=photograph).delete()
        waiting = StoredObject.objects.filter(pk=noted.pk, is_leaving=False)
        if gone and waiting.update(photograph=photograph):
            return True
        transaction.set_rollback(True)
    return False


def move_to_database(at: datetime) -> Counter[str]:
    """Move every photograph that is in the store; returns and raises like `move_to_store`."""
    done = Counter[str]()
    for photograph in SheetPhotograph.objects.exclude(stored=None).select_related("stored").order_by("pk"):
        content = stored_content(photograph.stored.name, photograph.digest)
        if content is None:
            done["differ"] += 1
            continue
        with transaction.atomic():
            own = StoredObject.objects.filter(pk=photograph.stored.pk, photograph=photograph)
            if own.update(photograph=None, is_leaving=True, noted_at=at):
                PhotographData.objects.create(photograph=photograph, content=content)
                done["moved"] += 1
    return done


def remove_left(at: datetime) -> int:
    """Remove from the store what is no photograph's any more, or never came to be one; return how many objects.

    Raises StoreAway; then they are removed the next time.
    """
    waiting = StoredObject.objects.filter(photograph=None, is_leaving=False, noted_at__lt=at - ON_THE_WAY)
    waiting.update(is_leaving=True)  # from here on no mover takes it
    names = list(StoredObject.objects.filter(is_leaving=True).values_list("name", flat=True)[:BATCH])
    if names:
        _store().remove(names)
        StoredObject.objects.filter(pk__in=names).delete()
    return len(names)


def faults_in_store(tournament: Tournament) -> Iterator[Message]:
    """Yield the photographs of an event that the store does not have as they were attached. Raises StoreAway."""
    rows = SheetPhotograph.rows_of(tournament).exclude(stored=None).order_by("pk")
    for photograph in rows.select_related("stored", "sheet__hanchan"):
        if stored_content(photograph.stored.name, photograph.digest) is None:
            yield altered(photograph.sheet.hanchan.number, photograph.sheet.table, photograph.number)


def unknown_objects() -> list[str]:
    """Return the names in the store that this database does not know, in order. Raises StoreAway."""
    return sorted({*_store().names()} - {*StoredObject.objects.values_list("name", flat=True)})
