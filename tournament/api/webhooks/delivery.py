"""Sending one webhook: signed, to the address that was checked, without following a redirect, and never for long."""

import hmac
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from http.client import HTTPConnection, HTTPException
from threading import Timer

from tournament.api.models import DeliveryResult
from tournament.api.webhooks.receivers import Receiver, look_up, read_receiver
from tournament.core.messages import Refused

PATIENCE = 5.0  # seconds for each step
AT_MOST = 10.0  # seconds in all, however slowly the answer comes
SIGNATURE = "Sekigime-Signature"
Delivered = tuple[DeliveryResult, int | None]
"""What became of it, with the HTTP status if there was one."""


def signature(secret: str, at: datetime, body: str) -> str:
    """Return the header: the time of sending, and the HMAC-SHA256 of time and body."""
    seconds = int(at.timestamp())
    digest = hmac.digest(secret.encode(), f"{seconds}.{body}".encode(), "sha256").hex()
    return f"t={seconds},v1={digest}"


def send(url: str, body: str, secret: str, at: datetime) -> Delivered:
    """Send a body and return what became of it; never raises for what a receiver does."""
    try:
        receiver = read_receiver(url)
        address = look_up(receiver)
    except Refused:
        return DeliveryResult.FORBIDDEN, None
    except (OSError, UnicodeError):
        return DeliveryResult.NO_HOST, None
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sekigime",
        SIGNATURE: signature(secret, at, body),
    }
    try:
        status = _post(receiver, address, body.encode(), headers)
    except TimeoutError:
        return DeliveryResult.TIMEOUT, None
    except ssl.SSLError:
        return DeliveryResult.CERTIFICATE, None
    except (OSError, HTTPException):
        return DeliveryResult.NO_ANSWER, None
    if status < 300:
        return DeliveryResult.DELIVERED, status
    return (DeliveryResult.REDIRECT if status < 400 else DeliveryResult.STATUS), status


class _Connection(HTTPConnection):
    """A connection to the address that was checked, whatever the name leads to by now."""

    def __init__(self, receiver: Receiver, address: str) -> None:
        super().__init__(receiver.host, receiver.port, timeout=PATIENCE)
        self.receiver, self.address = receiver, address

    def connect(self) -> None:
        plain = socket.create_connection((self.address, self.receiver.port), PATIENCE)
        self.sock = plain
        if self.receiver.scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.receiver.host)


def _post(receiver: Receiver, address: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Return the status of the answer. Raises OSError or HTTPException."""
    connection = _Connection(receiver, address)
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        if connection.sock:
            with suppress(OSError):  # it ended by itself at this moment
                connection.sock.shutdown(socket.SHUT_RDWR)

    watchdog = Timer(AT_MOST, end)
    watchdog.daemon = True
    watchdog.start()
    try:
        connection.request("POST", receiver.target, body, dict(headers))
        status = connection.getresponse().status
    except (OSError, HTTPException):
        if ended:
            raise TimeoutError from None
        raise
    finally:
        watchdog.cancel()
        connection.close()
    if ended:  # the headers ended where the connection was cut
        raise TimeoutError
    return status
