"""Where things are, and how large the benchmarks are."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "Output" / "bench"
SLUICE = ROOT / ".build" / "release" / "sluice"

SEGMENT_SECONDS = 6
SHORT_SECONDS = 600
LONG_SECONDS = 3600
ROUNDS = 5
# A run that takes longer than this hangs.
RUN_LIMIT = 180


class BenchmarkError(Exception):
    """Why nothing can be measured: printed as it is, without a trace."""
