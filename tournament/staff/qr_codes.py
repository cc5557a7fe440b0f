"""Handing a link to somebody: the address others in the hall can reach, and its QR code."""

from io import StringIO

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from tournament.core.local_network import lan_address

THIS_MACHINE_ONLY = frozenset({"localhost", "127.0.0.1", "[::1]"})


def address_for_others(request: HttpRequest, path: str) -> str:
    """The full address of `path` for another device: who works on `localhost` hands out the LAN address."""
    host, _colon, port = request.get_host().rpartition(":") if _has_port(request) else (request.get_host(), "", "")
    lan = lan_address() if host in THIS_MACHINE_ONLY else None
    if lan is None:
        return request.build_absolute_uri(path)
    return f"{request.scheme}://{lan}{f':{port}' if port else ''}{path}"


def _has_port(request: HttpRequest) -> bool:
    return request.get_host().rpartition("]")[2].count(":") == 1


def qr_svg(address: str, *, one_of_many: bool = False) -> SafeString:
    """The address as a QR code that scales with its box; dark on light in every colour scheme.

    `one_of_many` takes the first of the eight masks instead of the most even one, which is four times as quick: for
    paper with hundreds of codes.
    """
    code = segno.make(address, error="m", micro=False, mask=0 if one_of_many else None)
    return mark_safe(code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None))  # noqa: S308  # segno draws it


def qr_terminal(address: str) -> str:
    """The address as a QR code for a terminal."""
    out = StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
