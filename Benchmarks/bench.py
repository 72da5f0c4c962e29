"""Runs the named benchmarks, or all, and prints one report."""

import argparse
import subprocess
import sys

from places import BENCH, ROOT, BenchmarkError
from report import Report
import audience
import chunks
import codec_passthrough
import crowd
import download
import encoding
import encryption
import jobs
import just_in_time
import ladder
import latency
import live
import live_validation
import micro
import movies
import monitoring
import opening
import passthrough
import playlists
import plugins
import serving
import stalls
import transport
import validate
import viewers
import waiting

BENCHMARKS = {
    "passthrough": passthrough, "codecs": codec_passthrough, "encoding": encoding, "encryption": encryption,
    "download": download,
    "ladder": ladder, "micro": micro, "playlists": playlists, "plugins": plugins,
    "transport": transport, "validate": validate,
}
# Not part of a full run: the first two need twice their measuring time, the others need an otherwise idle machine.
ON_REQUEST = {
    "live": live, "live-validation": live_validation, "stalls": stalls, "jobs": jobs,
    **latency.PLAYBACKS, "chunks": chunks, "monitoring": monitoring, "waiting": waiting, "audience": audience, "serving": serving,
    "viewers": viewers, "opening": opening, "movies": movies, "crowd": crowd,
    "just-in-time": just_in_time,
}
# Names for several benchmarks.
GROUPS = {
    "latency": [*latency.PLAYBACKS],
    "origin": [*latency.PLAYBACKS, "chunks", "waiting", "audience", "viewers", "serving"],
}
# Benchmarks that accept --seconds.
TIMED = {"live", "live-validation", "stalls", *latency.PLAYBACKS, "chunks", "monitoring", "waiting", "audience", "viewers", "crowd"}


def main(words: list[str]) -> int:
    known = BENCHMARKS | ON_REQUEST
    parser = argparse.ArgumentParser(prog="Benchmarks/run")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join([*known, *GROUPS])}")
    parser.add_argument("--seconds", type=int, help=f"measuring time, for {', '.join(sorted(TIMED))}")
    arguments = parser.parse_args(words)
    names = [name for word in arguments.names or BENCHMARKS for name in GROUPS.get(word, [word])]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"bench: unknown benchmark '{unknown[0]}'; use one of: {', '.join([*known, *GROUPS])}", file=sys.stderr)
        return 64
    BENCH.mkdir(parents=True, exist_ok=True)
    report = Report()
    report.say("# Benchmarks")
    report.say()
    report.machine()
    failed = False
    for name in names:
        try:
            if name in TIMED:
                known[name].measure(report, arguments.seconds or known[name].SECONDS)
            else:
                known[name].measure(report)
        except (BenchmarkError, subprocess.SubprocessError) as error:
            print(f"bench: {name}: {error}", file=sys.stderr)
            failed = True
    report.save()
    print(f"report: {(BENCH / 'report.md').relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
