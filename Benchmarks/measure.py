"""Runs a command and measures its cost."""

import dataclasses
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

from places import RUN_LIMIT, BenchmarkError


@dataclasses.dataclass
class Job:
    """A command to measure, and its output folder."""

    name: str
    command: list[str]
    output: pathlib.Path
    # The minimum size of the output in bytes, so that a run that did not do the work is detected.
    least_bytes: int = 0
    # Whether the command creates its output folder. Otherwise an empty folder is created for each run.
    makes_output: bool = False
    environment: dict[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Cost:
    """The cost of one run."""

    wall: float  # seconds
    cpu: float  # seconds, user and system together
    memory: int = 0  # bytes


def prepare(job: Job) -> None:
    shutil.rmtree(job.output, ignore_errors=True)
    if not job.makes_output:
        job.output.mkdir(parents=True)


def check(job: Job) -> None:
    written = sum(path.stat().st_size for path in job.output.rglob("*") if path.is_file())
    if written < job.least_bytes:
        raise BenchmarkError(f"{job.name} wrote {written} bytes; expected at least {job.least_bytes}")


def run(job: Job, sample_memory: bool = False) -> Cost:
    """Performs one run in an empty output folder."""
    prepare(job)
    with tempfile.TemporaryFile() as log:
        began = time.perf_counter()
        process = subprocess.Popen(
            job.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=os.environ | job.environment,
        )
        status, usage, memory = wait(process.pid, sample_memory, began + RUN_LIMIT)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            log.seek(0)
            last = log.read().decode(errors="replace").strip().splitlines()[-8:]
            why = f"exit code {process.returncode}" if process.returncode > 0 else f"signal {-process.returncode}"
            raise BenchmarkError(f"{job.name} failed with {why}: {' '.join(job.command)}\n" + "\n".join(last))
    check(job)
    return Cost(wall, usage.ru_utime + usage.ru_stime, memory)


def wait(pid: int, sample_memory: bool, limit: float):
    """Waits for a process. Without memory sampling, waiting uses no processor time."""
    peak = 0
    if not sample_memory:
        previous = signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGKILL))
        signal.setitimer(signal.ITIMER_REAL, max(limit - time.perf_counter(), 0.001))
        try:
            _, status, usage = os.wait4(pid, 0)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
        return status, usage, peak
    while True:
        peak = max(peak, resident_bytes(pid))
        finished, status, usage = os.wait4(pid, os.WNOHANG)
        if finished:
            return status, usage, peak
        if time.perf_counter() > limit:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def resident_bytes(pid: int) -> int:
    """Returns resident anonymous and shared memory. Pages of mapped files are excluded: the kernel can reclaim them."""
    total = 0
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith(("RssAnon:", "RssShmem:")):
                    total += int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return total


def warm(path: pathlib.Path) -> None:
    """Reads a file into the page cache."""
    with open(path, "rb", buffering=0) as file:
        block = bytearray(4 << 20)
        while file.readinto(block):
            pass


def interleaved(jobs: list[Job], rounds: int) -> dict[str, Cost]:
    """Returns the median cost of each job. The jobs alternate, in random order in each round.

    Each turn is an untimed run, immediately followed by the timed one, so that the page cache and free memory are in the
    state that the same tool left. Virtual machines return idle free memory to their host, and the next user pays a page
    fault for every page, which costs more than copying the bytes.
    """
    costs: dict[str, list[Cost]] = {job.name: [] for job in jobs}
    for _ in range(rounds):
        for job in random.sample(jobs, len(jobs)):
            run(job)
            costs[job.name].append(run(job))
    medians = {
        name: Cost(statistics.median(c.wall for c in runs), statistics.median(c.cpu for c in runs))
        for name, runs in costs.items()
    }
    for job in jobs:
        medians[job.name].memory = run(job, sample_memory=True).memory
        shutil.rmtree(job.output, ignore_errors=True)
    return medians
