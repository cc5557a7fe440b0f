"""The organiser's wishes for the seating."""
