"""The public draw: a seed that is committed before registration closes and mixed with something public."""
