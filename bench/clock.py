"""Timing and telling: medians of repeated runs, two things in turn, the ratio pair by pair."""

import statistics
import time
from collections.abc import Callable


def timed(work: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def cpu_timed(work: Callable[[], object]) -> float:
    """Seconds of this process's CPU that one call takes: the same however busy the machine is."""
    began = time.process_time()
    work()
    return time.process_time() - began


def in_turn(
    work: Callable[[], object],
    baseline: Callable[[], object],
    runs: int = 15,
    clock: Callable[[Callable[[], object]], float] = timed,
    first: Callable[[], object] = lambda: None,
) -> tuple[float, float, float]:
    """Median seconds of both, called A B A B after one warm-up each, and the median of the ratios A/B. What comes
    `first` is done before each A and not timed."""
    first(), work(), baseline()
    pairs = [(first(), clock(work), clock(baseline))[1:] for _ in range(runs)]
    ratios = statistics.median(a / b for a, b in pairs)
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), ratios


def tell(
    what: str,
    against: str,
    work: Callable[[], object],
    baseline: Callable[[], object],
    runs: int = 15,
    clock: Callable[[Callable[[], object]], float] = timed,
    first: Callable[[], object] = lambda: None,
) -> None:
    """Print one line: both medians in milliseconds and the ratio."""
    ours, theirs, ratio = in_turn(work, baseline, runs, clock, first)
    print(f"{what:<52} {ours * 1000:9.2f} ms   {against:<44} {theirs * 1000:9.2f} ms   ratio {ratio:8.2f}", flush=True)


def percentile(values: list[float], part: float) -> float:
    """The value below which `part` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
