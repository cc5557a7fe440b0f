"""A plug-in of pytest that fails while a line or branch of what must be tested to the last one is not run.

    python -m pytest -p tests.branches …

SlipCover puts its marks into the code of these files alone. A tracer would be called for every function of Django too,
and take half as long as the tests.
"""

import json
from pathlib import Path

import pytest
from slipcover import ImportManager, Slipcover, merge_coverage

ROOT = Path(__file__).resolve().parent.parent
PATTERNS = ["scoring/**/*.py"]
PATTERNS += [f"tournament/**/{name}.py" for name in ("actions", "queries", "checks", "lateness")]
"""The rules of the game; what writes, reads and guards the data of an event."""
NEVER_RUN = ["if TYPE_CHECKING:", 'if __name__ == "__main__":', r"^\s+\.\.\.$", r": \.\.\.$"]


class _Files:
    """The files to count, as SlipCover asks for them."""

    def __init__(self, patterns):
        self.paths = {path for pattern in patterns for path in ROOT.glob(pattern)}

    def matches(self, filename):
        return filename is not None and Path(filename) in self.paths


FILES = _Files(PATTERNS)
SLIPCOVER = Slipcover(branch=True, exclude_also=NEVER_RUN)
ImportManager(SLIPCOVER, FILES).__enter__()  # before anything of ours is imported, until the process ends
COUNTS = []
"""What the workers counted."""
MISSING = pytest.StashKey[list[str]]()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """A worker has ended: it hands over what it counted."""
    if "branches" in getattr(node, "workeroutput", {}):
        COUNTS.append(json.loads(node.workeroutput["branches"]))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    own = SLIPCOVER.get_coverage()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["branches"] = json.dumps(own)
        return
    for counted in COUNTS:
        merge_coverage(own, counted)
    session.config.stash[MISSING] = list(missing(own["files"]))
    if session.config.stash[MISSING] and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def missing(files):
    """Yield a line of text for each file that has something left: never imported, lines, branches from → to."""
    for path in sorted(FILES.paths):
        name = path.relative_to(ROOT).as_posix()
        found = files.get(name)
        if found is None:
            if path.read_text(encoding="utf-8").strip():
                yield f"{name}: never imported"
        elif found["missing_lines"] or found["missing_branches"]:
            branches = [f"{start}→{end or 'exit'}" for start, end in found["missing_branches"]]
            yield f"{name}: {', '.join([*map(str, found['missing_lines']), *branches])}"


def pytest_terminal_summary(terminalreporter, config):
    if MISSING in config.stash:
        told = config.stash[MISSING]
        terminalreporter.section("lines and branches that no test runs" if told else "every line and branch was run")
        for line in told:
            terminalreporter.line(line)
