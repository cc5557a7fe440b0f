"""A seating made elsewhere: a file or pasted rows become a seat map; what cannot be read is reported with its row.

Accepted formats: a row per table (hanchan, table, E, S, W, N), a row per seat (hanchan, table, wind, player), a row per
player with the table of each hanchan in its own column (“3E”), and without headings numbers alone: a row per table or
a row per hanchan, or nested lists. Headings and winds may be English, French, German, Spanish or Japanese. Players are
given by start number, EMA number or unique name.
"""
