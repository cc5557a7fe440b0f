"""Who is believed when a request says for whom it is: the proxies that the settings name, and nobody else."""

import subprocess
import sys
from pathlib import Path
from wsgiref.util import setup_testing_defaults

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.trusted_proxies import FORWARDED, TrustedProxies, client_address, networks

PROXY, OUTER, CLIENT, GUEST = "10.0.0.1", "10.0.0.2", "192.0.2.7", "203.0.113.9"
ADDRESSES = st.one_of(st.ip_addresses().map(str), st.sampled_from([PROXY, OUTER]))


def asked(trusted=("10.0.0.0/8",), **environ):
    """What the application behind is asked."""
    found = {}
    setup_testing_defaults(environ)
    TrustedProxies(lambda behind, _start: found.update(behind) or [], trusted)(environ, None)
    return found


def forwarded(peer, chain):
    return asked(REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=", ".join(chain))["REMOTE_ADDR"]


def test_the_client_is_the_last_address_that_is_no_trusted_proxy():
    assert forwarded(PROXY, [GUEST, CLIENT, OUTER]) == CLIENT
    assert forwarded(PROXY, [CLIENT]) == CLIENT


def test_what_the_client_itself_says_is_not_believed():
    assert forwarded(CLIENT, [GUEST]) == CLIENT
    assert forwarded(PROXY, [GUEST, "nonsense"]) == PROXY
    assert forwarded(PROXY, [""]) == PROXY


@given(before=st.lists(ADDRESSES, max_size=4), behind=st.lists(st.sampled_from([PROXY, OUTER]), max_size=3))
def test_whatever_a_client_writes_in_front_its_own_address_counts(before, behind):
    is_trusted = networks(["10.0.0.0/8"])
    assert client_address(PROXY, ", ".join([*before, CLIENT, *behind]), is_trusted) == CLIENT


def test_a_trusted_proxy_says_scheme_and_host():
    told = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_HOST": "mahjong.example"}
    found = asked(REMOTE_ADDR=PROXY, HTTP_HOST="app:8000", **told)
    assert (found["wsgi.url_scheme"], found["HTTP_HOST"]) == ("https", "mahjong.example")
    found = asked(REMOTE_ADDR=CLIENT, HTTP_HOST="app:8000", **told)
    assert (found["wsgi.url_scheme"], found["HTTP_HOST"]) == ("http", "app:8000")
    assert asked(REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_PROTO="gopher")["wsgi.url_scheme"] == "http"


@pytest.mark.parametrize("peer", [PROXY, CLIENT])
def test_the_headers_reach_nothing_behind(peer):
    assert not set(FORWARDED) & set(asked(REMOTE_ADDR=peer, **dict.fromkeys(FORWARDED, GUEST)))


def test_a_socket_of_the_file_system_has_no_address_and_a_name_of_its_own():
    assert asked(REMOTE_ADDR="", HTTP_X_FORWARDED_FOR=CLIENT, trusted=["unix"])["REMOTE_ADDR"] == CLIENT
    assert asked(REMOTE_ADDR="", HTTP_X_FORWARDED_FOR=CLIENT)["REMOTE_ADDR"] == ""
    assert not networks(["unix"])("nonsense")


def test_what_is_no_address_is_named_at_the_start():
    script = "import tournament.settings"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parents[3],
        env={"TRUSTED_PROXIES": "10.0.0.0/8,the-proxy", "SECRET_KEY": "x", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "TRUSTED_PROXIES: 'the-proxy' does not appear to be an IPv4 or IPv6 network" in done.stderr
