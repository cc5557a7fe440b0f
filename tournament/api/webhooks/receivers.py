"""Where webhooks may go: not to what only this machine reaches, so that nobody sends it to read on their behalf.

In a hall (HTTPS off) a program may run on the same laptop or network: https goes anywhere, plain http to private
addresses. A server on the internet (HTTPS on) sends to public addresses by https alone. Link-local addresses, at which
clouds keep the secrets of their machines, are never asked, whatever name leads there. The name is looked up once for
each try, and what was checked is what is connected to.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop as _

from tournament.core.messages import Refused

PORTS = {"http": 80, "https": 443}
TRANSLATED = (
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("2002::/16"),
    IPv6Network("2001::/32"),
)
"""IPv6 addresses that lead to an IPv4 address which is not looked at here."""
Address = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Receiver:
    """An address that was read: `target` is path and query."""

    scheme: str
    host: str
    port: int
    target: str


def read_receiver(url: str) -> Receiver:
    """Return the parts of a URL. Raises Refused for one that webhooks are not sent to, as far as that can be seen."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or not url.isascii() or any(sign <= " " for sign in url) or parts.scheme not in PORTS:
        raise _refused(_("Enter a full address that begins with https://, or with http:// in the same network."))
    if parts.username is not None or parts.fragment:
        raise _refused(_("Leave name, password and # out of the address. The signature says who sends it."))
    if settings.HTTPS and parts.scheme != "https":
        raise _refused(_("This server is on the internet: the address must begin with https://."))
    receiver = Receiver(
        parts.scheme,
        host,
        port or PORTS[parts.scheme],
        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
    )
    if (literal := _literal(host)) and not is_allowed(literal, receiver.scheme):
        raise forbidden()
    return receiver


def look_up(receiver: Receiver) -> str:
    """Return the address to connect to. Raises Refused if any address of the name is forbidden, OSError without one."""
    found = socket.getaddrinfo(receiver.host, receiver.port, type=socket.SOCK_STREAM)
    addresses = [str(place[0]).partition("%")[0] for *_kind, place in found]
    if not all(is_allowed(ip_address(one), receiver.scheme) for one in addresses):
        raise forbidden()
    return addresses[0]


def is_allowed(address: Address, scheme: str) -> bool:
    """Return whether a webhook may be sent to this address."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return is_allowed(address.ipv4_mapped, scheme)
        if any(address in network for network in TRANSLATED):
            return False
    if address.is_link_local or address.is_multicast or address.is_unspecified:
        return False
    if settings.HTTPS:
        return scheme == "https" and address.is_global
    return scheme == "https" or address.is_private


def forbidden() -> Refused:
    """Return the refusal of an address."""
    return _refused(_("Webhooks are not sent to this address. Plain http is for the same network, https for others."))


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _refused(text: str) -> Refused:
    return Refused.of("webhook-address", text, field="url")
