"""Scores that somebody changed in the exported workbook, read back: shown first, then applied whole or not at all."""
