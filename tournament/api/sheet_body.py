"""A report sheet as a program sends it: points in full, players by their start numbers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest
from django.utils.translation import gettext_noop as _

from scoring.messages import Level, Message, phrase
from scoring.winds import WINDS, Wind
from tournament.api.problems import BadQuestion, WrongContentType
from tournament.core.messages import Refused
from tournament.core.models import Tournament
from tournament.results.sheets.checks import TypedLine, TypedSheet

LETTERS = tuple(wind.value for wind in WINDS)
MOST_POINTS = 10_000_000
HEADER = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class BodyField:
    """A field of the body: a word for people, the JSON Schema, whether it must be there."""

    what: object
    schema: Mapping[str, Any]
    required: bool = True

    def allows(self, value: object) -> bool:
        """Return whether the value fits; true and false are no numbers."""
        kind, choices = self.schema["type"], self.schema.get("enum")
        if choices is not None:
            return isinstance(value, str) and value in choices
        if kind == "boolean":
            return isinstance(value, bool)
        if kind == "integer":
            is_whole = isinstance(value, int) and not isinstance(value, bool)
            return is_whole and self.schema["minimum"] <= value <= self.schema["maximum"]
        return isinstance(value, str) and len(value) <= self.schema["maxLength"]


def _whole(what: object, least: int, most: int, *, required: bool = True) -> BodyField:
    return BodyField(what, {"type": "integer", "minimum": least, "maximum": most}, required)


FLAG = BodyField(_("true or false"), {"type": "boolean"}, required=False)
SHEET: Mapping[str, BodyField] = {
    "hanchan": _whole(_("the number of the hanchan"), 1, 40),
    "table": _whole(_("the number of the table"), 1, 9_999),
    "deposits": _whole(_("the number of riichi deposits left, 0 to 99"), 0, 99),
    "confirmed": FLAG,
    "code": BodyField(_("the code on the paper"), {"type": "string", "maxLength": 12}, required=False),
}
LINE: Mapping[str, BodyField] = {
    "number": _whole(_("the start number of a player"), 0, 32_767),
    "wind": BodyField(_("the starting wind: E, S, W or N"), {"type": "string", "enum": list(LETTERS)}),
    "points": _whole(_("the final points in full, for example 25300"), -MOST_POINTS, MOST_POINTS),
    "yakitori": FLAG,
    "busted_by": BodyField(
        _("the starting wind of the player who took the last points"),
        {"type": "string", "enum": list(LETTERS)},
        required=False,
    ),
    "place": _whole(_("the place on the paper, 1 to 4"), 1, 4, required=False),
}


@dataclass(frozen=True, slots=True)
class SheetBody:
    """The sheet of one table as it was sent."""

    hanchan: int
    table: int
    lines: tuple[Mapping[str, Any], ...]
    deposits: int
    confirmed: bool
    code: str

    def typed(self, tournament: Tournament) -> TypedSheet:
        """Return the sheet for the action. Raises Refused for a number that no player has."""
        keys = dict(tournament.players.values_list("number", "pk"))
        unknown = [
            Message("no-such-player", _("No player has the number {number}."), {"number": line["number"]}, Level.ERROR,
                    f"lines/{at}/number")
            for at, line in enumerate(self.lines)
            if line["number"] not in keys
        ]  # fmt: skip
        if unknown:
            raise Refused(unknown)
        rows = sorted(self.lines, key=lambda line: LETTERS.index(line["wind"]))
        places = tuple(row["place"] for row in rows if "place" in row)
        sheet = TypedSheet.of([_line(row, keys[row["number"]]) for row in rows], self.deposits)
        return replace(sheet, written_places=places if len(places) == len(rows) else (), written_code=self.code)


def _line(row: Mapping[str, Any], player: int) -> TypedLine:
    return Wind(row["wind"]), player, row["points"], row.get("yakitori", False), row.get("busted_by", "")


def read_sheet(request: HttpRequest) -> SheetBody:
    """Return the sheet in the body of a request. Raises BadQuestion with everything that is wrong."""
    value = _read_json(request)
    found = _Faults()
    found.check("", value, SHEET, {"lines"})
    lines = value.get("lines")
    if not isinstance(lines, list) or not 3 <= len(lines) <= len(WINDS):
        found.add("lines", _("a list with a line for each player at the table"))
    else:
        for at, line in enumerate(lines):
            if isinstance(line, dict):
                found.check(f"lines/{at}/", line, LINE)
            else:
                found.add(f"lines/{at}", _("an object"))
    if found.messages:
        raise BadQuestion(found.messages)
    return SheetBody(
        value["hanchan"],
        value["table"],
        tuple(value["lines"]),
        value["deposits"],
        value.get("confirmed", False),
        value.get("code", ""),
    )


def read_key(request: HttpRequest) -> UUID:
    """Return the key of this sending. Raises BadQuestion without one: a lost answer could not be asked for again."""
    try:
        return UUID(request.headers.get(HEADER, ""))
    except ValueError:
        text = _("Send a UUID in the header “{header}”, the same one when you send this sheet again.")
        raise BadQuestion.of("no-key", text, field=HEADER, header=HEADER) from None


class _Faults:
    """Everything that is wrong with a body."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def add(self, place: str, what: Any) -> None:
        text = _("“{place}” must be {what}.")
        self.messages.append(Message("body-value", text, {"place": place, "what": phrase(what)}, Level.ERROR, place))

    def check(self, path: str, value: Mapping[str, Any], rules: Mapping[str, BodyField], others: Any = ()) -> None:
        for name, rule in rules.items():
            if rule.required if name not in value else not rule.allows(value[name]):
                self.add(f"{path}{name}", rule.what)
        for name in value.keys() - rules.keys() - {*others}:
            text, place = _("“{place}” is not known here. Remove it."), f"{path}{name[:40]}"
            self.messages.append(Message("body-unknown", text, {"place": place}, Level.ERROR, place))


def _read_json(request: HttpRequest) -> dict[str, Any]:
    if request.content_type != "application/json":
        text = _("Send the sheet as JSON, with “Content-Type: application/json”.")
        raise WrongContentType.of("no-json", text)
    try:
        value = json.loads(request.body)
    except (ValueError, RecursionError, RequestDataTooBig):
        raise BadQuestion.of("no-json", _("The body is not JSON.")) from None
    if not isinstance(value, dict):
        raise BadQuestion.of("no-object", _("The body must be a JSON object."))
    return value
