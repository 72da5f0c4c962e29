"""Runs the micro-benchmarks, which are a separate Swift program."""

import subprocess

from places import ROOT
from report import Report

PRODUCT = "MicroBenchmarks"


def measure(report: Report) -> None:
    if not (ROOT / "Benchmarks" / "Micro").is_dir():
        return
    build = ["swift", "build", "--configuration", "release", "--product", PRODUCT]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=900)
    program = ROOT / ".build" / "release" / PRODUCT
    done = subprocess.run([program], check=True, capture_output=True, text=True, timeout=300)
    report.say("## Runtime overhead")
    report.say()
    report.say(done.stdout.strip())
    report.say()
