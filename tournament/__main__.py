"""Sekigime's command line: `manage.py` in a checkout, `sekigime` where it is installed."""

import atexit
import os
import shutil
import sys
from io import TextIOWrapper

from tournament import __version__, installation

CLOSED_PIPE = 141  # as a shell reports it
WITHOUT_DATABASE = {"check_seating", "plan_seating"}
SERVING = {"serve", "runserver", "planning_worker"}  # what these write is read by others than who started them
REMEDY = "DATABASE_URL says where the data is; a new database is prepared with: {command}"
OF_ANY_RELEASE = WITHOUT_DATABASE | {
    "catalogs", "check", "collectstatic", "compilemessages", "help", "makemigrations", "restore", "showmigrations",
    "typeface", "version",
}  # fmt: skip
"""Commands that may run on a database that a newer Sekigime has updated, as they neither read nor write its tables."""
ABOUT = {"-h", "--help", "--version"}  # of the command itself, not of `serve`
TERMINALS = (("x-terminal-emulator", "-e"), ("gnome-terminal", "--"), ("konsole", "-e"), ("xfce4-terminal", "-x"))
"""Programs of Linux desktops that open a window for another program, which follows these words."""


def sekigime() -> None:
    """Run the command `sekigime`. Without a subcommand it serves: who has just installed it wants to see it, and the
    start says what else there is to know. `sekigime help` lists the subcommands."""
    words = sys.argv[1:]
    if installation.IS_DOWNLOAD:  # its libraries are not those of the browser that it opens
        os.environ["LD_LIBRARY_PATH"] = os.environ.pop("LD_LIBRARY_PATH_ORIG", "")
    if installation.IS_DOWNLOAD and not words:
        keep_window()
        words = ["serve", "--browser"]
    elif not words or (words[0].startswith("-") and words[0] not in ABOUT):
        words = ["serve", *words]
    main(["sekigime", *words])


def keep_window() -> None:
    """Give a start by double click a window that stays until its last line was read.

    Windows and macOS open one by themselves. A Linux desktop may not: then Sekigime goes on in a terminal of its own,
    if there is one.
    """
    if sys.stdin and sys.stdin.isatty():
        atexit.register(input, "Press Enter to close this window. ")
        return
    for terminal, word in TERMINALS:
        if found := shutil.which(terminal):
            os.execv(found, [found, word, *installation.program()])  # noqa: S606  # our own program, and no shell


def main(words: list[str]) -> None:
    """Run one command; `words` begins with the name of the program, as sys.argv does.

    Wrong settings and an unusable database are said in a sentence; `--traceback` shows where.
    """
    if words[1:] == ["--version"]:
        print(f"Sekigime {__version__}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    if WITHOUT_DATABASE.intersection(words[1:2]):  # wherever it is, and whether its driver is installed or not
        os.environ["DATABASE_URL"] = "sqlite://:memory:"
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without 東 shows its code and goes on
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db.utils import OperationalError

    try:
        if not ("--json" in words or SERVING.intersection(words[1:2])):
            django.setup()
            speak_as_the_terminal()
        if words[1:] and not OF_ANY_RELEASE.intersection(words[1:2]):
            django.setup()
            refuse_newer_database()
        execute_from_command_line(words)
        sys.stdout.flush()
    except BrokenPipeError:  # `… | head` has read enough: nothing is wrong, and nobody is there to be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(CLOSED_PIPE)
    except (ImproperlyConfigured, OperationalError) as problem:
        if "--traceback" in words:
            raise
        remedy = REMEDY.format(command=installation.command("migrate"))
        sys.exit(f"{problem}\n{remedy}" if isinstance(problem, OperationalError) else str(problem))


def refuse_newer_database() -> None:
    """End with a sentence where a newer Sekigime has updated the database."""
    from django.core.management import CommandError

    from tournament.management.database import check_release

    try:
        check_release()
    except CommandError as error:
        sys.exit(f"CommandError: {error}")


def speak_as_the_terminal() -> None:
    """Say what follows in the language of the environment, if it is one of ours."""
    from django.conf import settings
    from django.utils import translation

    from tournament.core.languages import usable_locale

    translation.activate(usable_locale(settings.COMMAND_LANGUAGES) or settings.LANGUAGE_CODE)


if __name__ == "__main__":
    sekigime()
