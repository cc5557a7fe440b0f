"""Where webhooks may go: the network of the hall, public addresses from the internet, never a machine's secrets."""

import socket
from ipaddress import ip_address

import pytest

from tournament.api.webhooks.receivers import Receiver, is_allowed, look_up, read_receiver
from tournament.core.messages import Refused

METADATA = ("169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1", "0.0.0.0", "224.0.0.1", "::")  # fmt: skip  # noqa: S104, E501
PRIVATE = ("127.0.0.1", "192.168.1.20", "10.0.0.5", "::1", "fd00:ec2::254")
PUBLIC = ("8.8.8.8", "2606:4700::1111")


@pytest.mark.parametrize("address", METADATA)
def test_addresses_that_keep_secrets_are_never_asked(address, settings):
    for on_internet in (True, False):
        settings.HTTPS = on_internet
        assert not is_allowed(ip_address(address), "http") and not is_allowed(ip_address(address), "https")


def test_in_a_hall_plain_http_stays_in_the_network(settings):
    settings.HTTPS = False
    assert all(is_allowed(ip_address(one), "http") for one in PRIVATE)
    assert not any(is_allowed(ip_address(one), "http") for one in (*PUBLIC, "100.100.100.200"))
    assert all(is_allowed(ip_address(one), "https") for one in (*PRIVATE, *PUBLIC))


def test_a_server_on_the_internet_sends_to_public_addresses_by_https_alone(settings):
    settings.HTTPS = True
    assert all(is_allowed(ip_address(one), "https") for one in PUBLIC)
    assert not any(is_allowed(ip_address(one), "https") for one in (*PRIVATE, "100.100.100.200"))
    assert not any(is_allowed(ip_address(one), "http") for one in PUBLIC)
    with pytest.raises(Refused, match="https"):
        read_receiver("http://overlay.example/")


def test_an_address_is_read_in_parts():
    assert read_receiver("https://overlay.example:8443/hook?a=1") == Receiver(
        "https", "overlay.example", 8443, "/hook?a=1"
    )
    assert read_receiver("http://192.168.1.20") == Receiver("http", "192.168.1.20", 80, "/")


@pytest.mark.parametrize(
    "url",
    [
        "", "overlay", "ftp://overlay.example/", "https://", "https://overlay.example:99999/", "https://[::1/",
        "https://olga:secret@overlay.example/", "https://overlay.example/#part", "https://overlay.example/a b",
        "https://overlay.example/a\r\nHost: other", "https://øverlay.example/", "file:///etc/passwd",
        "http://169.254.169.254/latest/meta-data/", "http://8.8.8.8/",
    ],
)  # fmt: skip
def test_an_address_that_nothing_is_sent_to_is_refused(url):
    with pytest.raises(Refused) as refused:
        read_receiver(url)
    assert (refused.value.codes, refused.value.field) == ("webhook-address", "url")


def named(monkeypatch, *addresses):
    """Every name leads to these addresses."""
    kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_more: [(*kind, (one, 80)) for one in addresses])


def test_a_name_that_leads_to_a_forbidden_address_is_refused(monkeypatch):
    receiver = read_receiver("http://overlay.example/")
    named(monkeypatch, "192.168.1.20")
    assert look_up(receiver) == "192.168.1.20"
    named(monkeypatch, "192.168.1.20", "169.254.169.254")
    with pytest.raises(Refused):
        look_up(receiver)
    named(monkeypatch, "fe80::1%eth0")
    with pytest.raises(Refused):
        look_up(receiver)
