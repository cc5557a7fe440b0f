"""Whole events from files: the results of a finished event, and the demo tournament."""
