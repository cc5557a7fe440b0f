"""The next hanchan by the standings: ranks and past in, tables out. One hanchan at a time, standard library only.

``swiss`` weighs closeness in rank against meeting again, ``curve`` shows what each weight gives; ``groups`` and
``pots`` part the field and draw within the parts; ``chunks``, ``snake`` and ``written`` patterns follow the ranks alone
and are seated by ``numbered``. ``closeness`` counts whatever came out.
"""

from .byes import sit_out
from .classes import groups, pots
from .closest import WINDS, WINDS_FIRST, Setting, curve, swiss
from .figures import Closeness, closeness
from .numbering import numbered
from .patterns import chunks, snake, written
from .prices import STEPS, weight_of

__all__ = [
    "STEPS",
    "WINDS",
    "WINDS_FIRST",
    "Closeness",
    "Setting",
    "chunks",
    "closeness",
    "curve",
    "groups",
    "numbered",
    "pots",
    "sit_out",
    "snake",
    "swiss",
    "weight_of",
    "written",
]
