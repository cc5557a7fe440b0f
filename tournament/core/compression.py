"""Compressed answers, whose headers depend on nothing but what is shown."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SHORT = 1000
"""Bytes. Django pads what it compresses at random: a short answer is then smaller only sometimes, and its headers
would change from one request to the next."""


class Compression(GZipMiddleware):
    """Django's, for answers that are not short."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.streaming and len(response.content) < SHORT:  # type: ignore[attr-defined]
            return response
        return super().process_response(request, response)
