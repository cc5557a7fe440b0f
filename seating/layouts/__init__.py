"""Layouts: the plan of a size, over places 1..N. No chance is in them; lots are drawn later."""
