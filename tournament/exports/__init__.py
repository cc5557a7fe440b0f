"""The event as a workbook and as CSV files: the same grids, which say what stands in each column."""
