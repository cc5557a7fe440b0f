"""The rule book of riichi tournaments: frozen values in, frozen values out.

Every amount is a whole number of riichi points (30_000 is the start of a hanchan). P, which is
1,000 points, exists only where something is written for a person. Standard library only.
"""
