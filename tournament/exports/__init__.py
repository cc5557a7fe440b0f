"""The event as a workbook and as CSV files: two writers of the declared tables."""
