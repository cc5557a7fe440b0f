"""The parts of a rule set: kinds of values, choices, files, snapshots, and each value in words."""
