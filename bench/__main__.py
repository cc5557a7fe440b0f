"""Run the measurements that are named, or all of them, each in a process and a database of its own."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

NAMES = (
    "rulebook",
    "payments",
    "standings",
    "rankings",
    "persons",
    "export",
    "recalculation",
    "growth",
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
LONG = ("soak",)
"""Only when named: twenty minutes."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join((*NAMES, *LONG))}; none is all but the last"
    )
    parser.add_argument("--small", action="store_true", help="one short step of each, whose figures say nothing")
    known = ", ".join((*NAMES, *LONG))
    arguments, further = parser.parse_known_args()
    names = arguments.names or NAMES
    unknown = set(names) - {*NAMES, *LONG}
    if unknown:
        parser.error(f"no measurement is called {', '.join(sorted(unknown))}; there are {known}")
    if arguments.small:
        os.environ["BENCH_SMALL"] = "1"
    return max(run(name, further) for name in names)


def run(name: str, further: Sequence[str] = ()) -> int:
    """One measurement, with the options that it alone knows, on an empty database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "SEKIGIME_VAR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        }
        print(f"\n== {name}", flush=True)
        return subprocess.run([sys.executable, "-m", f"bench.{name}", *further], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())
