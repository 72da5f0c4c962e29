"""The cost of monitoring a live 720p30 run: one scrape per second and an open console, compared with none.

The periods alternate within one run. The processor time of the listener's thread is exact; the difference of the whole
process also contains the tasks that encode events, and the noise of the encoder.
"""

import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import time
import urllib.request

from places import BENCH, ROOT, BenchmarkError
from report import Report

SECONDS = 120
PERIOD = 10
GOAL = 0.005  # of a core


def free_port() -> int:
    with socket.socket() as file:
        file.bind(("127.0.0.1", 0))
        return file.getsockname()[1]


def seconds(path: pathlib.Path) -> float:
    """Returns the processor time of a process or thread, in seconds."""
    fields = path.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def listener_seconds(process: int) -> float:
    """Returns the processor time of the listener's thread with the resolution of the scheduler."""
    for task in pathlib.Path(f"/proc/{process}/task").iterdir():
        if (task / "comm").read_text().strip() == "admin":
            return int((task / "schedstat").read_text().split()[0]) / 1e9
    raise BenchmarkError("the listener has no thread named 'admin'")


def get(url: str) -> bytes:
    """Returns a response; each request has a connection of its own, which costs more than a reused one."""
    with urllib.request.urlopen(url, timeout=10) as response:
        return response.read()


class Console:
    """The requests of the console page: events all the time, and the status and the history every two seconds."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.next = 0
        self.events = subprocess.Popen(["curl", "-sN", "-o", "/dev/null", f"{url}/events"])
        for path in ("", "graph"):
            get(f"{url}/{path}")

    def update(self) -> None:
        get(f"{self.url}/pipelines")
        get(f"{self.url}/status")
        self.next = json.loads(get(f"{self.url}/history?since={self.next}"))["next"]

    def close(self) -> None:
        self.events.kill()
        self.events.wait()


def period(process: int, url: str | None) -> tuple[float, float]:
    """Waits for one period, with monitoring if there is a URL. Returns the shares of a core: listener, process."""
    stat = pathlib.Path(f"/proc/{process}/stat")
    console = Console(url) if url else None
    began, listener, whole = time.monotonic(), listener_seconds(process), seconds(stat)
    for second in range(1, PERIOD + 1):
        time.sleep(max(0, began + second - time.monotonic()))
        if url and console:
            get(f"{url}/metrics")
            if second % 2 == 0:
                console.update()
    wall = time.monotonic() - began
    shares = ((listener_seconds(process) - listener) / wall, (seconds(stat) - whole) / wall)
    if console:
        console.close()
    return shares


def measure(report: Report, limit: int = SECONDS) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    program = os.environ.get("SLUICE", str(ROOT / ".build/release/sluice"))
    run = subprocess.Popen(
        [program, "run", "Pipelines/live-test-pattern.yaml", "--quiet", "--set", f"output={BENCH}/monitoring",
         "--set", "interval=2s", "--admin", url.removeprefix("http://")], cwd=ROOT,
    )
    try:
        time.sleep(8)
        if run.poll() is not None:
            raise BenchmarkError(f"the run ended with {run.returncode}")
        shares: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
        for number in range(max(2, limit // PERIOD)):
            shares[number % 2 == 1].append(period(run.pid, url if number % 2 == 1 else None))
    finally:
        run.send_signal(signal.SIGINT)
        run.wait(30)

    def median(monitored: bool, index: int) -> float:
        return statistics.median(share[index] for share in shares[monitored])

    listener, idle = median(True, 0), median(False, 0)
    report.say("## Monitoring a live 720p30 run")
    report.say()
    report.say("One scrape per second and one open console, as shares of a core:")
    report.say()
    report.say("| | monitored | not monitored |")
    report.say("|---|---|---|")
    report.say(f"| thread of the listener | {listener:.4%} | {idle:.4%} |")
    report.say(f"| whole process | {median(True, 1):.2%} | {median(False, 1):.2%} |")
    report.say()
    report.say(f"Goal: the listener uses less than {GOAL:.1%} of a core: {'met' if listener < GOAL else 'missed'}.")
    report.say()
