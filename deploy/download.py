"""Build the download for this system: a folder that needs neither Python nor a shell, packed into dist/.

`python deploy/download.py`, with Python 3.11 or newer, on the system that it is for. Every part is pinned: the packages
by the hashes of the lock file, the Python is the one that runs this. pip fetches them from where this machine
installs from.
"""

import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "dist" / "work"
LOCK = ROOT / "requirements-download.lock"
READ_ME = """Sekigime {version}

Start      double click on Sekigime (Windows: Sekigime.exe). A window shows that it runs; the browser opens.
           Phones and projectors in the hall open the address that the window shows.
Stop       close the window, or press Ctrl+C in it. Nothing is lost.
Sign in    no password, or forgotten it? Start Sekigime a second time while it runs: it opens a new sign-in link.
Data       is not in this folder. The window says where it is.
Update     stop Sekigime and put the new folder in place of this one. A copy of the data is made before it changes.
"""


def run(*command: object, **environment: str) -> str:
    """Run a command, not in the folder of the source, and return what it printed: what is installed is packed."""
    words, env = [str(word) for word in command], os.environ | environment
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, cwd=WORK, env=env).stdout


def main() -> Path:
    """Build it and return the packed file."""
    if platform.system() == "Linux" and not shutil.which("objdump"):  # PyInstaller asks it what a library needs
        packages = f"binutils libpython{sys.version_info.major}.{sys.version_info.minor}"
        sys.exit(f"objdump is missing, which the build needs on Linux. On Debian, Ubuntu: apt install {packages}")
    shutil.rmtree(WORK, ignore_errors=True)
    venv.create(WORK / "env", with_pip=True)
    python = WORK / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    print("Installing the pinned packages", flush=True)
    run(*pip, "--require-hashes", "-r", LOCK)
    run(*pip, ROOT)
    ours = {"SEKIGIME_VAR": str(WORK / "var"), "TYPEFACE_DIR": str(WORK / "typeface")}
    print("Making the typeface", flush=True)
    run(python, "-P", "-m", "tournament", "typeface", **ours)
    print("Putting the download together", flush=True)
    spec = ["--noconfirm", "--log-level", "ERROR", "--distpath", WORK, "--workpath", WORK / "build"]
    run(python, "-P", "-m", "PyInstaller", *spec, ROOT / "deploy" / "sekigime.spec", **ours)
    folder = WORK / "Sekigime"
    version = run(folder / "Sekigime", "--version").split()[1]
    (folder / "README.txt").write_text(READ_ME.format(version=version), encoding="utf-8")
    name = ROOT / "dist" / f"sekigime-{version}-{platform.system()}-{platform.machine()}".lower()
    kind = "zip" if os.name == "nt" else "gztar"  # a zip of Python's forgets who may be run
    packed = Path(shutil.make_archive(str(name), kind, root_dir=WORK, base_dir=folder.name))
    shutil.rmtree(WORK)
    return packed


if __name__ == "__main__":
    print(f"Made: {main()}")
