"""Closing check-in: who is missing, the ways to close, what each does to the seating, and doing one of them."""
