"""Layouts: the seating of a size over places 1..N, without randomness; lots are drawn later."""
