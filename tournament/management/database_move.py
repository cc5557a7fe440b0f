"""A move of the whole installation into another database, from SQLite to PostgreSQL or back: all of it or nothing.

Both databases are held by a transaction each. Every row is copied as it is, with its id; then every row of the old
database is read again and compared with the new one, value by value, and only then the new one is committed. The last
thing is a note in the old one that it was left.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, DataError, Error, IntegrityError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models import AutoField, BinaryField, Field, JSONField, Model
from django.db.models.sql import InsertQuery
from django.utils.translation import gettext_noop as _

from tournament.archive.copies import OURS
from tournament.archive.models import Installation
from tournament.archive.original import copied_from, make_original, this_place
from tournament.core.audit_check import findings
from tournament.core.locks import Lock, hold_until_commit
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.events.models import Club
from tournament.installation import command
from tournament.management.database import location

Tell = Callable[[str, int, int], object]
"""Is told of the step, how many rows are done and of how many."""
Row = tuple[Any, ...]
Table = type[Model]

TARGET = "target"
"""The alias of the new database; the old one is the default."""
FRESH: tuple[Table, ...] = (Permission, ContentType, Club)
"""The tables in which `migrate` leaves rows, besides the one that says where the data is, which is not copied."""
ROWS, ROWS_WITH_FILES = 500, 8
"""Rows in memory at a time; a photograph or logo has up to a megabyte."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved: tables, rows, and the names of events in whose history something was changed outside of
    Sekigime, in the old database as in the new one.
    """

    tables: int
    rows: int
    changed: list[str]


@contextmanager
def second_database(found: Mapping[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """Connect to another database, which is known as TARGET inside the block. Raises Refused if it does not answer."""
    known = {DEFAULT_DB_ALIAS: connections.settings[DEFAULT_DB_ALIAS], TARGET: dict(found)}
    connections.settings[TARGET] = connections.configure_settings(known)[TARGET]
    try:
        try:
            connections[TARGET].ensure_connection()
        except Error as error:
            text = _("The new database does not answer: {error}")
            raise Refused.of("move-no-database", text, error=str(error).strip()) from error
        yield connections[TARGET]
    finally:
        connections[TARGET].close()
        del connections[TARGET]
        del connections.settings[TARGET]


@contextmanager
def in_place_of_default(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Let everything in the block that names no database use this one."""
    present = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = present


def move_database(target: BaseDatabaseWrapper, at: datetime, *, tell: Tell) -> Moved:
    """Move everything from the default database into the target. Raises Refused; then the target has no row of it, and
    the old database is as it was.
    """
    source, here = connections[DEFAULT_DB_ALIAS], this_place()
    with in_place_of_default(target):
        if this_place() == here:
            raise Refused.of("move-itself", _("The new database is the one in use. Name another one."))
    _check_source(source)
    with in_place_of_default(target):
        _make_ready(target)
    tables = tables_in_order()
    with _held(source, tables), transaction.atomic(using=TARGET):
        with in_place_of_default(target):
            hold_until_commit(Lock.MIGRATION)
            _check_empty()
        rows = _copy_and_compare(tables, target, tell)
        with in_place_of_default(target):
            make_original()
        _leave(location(target), at)
    with in_place_of_default(target):
        return Moved(len(tables), rows, _changed(tell))


def tables_in_order() -> list[Table]:
    """Return the models of all tables, each after those that it refers to, as far as there are no circles."""
    ordered: dict[Table, None] = {}
    begun: set[Table] = set()

    def visit(model: Table) -> None:
        if model in begun:
            return
        begun.add(model)
        for field in model._meta.concrete_fields:
            if isinstance(field.related_model, type):
                visit(field.related_model)
        ordered[model] = None

    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model is not Installation:
            visit(model)
    return list(ordered)


def _check_source(source: BaseDatabaseWrapper) -> None:
    executor = MigrationExecutor(source)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        text = _("This database is not up to date. Run first: {command}")
        raise Refused.of("move-not-migrated", text, command=command("migrate"))
    if known := copied_from():
        text = _("This database is not the original, but a copy of the data of {host}. Make it the original first.")
        raise Refused.of("move-copy", text, host=known.moved_to or known.host)
    _refuse_in_use(source)


def _make_ready(target: BaseDatabaseWrapper) -> None:
    """Give an empty target, now the default, its tables. Raises Refused for one that holds anything."""
    _refuse_in_use(target)
    names = set(target.introspection.table_names())
    if names and not names >= OURS:
        text = _("{database} has tables of another program. Name an empty database.")
        raise Refused.of("move-foreign", text, database=location(target))
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except CommandError as error:
        raise Refused.of("move-target", str(error)) from error
    _check_empty()


def _check_empty() -> None:
    """Refuse a new database, now the default, in which anything was entered."""
    used = next((one for one in tables_in_order() if one not in FRESH and one._base_manager.exists()), None)
    if used is not None:
        text = _("{database} is in use already: there are rows in {table}. Name an empty database.")
        database = location(connections[DEFAULT_DB_ALIAS])
        raise Refused.of("move-not-empty", text, database=database, table=used._meta.db_table)


def _refuse_in_use(database: BaseDatabaseWrapper) -> None:
    """Refuse a database that somebody else is connected to: what they write now would be left behind."""
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
            (others,) = cursor.fetchone()
        else:
            # SQLite leaves this mode, and enters it again, only for whoever uses the file alone.
            try:
                cursor.execute("PRAGMA journal_mode=DELETE")
                cursor.execute("PRAGMA journal_mode=WAL")
                others = 0
            except Error:
                others = 1
    if others:
        text = _("Somebody uses {database}. Stop Sekigime and every other program on it, then move again.")
        raise Refused.of("move-in-use", text, database=location(database))


@contextmanager
def _held(source: BaseDatabaseWrapper, tables: Iterable[Table]) -> Iterator[None]:
    """See the source as it is at this moment, and let nobody write to it: who starts meanwhile waits."""
    with transaction.atomic():  # SQLite has one writer at a time, who is this one from now on
        if source.vendor == "postgresql":
            names = ", ".join(source.ops.quote_name(one._meta.db_table) for one in tables)
            with source.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                cursor.execute(f"LOCK TABLE {names} IN SHARE MODE")
        yield


def _copy_and_compare(tables: Sequence[Table], target: BaseDatabaseWrapper, tell: Tell) -> int:
    """Copy the rows of all tables, and compare them. Return how many there are; raises Refused."""
    for fresh in FRESH:
        fresh._base_manager.using(TARGET).all().delete()
    numbers = {model: model._base_manager.count() for model in tables}
    total, done = sum(numbers.values()), 0
    _check_references_at_once(target, tables)
    for model in tables:
        for rows in rows_of(model):
            insert(model, rows)
            done += len(rows)
            tell("Copied", done, total)
        _carry_sequence(model, target)
    _check_references(target)
    done = 0
    for model in tables:
        if model._base_manager.using(TARGET).count() != numbers[model]:
            raise _differs(model, "count(*)")
        for rows in rows_of(model):
            compare(model, rows)
            done += len(rows)
            tell("Compared", done, total)
    return total


def _fields(model: Table) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if not field.generated]


def rows_of(model: Table) -> Iterator[list[Row]]:
    """Return the rows of a table in the old database, a few at a time."""
    fields = _fields(model)
    size = ROWS_WITH_FILES if any(isinstance(field, BinaryField) for field in fields) else ROWS
    names = [field.attname for field in fields]
    rows = model._base_manager.order_by("pk").values_list(*names, named=True).iterator(size)
    while batch := list(islice(rows, size)):
        yield batch


def insert(model: Table, rows: Sequence[Row]) -> None:
    """Write rows as they are. Raises Refused with the first one that the new database does not take."""
    fields = _fields(model)
    size = max(connections[TARGET].ops.bulk_batch_size(fields, rows), 1)
    try:
        with transaction.atomic(using=TARGET):
            for begin in range(0, len(rows), size):
                query = InsertQuery(model)
                query.insert_values(fields, rows[begin : begin + size], raw=True)  # type: ignore[arg-type]  # rows have the attributes
                query.get_compiler(using=TARGET).execute_sql()
    except (DataError, IntegrityError) as error:
        if len(rows) > 1:
            for row in rows:
                insert(model, [row])
        said = (str(error).strip().splitlines() or ["-"])[0]
        text = _(
            "The row {key} of {table} does not fit into the new database: {error}. Correct it in the old one, then "
            "move again. Nothing was moved."
        )
        key = getattr(rows[0], model._meta.pk.attname)
        raise Refused.of("move-row", text, key=key, table=model._meta.db_table, error=said) from error


def compare(model: Table, rows: Iterable[Row]) -> None:
    """Refuse a move of which one of these rows is not in the new database as it is in the old one."""
    fields = _fields(model)
    names, key = [field.attname for field in fields], model._meta.pk.attname
    keys = [getattr(row, key) for row in rows]
    found = model._base_manager.using(TARGET).filter(pk__in=keys).values_list(*names, named=True)
    there = {getattr(row, key): row for row in found}
    for row in rows:
        other = there.get(getattr(row, key))
        for at, field in enumerate(fields):
            if other is None or _same(field, row[at]) != _same(field, other[at]):
                raise _differs(model, f"{getattr(row, key)}, {field.column}")


def _same(field: "Field[Any, Any]", value: Any) -> Hashable:
    """Return a value so that it is equal to what the other database makes of it, and to nothing else."""
    if isinstance(value, memoryview):
        return bytes(value)
    return plain_json(value) if isinstance(field, JSONField) else value


def plain_json(value: object) -> str:
    """Return a value of JSON as text. PostgreSQL keeps neither the order of keys nor how a whole number is written.

    >>> plain_json({"b": 1.0, "a": [True, 1e25, -0.0]})
    '{"a": [true, 10000000000000000000000000, 0], "b": 1}'
    """
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return int(Decimal(repr(value))) if isinstance(value, float) and value.is_integer() else value


def _differs(model: Table, where: str) -> Refused:
    text = _("{table} differs after the move: {where}. Nothing was moved.")
    return Refused.of("move-differs", text, table=model._meta.db_table, where=where)


def _check_references_at_once(target: BaseDatabaseWrapper, tables: Sequence[Table]) -> None:
    """Let PostgreSQL check each reference when its row comes, except those to rows that come later: it would remember
    all of them until the end. SQLite only counts them.
    """
    if target.vendor != "postgresql":
        return
    order = {model._meta.db_table: at for at, model in enumerate(tables)}
    with target.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "SELECT conname, own.relname, other.relname FROM pg_constraint JOIN pg_class own ON own.oid = conrelid"
            " JOIN pg_class other ON other.oid = confrelid"
            " WHERE contype = 'f' AND connamespace = current_schema()::regnamespace"
        )
        later = [name for name, own, other in cursor.fetchall() if order[own] <= order[other]]
        cursor.execute(f"SET CONSTRAINTS {', '.join(map(target.ops.quote_name, later))} DEFERRED")


def _check_references(target: BaseDatabaseWrapper) -> None:
    try:
        target.check_constraints()
    except IntegrityError as error:
        text = _("A row refers to one that is not there: {error}. Nothing was moved.")
        raise Refused.of("move-reference", text, error=str(error).strip()) from error


def _carry_sequence(model: Table, target: BaseDatabaseWrapper) -> None:
    """Let the ids of new rows go on from those of the old database: the id of a row that was deleted is not given
    again, since links and papers may have it.
    """
    key = model._meta.pk
    if isinstance(key, AutoField):
        table, column = model._meta.db_table, key.column
        last = _last_id(connections[DEFAULT_DB_ALIAS], table, column)
        with target.cursor() as cursor:
            if target.vendor == "postgresql":
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)",
                    [target.ops.quote_name(table), column, max(last, 1), last > 0],
                )
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])


def _last_id(source: BaseDatabaseWrapper, table: str, column: str | None) -> int:
    """Return the last id that a table has given, 0 for none."""
    with source.cursor() as cursor:
        if source.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [source.ops.quote_name(table), column])
            (sequence,) = cursor.fetchone()
            cursor.execute(f"SELECT last_value FROM {sequence} WHERE is_called")  # noqa: S608  # as PostgreSQL named it
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def _leave(place: str, at: datetime) -> None:
    """Let the old database know that its data is elsewhere now."""
    values = {"place": "", "path": "", "moved_to": place, "copied_at": at}
    Installation.objects.update_or_create(pk=1, defaults=values)


def _changed(tell: Tell) -> list[str]:
    """Verify the history of each event in the new database; return the names of those that were changed outside."""
    found, number = [], Tournament.objects.count()
    for at, tournament in enumerate(Tournament.objects.order_by("pk").iterator(ROWS), 1):
        if findings(tournament):
            found.append(tournament.name)
        tell("Histories verified", at, number)
    return found
