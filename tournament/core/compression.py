"""Compressed answers, whose headers depend on nothing but what is shown."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

SHORT = 1000
"""Bytes. Django pads what it compresses at random: a short answer is then smaller only sometimes, and its headers
would change from one request to the next."""


PACKED = frozenset({"image/jpeg", "image/png"})
"""Pictures that are as small as they get: to pack one of 400 kB again takes longer than all else of its answer."""


class Compression(GZipMiddleware):
    """Django's, for answers that are neither short nor packed already."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type") in PACKED:
            return response
        if isinstance(response, HttpResponse) and len(response.content) < SHORT:
            return response
        return super().process_response(request, response)
