"""Middleware that logs requests that take longer than SLOW_REQUEST_SECONDS."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

logger = logging.getLogger("tournament.requests")


class SlowRequests:
    """Log the method, path, status and seconds of a slow request; the query and the form are not logged."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.monotonic()
        response = self.get_response(request)
        seconds = time.monotonic() - began
        if seconds > settings.SLOW_REQUEST_SECONDS:
            logger.warning("%s %s: %d after %.1f s", request.method, request.path, response.status_code, seconds)
        return response
