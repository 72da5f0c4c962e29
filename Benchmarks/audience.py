"""Hundreds or thousands of players that wait for the same part: the delay until all have it, and the cost."""

import json
import os
import pathlib
import re
import struct
import subprocess
import time

from places import ROOT, BenchmarkError
from report import Report
import origin

PRODUCT = "LowLatencyClients"
SECONDS = 30
# The seconds before the measurement starts.
WARM_UP = 5
WAITING = 500
# The maximum delay in milliseconds from a part's last byte to the response.
WAITING_GOAL = 10.0
AUDIENCE = 2000
PART = 333
# Lower priority than the run, because real clients run on other machines.
NICENESS = 5
# The entry format of Clients/main.c.
ENTRY = struct.Struct("<QQIHBBII")
PLAYLISTS = ["/live/video/playlist.m3u8", "/live/audio/playlist.m3u8"]


class Answers:
    """The responses that an audience received, compared with the times at which the origin had the parts."""

    def __init__(self, file: pathlib.Path, playlists: list[str], begin: int, end: int) -> None:
        stored = stored_parts(playlists)
        self.delays: list[float] = []
        self.part_times: list[float] = []
        self.failures = self.late = self.count = self.bytes = 0
        for asked, answered, segment, part, playlist, kind, status, count in ENTRY.iter_unpack(file.read_bytes()):
            if not begin <= answered < end:
                continue
            self.count += 1
            self.bytes += count
            self.failures += status != 200
            if kind == 1:
                self.part_times.append((answered - asked) / 1e6)
            elif (there := stored.get((playlist, segment, part))) is not None:
                # A request that arrives after publication waits only for its response.
                self.delays.append((answered - max(there, asked)) / 1e6)
                self.late += self.delays[-1] > PART


def stored_parts(playlists: list[str]) -> dict[tuple[int, int, int], int]:
    """The times at which the origin had each part, by playlist, segment and part."""
    folders = {playlist.split("/")[2]: index for index, playlist in enumerate(playlists)}
    found = {}
    for moment, path in origin.part_times():
        match = re.fullmatch(r"([^/]+)/segment-(\d+)\.(\d+)\.m4s", path)
        if match and match.group(1) in folders:
            # Numbers in names start at one, numbers of requests at zero.
            found[folders[match.group(1)], int(match.group(2)) - 1, int(match.group(3)) - 1] = moment
    return found


def build() -> pathlib.Path:
    command = ["swift", "build", "--configuration", "release", "--product", PRODUCT]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=900)
    return ROOT / ".build" / "release" / PRODUCT


class Audience:
    """A number of players that run for a number of seconds."""

    def __init__(self, program: pathlib.Path, clients: int, seconds: int, playlists: list[str], apart: bool) -> None:
        origin.prepare()
        file = origin.FOLDER / "answers"
        with origin.OriginRun() as run:
            run.wait_for_parts(24)
            command = [program, "127.0.0.1", str(run.port), str(clients), str(WARM_UP + seconds), file, *playlists]
            players = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(NICENESS))
            begin = time.monotonic_ns() + WARM_UP * 1_000_000_000
            while time.monotonic_ns() < begin:
                if apart:
                    run.separate()
                time.sleep(0.5)
            before = run.seconds()
            began = time.monotonic_ns()
            # Ends half a second early, because the processor time would include responses after the end.
            time.sleep(max(0, seconds - 0.5))
            after = run.seconds()
            ended = time.monotonic_ns()
            said, _ = players.communicate(timeout=120)
            if players.returncode != 0:
                raise BenchmarkError(f"the clients failed with exit code {players.returncode}")
        self.seconds = (ended - began) / 1e9
        self.server, self.other = ((late - early) / self.seconds for early, late in zip(before, after))
        told = json.loads(said)
        self.lost = told["lost"]
        self.clients = (told["user"] + told["system"]) / (WARM_UP + seconds)
        self.dropped = run.dropped
        self.answers = Answers(file, playlists, began, ended)
        if not self.answers.delays:
            raise BenchmarkError(f"no client waited for a part: {said}")

    def rows(self) -> list[list[str]]:
        delays, parts = self.answers.delays, self.answers.part_times
        form = "{:.2f}".format
        return [
            [name, *(form(origin.percentile(values, share)) for share in (0.5, 0.95, 0.99, 1.0))]
            for name, values in {"playlist that was waited for": delays, "part": parts}.items() if values]


def measure_waiting(report: Report, seconds: int = SECONDS) -> None:
    audience = Audience(build(), WAITING, seconds, PLAYLISTS[:1], apart=False)
    report.say(f"## {WAITING} players wait for the same part")
    report.say()
    report.say("From the write of a part's last byte into the origin's store to the complete response of each waiting client; "
               "720p30 and sound are encoded on the same machine, and the players run on it too.")
    report.say()
    report.table(["ms", "median", "95 of 100", "99 of 100", "most"], audience.rows())
    report.goal("time to the response, 99th percentile", origin.percentile(audience.answers.delays, 0.99), WAITING_GOAL, "{:.2f} ms")
    tell(report, audience)


def measure(report: Report, seconds: int = SECONDS) -> None:
    audience = Audience(build(), AUDIENCE, seconds, PLAYLISTS, apart=True)
    report.say(f"## {AUDIENCE} players, served from one core while the other core encodes")
    report.say()
    report.say(f"Each player has a connection for each of {len(PLAYLISTS)} playlists and requests every part of {PART} ms in advance. "
               "The server's thread is bound to one core; all other threads of the run use the other cores.")
    report.say()
    report.table(["ms", "median", "95 of 100", "99 of 100", "most"], audience.rows())
    report.goal("frames dropped", audience.dropped, 0, "{:.0f}")
    report.goal("requests that failed or were lost", audience.answers.failures + audience.lost, 0, "{:.0f}")
    report.goal(f"responses later than a part of {PART} ms", audience.answers.late, 0, "{:.0f}")
    tell(report, audience)


def tell(report: Report, audience: Audience) -> None:
    answers = audience.answers
    report.say(f"- {answers.count / audience.seconds:.0f} responses and {answers.bytes * 8 / audience.seconds / 1e6:.0f} Mb a "
               f"second; share of a core: server {audience.server:.0%}, rest of the run {audience.other:.0%}, "
               f"players {audience.clients:.0%}")
    report.say()
