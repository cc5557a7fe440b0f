"""How good a seating is: for people to read, for any seating, and two side by side."""
