"""The tournament, from the first registered player to the last spreadsheet."""
