"""Runs the benchmarks that are named, or all, and prints one report."""

import subprocess
import sys

from places import BENCH, ROOT, BenchmarkError
from report import Report
import encoding
import micro
import passthrough

BENCHMARKS = {"passthrough": passthrough, "encoding": encoding, "micro": micro}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"bench: unknown benchmark '{unknown[0]}'; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 64
    BENCH.mkdir(parents=True, exist_ok=True)
    report = Report()
    report.say("# Benchmarks")
    report.say()
    report.machine()
    failed = False
    for name in names or BENCHMARKS:
        try:
            BENCHMARKS[name].measure(report)
        except (BenchmarkError, subprocess.SubprocessError) as error:
            print(f"bench: {name}: {error}", file=sys.stderr)
            failed = True
    report.save()
    print(f"kept in {(BENCH / 'report.md').relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
