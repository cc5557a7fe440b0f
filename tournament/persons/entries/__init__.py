"""Merging two entries of one person, also after both had seats, and undoing it."""
