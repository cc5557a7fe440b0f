"""A PostgreSQL of one's own, as careful with the disk as any, that may be killed."""

import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.house import free_port, wait_for

USER = "postgres" if os.name == "posix" and os.geteuid() == 0 else None
"""PostgreSQL does not run as root."""
ADMIN = "postgres"


def programs() -> Path | None:
    """Return the folder with initdb: of Debian's newest version, else where commands are; None without one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    known = found[-1] if found else shutil.which("initdb")
    return Path(known).parent if known else None


def driver() -> Any:
    """Return psycopg, which is of an extra."""
    return import_module("psycopg")


class Cluster:
    """A running server with an empty database of its own, which `stack` ends; durable by the settings it comes with."""

    def __init__(self, stack: ExitStack) -> None:
        found = programs()
        assert found, "PostgreSQL has no initdb here. On Debian, Ubuntu: apt install postgresql"
        self.programs, self.port = found, free_port()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sekigime-cluster-")))
        if USER:
            shutil.chown(folder, USER)
        self.data = folder / "data"
        options = ["--auth=trust", f"--username={ADMIN}", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run(
            [found / "initdb", "-D", self.data, *options],
            check=True, cwd=folder, user=USER, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        self.postmaster = self.begin()
        stack.callback(self.end)
        wait_for(self.answers)
        with self.connect() as line:
            line.execute("CREATE DATABASE sekigime")

    @property
    def address(self) -> str:
        """The DATABASE_URL."""
        return f"postgres://{ADMIN}@127.0.0.1:{self.port}/sekigime"

    def serve_this_process(self) -> None:
        """Make it the database of this process and of those that it starts, before Django is set up. Whatever started
        this one, a commit waits for the disk: what was answered may not be lost."""
        os.environ["DATABASE_URL"] = self.address
        os.environ.pop("PGOPTIONS", None)

    def begin(self) -> "subprocess.Popen[bytes]":
        """Start the postmaster, which does not answer yet."""
        where = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.data.parent}"]
        return subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, "-p", str(self.port), *where],
            cwd=self.data.parent, user=USER, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def connect(self) -> Any:
        """Return a connection to the database of the administrator."""
        address = f"postgres://{ADMIN}@127.0.0.1:{self.port}/postgres"
        return driver().connect(address, autocommit=True, connect_timeout=10)

    def answers(self) -> bool:
        """Return whether it answers; where its process has ended, it is started again: a killed one leaves memory that
        its last child has to let go first."""
        if self.postmaster.poll() is not None:
            self.postmaster = self.begin()
        with suppress(driver().Error), self.connect():
            return True
        return False

    def kill_postmaster(self) -> None:
        """Kill the postmaster, whose children end when they notice, and start it again."""
        self.postmaster.kill()
        self.postmaster.wait()
        time.sleep(0.1)
        wait_for(self.answers)

    def kill_backend(self, chance: random.Random) -> bool:
        """Kill the process of one connection; the postmaster ends all others and recovers. Returns whether there was
        one."""
        with self.connect() as line:
            found = line.execute("SELECT pid FROM pg_stat_activity WHERE datname = 'sekigime' ORDER BY pid").fetchall()
        if found:
            os.kill(chance.choice(found)[0], signal.SIGKILL)
            wait_for(self.answers)
        return bool(found)

    def end(self) -> None:
        """Stop it at once."""
        self.postmaster.send_signal(signal.SIGQUIT)
        self.postmaster.wait()
