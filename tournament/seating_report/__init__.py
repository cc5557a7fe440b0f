"""The quality report of a seating: for reading, for any file, and for comparing two."""
