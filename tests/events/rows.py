"""The rows that a function adds to the database, kept in a file, so that they need not be made again.

An event takes 20 to 1,000 ms to build through the actions, its rows 1 to 5 ms to insert. Whoever asks first builds it;
all workers find it, and later sessions as well, as long as nothing changed of what builds it.
"""

import fcntl
import pickle
import sys
from collections.abc import Callable, Mapping
from functools import cache, wraps
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec, TypeVar
from unittest.mock import patch

import django
import time_machine
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import translation

ROOT = Path(__file__).resolve().parents[2]
RANGE = 100_000
"""Primary keys of one event; each event begins a range of its own, so that no test can rely on a key being 1."""
RANGES = 10_000
EMPTY: Mapping[str, Any] = MappingProxyType({})

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Row = tuple[Any, ...]
Table = tuple[str, list[str], list[Row]]

_folder: Path | None = None
_run = ""
_read: dict[Path, "Kept"] = {}


class Kept(NamedTuple):
    """What a function put into each table, and its answer, pickled: each caller gets objects of their own."""

    code: str
    tables: list[Table]
    answer: bytes


def keep_in(folder: Path, run: str = "") -> None:
    """Keep rows in this folder; until it is called, functions build as if they were not kept.

    With the name of a run they are for this run alone: one that counts branches must see each event built.
    """
    global _folder, _run
    _folder, _run = folder, run


def kept(build: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a function that builds an event build it once.

    It builds as ever where another event is there already, or an argument is an object that no file could know
    (its `repr` has a `<`). It must not ask the clock for more than "now", and must write nothing but rows.
    """

    @wraps(build)
    def event(*args: Asked.args, **fields: Asked.kwargs) -> Answer:
        path = path_of(build, args, fields)
        if path is None or apps.get_model("tournament.Tournament").objects.exists():
            return build(*args, **fields)
        found = _read.get(path) or stored(path) or _made(path, lambda: build(*args, **fields))
        _read[path] = found
        _insert(found.tables)
        return pickle.loads(found.answer)  # noqa: S301

    return event


def path_of(build: Callable[..., Any], args: tuple[Any, ...] = (), fields: Mapping[str, Any] = EMPTY) -> Path | None:
    """Where the rows are that the function makes of these arguments; None if they are not kept."""
    asked = f"{args}{sorted(fields.items())}"
    if _folder is None or "<" in asked:
        return None
    digest = sha256(f"{build.__module__}.{build.__qualname__}{asked}".encode()).hexdigest()
    return _folder / f"{build.__name__}-{connection.vendor}-{digest[:16]}.pickle"


def built(build: Callable[[], Any], path: Path) -> Kept:
    """Build in the range of primary keys that belongs to the path, at a standing clock, and take it out again."""
    from tests import factories
    from tournament.events.clubs import first_club
    from tournament.standings import cache, queries

    first_club()  # it is the installation's, not the event's
    first = (int(sha256(path.name.encode()).hexdigest(), 16) % RANGES + 1) * RANGE
    before = {name: set(rows) for name, _, rows in _tables()}
    with (
        patch.object(sys.modules[__name__], "_folder", None),  # what it builds upon has no range of its own
        patch.object(factories, "_numbers", count(first)),
        translation.override("en"),
        time_machine.travel(factories.MORNING, tick=False),
        transaction.atomic(),
    ):
        _number_from(first)
        answer = pickle.dumps(build())
        tables = [
            (name, columns, [row for row in rows if row not in before[name]]) for name, columns, rows in _tables()
        ]
        transaction.set_rollback(True)
    _number_on(_models())
    queries.forget()
    cache.forget_pages()
    return Kept(made_from(), [table for table in tables if table[2]], answer)


def stored(path: Path) -> Kept | None:
    """What is kept there and was built by the code as it is now."""
    if not path.exists():
        return None
    found: Kept = pickle.loads(path.read_bytes())  # noqa: S301
    return found if found.code == made_from() else None


def _made(path: Path, build: Callable[[], Any]) -> Kept:
    """Build and keep it; of several workers that want the same, the first builds and the others wait for it."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = stored(path)
        if found is None:
            found = built(build, path)
            own = path.with_suffix(".new")  # written by whoever has the lock; read by nobody before it is whole
            own.write_bytes(pickle.dumps(found))
            own.replace(path)
    return found


def _insert(tables: list[Table]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:  # a row may name another that comes after it
        for name, columns, rows in tables:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", rows)  # noqa: S608
        names = {name for name, _, _ in tables}
        _number_on([model for model in _models() if _quoted(model._meta.db_table) in names])


def _tables() -> list[Table]:
    found = []
    with connection.cursor() as cursor:
        for model in _models():
            name, key = _quoted(model._meta.db_table), _quoted(model._meta.pk.column)
            columns = [_quoted(field.column) for field in model._meta.concrete_fields]
            cursor.execute(f"SELECT {', '.join(columns)} FROM {name} ORDER BY {key}")  # noqa: S608
            found.append((name, columns, cursor.fetchall()))
    return found


def _added(rows: list[Row], before: set[Row]) -> list[Row]:
    return [row for row in rows if row not in before]


def _models() -> list[Any]:
    return list(apps.get_app_config("tournament").get_models(include_auto_created=True))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _number_from(first: int) -> None:
    """Give new rows primary keys above `first`."""
    numbered = [(model._meta.db_table, model._meta.auto_field.column) for model in _models() if model._meta.auto_field]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence")
            for table, _ in numbered:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, first])
        else:
            for table, key in numbered:
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [_quoted(table), key, first])


def _number_on(models: list[Any]) -> None:
    """Number new rows after those that are there: PostgreSQL does so only when it is told, SQLite by itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


@cache
def made_from() -> str:
    """A digest of all code that an event may come from: the product's and that of all tests."""
    found = sha256(f"{_run} {sys.version} {django.__version__}".encode())
    for folder in ("tournament", "scoring", "seating", "bench", "tests"):
        for file in sorted(ROOT.joinpath(folder).rglob("*.*")):
            if file.suffix in {".py", ".toml", ".tsv", ".csv"}:
                found.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return found.hexdigest()
