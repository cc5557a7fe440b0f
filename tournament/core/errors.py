"""The answer when a page fails: Django's own page of an error, or that the disk of the server is full."""

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from tournament.core.disk import says_full

logger = logging.getLogger("tournament.requests")


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed. A full disk is 503, which the desk's outbox keeps and sends again; its script reads
    sentences.
    """
    if not says_full(sys.exception()):
        return server_error(request)
    logger.error("The disk of the server is full: make room. Nothing that was saved is lost.")
    if request.path.endswith("/kept/"):
        text = _("The disk of the server is full: the organiser has to make room. What you typed is kept here.")
        return JsonResponse({"sentences": [text]}, status=503)
    return render(request, "disk_full.html", status=503)
