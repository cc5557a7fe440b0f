"""Removing what should not be kept: the personal data of a player, or a whole event."""
