"""A second count of a seating, by another method: it shares no code with what makes, checks and measures seatings.

It knows nothing but *lines* (:mod:`.lines`): hanchan, table, wind, player; one for every seat. They are sorted and read
through (:mod:`.checking`), people and tables are rows of bits (:mod:`.figures`). Whoever stores or publishes a seating
asks :func:`verify` first, and keeps :func:`digest`.
"""

from .checking import verify
from .discrepancy import Discrepancy
from .figures import recount
from .lines import Bye, Line, canonical, digest, lines_of

__all__ = ["Bye", "Discrepancy", "Line", "canonical", "digest", "lines_of", "recount", "verify"]
