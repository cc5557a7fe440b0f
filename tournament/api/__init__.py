"""The programs' way in: the tables of an event as JSON, and report sheets that a program enters."""
