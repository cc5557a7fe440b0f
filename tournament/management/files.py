"""Files that a command writes: complete or as they were before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError
from django.utils.translation import gettext as _


@contextmanager
def replaced(out: Path) -> Iterator[IO[bytes]]:
    """Open a file that becomes `out` when it is complete; a directory or a device is never replaced.

    Raises CommandError where it cannot be written.
    """
    target = out.resolve()
    if target.exists() and not target.is_file():
        raise CommandError(_("Cannot write {file}: it is not a file. Name one, for example spring.").format(file=out))
    partial = target.with_name(target.name + ".part")
    try:
        with partial.open("wb") as file:
            yield file
        partial.replace(target)
    except OSError as problem:
        raise CommandError(_("Cannot write {file}: {reason}").format(file=out, reason=problem.strerror)) from problem
    finally:
        partial.unlink(missing_ok=True)
