"""A static site in a folder that a web server serves meanwhile: each file is complete at any moment."""

from collections.abc import Iterable
from pathlib import Path

from tournament.archive.static_site import Copy

LIST = "files.txt"
"""The list of the files written last time: no other file in the folder is touched."""


def write_folder(folder: Path, files: Iterable[Copy]) -> int:
    """Write the files that changed, in their order, then remove those of last time that are gone; return how many.

    Raises OSError where the folder cannot be written. A visitor finds the old page or the new one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names, changed = [], 0
    for copy in files:
        names.append(copy.path)
        changed += _write(folder / copy.path, copy.content)
    listed = folder / LIST
    before = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    for name in set(before) - set(names):
        (folder / name).unlink(missing_ok=True)
        changed += 1
    _write(listed, "".join(f"{name}\n" for name in sorted(names)).encode())
    return changed


def _write(path: Path, content: bytes) -> bool:
    """Replace a file in one step; return whether it changed."""
    if path.exists() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_bytes(content)
    partial.replace(path)
    return True
