"""A live source for several minutes: dropped frames, processor time, memory, and the delay of the playlist."""

import json
import os
import pathlib
import re
import shutil
import statistics
import struct
import subprocess
import tempfile
import time

from measure import Cost, resident_bytes
from places import BENCH, ROOT, SLUICE, BenchmarkError
from report import Report
import encoding

SECONDS = 600
CPU_GOAL = 1.05
# Milliseconds from the capture of a segment's last frame to its listing, without the encoder's delay.
DELAY_GOAL = 100.0
# The maximum memory growth after the first minute, in bytes per minute.
MEMORY_GOAL = 64 << 10
INTERVAL = 2
RATE = 30
OUTPUT = BENCH / "live"
PIPELINE = ROOT / "Pipelines" / "live-test-pattern.yaml"

# The elements of test.video and test.audio in that pipeline.
PICTURES = (
    "videotestsrc is-live=true num-buffers={pictures} "
    "! video/x-raw,format=I420,width=1280,height=720,framerate=30/1,colorimetry=bt709 "
    "! timeoverlay halignment=center valignment=center font-desc=Sans\\ 36"
)
SOUND = (
    "audiotestsrc is-live=true samplesperbuffer=1024 num-buffers={blocks} wave=sine "
    "! audio/x-raw,format=F32LE,rate=48000,channels=2"
)


class Playlist:
    """Polls a live playlist and records when each segment was listed."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.changed = 0
        # The listing time in Unix seconds, and the start in media seconds, by name.
        self.listed: dict[str, float] = {}
        self.starts: dict[str, float] = {}
        self.timescale = 0

    def look(self) -> None:
        path = self.folder / "playlist.m3u8"
        try:
            # Renaming updates ctime, and playlists are published by renaming.
            changed = path.stat().st_ctime_ns
            if changed == self.changed:
                return
            text = path.read_text()
        except FileNotFoundError:
            return
        self.changed = changed
        for name in re.findall(r"^(?!#)(\S+\.m4s)$", text, re.MULTILINE):
            if name not in self.listed:
                self.listed[name] = changed / 1e9
                self.starts[name] = self.start(name)

    def start(self, name: str) -> float:
        if not self.timescale:
            header = (self.folder / "init.mp4").read_bytes()
            at = header.index(b"mdhd") + 4
            # In version 0, two 32-bit times precede the timescale.
            self.timescale = struct.unpack_from(">I", header, at + (12 if header[at] == 0 else 20))[0]
        fragment = (self.folder / name).open("rb").read(4096)
        at = fragment.index(b"tfdt") + 4
        ticks = struct.unpack_from(">Q" if fragment[at] == 1 else ">I", fragment, at + 4)[0]
        return ticks / self.timescale

    def delays(self, zero: float) -> list[float]:
        """Returns the seconds from each segment's last captured frame to its listing, without the last segment."""
        names = list(self.listed)
        return [
            self.listed[name] - (zero + self.starts[following] - 1 / RATE)
            for name, following in zip(names, names[1:])
        ]


class LiveRun:
    """One run of sluice and its measurements."""

    def __init__(self, command: list[str], seconds: int) -> None:
        shutil.rmtree(OUTPUT, ignore_errors=True)
        OUTPUT.mkdir(parents=True)
        self.memory: list[tuple[float, int]] = []
        self.playlist = Playlist(OUTPUT / "video")
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as log:
            began = time.monotonic()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=log)
            next_second = began
            while True:
                finished, status, usage = os.wait4(process.pid, os.WNOHANG)
                now = time.monotonic()
                if finished:
                    break
                if now > began + seconds + 120:
                    process.kill()
                self.playlist.look()
                if now >= next_second:
                    next_second += 1
                    self.memory.append((now - began, resident_bytes(process.pid)))
                time.sleep(0.01)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            log.seek(0)
            if process.returncode != 0:
                raise BenchmarkError(f"{' '.join(command)} failed: {log.read()[-2000:].decode(errors='replace')}")
            self.report = json.loads(out.read() or b"{}")
        self.cost = Cost(now - began, usage.ru_utime + usage.ru_stime, max(bytes for _, bytes in self.memory))

    @property
    def zero(self) -> float:
        """The Unix time of zero on the run's clock."""
        return next(stage["measures"]["clock-zero-unix-s"] for stage in self.report["stages"] if stage.get("measures"))

    @property
    def dropped(self) -> int:
        return sum(stage["dropped"] for stage in self.report["stages"])

    @property
    def memory_slope(self) -> float:
        """The memory growth in bytes per minute, by least squares, after the first minute or the first half."""
        first = min(60.0, self.memory[-1][0] / 2)
        points = [(at / 60, count) for at, count in self.memory[:-1] if at >= first]
        return statistics.linear_regression(*zip(*points)).slope if len(points) > 2 else 0.0


def pipeline(encoder: str) -> pathlib.Path:
    """Writes the live test pattern's pipeline with changed encoder options; returns its path."""
    BENCH.mkdir(parents=True, exist_ok=True)
    path = BENCH / "live.yaml"
    path.write_text(PIPELINE.read_text().replace("codec: h264, bitrate: 3Mbit/s", f"codec: h264, bitrate: 3Mbit/s{encoder}"))
    return path


def sluice(seconds: int, encoder: str = "") -> LiveRun:
    settings = {"output": OUTPUT, "interval": f"{INTERVAL}s", "profile": "cmaf"}
    command = [str(SLUICE), "run", str(pipeline(encoder)), "--duration", f"{seconds}s", "--report", "json", "--quiet"]
    return LiveRun(command + [word for pair in settings.items() for word in ("--set", f"{pair[0]}={pair[1]}")], seconds)


def launch(seconds: int) -> Cost:
    """Runs the same elements at the same rate, without packaging."""
    pictures = PICTURES.format(pictures=seconds * RATE).replace("Sans\\ 36", '"Sans 36"')
    blocks = SOUND.format(blocks=seconds * 48000 // 1024)
    encoder = encoding.VIDEO_ENCODER.replace("key-int-max=180", f"key-int-max={INTERVAL * RATE}")
    line = (
        f"{pictures} ! queue ! {encoder} ! video/x-h264,stream-format=avc,alignment=au,profile=high ! fakesink sync=false "
        f"{blocks} ! queue ! {encoding.AUDIO_ENCODER} ! fakesink sync=false"
    )
    began = time.monotonic()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(["sh", "-c", f"exec gst-launch-1.0 --quiet {shell(line)}"], stdout=log, stderr=log)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            log.seek(0)
            raise BenchmarkError(f"gst-launch-1.0 failed: {log.read()[-1000:].decode(errors='replace')}")
    return Cost(time.monotonic() - began, usage.ru_utime + usage.ru_stime)


def shell(line: str) -> str:
    """Returns the line with exclamation marks and brackets escaped for a shell; quotes remain."""
    return line.replace("!", "'!'").replace("(", "\\(").replace(")", "\\)")


def measure(report: Report, seconds: int = SECONDS) -> None:
    run = sluice(seconds)
    other = launch(seconds)
    quick = sluice(max(20, min(60, seconds // 4)), ", tune: zerolatency")
    delays = sorted(run.playlist.delays(run.zero))
    own = sorted(quick.playlist.delays(quick.zero))
    if not delays or not own:
        raise BenchmarkError("no segment was listed")
    report.say(f"## Live: {seconds} s of 720p30 and audio, in real time")
    report.say()
    report.say(f"Video: `{encoding.VIDEO_ENCODER}`; segments of {INTERVAL} s.")
    report.say()
    report.table(
        ["Tool", "wall s", "CPU s", "share of a core"],
        [[name, f"{cost.wall:.1f}", f"{cost.cpu:.1f}", f"{cost.cpu / cost.wall:.0%}"]
         for name, cost in {"sluice": run.cost, "gst-launch-1.0": other}.items()])
    report.goal("frames dropped", run.dropped, 0, "{:.0f}")
    report.goal("CPU time against gst-launch-1.0", run.cost.cpu / other.cpu, CPU_GOAL)
    report.goal("memory growth in a minute after the first, KiB", run.memory_slope / 1024, MEMORY_GOAL / 1024, "{:.0f}")
    report.goal("capture of the last frame to playlist, ms, with an encoder without delay (median)",
                statistics.median(own) * 1000, DELAY_GOAL, "{:.0f}")
    report.say(f"- slowest {own[-1] * 1000:.0f} ms; with the encoder above, which looks ahead, "
               f"median {statistics.median(delays) * 1000:.0f} ms, slowest {delays[-1] * 1000:.0f} ms")
    report.say(f"- peak memory {run.cost.memory / (1 << 20):.0f} MiB")
    report.say()
