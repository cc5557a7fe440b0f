"""The browser of the machine that serves, for who has started Sekigime by a double click."""

import http.client
import webbrowser
from contextlib import suppress

from django.urls import reverse

PATIENCE = 5  # seconds


def is_served(port: int) -> bool:
    """Return whether a Sekigime answers at this port of this machine."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    with suppress(OSError, http.client.HTTPException):
        line.request("HEAD", reverse("sign_in"))
        return line.getresponse().getheader("Server") == "Sekigime"
    return False


def open_page(address: str) -> None:
    """Open a page here; without a browser its address is in the terminal all the same."""
    with suppress(webbrowser.Error):
        webbrowser.open(address)
