"""Combinatorial designs: hanchan without a repeat, from fields, difference matrices and cyclic designs."""
