"""The web server of a hall: waitress, with connections that send no whole request kept few and short.

waitress stops accepting when it has as many connections as it may, and leaves each a minute of silence, however little
was ever sent on it: one device could keep everybody out. Here the connection that has waited longest makes room for the
next. Closing it harms nobody else: a browser opens another one.

Requests are answered address by address in turn, and sign-ins by a thread of their own and not faster than people type:
an address that sends many waits behind its own. Behind a trusted proxy the address is the one that the proxy names, and
its own connections are not counted.

A server that is to end goes on for a moment while `/readyz` says so, and then answers what has begun.
"""

import socket
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import WSGIApplication

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import RequestEntityTooLarge

from tournament.core.health import LEAVING, LONGEST_END
from tournament.core.trusted_proxies import client_address, networks

MOST_CONNECTIONS, FEWEST_CONNECTIONS = 1000, 50
MOST_UNFINISHED = 100
"""Connections of one address without a whole request: a phone on the hall's network sends its own within a moment."""
HEAD_SECONDS = 10
BODY_SECONDS = 30
SLOWEST_BODY = 8 * 1024
"""Bytes a second that a form must bring after its first 30 s."""
ACCEPTED_AT_ONCE = 64
SIGN_IN_PAUSE = 0.1
"""Seconds of rest of the thread that signs people in, after each: ten a second, also for whoever sends more."""
TOO_LARGE = "This file is too large to be sent. Go back and choose a smaller one; a photograph may have 12 MB."
OTHER_FILES = 200
"""Files that are open beside the connections: database, style sheets, uploads that do not fit into memory."""


class HallChannel(HTTPChannel):  # type: ignore[misc]  # waitress is published without types
    """A connection that knows how long it has been waiting for its client."""

    def __init__(self, server: "HallServer", *args: Any, **kwargs: Any) -> None:
        self.since = time.monotonic()  # accepted, began its request, or was answered
        self.has_asked = False
        super().__init__(server, *args, **kwargs)
        self.address = self.addr[0]
        server.welcome(self)

    @property
    def is_waiting(self) -> bool:
        """Return whether the connection waits for its client: to ask, or for long enough to take its answer."""
        if self.requests:
            return False
        return not self.total_outbufs_len or time.monotonic() > self.since + self.server.head_seconds

    @property
    def is_at_work(self) -> bool:
        """Return whether something was asked that is not yet answered whole, if only its form is on the way."""
        is_sending = self.request is not None and self.request.headers_finished
        return bool(self.requests or is_sending or self.total_outbufs_len)

    @property
    def client(self) -> str:
        """Return the address that asks what waits here, behind its proxies."""
        forwarded = self.requests[0].headers.get("X_FORWARDED_FOR", "")
        return client_address(self.address, forwarded, self.server.is_trusted)

    @property
    def is_unfinished(self) -> bool:
        """Return whether the connection waits for the rest of a request, or for its first."""
        return not (self.requests or (self.has_asked and self.request is None))

    def received(self, data: bytes) -> bool:
        if self.has_asked and self.request is None:
            self.since = time.monotonic()
        return bool(super().received(data))

    def service(self) -> None:
        is_sign_in = self.server.is_sign_in(self)
        if LEAVING.is_set() and len(self.requests) == 1:
            self.requests[0].headers["CONNECTION"] = "close"  # whoever asks next asks another process
        for request in self.requests:
            if isinstance(request.error, RequestEntityTooLarge):
                request.error.body = TOO_LARGE
        super().service()
        self.since = time.monotonic()
        if is_sign_in:
            time.sleep(SIGN_IN_PAUSE)

    def is_overdue(self, now: float) -> bool:
        """Return whether the client takes longer with a request than anybody on a bad network."""
        if not self.is_unfinished:
            return False
        waited = now - self.since
        if self.request is None or not self.request.headers_finished:
            return bool(waited > self.server.head_seconds)
        return bool(waited > self.server.body_seconds + self.request.body_bytes_received / SLOWEST_BODY)


class FairQueue:
    """The requests that wait for a thread: each address in turn, its own in the order in which they came."""

    def __init__(self) -> None:
        self._by_address: dict[str, deque[HallChannel]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def append(self, task: HallChannel) -> None:
        self._by_address.setdefault(task.client, deque()).append(task)

    def popleft(self) -> HallChannel:
        address = next(iter(self._by_address))
        waiting = self._by_address.pop(address)
        first = waiting.popleft()
        if waiting:
            self._by_address[address] = waiting  # behind all others
        return first


def dispatcher(threads: int) -> ThreadedTaskDispatcher:
    """Return waitress' threads, with a queue that is fair to every address."""
    found = ThreadedTaskDispatcher()
    found.queue = FairQueue()
    found.set_thread_count(threads)
    return found


class HallServer(TcpWSGIServer):  # type: ignore[misc]  # waitress is published without types
    """waitress with a limit on unfinished requests, by number for each address, and by time.

    `sign_in` is the path to which passwords are sent, `trusted` are the proxies that are believed.
    """

    channel_class = HallChannel
    most_connections = MOST_CONNECTIONS  # with the two files of the server itself
    most_unfinished = MOST_UNFINISHED
    head_seconds: float = HEAD_SECONDS
    body_seconds: float = BODY_SECONDS
    newest: HallChannel | None = None
    accepting: bool
    last_call: float | None = None
    """Once it is to end: until when it takes what is new, by the monotonic clock."""
    ends_at = 0.0
    """And when it ends, whatever is left."""

    def __init__(self, *args: Any, sign_in: str = "", trusted: Iterable[str] = (), **kwargs: Any) -> None:
        self.sign_in = sign_in
        self.is_trusted: Callable[[str], bool] = networks(trusted)
        self.sign_ins = dispatcher(
            1
        )  # measured: with two, pages take 2.5 to 6 times as long while passwords are hashed
        super().__init__(*args, **kwargs)

    def is_sign_in(self, task: HallChannel) -> bool:
        """Return whether the request that is next on this connection brings a password."""
        request = task.requests[0]
        return not request.error and request.command == "POST" and request.path == self.sign_in

    def add_task(self, task: HallChannel) -> None:
        task.has_asked = True
        if self.is_sign_in(task):
            self.sign_ins.add_task(task)
        else:
            super().add_task(task)

    def readable(self) -> bool:
        return bool(super().readable()) and self.has_room

    @property
    def has_room(self) -> bool:
        """Return whether there is a place for one more, or somebody who can make room."""
        return len(self._map) < self.most_connections or bool(self.waiting())

    def handle_accept(self) -> None:
        """Accept all who wait at the door: behind a crowd of silent ones may be somebody with a request."""
        for _ in range(ACCEPTED_AT_ONCE):
            newest = self.newest
            super().handle_accept()
            if self.newest is newest or not self.has_room:
                return

    def welcome(self, newest: HallChannel) -> None:
        """Make room for the newest connection: one unfinished of the same address leaves, or one of those that wait."""
        self.newest = newest
        waiting = [one for one in self.waiting() if one is not newest]
        beside = [one for one in waiting if one.address == newest.address and one.is_unfinished]
        if len(beside) >= self.most_unfinished and not self.is_trusted(newest.address):
            _oldest(beside).handle_close()
        elif len(self._map) > self.most_connections and waiting:
            crowd, _count = Counter(one.address for one in waiting).most_common(1)[0]
            _oldest([one for one in waiting if one.address == crowd]).handle_close()

    def leave(self, notice: float) -> None:
        """End, and this process with it: /readyz tells proxies so for `notice` seconds."""
        LEAVING.set()
        self.end(notice)

    def end(self, notice: float = 0) -> None:
        """End after `notice` seconds, as soon as what has begun is answered."""
        now = time.monotonic()
        self.last_call, self.ends_at = now + notice, now + LONGEST_END
        self.pull_trigger()

    def run(self) -> None:
        """Serve until `end` was called and everybody has their answer, or until Ctrl+C."""
        try:
            while not self.is_over():
                self.asyncore.loop(timeout=self.pause(), map=self._map, use_poll=self.adj.asyncore_use_poll, count=1)
        except (SystemExit, KeyboardInterrupt):
            self.logger.info("stopped at once")
        self.task_dispatcher.shutdown()
        self.sign_ins.shutdown()
        wasyncore.close_all(self._map)

    def is_over(self) -> bool:
        """Return whether the server may end. From the last call on nobody new is let in."""
        now = time.monotonic()
        if self.last_call is None or now < self.last_call:
            return False
        if self.accepting:
            self.handle_accept()  # whoever stands at the door
            wasyncore.dispatcher.close(self)
        return now > self.ends_at or not any(one.is_at_work for one in self.active_channels.values())

    def pause(self) -> float:
        """Return for how many seconds to wait for something to happen, before looking at the clock again."""
        return self.adj.asyncore_loop_timeout if self.last_call is None else 0.05

    def waiting(self) -> list[HallChannel]:
        return [one for one in self.active_channels.values() if one.is_waiting]

    def maintenance(self, now: float) -> None:
        """Close what has been silent too long, as waitress does, and what is too slow with its request."""
        super().maintenance(now)
        clock = time.monotonic()
        for one in list(self.active_channels.values()):
            if one.is_overdue(clock):
                one.handle_close()


def _oldest(channels: list[HallChannel]) -> HallChannel:
    return min(channels, key=lambda one: one.since)


def hall_server(
    application: WSGIApplication,
    listening: socket.socket,
    *,
    threads: int,
    sign_in: str = "",
    trusted: Iterable[str] = (),
    **adjustments: object,
) -> HallServer:
    """Return the server on a socket that listens; `run` serves until `end`. `adjustments` are waitress' own."""
    server = HallServer(
        application,
        map={},
        _sock=listening,
        dispatcher=dispatcher(threads),
        adj=Adjustments(
            sockets=[listening],
            threads=threads,
            connection_limit=2 * MOST_CONNECTIONS,  # the server's own limit is lower
            asyncore_use_poll=True,
            cleanup_interval=1,
            log_socket_errors=False,  # a phone that leaves the network is no news
            **adjustments,
        ),
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        sign_in=sign_in,
        trusted=trusted,
    )
    server.most_connections = min(MOST_CONNECTIONS, max(most_files() - OTHER_FILES, FEWEST_CONNECTIONS))
    return server


def most_files() -> int:
    """Return how many files and connections this process may have open, after asking for enough."""
    if sys.platform == "win32":
        return 512  # what `select` there can wait for
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
