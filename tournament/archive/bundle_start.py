"""Start Sekigime from a bundle, without the internet: `python start.py`. Every start after the first goes on.

This file is copied into bundles as `start.py`. It runs before anything is installed, so it uses only the standard
library and imports nothing of ours.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

BUNDLE = Path(__file__).resolve().parent
CODE = BUNDLE / "sekigime"
VENV = CODE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MADE = VENV / "made"  # also what the Makefile looks for


def this_system() -> dict[str, str]:
    """Return the Python version, the system and the machine, on which wheels depend."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return {"python": version, "system": platform.system(), "machine": platform.machine()}


def check_system() -> None:
    """Stop with a sentence on a machine that the wheels were not made for."""
    made_for = json.loads((BUNDLE / "made-for.json").read_text(encoding="utf-8"))
    if made_for != this_system():
        wanted, here = ("{system} {machine}, Python {python}".format(**which) for which in (made_for, this_system()))
        sys.exit(f"This bundle is for {wanted}; here is {here}. Make a bundle on a machine like this one.")


def install() -> None:
    """Make the virtual environment from the bundle's own wheels, each checked against its hash."""
    print("Installing, once …", flush=True)
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode:
        sys.exit("This Python cannot make virtual environments here. Copy the bundle from the stick to the disk first.")
    pip = [str(PYTHON), "-m", "pip", "--isolated", "install", "--quiet", "--disable-pip-version-check"]
    wheels = ["--no-index", "--find-links", str(BUNDLE / "wheels"), "--no-deps", "--require-hashes"]
    if subprocess.run([*pip, *wheels, "-r", str(CODE / "requirements.lock")], check=False).returncode:
        sys.exit("The bundle is not complete: copy it again.")
    if (BUNDLE / "typeface").is_dir():  # to make it takes a minute
        shutil.copytree(BUNDLE / "typeface", VENV / "share" / "sekigime", dirs_exist_ok=True)
    MADE.touch()


def manage(*arguments: str) -> list[str]:
    """Return a command of Sekigime."""
    return [str(PYTHON), str(CODE / "manage.py"), *arguments]


def main() -> None:
    """Install and restore at the first start; serve at each."""
    check_system()
    os.chdir(CODE)
    if not MADE.exists():
        install()
    copies = sorted((BUNDLE / "data").glob("sekigime-*.sqlite3"))
    if copies and not (CODE / "var" / "sekigime.sqlite3").exists():
        done = subprocess.run(manage("restore", str(copies[-1])), check=False)
        if done.returncode:
            sys.exit(done.returncode)
    serve = manage("serve", *sys.argv[1:])
    if os.name == "nt":
        sys.exit(subprocess.run(serve, check=False).returncode)
    os.execv(serve[0], serve)  # Ctrl+C is for the server alone


if __name__ == "__main__":
    main()
