"""Measurements: ratios of two things timed in the same run. `make bench` runs all, `python -m bench NAME` one."""
