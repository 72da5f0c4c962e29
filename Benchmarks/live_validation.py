"""The cost of hls.validate in a live pipeline: alternating runs with and without it."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from measure import Cost
from places import BENCH, ROOT, SLUICE, BenchmarkError
from report import Report

# The total duration of all runs with the stage, in seconds; the runs without the stage have the same duration.
SECONDS = 180
# The duration of each run in seconds; the first, short playlists cost little.
ROUND = 60
GOAL = 0.02
OUTPUT = BENCH / "live-validation"
# Parts of 333 ms: each rendition has three playlist states per second, the maximum to validate.
PIPELINE = """
pipeline: live-validation
about: Low latency into a folder{how}.
extends: {parent}
parameters: {{ interval: 2s, profile: cmaf }}
stages:
  folder: null
  video:
    use: video.encode
    from: keyframes
    with: {{ codec: h264, bitrate: 1Mbit/s, tune: zerolatency }}
  segments:
    use: fmp4.segment
    from: [video, audio]
    with: {{ profile: "${{profile}}", interval: "${{interval}}", part: 333ms }}
{checked}  stored: {{ use: file.folder, from: {source}, with: {{ path: "{output}" }} }}
"""
CHECKED = "  checked: { use: hls.validate, from: playlists, with: { profile: apple } }\n"


def pipeline(checks: bool) -> pathlib.Path:
    path = BENCH / f"live-validation-{'with' if checks else 'without'}.yaml"
    parent = os.path.relpath(ROOT / "Pipelines" / "live-test-pattern.yaml", BENCH)
    path.write_text(PIPELINE.format(
        how=", checked" if checks else "", parent=parent, checked=CHECKED if checks else "",
        source="checked" if checks else "playlists", output=OUTPUT))
    return path


def run(checks: bool) -> tuple[Cost, dict]:
    """Returns the cost of a run and the stage's metrics."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    command = [SLUICE, "run", pipeline(checks), "--duration", f"{ROUND}s", "--report", "json", "--quiet"]
    command += ["--set", "size=640x360"]
    began = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - began
        out.seek(0)
        log.seek(0)
        if process.returncode != 0:
            raise BenchmarkError(f"sluice run failed: {log.read()[-2000:].decode(errors='replace')}")
        report = json.loads(out.read())
    figures = next((stage.get("measures") or {} for stage in report["stages"] if stage["name"] == "checked"), {})
    return Cost(wall, usage.ru_utime + usage.ru_stime), figures


def measure(report: Report, seconds: int) -> None:
    rounds = max(1, seconds // ROUND)
    shares: dict[bool, list[float]] = {False: [], True: []}
    figures = {}
    for _ in range(rounds):
        for checks in (False, True):
            cost, found = run(checks)
            shares[checks].append(cost.cpu / cost.wall)
            figures = found or figures
    plain, checked = (statistics.median(shares[checks]) for checks in (False, True))
    report.say(f"## hls.validate in a live pipeline: {rounds} runs of {ROUND} s with and without the stage")
    report.say()
    report.say("640x360 and audio with parts of 333 ms, Apple's profile; share of a core.")
    report.say()
    report.table(["pipeline", "median", "runs"],
                 [[name, f"{statistics.median(runs):.2%}", " ".join(f"{run:.2%}" for run in runs)]
                  for name, runs in (("without", shares[False]), ("with hls.validate", shares[True]))])
    report.say(f"- {figures.get('checked-playlists', 0):.0f} playlists checked in {figures.get('checking-seconds', 0):.2f} s "
               f"of a run, {figures.get('skipped-resources', 0):.0f} resources skipped, "
               f"{figures.get('must-fix-findings', 0):.0f} findings that have to be fixed")
    report.goal("share of a core for validation, by its processor time",
                figures.get("checking-seconds", 0) / ROUND, GOAL, "{:.2%}")
    report.goal("additional share of a core with the stage", checked - plain, GOAL, "{:.2%}")
    report.say()
