"""Refusals as problem details (RFC 9457): the status, a code, what is wrong, where, and the remedy."""

import json
from http import HTTPStatus

from django.http import HttpResponse
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Message, Refused, sentence

PROBLEM_JSON = "application/problem+json"


class BadQuestion(Refused):
    """The address or the body is not as it is described."""

    status = 400


class TokenMissing(Refused):
    """Only a token opens this, and there is none that does."""

    status = 401


class ScopeMissing(Refused):
    """The token is right, and is for something else."""

    status = 403


class NothingThere(Refused):
    """Nothing that the caller may know of has this address."""

    status = 404


class WrongMethod(Refused):
    """The address does not take this method."""

    status = 405


class WrongContentType(Refused):
    """The body is of another type."""

    status = 415


class TooManyTokens(Refused):
    """Too many wrong tokens came from this address."""

    status = 429


def no_tournament() -> NothingThere:
    """Return the refusal of a tournament that is not there, or that nobody may know of: the same words for both."""
    text = _("No public tournament has this address. GET /api/v1/ lists those that are public.")
    return NothingThere.of("no-tournament", text, field="slug")


def problem(refused: Refused) -> HttpResponse:
    """Return a refusal as an answer; `errors` has every message, with the field of the query or the body."""
    content = json.dumps(problem_body(refused), ensure_ascii=False)
    return HttpResponse(content, status=refused.status, content_type=PROBLEM_JSON)


def problem_body(refused: Refused) -> dict[str, object]:
    """Return the refusal as plain values."""
    errors = [_error(message) for message in refused.messages]
    return {
        "type": "about:blank",
        "title": HTTPStatus(refused.status).phrase,
        "status": refused.status,
        "detail": errors[0]["message"],
        "code": errors[0]["code"],
        "errors": errors,
    }


def _error(message: Message) -> dict[str, str]:
    return {
        "code": message.code,
        "level": str(message.level),
        "message": sentence(message),
        "field": message.field or "",
    }
