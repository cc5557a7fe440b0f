"""Answers as JSON: rows by the keys of their columns, times in UTC, points as whole numbers, an ETag from the edition.

The edition of an answer is a digest of everything that it shows, whatever its page: two pages of one edition belong
together. The edition of the tournament would tell that something hidden was written.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from hashlib import blake2s
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from tournament.api.paging import Paging
from tournament.api.resources import TableAnswer
from tournament.core.tables import AnyTable, CellKind
from tournament.events.event_list import Cursor

JSON = "application/json"
REVALIDATE = "no-cache"
"""Caches keep the answer and ask with its ETag each time."""


def plain(value: object) -> object:
    """Return a value that JSON does not know: a moment in UTC, a day, an exact number as text."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case _:
            return str(value)


def encode(value: object) -> str:
    """Return a value as JSON, the same text for the same value."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=plain)


def rows_of(table: AnyTable, columns: Collection[str] | None) -> list[dict[str, object]]:
    """Return the rows by key, of all columns or of those named; repeated columns are named as they were declared.

    A flag is true or false.
    """
    kinds = {column.key: column.kind for column in table.file_columns}
    names = {key: table.columns.columns[key].column.repeats or key for key in kinds}
    shown = [key for key in kinds if columns is None or names[key] in columns]
    return [
        {key: bool(row[key]) if kinds[key] is CellKind.FLAG else row[key] for key in shown}
        for row in table.program_rows()
    ]


def edition_of(*shown: object) -> str:
    """Return a short name of what is shown."""
    return blake2s(encode(shown).encode(), digest_size=12).hexdigest()


def table_body(
    path: str, answer: TableAnswer, rows: Sequence[Mapping[str, object]], paging: Paging, query: str = ""
) -> dict[str, object]:
    """Return a page of rows with its envelope; `query` is the rest of the question, for the address of the next page.

    Raises NothingThere after the last page.
    """
    pages, following = paging.pages(len(rows)), Paging(paging.page + 1, paging.size)
    return {
        "edition": edition_of(answer.as_of, answer.facts, rows),
        "as_of": answer.as_of,
        **answer.facts,
        "count": len(rows),
        "page": paging.page,
        "pages": pages,
        "size": paging.size,
        "next": f"{path}?{query}{following.query}" if paging.page < pages else None,
        "rows": paging.cut(rows),
    }


def list_body(
    path: str,
    rows: Sequence[Mapping[str, object]],
    count: int,
    paging: Paging,
    page: int | None,
    after: Cursor | int | None,
    facts: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Return the rows of one page of a list that is never read whole, `count` of all, `page` if its number is known.

    The edition is that of the page. The next page begins `after` its last row. Raises NothingThere after the last page.
    """
    return {
        "edition": edition_of(count, rows, *([facts] if facts else [])),
        "as_of": None,
        **(facts or {}),
        "count": count,
        "page": page,
        "pages": paging.pages(count),
        "size": paging.size,
        "next": f"{path}?after={after}&size={paging.size}" if after else None,
        "rows": rows,
    }


def json_answer(request: HttpRequest, body: Mapping[str, Any], *, public: bool) -> HttpResponse:
    """Return the body with its edition as the ETag, or 304 to who has it."""
    response = HttpResponse(encode(body), content_type=JSON)
    return conditional(request, response, body["edition"], public=public)


def conditional(request: HttpRequest, response: HttpResponse, edition: str, *, public: bool) -> HttpResponse:
    """Return the response with its ETag, or 304 to who has it. What is not public is kept by no cache."""
    response.headers["Cache-Control"] = REVALIDATE if public else "no-store"
    patch_vary_headers(response, ["Authorization"])
    etag = f'"{edition}"'
    response.headers["ETag"] = etag
    found = get_conditional_response(request, etag=etag, response=response)
    assert isinstance(found, HttpResponse)  # noqa: S101  # it returns the response, or one of its own
    return found
