"""Commands of manage.py run in this process: a process of its own takes a second to start."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from subprocess import CompletedProcess
from unittest.mock import patch

from django.core.management import execute_from_command_line


def manage(*arguments: object, given: bytes = b"") -> CompletedProcess[str]:
    """Run a command as a person calls it, `given` on its standard input."""
    words, out, err = ["manage.py", *map(str, arguments)], StringIO(), StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", TextIOWrapper(BytesIO(given))):
        try:
            execute_from_command_line(words)
        except SystemExit as end:
            code = int(end.code or 0)
    return CompletedProcess(words, code, out.getvalue(), err.getvalue())
