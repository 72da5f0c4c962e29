"""Runs a command and says what it cost."""

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
    """A command to measure, and where it writes."""

    name: str
    command: list[str]
    output: pathlib.Path
    # How many bytes the output holds at least, so that nobody is measured who did not do the work.
    least_bytes: int = 0
    # A fresh folder for each run, or none where the command makes its own.
    makes_output: bool = False
    environment: dict[str, str] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Cost:
    """What one run took."""

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
        raise BenchmarkError(f"{job.name} wrote {written} bytes; at least {job.least_bytes} were expected")


def run(job: Job, sample_memory: bool = False) -> Cost:
    """One run in a clean output folder."""
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
    """Waits for a process; without sampling the waiting itself costs nothing."""
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
    """Anonymous and shared memory in RAM; pages of mapped files, which the kernel can take back, are not in it."""
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
    """Brings a file into the page cache."""
    with open(path, "rb", buffering=0) as file:
        block = bytearray(4 << 20)
        while file.readinto(block):
            pass


def interleaved(jobs: list[Job], rounds: int) -> dict[str, Cost]:
    """The median cost of each job; the jobs take turns, in each round in another order.

    Each turn is one untimed run and, at once after it, the timed one, so that a tool finds the page cache and the free
    memory as it left them itself. Virtual machines hand idle free memory back to their host; whoever takes it next pays
    a fault for every page, which costs more than copying the bytes does.
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
