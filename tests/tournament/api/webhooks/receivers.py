"""A program that receives webhooks, on this machine."""

import hmac
import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


class Program(ThreadingHTTPServer):
    """Answers each request with the next of `answers` (a status, or an event to wait for), then with 204."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.heard = [], []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/hook?for=1"

    @property
    def bodies(self):
        return [json.loads(body) for _path, _headers, body in self.heard]

    @property
    def events(self):
        return [[(one["event"], one["hanchan"]) for one in body["events"]] for body in self.bodies]


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, dict(self.headers), body))
        answer = self.server.answers.pop(0) if self.server.answers else 204
        if isinstance(answer, Event):
            answer.wait(30)
            return
        self.send_response(answer)
        if 300 <= answer < 400:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_said):
        """Say nothing."""


@contextmanager
def program():
    server = Program()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def is_signed(secret, headers, body):
    """Check a signature as docs/api.md says."""
    parts = dict(part.split("=", 1) for part in headers["Sekigime-Signature"].split(","))
    expected = hmac.new(secret.encode(), f"{parts['t']}.".encode() + body, "sha256").hexdigest()
    return hmac.compare_digest(expected, parts["v1"])
