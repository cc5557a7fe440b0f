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
    shown, pages = paging.cut(rows), paging.pages(rows)
    following = Paging(paging.page + 1, paging.size)
    return {
        "edition": edition_of(answer.as_of, answer.facts, rows),
        "as_of": answer.as_of,
        **answer.facts,
        "count": len(rows),
        "page": paging.page,
        "pages": pages,
        "size": paging.size,
        "next": f"{path}?{query}{following.query}" if paging.page < pages else None,
        "rows": shown,
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
