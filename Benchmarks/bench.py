"""Runs the benchmarks that are named, or all, and prints one report."""

import argparse
import subprocess
import sys

from places import BENCH, ROOT, BenchmarkError
from report import Report
import codec_passthrough
import download
import encoding
import ladder
import live
import micro
import passthrough
import playlists
import plugins
import validate

BENCHMARKS = {
    "passthrough": passthrough, "codecs": codec_passthrough, "encoding": encoding, "download": download,
    "ladder": ladder, "micro": micro, "playlists": playlists, "plugins": plugins,
    "validate": validate,
}
# Only when it is named: it takes twice as long as it measures.
ON_REQUEST = {"live": live}


def main(words: list[str]) -> int:
    known = BENCHMARKS | ON_REQUEST
    parser = argparse.ArgumentParser(prog="Benchmarks/run")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(known)}")
    parser.add_argument("--seconds", type=int, default=live.SECONDS, help="how long the benchmark 'live' runs")
    arguments = parser.parse_args(words)
    unknown = [name for name in arguments.names if name not in known]
    if unknown:
        print(f"bench: unknown benchmark '{unknown[0]}'; there are {', '.join(known)}", file=sys.stderr)
        return 64
    BENCH.mkdir(parents=True, exist_ok=True)
    report = Report()
    report.say("# Benchmarks")
    report.say()
    report.machine()
    failed = False
    for name in arguments.names or BENCHMARKS:
        try:
            if name == "live":
                live.measure(report, arguments.seconds)
            else:
                known[name].measure(report)
        except (BenchmarkError, subprocess.SubprocessError) as error:
            print(f"bench: {name}: {error}", file=sys.stderr)
            failed = True
    report.save()
    print(f"kept in {(BENCH / 'report.md').relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
