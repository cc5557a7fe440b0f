"""The draw of the seat winds at a table: what is on record of it."""
