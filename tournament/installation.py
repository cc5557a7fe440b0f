"""How this installation is called, and where its data is.

There are three: a checkout of the repository, with manage.py; a package that pip, pipx or uv has installed, with the
command `sekigime`; and the download, a folder with a Python of its own that is started by a double click.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from platformdirs import user_data_path

CODE = Path(__file__).resolve().parents[1]
"""The folder that has the packages of Sekigime."""
IS_WINDOWS = os.name == "nt"
IS_DOWNLOAD = hasattr(sys, "frozen")
IS_CHECKOUT = (CODE / "manage.py").is_file()
NAME = "manage.py" if IS_CHECKOUT else "sekigime"
"""How pages name the program: readers of a public page need not know in which folder it is."""


def data_folder() -> Path:
    """Return where data is kept unless SEKIGIME_VAR says otherwise: never beside installed code, which an update
    replaces."""
    return CODE / "var" if IS_CHECKOUT else user_data_path("sekigime", appauthor=False)


def typeface_folder(data: Path) -> Path:
    """Return where the typeface is made: beside the packages it is made from, except where these are not the user's."""
    return Path(sys.prefix) / "share" / "sekigime" if IS_CHECKOUT or IS_DOWNLOAD else data / "typeface"


def program() -> list[str]:
    """Return the beginning of a command line that another process is started with."""
    if IS_DOWNLOAD:
        return [sys.executable]
    return [sys.executable, str(CODE / "manage.py")] if IS_CHECKOUT else [sys.executable, "-P", "-m", "tournament"]


def command(*words: object) -> str:
    """Return a command as a person types it in a terminal; in a checkout, in its folder."""
    return _typed([*_door(), *map(str, words)])


def with_drivers() -> str:
    """Return what to do for the drivers of PostgreSQL, Redis and S3."""
    return "Run: make setup POSTGRES=1" if IS_CHECKOUT else "Install “sekigime[postgres]” instead of “sekigime”."


def _door() -> list[str]:
    if IS_DOWNLOAD:
        return program()
    python = Path(sys.executable)
    if IS_CHECKOUT:
        return [str(python.relative_to(CODE) if python.is_relative_to(CODE) else python), "manage.py"]
    own = python.with_name("sekigime.exe" if IS_WINDOWS else "sekigime")
    found = shutil.which("sekigime")
    if not own.exists():
        return ["sekigime"] if found else program()
    # A link elsewhere stays on everybody's PATH; the script itself may be there for this process alone, as with uvx.
    return ["sekigime"] if found and Path(found) != own and own.samefile(found) else [str(own)]


def _typed(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if IS_WINDOWS else shlex.join(words)
