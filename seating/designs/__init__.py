"""Combinatorial designs: hanchan in which no two meet twice, from fields, difference matrices, cyclic designs."""
