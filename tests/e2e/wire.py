"""The wire between a browser and the test's server, with every byte that went to the browser."""

import re
import socket
import socketserver
import threading
from urllib.parse import urlsplit

ENDED = b"\r\n\r\n"


class Wire(socketserver.ThreadingTCPServer):
    """Passes requests on, uncompressed and one to a connection. `answers` are (path, everything that came back)."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, url):
        there = urlsplit(url)
        self.there = (there.hostname, there.port)
        self.answers = []
        super().__init__(("127.0.0.1", 0), _Passage)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_raised):
        self.shutdown()
        self.server_close()


class _Passage(socketserver.BaseRequestHandler):
    def handle(self):
        asked = self._request()
        if not asked:
            return
        heard = b""
        with socket.create_connection(self.server.there) as line:
            line.sendall(asked)
            while part := line.recv(65_536):
                heard += part
        self.server.answers.append((asked.split(b" ", 2)[1].decode(), heard))
        self.request.sendall(heard)

    def _request(self):
        """The request with its body; the server is asked to compress nothing and to hang up after its answer."""
        asked = b""
        while ENDED not in asked:
            if not (part := self.request.recv(65_536)):
                return b""
            asked += part
        head, body = asked.split(ENDED, 1)
        length = re.search(rb"(?i)content-length: (\d+)", head)
        while length and len(body) < int(length[1]):
            body += self.request.recv(65_536)
        kept = [line for line in head.split(b"\r\n") if not re.match(rb"(?i)(accept-encoding|connection):", line)]
        return b"\r\n".join([*kept, b"Connection: close"]) + ENDED + body
