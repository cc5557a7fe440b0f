"""The web server on real sockets: whoever sends no whole request makes room for who does."""

import socket
from contextlib import ExitStack, closing
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from waitress import wasyncore

from tournament.management import hall_server as hall
from tournament.management.hall_server import FairQueue, hall_server

PATIENCE = 300  # seconds; a busy machine is slow, not wrong
GET = b"GET /page HTTP/1.1\r\nHost: hall\r\n\r\n"
HALF = b"GET /page HTTP/1.1\r\nHost: "
UPLOAD = b"POST /form HTTP/1.1\r\nHost: hall\r\nContent-Length: 10\r\n\r\nhalf"


SIGN_IN = b"POST /sign-in/ HTTP/1.1\r\nHost: hall\r\nContent-Length: 6\r\n\r\na page"


def application(environ, start_response):
    body = environ["wsgi.input"].read() or b"a page"
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def served():
    """Start servers; each is served by a thread of its own until the test ends."""
    with ExitStack() as stack:

        def start(at_work=application, **limits):
            listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
            server = hall_server(at_work, listening, threads=2, sign_in="/sign-in/")
            for name, limit in {"head_seconds": PATIENCE, "body_seconds": PATIENCE, **limits}.items():
                setattr(server, name, limit)
            over = Event()

            def serve():
                while not over.is_set():
                    wasyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
                wasyncore.close_all(server._map)

            thread = Thread(target=serve)

            def stop():
                over.set()
                server.pull_trigger()
                thread.join()
                server.task_dispatcher.shutdown()
                server.sign_ins.shutdown()

            thread.start()
            stack.callback(stop)

            def connect(sent=b""):
                line = stack.enter_context(
                    closing(socket.create_connection(("127.0.0.1", listening_port), timeout=PATIENCE))
                )
                line.sendall(sent)
                return line

            listening_port = listening.getsockname()[1]
            return connect

        yield start


def answer(line, end=b"a page"):
    """What comes until the end of the page, or until the server closes."""
    heard = b""
    while not heard.endswith(end):
        try:
            piece = line.recv(4096)
        except ConnectionResetError:
            break
        if not piece:
            break
        heard += piece
    return heard


def is_closed(line):
    return answer(line, end=b"never") == b""


def test_the_connection_that_waits_longest_makes_room_for_the_next_of_its_address(served):
    connect = served(most_unfinished=3)
    silent = [connect() for _ in range(5)]
    asked = connect(GET)
    assert answer(asked).startswith(b"HTTP/1.1 200 OK")
    assert all(is_closed(line) for line in silent[:3])
    silent[-1].sendall(GET)
    assert answer(silent[-1]).startswith(b"HTTP/1.1 200 OK")


def test_half_a_request_counts_like_none(served):
    connect = served(most_unfinished=3)
    halves = [connect(HALF), connect(UPLOAD), connect(HALF)]
    assert answer(connect(GET)).endswith(b"a page")
    assert is_closed(halves[0])


def test_who_was_answered_and_keeps_the_connection_does_not_count_as_unfinished(served):
    connect = served(most_unfinished=1)
    known = [connect() for _ in range(4)]
    for line in known:
        line.close()
    kept = []
    for _ in range(4):
        kept.append(connect(GET))
        assert answer(kept[-1]).endswith(b"a page")
    for line in kept:
        line.sendall(GET)
        assert answer(line).endswith(b"a page")


def test_a_full_server_closes_who_has_been_silent_longest_and_serves_on(served):
    connect = served(most_connections=6)  # the socket and the server's own pipe are two of them
    kept = []
    for _ in range(8):
        kept.append(connect(GET))
        assert answer(kept[-1]).endswith(b"a page")
    assert all(is_closed(line) for line in kept[:4])


def test_a_thousand_half_requests_keep_nobody_out(served):
    connect = served()
    halves = [connect(HALF) for _ in range(1_000)]
    assert answer(connect(GET)).startswith(b"HTTP/1.1 200 OK")
    assert is_closed(halves[0])


@pytest.mark.parametrize("sent", [b"", HALF], ids=["nothing", "half"])
def test_who_sends_no_whole_header_in_time_is_closed(served, sent):
    assert is_closed(served(head_seconds=0)(sent))


def test_a_form_that_comes_too_slowly_is_closed(served, monkeypatch):
    monkeypatch.setattr(hall, "SLOWEST_BODY", 1 << 30)
    assert is_closed(served(body_seconds=0)(UPLOAD))


def test_a_form_that_comes_on_is_waited_for(served):
    line = served()(UPLOAD)
    line.sendall(b"-again")
    assert answer(line, end=b"half-again").startswith(b"HTTP/1.1 200 OK")


def test_whoever_is_being_answered_is_never_closed(served):
    begun, may_end = Event(), Event()

    def slow(environ, start_response):
        begun.set()
        may_end.wait()
        return application(environ, start_response)

    connect = served(slow, most_connections=3)
    line = connect(GET)
    begun.wait()
    waiting = connect(GET)  # the server is full, and nobody in it is only waiting
    may_end.set()
    assert answer(line).endswith(b"a page")
    assert answer(waiting).endswith(b"a page")


def test_sign_ins_take_no_thread_from_the_pages(served):
    may_end = Event()

    def slow_to_sign_in(environ, start_response):
        if environ["PATH_INFO"] == "/sign-in/":
            may_end.wait()
        return application(environ, start_response)

    connect = served(slow_to_sign_in)
    guesses = [connect(SIGN_IN) for _ in range(6)]
    assert answer(connect(GET)).endswith(b"a page")
    may_end.set()
    assert all(answer(line).endswith(b"a page") for line in guesses)


def test_each_address_gets_its_turn_whatever_one_of_them_has_sent():
    queue = FairQueue()
    for address, name in [("flood", 1), ("flood", 2), ("flood", 3), ("phone", 4), ("desk", 5), ("phone", 6)]:
        queue.append(SimpleNamespace(address=address, name=name))
    assert len(queue) == 6
    assert [queue.popleft().name for _ in range(6)] == [1, 4, 5, 2, 6, 3]
    assert not queue


def test_what_cannot_be_parsed_is_answered_like_before(served):
    assert answer(served()(b"nonsense\r\n\r\n"), end=b"never").startswith(b"HTTP/1.0 400")


@pytest.mark.parametrize(("limits", "asked", "most"), [((256, 4096), (1200, 4096), 1200), ((256, 256), None, 256)])
def test_enough_open_files_are_asked_for(monkeypatch, limits, asked, most):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    wishes = []
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, wish: wishes.append(wish))
    assert hall.most_files() == most
    assert wishes == [asked or limits]
