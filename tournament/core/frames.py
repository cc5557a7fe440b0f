"""Middleware that lets pages of Sekigime itself, and no other, put the hall's pages into a frame.

These are the faces under /t/<slug>/screen/ and the screens under /s/: the page of a projector holds a face in a frame,
and the organiser's page holds every screen as a small picture. All other pages stay closed to frames.
"""

import re
from collections.abc import Callable

from csp.constants import SELF
from django.http import HttpRequest, HttpResponse

FRAMED = re.compile(r"/(?:t/[-\w]+/screen|s)/")


class HallFrames:
    """Put the permission on the answers of the hall's pages, before the middleware that forbids frames to all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if FRAMED.match(request.path_info):
            response.headers["X-Frame-Options"] = "SAMEORIGIN"
            setattr(response, "_csp_replace", {"frame-ancestors": [SELF]})  # noqa: B010  # as csp_replace does
        return response
