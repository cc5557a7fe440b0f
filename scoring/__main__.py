"""The rule book on the command line.

python -m scoring table --rules wrc-2022 41000 33000 26000 18000 --deposits 2 [--yakitori SN] [--busted N=E] [--json]
python -m scoring rules [NAME] [--json]
python -m scoring last-hand --rules wrc-2022 [--during | --after-dice | --between] [--south-over] [--chonbo] [--json]
python -m scoring all-last 36200 27800 30000 26000 [--honba 1] [--deposits 1] [--totals ...] [--places 1] [--json]
python -m scoring draw N 1p E W 2p S --roll 5 [--roll 3] [--roller 0] [--json]
python -m scoring foul --rules wrc-2025 [REVEAL [--answer tiles=7]] [--json]
python -m scoring late 7:30 --rules wrc-2025 [--json]
python -m scoring payment --rules wrc-2022 --han 3 --fu 40 [--dealer] [--tsumo] [--honba 1] [--deposits 2] [--json]
python -m scoring liability big-dragons all-honours --winner E --tsumo --liable S=big-dragons [--honba 1] [--json]
python -m scoring hand 234567m23455p78s 9s --riichi [--call 777z] [--dora 1m] [--json]
python -m scoring replay FILE [--rules wrc-2022] [--names Ann Bo Cem Dee] [--json]

Every --rules NAME takes --set FIELD=VALUE beside it, as --set yakitori=9000 --set hand.kiriage=true.

Exit status:
0  done.
1  the call is in order, and what it tells cannot be: a sheet, a draw, a hand, a payment or a log has errors.
2  the call is not: an argument is missing, unknown, without effect or not what stands there (no number, no wind, no
   rule set), or a file cannot be read or written.

Messages go to standard error. With --json standard output carries one JSON value and nothing else; with exit status 1
that is {"ok": false, "problems": [{"level", "code", "message", ...}]}, with 2 there is nothing.
"""

import argparse
import codecs
import io
import signal
import sys
from collections.abc import Sequence

from scoring.command import all_last, draw, foul, hand, last_hand, late, liability, payment, replay, rules, table
from scoring.command.said import CALLED_WRONGLY, change_rules, complain

COMMANDS = (table, rules, all_last, last_hand, draw, foul, late, payment, liability, hand, replay)
PLAIN = str.maketrans(
    {"−": "-", "▲": "-", "△": "-", "–": "-", "─": "-", "“": '"', "”": '"', "’": "'", "…": "...", "§": "section "}
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give the exit status; a wrong call raises SystemExit(2) like every argparse program."""
    _write_what_the_terminal_can()
    options = _parser().parse_args(arguments)
    change_rules(options)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except OSError as problem:  # a full disk; what could not be written is not tried again at the end
        sys.stdout = io.StringIO()
        complain(f"the answer cannot be written: {problem}")
        return CALLED_WRONGLY
    return status


def _write_what_the_terminal_can() -> None:
    """A terminal without 東 shows a question mark instead of stopping the command; no minus is ever lost.

    What is said to a closed stream is lost, and does not go to another one.
    """
    codecs.register_error("scoring.plain", _plainly)
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="scoring.plain")


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    """What stands for characters that cannot be written."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    meant = problem.object[problem.start : problem.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in meant), problem.end


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Scores a table and says the rules.", allow_abbrev=False
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for one in COMMANDS:
        one.add(commands)
    return parser


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # `… | head` ends the command quietly
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
