"""Prizes: which there are, and who wins them."""
