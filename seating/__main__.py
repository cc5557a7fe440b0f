"""`python -m seating`: see `seating.cli`."""

import signal
import sys

from seating.cli import main

if hasattr(signal, "SIGPIPE"):  # `… | head` ends the command quietly
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
sys.exit(main(sys.argv[1:]))
