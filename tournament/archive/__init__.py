"""Whole events from files: results of an event that is over, and the demo tournament."""
