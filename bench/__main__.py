"""Run the measurements that are named, or all of them, each in a process and a database of its own. Where several run,
the database is migrated once and copied."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

NAMES = (
    "rulebook",
    "payments",
    "standings",
    "rankings",
    "persons",
    "export",
    "recalculation",
    "growth",
    "many",
    "pages",
    "sheet",
    "score_room",
    "watchers",
    "arrivals",
    "swiss",
    "seating",
    "seating_search",
    "repairs",
    "attacks",
    "kills",
)
DATABASE = "bench.sqlite3"
LONG = ("soak",)
"""Only when named: twenty minutes."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join((*NAMES, *LONG))}; none is all but the last"
    )
    parser.add_argument("--small", action="store_true", help="one short step of each, whose figures say nothing")
    parser.add_argument("--empty", type=Path, metavar="FILE", help="a migrated SQLite database, instead of making one")
    known = ", ".join((*NAMES, *LONG))
    arguments, further = parser.parse_known_args()
    names = arguments.names or NAMES
    unknown = set(names) - {*NAMES, *LONG}
    if unknown:
        parser.error(f"no measurement is called {', '.join(sorted(unknown))}; there are {known}")
    if arguments.small:
        os.environ["BENCH_SMALL"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        empty = arguments.empty or (migrated(Path(folder)) if len(names) > 1 else None)
        return max(run(name, empty, further) for name in names)


def migrated(folder: Path) -> Path:
    """Make an empty database in a folder."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment(folder), check=True)
    return folder / DATABASE


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process whose data are in this folder."""
    return {
        **os.environ,
        "SEKIGIME_VAR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
    }


def run(name: str, empty: Path | None, further: Sequence[str] = ()) -> int:
    """One measurement, with the options that it alone knows, on a database that is thrown away: a copy of the empty
    one, else one that it migrates itself."""
    with tempfile.TemporaryDirectory() as folder:
        if empty:
            shutil.copy(empty, Path(folder, DATABASE))
        print(f"\n== {name}", flush=True)
        return subprocess.run(
            [sys.executable, "-m", f"bench.{name}", *further], env=environment(Path(folder))
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
