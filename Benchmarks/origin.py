"""Runs http.origin for a benchmark: the low-latency pipeline, the cost of its threads, and their core affinity."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from places import BENCH, ROOT, SLUICE, BenchmarkError

FOLDER = BENCH / "origin"
PARTS = FOLDER / "parts.log"
# The name of the server's thread.
SERVER = "origin"
TICKS = os.sysconf("SC_CLK_TCK")

# The changes to Pipelines/live-low-latency.yaml. It cannot be extended: it already extends another file.
CHANGES = {
    "extends: ": f"plugins: [./Plugin]\nextends: {ROOT}/Pipelines/",
    "parameters:\n": "parameters:\n  threads: 0\n",
    "stages:\n": """stages:
  clock: { use: bench.wall-clock, from: picture }
  keyframes: { use: keyframe.force, from: clock, with: { interval: "${interval}" } }
  log: { use: bench.part-log, from: playlists, with: { path: parts.log } }
""",
    'from: playlists\n    with: { listen: "${listen}",': 'from: log\n    with: { connections: 20000, threads: "${threads}", linger: 1h, name: live, listen: "127.0.0.1:0",',
}


def pipeline(changes: dict[str, str]) -> str:
    text = (ROOT / "Pipelines" / "live-low-latency.yaml").read_text()
    for old, new in (CHANGES | changes).items():
        if text.count(old) != 1:
            raise BenchmarkError(f"Pipelines/live-low-latency.yaml no longer contains exactly one '{old}'")
        text = text.replace(old, new)
    return text


def prepare(changes: dict[str, str] | None = None) -> None:
    """Builds the plugin and writes the pipeline file, with more changes to its text."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(ROOT / "Benchmarks" / "Plugin", FOLDER / "Plugin")
    built = subprocess.run([SLUICE, "plugin", "build", FOLDER / "Plugin"], capture_output=True, text=True, timeout=300)
    if built.returncode != 0:
        raise BenchmarkError(f"the plugin cannot be built:\n{built.stderr}")
    (FOLDER / "origin.yaml").write_text(pipeline(changes or {}))


def part_times() -> list[tuple[int, str]]:
    """Returns the time at which each part was sent to the origin, in nanoseconds of CLOCK_MONOTONIC, and its path."""
    lines = PARTS.read_text().splitlines()
    return [(int(time), path) for time, path in (line.split(" ", 1) for line in lines)]


class OriginRun:
    """A run of sluice that serves until the context exits."""

    def __init__(self, settings: dict[str, str] | None = None, duration: int | None = None) -> None:
        PARTS.unlink(missing_ok=True)
        words = [str(SLUICE), "run", str(FOLDER / "origin.yaml"), "--report", "json"]
        words += ["--duration", f"{duration}s"] if duration else []
        words += [word for pair in (settings or {}).items() for word in ("--set", f"{pair[0]}={pair[1]}")]
        self.out, self.log = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.report: dict = {}
        self.process = subprocess.Popen(words, cwd=FOLDER, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.log)
        self.address = ""

    def __enter__(self) -> "OriginRun":
        limit = time.monotonic() + 60
        while not self.address:
            self.log.seek(0)
            found = re.search(r"serving (https?://\S+/)live/\n", self.log.read().decode(errors="replace"))
            if found:
                self.address = found.group(1)
            elif self.process.poll() is not None or time.monotonic() > limit:
                self.end()
                raise BenchmarkError(f"the origin does not serve: {self.problems}")
            else:
                time.sleep(0.05)
        return self

    def __exit__(self, *_) -> None:
        self.end()
        self.out.seek(0)
        text = self.out.read()
        if self.process.returncode != 0:
            raise BenchmarkError(f"the origin failed: {self.problems}")
        self.report = json.loads(text)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @property
    def problems(self) -> str:
        self.log.seek(0)
        return self.log.read()[-2000:].decode(errors="replace")

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.address).group(1))

    @property
    def dropped(self) -> int:
        return sum(stage["dropped"] for stage in self.report["stages"])

    def wait_for_parts(self, count: int) -> None:
        limit = time.monotonic() + 60
        while not PARTS.exists() or len(PARTS.read_bytes().splitlines()) < count:
            if self.process.poll() is not None or time.monotonic() > limit:
                raise BenchmarkError(f"the origin has no parts: {self.problems}")
            time.sleep(0.1)

    def threads(self) -> dict[int, str]:
        """Returns the names of the run's threads, by thread id."""
        found = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                found[int(task.name)] = (task / "comm").read_text().strip()
            except FileNotFoundError:
                continue
        if SERVER not in found.values():
            raise BenchmarkError(f"no thread of the run is named '{SERVER}'")
        return found

    def separate(self) -> None:
        """Binds the server's thread to the first core and all other threads to the rest. Does nothing on one core."""
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            return
        for thread, name in self.threads().items():
            try:
                os.sched_setaffinity(thread, {cores[0]} if name == SERVER else set(cores[1:]))
            except ProcessLookupError:
                continue

    def seconds(self) -> tuple[float, float]:
        """Returns the processor time of the server's thread, and of all other threads, in seconds."""
        server = other = 0.0
        for thread, name in self.threads().items():
            try:
                text = pathlib.Path(f"/proc/{self.process.pid}/task/{thread}/stat").read_text()
            except FileNotFoundError:
                continue
            fields = text.rsplit(")", 1)[1].split()
            spent = (int(fields[11]) + int(fields[12])) / TICKS
            if name == SERVER:
                server += spent
            else:
                other += spent
        return server, other


def percentile(values: list[float], share: float) -> float:
    """Returns the percentile of the values; `share` is from 0 to 1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
