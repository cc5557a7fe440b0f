"""`python -m seating`: see `seating.cli`."""

import sys

from seating.cli import main

sys.exit(main(sys.argv[1:]))
