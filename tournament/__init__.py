"""The tournament, from the first registered player to the last spreadsheet."""

__version__ = "0.9.0"
