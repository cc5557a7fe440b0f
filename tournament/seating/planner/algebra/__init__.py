"""Hanchan in which no two meet twice, built from fields, difference matrices and cyclic designs.

:mod:`.designs` has a construction for each kind of size, :mod:`.fields` and :mod:`.difference` what they are built of,
:mod:`.starters` and :mod:`.bases` the base rounds and tables that were found once and are kept.
"""
