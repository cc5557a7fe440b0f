"""Qualifiers: the first of earlier events, leagues and rankings get the places of a final event."""
