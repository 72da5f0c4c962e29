"""End-to-end latency in a browser: from the time drawn into each frame until the frame is displayed."""

import contextlib
import dataclasses
import json
import os
import statistics
import subprocess

from latency_path import PartDates, Sections, encoded_frames
from places import ROOT, BenchmarkError
from report import Report
import origin
import serving

SECONDS = 60
# The seconds before the measurement starts, in which the player starts and reaches its target latency.
WARM_UP = 10
# In seconds.
GOAL_MEDIAN = 0.9
GOAL_HIGH = 1.0
PART = "200ms"
# What the page was seen to do, to find the cause of a stall.
PAGE = origin.FOLDER / "page.json"
ENCODED = origin.FOLDER / "encoded.log"
# Records when each frame leaves the encoder.
CHANGES = {
    "\n  segments:": "\n  encoded: { use: bench.sample-log, from: video, with: { path: encoded.log } }\n  segments:",
    "from: [video, audio]": "from: [encoded, audio]",
}
# The lines of the log of parts after which the player starts, as most viewers do: in a stream with some segments. With
# one segment, hls.js reads the playlist only every two seconds; with two, Chromium's own HLS may fail.
STARTED = 85
# JavaScript that runs before the page's, to try another configuration of the player; see `configured`.
CONFIGURATION = os.environ.get("SLUICE_HLS_CONFIGURATION", "")

# Decodes the squares of Plugin/Sources/WallClock.swift in each displayed frame.
SCRIPT = """
window.seen = {frames: [], decoding: [], requests: [], unread: 0};
new PerformanceObserver((list) => {
  const at = (time) => (performance.timeOrigin + time) / 1000;
  for (const entry of list.getEntries())
    if (entry.name.includes('/live/video/')) {
      window.seen.requests.push([entry.name, at(entry.startTime), at(entry.responseEnd)]);
      window.seen.protocol = entry.nextHopProtocol || window.seen.protocol;
    }
}).observe({type: 'resource'});
addEventListener('DOMContentLoaded', () => {
  const video = document.getElementById('video'), squares = 40;
  const canvas = new OffscreenCanvas(squares * 4, 4), context = canvas.getContext('2d', {willReadFrequently: true});
  function time() {
    const side = Math.floor(video.videoWidth / squares);
    context.drawImage(video, 0, 0, side * squares, side, 0, 0, squares * 4, 4);
    const pixels = context.getImageData(0, 0, squares * 4, 4).data, bits = [];
    for (let index = 0; index < squares; index++) {
      const at = ((2 * squares * 4) + index * 4 + 2) * 4;
      bits.push(pixels[at] + pixels[at + 1] + pixels[at + 2] > 384 ? 1 : 0);
    }
    const number = (from, to) => bits.slice(from, to).reduce((sum, bit) => sum * 2 + bit, 0);
    let sum = 0;
    for (let index = 0; index < 7; index++) sum += (number(28 - 4 * index, 32 - 4 * index) + 1) * (index + 1);
    return number(0, 4) === 10 && number(32, 40) === (sum & 255) ? number(4, 32) : null;
  }
  function look(at, shown) {
    video.requestVideoFrameCallback(look);
    const drawn = time();
    if (drawn === null) return window.seen.unread++;
    // The picture is on the screen when the compositor says so, which may be a little later than now.
    const appears = Date.now() + Math.max(0, shown.expectedDisplayTime - performance.now());
    let age = (appears - drawn) % 2 ** 28;
    if (age < 0) age += 2 ** 28;
    // The frame's time in the player was reached this long before.
    const late = (appears - Date.now()) / 1000 + (video.currentTime - shown.mediaTime) / (video.playbackRate || 1);
    window.seen.frames.push([(appears - age) / 1000, appears / 1000, Math.max(0, late)]);
    if (shown.processingDuration) window.seen.decoding.push(shown.processingDuration);
  }
  video.requestVideoFrameCallback(look);
});
"""
READ = """(() => {
  const seen = window.seen, video = document.getElementById('video');
  window.seen = {frames: [], decoding: [], requests: [], unread: 0};
  const figures = Object.fromEntries([...document.querySelectorAll('#figures tr')].map(
    (row) => [row.children[0].textContent, row.children[1].textContent]));
  return {...seen, figures, state: document.getElementById('state').textContent, time: video.currentTime};
})()"""


def player() -> str:
    """Returns the path of a build of hls.js."""
    done = subprocess.run([ROOT / "Scripts" / "fetch-hls-js"], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise BenchmarkError(f"hls.js is not available: {done.stderr.strip()}")
    return done.stdout.strip()


def configured(configuration: str) -> str:
    """Returns a script that changes the configuration of hls.js; an empty one changes nothing."""
    if not configuration:
        return ""
    return """
Object.defineProperty(window, 'Hls', {
  get() { return this.usedHls; },
  set(Hls) { this.usedHls = class extends Hls { constructor(given) { super({...given, ...%s}); } }; },
});
""" % configuration


@dataclasses.dataclass
class Playback:
    """One way to play the stream, measured for a time."""

    rate: int = 30
    # Whether the browser plays by itself, without hls.js.
    is_native: bool = False
    # Whether nginx is a cache in front of the origin.
    has_edge: bool = False
    # Whether the origin uses TLS, which browsers require for HTTP/2.
    is_secure: bool = False
    SECONDS: int = SECONDS

    def measure(self, report: Report, seconds: int) -> None:
        origin.prepare(CHANGES)
        script = origin.FOLDER / "read.js"
        script.write_text(configured(CONFIGURATION) + SCRIPT)
        load = Load()
        with origin.OriginRun({"player": player(), "part": PART, "rate": str(self.rate),
                               "tls": str(self.is_secure).lower()}) as run:
            run.wait_for_parts(STARTED)
            dates = PartDates(run.address)
            with serving.edge(run.port) if self.has_edge else contextlib.nullcontext(run.address) as address:
                seen = self.watch(address, script, seconds)
            dates.ended.set()
            dates.join()
            parts, encoded = dates.parts(), encoded_frames(ENCODED)
        samples = [sample for sample in seen["samples"] if sample]
        if not any(sample["frames"] for sample in samples[WARM_UP:]):
            raise BenchmarkError(f"no frame with a readable time; the page: {samples[-1:]}, failures: {seen['failures']}")
        self.tell(report, samples, seconds)
        frames = [frame for sample in samples[WARM_UP:] for frame in sample["frames"]]
        requests = [request for sample in samples for request in sample["requests"]]
        sections = Sections(parts, frames, encoded, requests)
        if sections.count:
            report.say()
            report.say(f"The way of {sections.count} of these frames; PART-TARGET {dates.target} s, PART-HOLD-BACK "
                       f"{dates.hold_back} s:")
            report.say()
            report.table(["", "mean ms", "median ms", "95 of 100 ms"], sections.table())
        protocols = {sample["protocol"] for sample in samples if sample.get("protocol")}
        report.say(f"- {run.dropped} frames were dropped by the run; protocol {', '.join(sorted(protocols))}; {load.text}")
        report.say()

    def watch(self, address: str, script, seconds: int) -> dict:
        page = f"{address}live/{'?native' if self.is_native else ''}"
        done = subprocess.run(
            [ROOT / "Scripts" / "watch-page", page, "--script", script, "--read", READ,
             "--seconds", str(WARM_UP + seconds), "--every", "1"],
            capture_output=True, text=True, timeout=WARM_UP + seconds + 120)
        if done.returncode != 0:
            raise BenchmarkError(f"the page cannot be sampled: {done.stderr.strip()}")
        PAGE.write_text(done.stdout)
        return json.loads(done.stdout)

    @property
    def name(self) -> str:
        return f"{self.rate} frames/s{self.way}"

    @property
    def way(self) -> str:
        return " through nginx" if self.has_edge else " over HTTP/2" if self.is_secure else ""

    def tell(self, report: Report, samples: list[dict], seconds: int) -> None:
        """Reports the latencies and the figures of the page."""
        measured = samples[WARM_UP:]
        latencies = [frame[1] - frame[0] for sample in measured for frame in sample["frames"]]
        decoding = [duration for sample in measured for duration in sample["decoding"]]
        first, last = measured[0]["figures"], measured[-1]["figures"]
        report.say(f"## Latency in a browser: {seconds} s of 720p{self.rate} and audio in parts of {PART} "
                   f"on this machine{self.way}")
        report.say()
        report.say(f"From the time of day drawn into each frame at its creation to its display in the browser: "
                   f"{len(latencies)} frames, played by {last['Player']}.")
        report.say()
        shares = {"least": 0.0, "median": 0.5, "95 of 100": 0.95, "99 of 100": 0.99, "most": 1.0}
        report.table(["", "s"], [[name, f"{origin.percentile(latencies, share):.3f}"] for name, share in shares.items()])
        # A browser without support for parts stays three segments behind, as the rules demand.
        if not self.is_native:
            for name, share, goal in [("median", 0.5, GOAL_MEDIAN), ("95th percentile", 0.95, GOAL_HIGH)]:
                report.goal(f"latency at {self.name}, {name}", origin.percentile(latencies, share), goal, "{:.3f} s")
        report.goal(f"stalls at {self.name}{', native' if self.is_native else ''}",
                    int(last["Stalls"]) - int(first["Stalls"]), 0, "{:.0f}")
        report.say(f"- the page's own figures at the end: latency {last['Latency']}, buffer {last['Buffer']}, "
                   f"dropped frames {last['Dropped frames']}, stalls since the start {last['Stalls']}")
        for state in dict.fromkeys(sample["state"] for sample in measured if sample["state"]):
            report.say(f"- the page displayed: {state}")
        report.say(f"- {sum(sample['unread'] for sample in measured)} frames could not be read"
                   + (f"; decoding of a frame: median {statistics.median(decoding) * 1000:.0f} ms" if decoding else ""))


class Load:
    """The machine's load during a measurement, with the share of processor time that was not idle."""

    def __init__(self) -> None:
        self.before = self.ticks()

    @staticmethod
    def ticks() -> tuple[int, int]:
        fields = [int(field) for field in open("/proc/stat").readline().split()[1:9]]
        return sum(fields), fields[3] + fields[4]

    @property
    def text(self) -> str:
        (total, idle), (before, idle_before) = self.ticks(), self.before
        busy = 1 - (idle - idle_before) / max(1, total - before)
        return f"processors {busy:.0%} busy, load at the end {os.getloadavg()[0]:.1f}"


PLAYBACKS = {
    "latency-30": Playback(), "latency-60": Playback(rate=60), "latency-native": Playback(is_native=True),
    "latency-edge": Playback(has_edge=True), "latency-http2": Playback(is_secure=True),
}
