"""The rule book on the command line.

python -m scoring table --rules wrc-2022 41000 33000 26000 18000 --deposits 2 [--yakitori SN] [--busted N=E] [--json]
python -m scoring rules [NAME] [--json]
python -m scoring last-hand --rules wrc-2022 [--during | --after-dice | --between] [--south-over] [--chonbo] [--json]
python -m scoring all-last 36200 27800 30000 26000 [--honba 1] [--deposits 1] [--totals ...] [--places 1] [--json]
python -m scoring draw N 1p E W 2p S --roll 5 [--roll 3] [--roller 1] [--json]
python -m scoring draw --direct W E S N [--east-seat 1] [--json]
python -m scoring foul --rules wrc-2025 [REVEAL [--answer tiles=7]] [--json]
python -m scoring late 7:30 --rules wrc-2025 [--json]
python -m scoring penalty 30P --offender S [--rules tenhou-3] [--json]
python -m scoring payment --rules wrc-2022 --han 3 --fu 40 [--dealer] [--tsumo] [--honba 1] [--deposits 2] [--json]
python -m scoring liability big-dragons all-honours --winner E --tsumo --liable S=big-dragons [--honba 1] [--json]
python -m scoring standings FILE [--after 4] [--tie-breaks firsts,best] [--cut-after 4 --keep 16 --carry half] [--json]
python -m scoring cut FILE --after 4 --keep 16 [--carry half] [--carry-below all] [--json]
python -m scoring tie FILE Anna Ben [--tie-breaks firsts,best] [--json]
python -m scoring ranking FILE --rule ema-2018 [--on 2026-11-01] [--why] [--json]
python -m scoring hand 234567m23455p78s 9s --riichi [--call 777z] [--dora 1m] [--json]
python -m scoring replay FILE [--rules wrc-2022] [--names Ann Bo Cem Dee] [--json]

Every --rules NAME takes --set FIELD=VALUE beside it, as --set yakitori=9000 --set hand.kiriage=true.

Exit status:
0  done.
1  the call is in order, and what it tells cannot be: a sheet, a draw, a hand, a payment, a log or a
   file of results has errors, or a cut falls between equals.
2  the call is not: an argument is missing, unknown, without effect or not what stands there (no number, no wind, no
   rule set), or a file cannot be read or written.

Messages go to standard error; that of a wrong call is one line. With --json standard output carries one JSON value and
nothing else, of one form for every command:
{"schema": "sekigime/COMMAND/1", "ok": true, "problems": [{"level", "code", "message", "field"}], "result": ...}
With exit status 1 "ok" is false and "result" null; with 2 there is nothing. docs/schemas has the form of each result.
"""

import signal
import sys
from collections.abc import Sequence

from scoring.cli.main import COMMANDS, run
from scoring.hands import cli as hands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status; a wrong call raises SystemExit(2)."""
    return run(arguments, (*COMMANDS, *hands.COMMANDS))


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # `… | head` ends the command quietly
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
