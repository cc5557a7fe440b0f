"""The parts of a hanchan's log: its events, its written forms, and the table after each hand."""
