"""Winds: who sits East, South, West and North, so that everybody has each equally often."""
