"""The answer when a page fails: that something went wrong, or that the disk of the server is full."""

import logging
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template
from django.utils.translation import gettext as _

from tournament.core.disk import says_full
from tournament.core.request_log import request_id

logger = logging.getLogger("tournament.requests")


def failed(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed, with the id by which the log has it. A full disk is 503, which the desk's outbox
    keeps and sends again; its script reads sentences.
    """
    if not says_full(sys.exception()):
        page = get_template("500.html").render({"request_id": request_id()})  # what a context asks may be what failed
        return HttpResponse(page, status=500)
    logger.error("The disk of the server is full: make room. Nothing that was saved is lost.")
    if request.path.endswith("/kept/"):
        text = _("The disk of the server is full: the organiser has to make room. What you typed is kept here.")
        return JsonResponse({"sentences": [text]}, status=503)
    return render(request, "disk_full.html", status=503)
