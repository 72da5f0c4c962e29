"""The memory that stalls leave: a live run is stopped and continued again and again."""

import os
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

from measure import resident_bytes
from places import SLUICE, BenchmarkError
from report import Report
import live

SECONDS = 720
STOPS = 12
STOP_SECONDS = 5
# The memory after the last stop against that before the first.
GROWTH_GOAL = 1.1
# The time at the end of each period for which memory is measured.
CALM_SECONDS = 10


def medians(seconds: int) -> list[float]:
    """Returns the memory before the first stop and after each, in bytes: the median of the last seconds before the next."""
    shutil.rmtree(live.OUTPUT, ignore_errors=True)
    live.OUTPUT.mkdir(parents=True)
    settings = {"output": str(live.OUTPUT), "interval": "2s", "profile": "cmaf"}
    command = [str(SLUICE), "run", str(live.PIPELINE), "--quiet"]
    command += [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    period = seconds / (STOPS + 1)
    found = []
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            for turn in range(STOPS + 1):
                if turn > 0:
                    os.kill(process.pid, signal.SIGSTOP)
                    time.sleep(STOP_SECONDS)
                    os.kill(process.pid, signal.SIGCONT)
                end = time.monotonic() + period - (STOP_SECONDS if turn > 0 else 0)
                calm = []
                while time.monotonic() < end:
                    time.sleep(0.5)
                    if time.monotonic() > end - min(CALM_SECONDS, period / 2):
                        calm.append(resident_bytes(process.pid))
                found.append(statistics.median(calm))
            process.send_signal(signal.SIGTERM)
            if process.wait(timeout=30) != 0:
                log.seek(0)
                raise BenchmarkError(f"the run failed: {log.read()[-1000:].decode(errors='replace')}")
        finally:
            process.kill()
            process.wait()
    return found


def measure(report: Report, seconds: int = SECONDS) -> None:
    found = medians(seconds)
    report.say(f"## Stalls: 720p30 and audio for {seconds} s, stopped {STOPS} times for {STOP_SECONDS} s")
    report.say()
    report.say("Anonymous memory in MiB before the first stop and after each: "
               + ", ".join(f"{value / (1 << 20):.0f}" for value in found))
    report.say()
    # The second half, since a single value depends on the queues of that moment.
    report.goal("memory after the stops against before", statistics.median(found[STOPS // 2:]) / found[0], GROWTH_GOAL)
    report.say()
