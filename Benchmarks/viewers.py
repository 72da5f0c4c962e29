"""Five thousand players of many presentations at once, which select them by Zipf's law."""

import json
import os
import pathlib
import subprocess

from places import BENCH, ROOT, BenchmarkError
from report import Report
import origin

PRODUCT = "PresentationViewers"
SECONDS = 30
WARM_UP = 10
PLAYERS = 5000
# The exponent of Zipf's law: the popularity of the presentation at place n is in proportion to 1 / n to this power.
EXPONENT = 1.0
# The time for a complete response in milliseconds, and the share of responses that must be within it.
LIMIT = 100
SHARE = 0.99
# Lower priority than the server, because real clients run on other machines.
NICENESS = 5


def build() -> pathlib.Path:
    command = ["swift", "build", "--configuration", "release", "--product", PRODUCT]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=900)
    return ROOT / ".build" / "release" / PRODUCT


def watch(program: pathlib.Path, port: int, paths: list[str], players: int = PLAYERS, seconds: int = SECONDS) -> dict:
    """Plays the presentations at these paths of a server on this machine; returns the summary of the players."""
    file = BENCH / "viewers-paths"
    file.write_text("".join(f"{path}\n" for path in paths))
    done = subprocess.run(
        [program, "127.0.0.1", str(port), str(players), str(seconds), str(WARM_UP), str(EXPONENT), file],
        capture_output=True, text=True, timeout=WARM_UP + seconds + 120, preexec_fn=lambda: os.nice(NICENESS))
    if done.returncode != 0:
        raise BenchmarkError(f"the players failed with exit code {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def tell(report: Report, seen: dict, seconds: int, server: float) -> None:
    """Reports a summary; `server` is the share of a core that the server used."""
    kinds = {name: value for name, value in seen.items() if isinstance(value, dict) and value["count"]}
    report.table(["ms", "responses", "median", "95 of 100", "99 of 100", "most"], [
        [name, str(value["count"]), *(f"{time:.1f}" for time in value["ms"])] for name, value in kinds.items()])
    count, late = (sum(value[key] for value in kinds.values()) for key in ("count", "late"))
    report.goal("requests that failed or were lost", seen["failures"] + seen["lost"], 0, "{:.0f}")
    report.goal(f"responses later than {LIMIT} ms, of 100", 100 * late / max(1, count), 100 * (1 - SHARE), "{:.2f}")
    clients = (seen["user"] + seen["system"]) / (WARM_UP + seconds)
    report.say(f"- {count / seconds:.0f} responses and {seen['bytes'] * 8 / seconds / 1e6:.0f} Mb a second; share of a core: "
               f"server {server:.0%}, players {clients:.0%}")
    report.say()


def measure(report: Report, seconds: int = SECONDS) -> None:
    program = build()
    origin.prepare()
    with origin.OriginRun() as run:
        run.wait_for_parts(24)
        before = run.seconds()[0]
        seen = watch(program, run.port, ["/live/index.m3u8"], seconds=seconds)
        server = (run.seconds()[0] - before) / (WARM_UP + seconds)
    report.say(f"## {PLAYERS} players of a live stream, which wait for complete segments")
    report.say()
    tell(report, seen, seconds, server)
    report.goal("frames dropped by the run", run.dropped, 0, "{:.0f}")
    report.say()
