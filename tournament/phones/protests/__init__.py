"""Errors that players report in released results: their form, and the queue of the staff."""
