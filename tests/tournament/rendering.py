"""Requests whose page is not written out: a test that asks for facts reads them from the context."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.http.response import HttpResponseBase
from django.template.base import Template
from django.test.client import Client
from django.test.signals import template_rendered
from template_partials.templatetags.partials import TemplateProxy


class _NotWritten:
    """Stands in for the body of such an answer."""

    def __iter__(self):
        pytest.fail("This page was not written out: read its context, or leave `unrendered` away.")


@contextmanager
def unrendered() -> Iterator[None]:
    """Let requests run address, middleware, rights and view, while each template only hands over its context.

    `with unrendered():` holds for a few requests, `@unrendered()` for a whole test. Status, headers, redirects and
    `response.context` are as ever; an answer without a template has its body. To read the body of a page fails, and so
    does counting queries. For facts alone: the page is written out by another test.
    """
    answer = Client.request

    def hand_over(template, context):
        if connection.force_debug_cursor:
            pytest.fail("Queries are counted here, and a template asks for rows too: leave `unrendered` away.")
        template_rendered.send(sender=template, template=template, context=context)
        return ""

    def request(client: Client, **asked: object) -> HttpResponseBase:
        response = answer(client, **asked)
        if response.templates:
            response._container = _NotWritten()
        return response

    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(Template, "_render", hand_over)
        changed.setattr(TemplateProxy, "_render", hand_over)
        changed.setattr(Client, "request", request)
        yield
