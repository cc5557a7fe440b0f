"""Repairing a seating that no longer fits the players: the options, their cost, and doing one of them."""
