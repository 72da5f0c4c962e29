"""Paths and sizes of the benchmarks."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "Output" / "bench"
SLUICE = ROOT / ".build" / "release" / "sluice"

SEGMENT_SECONDS = 6
SHORT_SECONDS = 600
LONG_SECONDS = 3600
ROUNDS = 5
# The timeout for a run, in seconds.
RUN_LIMIT = 180


class BenchmarkError(Exception):
    """The reason why a benchmark cannot run; printed without a traceback."""
