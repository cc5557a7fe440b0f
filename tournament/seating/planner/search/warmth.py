"""How much worse a change may make things at one warmth, drawn so that it is the same on every machine."""

GRAIN = 1024
SCALE = 256


def _thresholds() -> tuple[int, ...]:
    """How much worse may it get, in 1/SCALE of the warmth: exponentially distributed, drawn by a random index.

    Repeated multiplication instead of a logarithm, because only that is exactly the same everywhere.
    """
    found = []
    power, steps = 1.0, 0
    for part in range(GRAIN - 1, -1, -1):
        while power > (part + 0.5) / GRAIN:
            power *= 1 - 1 / SCALE
            steps += 1
        found.append(steps)
    return tuple(found)


THRESHOLDS = _thresholds()
