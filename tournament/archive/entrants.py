"""The details of each person, besides the name, in a file of a finished event: on any of the person's rows."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop

from scoring.messages import InvalidValue
from tournament.archive.columns import PERSON
from tournament.core.messages import Level, Message, Refused
from tournament.players.models import PlayerStatus
from tournament.players.names import key, tidy
from tournament.players.parsers import (
    read_carried,
    read_country,
    read_ema_number,
    read_number,
    read_substitute,
    says_nothing,
)

_STATUSES = {
    PlayerStatus.PLAYING: ("playing", "played", "ranked", "finished"),
    PlayerStatus.WITHDRAWN: ("withdrawn", "withdrew", "wd", "dnf", "dns", "did not come", "no show"),
    PlayerStatus.DISQUALIFIED: ("disqualified", "dq", "dsq"),
}
STATUSES = {key(word): status for status, words in _STATUSES.items() for word in words}


def read_person(cells: Mapping[str, str]) -> dict[str, object]:
    """The fields that the cells of a row tell, `status` among them. Raises InvalidValue naming the column."""
    told: dict[str, object] = {}
    for column in PERSON:
        if says_nothing(text := cells.get(column, "")):
            continue
        try:
            told |= _told(column, text)
        except Refused as refused:
            raise InvalidValue(refused.messages[0]) from refused
    return told


def _told(column: str, text: str) -> dict[str, object]:
    if column == "country":
        return {column: read_country(text)}
    if column == "ema_number":
        return {column: read_ema_number(text)[0]}
    if column == "carried":
        return {column: read_carried(text)}
    if column == "number":
        return {column: read_number(text)}
    if column == "substitute":
        return {"is_substitute": True} if read_substitute(text) else {}
    if column == "status":
        return _status(text)
    return {column: tidy(text)}


def _status(text: str) -> dict[str, object]:
    if key(text) in (key("substitute"), key("sub")):
        return {"is_substitute": True}
    if (status := STATUSES.get(key(text))) is None:
        unknown = gettext_noop("status is “{text}”; it must be playing, substitute, withdrawn or disqualified.")
        raise InvalidValue(Message("status", unknown, {"text": text[:60]}, Level.ERROR))
    return {"status": status}
