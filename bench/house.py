"""Servers behind the proxy as deploy/ has them, with Redis between them: for whoever restarts or kills them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = Path(sys.executable)
KINDS = {
    "gunicorn": [str(PYTHON.with_name("gunicorn")), "--config", "deploy/gunicorn.conf.py"],
    "serve": [sys.executable, "manage.py", "serve", "--no-prepare", "--host", "127.0.0.1", "--port"],
}
PATIENCE = 300  # seconds; a busy machine is slow, not wrong


def free_port() -> int:
    """Return a port of the loopback on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answer(port: int, path: str) -> tuple[int, str] | None:
    """Return status and text, None for no answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        got = line.getresponse()
        return got.status, got.read().decode()
    except (OSError, HTTPException):
        return None
    finally:
        line.close()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, at most PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)


class House:
    """`count` servers of a kind on this process's database, the proxy, and Redis; prepared once, and killed by `stack`.

    What they keep is in `folder`. `port` is the proxy's.
    """

    def __init__(self, kind: str, count: int, folder: Path, stack: ExitStack) -> None:
        from django.conf import settings

        from bench.database import address_of_the_database

        self.kind, self.stack, self.folder = kind, stack, folder
        self.ports = [free_port() for _ in range(count)]
        self.port, redis = free_port(), free_port()
        self.environment = os.environ | {
            "DATABASE_URL": address_of_the_database(),
            "CACHE_URL": f"redis://127.0.0.1:{redis}/0",
            "SECRET_KEY": settings.SECRET_KEY,
            "SEKIGIME_VAR": str(folder),
            "BACKUP_DIR": str(folder / "backups"),
            "TRUSTED_PROXIES": "127.0.0.1",
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "SEKIGIME_SITE": f"http://127.0.0.1:{self.port}",
            "SEKIGIME_SERVERS": " ".join(f"127.0.0.1:{port}" for port in self.ports),
            "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
        }
        self.run(["redis-server", "--port", str(redis), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)], {})
        subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=self.environment, check=True)
        self.servers = {port: self.begin(port) for port in self.ports}
        for port in self.ports:
            self.wait_until_ready(port)
        self.proxy = self.run(["caddy", "run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"], {})
        wait_for(lambda: (answer(self.port, "/healthz") or [0])[0] == 200)

    def run(self, command: Sequence[str], more: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        """Start a process that ends with the house."""
        process = self.stack.enter_context(
            subprocess.Popen(
                command,
                cwd=ROOT,
                env={**self.environment, **more},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        self.stack.callback(kill, process)
        return process

    def begin(self, port: int) -> "subprocess.Popen[bytes]":
        """Start the server of a port, which is not ready yet."""
        command = KINDS[self.kind] if self.kind == "gunicorn" else [*KINDS[self.kind], str(port)]
        return self.run(command, {"SEKIGIME_BIND": f"127.0.0.1:{port}"})

    def wait_until_ready(self, port: int) -> None:
        """Wait until a server would be sent requests."""
        wait_for(lambda: answer(port, "/readyz") == (200, "ok\n"))

    def restart(self, port: int) -> int:
        """End one server in order and start it again, as `systemctl restart` does. Returns its exit code."""
        ended = self.servers[port]
        ended.send_signal(signal.SIGTERM)
        code = ended.wait(PATIENCE)
        self.servers[port] = self.begin(port)
        self.wait_until_ready(port)
        return code

    def kill_server(self, port: int) -> None:
        """Kill one server with its worker, and start it again, as systemd does; it is not ready yet."""
        kill(self.servers[port])
        self.servers[port] = self.begin(port)

    def kill_worker(self, port: int) -> bool:
        """Kill the worker of one gunicorn alone, which makes another. Returns whether there was one."""
        arbiter = self.servers[port].pid
        workers = Path(f"/proc/{arbiter}/task/{arbiter}/children").read_text("ascii").split()
        for worker in workers:
            os.kill(int(worker), signal.SIGKILL)
        return bool(workers)
