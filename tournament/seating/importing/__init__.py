"""A seating made elsewhere: a file or pasted rows become a draft; what could not be read is named by row.

Known shapes: a row per table (hanchan, table, E, S, W, N), a row per seat (hanchan, table, wind, player), a row per
player with the table of each hanchan in a column of its own (“3E”), and without headings numbers alone: a row per
table or a row per hanchan, or lists in lists. Headings may be English, French, German or Japanese. People are start
numbers, EMA numbers or names that only one has.
"""

from tournament.seating.importing.files import read_file, read_pasted
from tournament.seating.importing.loose import Loose, read_loose
from tournament.seating.importing.reading import Reading, as_text, read_seating
from tournament.seating.importing.words import wind_of

__all__ = ["Loose", "Reading", "as_text", "read_file", "read_loose", "read_pasted", "read_seating", "wind_of"]
