"""The network address of a request, as a value by which many at once are told apart."""

from axes.helpers import get_client_ip_address
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


def address_digest(request: HttpRequest, salt: str) -> str:
    """Return a value by which addresses are told apart and from which nobody reads one."""
    address = get_client_ip_address(request) or ""
    return salted_hmac(salt, address, algorithm="sha256").hexdigest()[:16]
