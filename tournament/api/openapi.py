"""The description of the API (OpenAPI 3.1), made of the declared columns, so that neither can forget the other."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.utils import translation

from tournament.api.paging import LARGEST, USUAL
from tournament.api.ranking_views import RANKING_RESOURCES
from tournament.api.resources import LONG, RANKINGS, RESOURCES, STAFF_KEYS, Resource
from tournament.api.sheet_body import HEADER, LINE, SHEET, BodyField
from tournament.core.models import WindMethod
from tournament.core.tables import AnyTable, CellKind, DataColumn, RepeatedColumn
from tournament.events.tables import TournamentTable
from tournament.rankings.tables import ClubRankingTable
from tournament.results.models import SheetState

Form = dict[str, Any]

TEXT: Form = {"type": "string"}
POINTS = "in points; 1,000 points are 1P"
KINDS: Mapping[CellKind, Form] = {
    CellKind.TEXT: {"type": ["string", "null"]},
    CellKind.NUMBER: {"type": ["integer", "null"]},
    CellKind.DECIMAL: {
        "type": ["string", "null"],
        "pattern": "^-?[0-9]+\\.[0-9]{2}$",
        "description": "exact, with two decimals",
    },
    CellKind.PLACE: {"type": ["integer", "null"], "description": "1 for the first place; null for none"},
    CellKind.POINTS: {"type": ["integer", "null"], "description": POINTS},
    CellKind.P: {"type": ["integer", "null"], "description": POINTS},
    CellKind.AMOUNT: {"type": ["integer", "null"], "description": f"taken off, {POINTS}"},
    CellKind.PLAYER: TEXT,
    CellKind.WIND: {
        "enum": ["E", "S", "W", "N", ""],
        "description": "the starting wind, empty if to be drawn",
    },
    CellKind.WINDS: {"type": ["string", "null"], "description": "winds as E, S, W, N"},
    CellKind.MOMENT: {"type": ["string", "null"], "format": "date-time", "description": "in UTC"},
    CellKind.DAY: {"type": ["string", "null"], "format": "date"},
    CellKind.FLAG: {"type": "boolean"},
    CellKind.ANY: {},
}
EDITION: Form = {"type": "string", "description": "changes with anything that the table shows; the ETag has it, too"}
FACTS: Mapping[str, Form] = {
    "after": {"type": "integer", "minimum": 0, "description": "the last hanchan that counts here"},
    "official": {"type": "boolean", "description": "false while results are provisional"},
    "revealed_from": {
        "type": ["integer", "null"],
        "description": "during a ceremony the best place that it has revealed, as final-places lists them; one above "
        "the number of places before the first is revealed; null without a ceremony",
    },
    "not_played": {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "hanchan": {"type": "integer"},
                "tables": {"type": "array", "items": {"type": "integer"}},
            },
            "required": ["hanchan", "tables"],
            "additionalProperties": False,
        },
        "description": "the tables of released hanchan at which nobody played: they have no rows",
    },
    "changed_outside": {
        "type": "integer",
        "minimum": 0,
        "description": "for tokens: how many findings the check of the history has; above 0 something was changed in "
        "the database outside of Sekigime, and nothing here can be relied on until it is cleared up",
    },
    "ranked": {
        "type": ["integer", "null"],
        "description": "how many players have a final place; null before a ceremony starts or the places are public",
    },
    "coming": {
        "type": ["integer", "null"],
        "description": "the position that is revealed next, which may be shared with those above it; null for none",
    },
    "games": {"type": "integer", "description": "the games that count"},
}
SLUG: Form = {
    "name": "slug",
    "in": "path",
    "required": True,
    "description": "the address of the tournament, as in /t/SLUG/",
    "schema": {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,80}$"},
}
AFTER: Form = {
    "name": "after",
    "in": "query",
    "description": "count up to this hanchan; without it, up to the last one there is",
    "schema": {"type": "integer", "minimum": 0, "maximum": 40},
}
# Days that are in every year: a pattern cannot tell leap years, and 29 February is taken all the same.
DAY = "[12][0-9]{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
CURSOR: Form = {
    "name": "after",
    "in": "query",
    "description": "begin after this row, as `next` has it; a `page` beside it does not count",
    "schema": {"type": "string", "pattern": rf"^(?:{DAY})?\.[1-9][0-9]{{0,17}}$"},
}
ROW: Form = {
    "name": "after",
    "in": "query",
    "description": "begin after this row: 0, then as `next` has it; a `page` beside it does not count",
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
}
RANKING: Form = {
    **SLUG,
    "name": "ranking",
    "description": "the address of the ranking, as in /rankings/RANKING/",
}
ON: Form = {
    "name": "on",
    "in": "query",
    "description": "the day of reckoning; without it the last frozen ranking, or today’s before there is one",
    "schema": {"type": "string", "format": "date"},
}
OF_RANKINGS: Mapping[str, Form] = {
    "on": {"type": "string", "format": "date", "description": "the day of reckoning"},
    "frozen": {"type": "boolean", "description": "whether it was frozen for that day; else it is computed now"},
    "key": {
        "type": ["string", "null"],
        "description": "of a frozen one: a digest of rule, rows and the key before",
    },
}
OF_SOME_RULES = frozenset({"country", "above_line", "weight"})
"""Columns that some rankings do not have."""
NO_TOKEN: list[Form] = [{}]
READS: list[Form] = [{"token": []}]
EITHER: list[Form] = [*NO_TOKEN, *READS]
ETAG: Form = {"schema": TEXT, "description": "the edition, as If-None-Match takes it"}


@cache
def description() -> str:
    """Return the description as JSON."""
    with translation.override("en"):
        return json.dumps(document(), ensure_ascii=False, indent=1)


def document() -> Form:
    """Return the description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sekigime",
            "version": "1",
            "description": "Riichi mahjong tournaments: what is public without a token, the staff’s tables with one. "
            "A key of a column keeps its meaning within /api/v1/; new keys may come. docs/api.md has examples.",
        },
        "paths": dict(_paths()),
        "components": {
            "schemas": {"Problem": _problem(), "Sheet": _sheet()},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "made by the organiser: Export → API"}
            },
        },
    }


def _paths() -> Iterator[tuple[str, Form]]:
    listed = envelope(row_form(TournamentTable), cursors=True)
    yield "/api/v1/", {"get": _get("tournaments", "The public tournaments.", listed, [CURSOR, *_paging()], NO_TOKEN)}
    yield "/api/v1/openapi.json", {"get": _get("description", "This description.", {"type": "object"}, [], NO_TOKEN)}
    ranked = envelope(row_form(ClubRankingTable))
    yield "/api/v1/rankings/", {"get": _get("rankings", "The public rankings.", ranked, _paging(), NO_TOKEN)}
    for key, one in RANKING_RESOURCES.items():
        form = envelope(row_form(one.declared, optional=OF_SOME_RULES), OF_RANKINGS)
        operation = _get(f"ranking_{key}", one.about, form, [RANKING, ON, *_paging()], NO_TOKEN)
        yield f"/api/v1/rankings/{{ranking}}/{key}", {"get": operation}
    told = "What the tournament is, and the addresses of its tables."
    yield "/api/v1/{slug}/", {"get": _get("tournament", told, _tournament(), [SLUG], EITHER)}
    for key in dict.fromkeys((*RESOURCES, *STAFF_KEYS)):
        operations = {"get": _table(key)}
        if key == "sheets":
            operations["post"] = _entry()
        yield f"/api/v1/{{slug}}/{key}", operations


def _table(key: str) -> Form:
    resource = RESOURCES.get(key)
    parameters = [SLUG, *([AFTER] if key in RANKINGS else []), *_paging()]
    if resource is None:
        form = _for_tokens(cursors=key in LONG)
        parameters += [ROW] if key in LONG else []
        return _get(key, "For the staff: a table of the workbook, by the keys of its columns.", form, parameters, READS)
    form = resource_form(resource)
    if key in STAFF_KEYS:
        form = {"anyOf": [form, _for_tokens(loose=True)]}
    return _get(key, resource.about, form, parameters, EITHER if key in STAFF_KEYS else NO_TOKEN)


def _for_tokens(*, loose: bool = False, cursors: bool = False) -> Form:
    facts = {"changed_outside": FACTS["changed_outside"]}
    return envelope({"type": "object"}, facts, loose=loose, cursors=cursors)


def resource_form(resource: Resource) -> Form:
    """Return the schema of what everybody may read of a table."""
    facts = {name: FACTS[name] for name in resource.facts}
    return envelope(row_form(resource.declared, resource), facts)


def envelope(row: Form, facts: Mapping[str, Form] | None = None, *, loose: bool = False, cursors: bool = False) -> Form:
    """Return the schema of a page of rows; `loose` where there may be more facts beside them, `cursors` where a page
    that begins after a cursor has no number.
    """
    properties: Form = {
        "edition": EDITION,
        "as_of": {
            "type": ["string", "null"],
            "format": "date-time",
            "description": "when what is shown was last changed; null where nobody keeps that",
        },
        **(facts or {}),
        "count": {"type": "integer", "minimum": 0, "description": "of rows on all pages"},
        "page": {"type": ["integer", "null"] if cursors else "integer", "minimum": 1},
        "pages": {"type": "integer", "minimum": 1},
        "size": {"type": "integer", "minimum": 1, "maximum": LARGEST},
        "next": {"type": ["string", "null"], "description": "the address of the next page"},
        "rows": {"type": "array", "items": row},
    }
    return _object(properties, list(properties), loose=loose)


def row_form(
    declared: type[AnyTable], resource: Resource | None = None, optional: frozenset[str] = frozenset()
) -> Form:
    """Return the schema of a row: the columns that everybody may read, repeated ones by their pattern."""
    columns = {
        key: column
        for key, column in declared.base_columns.items()
        if not column.exclude_from_export and (resource is None or key in resource.columns)
    }
    optional = resource.optional if resource else optional
    single = {key: cell_form(one) for key, one in columns.items() if not isinstance(one, RepeatedColumn)}
    form = _object(single, [key for key in single if key not in optional])
    repeated = {
        f"^{key}_[1-9][0-9]*$": KINDS[column.column.kind]
        for key, column in columns.items()
        if isinstance(column, RepeatedColumn)
    }
    return {**form, "patternProperties": repeated} if repeated else form


def cell_form(column: DataColumn) -> Form:
    """Return the schema of a column's value."""
    heading = str(column.file_heading or "")
    form = {"enum": list(column.codes)} if column.codes else KINDS[column.kind]
    return {"title": heading, **form} if heading else dict(form)


def _get(name: str, about: str, form: Form, parameters: list[Form], security: list[Form]) -> Form:
    return {
        "operationId": name,
        "summary": about,
        "parameters": parameters,
        "security": security,
        "responses": {
            "200": {
                "description": about,
                "headers": {"ETag": ETAG},
                "content": {"application/json": {"schema": form}},
            },
            "304": {"description": "The caller has this edition (If-None-Match)."},
            **_problems(),
        },
    }


def _entry() -> Form:
    result = {
        "edition": EDITION,
        "hanchan": {"type": "integer"},
        "table": {"type": "integer"},
        "version": {"type": "integer"},
        "state": {
            "enum": [state.value for state in SheetState],
            "description": "accepted, or waiting for a second person’s reading where the event asks for two",
        },
        "key": {"type": "string", "format": "uuid"},
    }
    key = {
        "name": HEADER,
        "in": "header",
        "required": True,
        "description": "a UUID for this sending: sent again, it gives the first answer again and enters nothing",
        "schema": {"type": "string", "format": "uuid"},
    }
    return {
        "operationId": "enter_sheet",
        "summary": "Enter a report sheet, as the desk does.",
        "parameters": [SLUG, key],
        "security": READS,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sheet"}}},
        },
        "responses": {
            "200": {
                "description": "The sheet is in.",
                "content": {"application/json": {"schema": _object(result, list(result))}},
            },
            **_problems(),
        },
    }


def _problems() -> Form:
    problem = {
        "description": "Refused: what is wrong, where, and the remedy (RFC 9457).",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    return {"4XX": problem}


def _problem() -> Form:
    words = dict.fromkeys(("code", "level", "message", "field"), TEXT)
    properties: Form = {
        "type": TEXT,
        "title": TEXT,
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "the first of the messages"},
        "code": {"type": "string", "description": "stays the same when the message is reworded"},
        "errors": {"type": "array", "items": _object(words, list(words))},
    }
    return _object(properties, list(properties))


def _sheet() -> Form:
    line, sheet = _fields(LINE), _fields(SHEET)
    lines = {"type": "array", "minItems": 3, "maxItems": 4, "items": line, "description": "in any order"}
    sheet["properties"]["lines"] = lines
    sheet["required"].append("lines")
    return sheet


def _fields(fields: Mapping[str, BodyField]) -> Form:
    properties = {name: {**one.schema, "description": str(one.what)} for name, one in fields.items()}
    return _object(properties, [name for name, one in fields.items() if one.required])


def _tournament() -> Form:
    day: Form = KINDS[CellKind.DAY]
    properties: Form = {
        "edition": EDITION,
        **dict.fromkeys(("slug", "name", "place"), TEXT),
        "first_day": day,
        "last_day": day,
        "time_zone": TEXT,
        "hanchan": {"type": "integer"},
        "players_at_table": {"enum": [3, 4]},
        "seat_winds": {"enum": list(WindMethod.values)},
        "rule_set": TEXT,
        "page": {"type": "string", "description": "the address of the public page"},
        "tables": {"type": "object", "additionalProperties": TEXT, "description": "the addresses by key"},
    }
    return _object(properties, list(properties))


def _paging() -> list[Form]:
    about = "the rows on a page; every page of one edition has the same rows in the same order"
    size = {"type": "integer", "minimum": 1, "maximum": LARGEST, "default": USUAL}
    page = {"type": "integer", "minimum": 1, "maximum": 999_999_999, "default": 1}
    return [
        {"name": "page", "in": "query", "schema": page},
        {"name": "size", "in": "query", "description": about, "schema": size},
    ]


def _object(properties: Form, required: list[str], *, loose: bool = False) -> Form:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": loose}
