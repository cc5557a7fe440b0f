"""The proxies that are believed when they say for whom they ask: from which address, by which scheme, for which host.

Everybody may send these headers. Those of a proxy that `settings.TRUSTED_PROXIES` names are taken into the request;
those of anybody else are removed, so that no later part of the application can believe them.
"""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Network = IPv4Network | IPv6Network
UNIX = "unix"
"""A proxy beside the server that comes through a socket of the file system, and has no address."""
FOR, SCHEME, HOST = "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST"
FORWARDED = (FOR, SCHEME, HOST, "HTTP_FORWARDED", "HTTP_X_FORWARDED_BY", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP")
SCHEMES = ("http", "https")


def networks(written: Iterable[str]) -> Callable[[str], bool]:
    """Return whether an address is one of these, which are written as `10.0.0.0/8`, `192.0.2.7` or `unix`.

    Raises ValueError with the one that is not an address.
    """
    names = [one.strip() for one in written]
    known: Sequence[Network] = [ip_network(one, strict=False) for one in names if one != UNIX]

    def is_known(address: str) -> bool:
        if not address:
            return UNIX in names
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in known)

    return is_known


def client_address(peer: str, forwarded: str, is_trusted: Callable[[str], bool]) -> str:
    """Return who asks: the last address that no trusted proxy has, of the peer and those that proxies say are behind.

    >>> is_trusted = networks(["10.0.0.0/8"])
    >>> client_address("10.0.0.1", "203.0.113.9, 192.0.2.7, 10.0.0.2", is_trusted)
    '192.0.2.7'
    >>> client_address("192.0.2.7", "203.0.113.9", is_trusted)
    '192.0.2.7'
    """
    found = peer
    for behind in reversed(forwarded.split(",")):
        if not (is_trusted(found) and _is_address(behind.strip())):
            break
        found = behind.strip()
    return found


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class TrustedProxies:
    """A WSGI application in front of another one, which gets each request as the client behind the proxies sent it."""

    def __init__(self, application: WSGIApplication, trusted: Iterable[str]) -> None:
        self.application = application
        self.is_trusted = networks(trusted)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        told = {name: environ.pop(name) for name in FORWARDED if name in environ}
        peer = environ.get("REMOTE_ADDR", "")
        if self.is_trusted(peer):
            environ["REMOTE_ADDR"] = client_address(peer, told.get(FOR, ""), self.is_trusted)
            if (scheme := _last(told.get(SCHEME, "")).lower()) in SCHEMES:
                environ["wsgi.url_scheme"] = scheme
            if host := _last(told.get(HOST, "")):
                environ["HTTP_HOST"] = host
        return self.application(environ, start_response)


def _last(values: str) -> str:
    """Return what the nearest proxy said."""
    return values.rpartition(",")[2].strip()
