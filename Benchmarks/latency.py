"""End-to-end latency in a browser: from the time drawn into each frame until the frame is displayed."""

import json
import re
import subprocess
import threading
import time
import urllib.request
from datetime import datetime

from places import ROOT, BenchmarkError
from report import Report
import origin

SECONDS = 60
# The seconds before the measurement starts, in which the player starts and reaches its target latency.
WARM_UP = 10
GOAL = 2.0
RATE = 30

# Decodes the squares of Plugin/Sources/WallClock.swift in each displayed frame.
SCRIPT = """
window.seen = {latencies: [], unread: 0};
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
    window.seen.latencies.push(age);
  }
  video.requestVideoFrameCallback(look);
});
"""
READ = """(() => {
  const seen = window.seen, video = document.getElementById('video');
  window.seen = {latencies: [], unread: 0};
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


class PartDates(threading.Thread):
    """Polls the video playlist and records the capture time of each part's last frame."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.url = address + "live/video/playlist.m3u8"
        self.ended = threading.Event()
        # Capture times in seconds since 1970, by the part's path.
        self.taken: dict[str, float] = {}
        self.start()

    def run(self) -> None:
        while not self.ended.wait(2):
            try:
                with urllib.request.urlopen(self.url, timeout=10) as answer:
                    self.read(answer.read().decode())
            except OSError:
                continue

    def read(self, text: str) -> None:
        date = None
        for line in text.splitlines():
            if line.startswith("#EXT-X-PROGRAM-DATE-TIME:"):
                date = datetime.fromisoformat(line.split(":", 1)[1]).timestamp()
            elif date is not None and (match := re.match(r'#EXT-X-PART:DURATION=([0-9.]+),URI="([^"]+)"', line)):
                date += float(match.group(1))
                self.taken["video/" + match.group(2)] = date - 1 / RATE

    def delays(self) -> list[float]:
        """Returns the seconds from each part's last frame until the part was sent to the origin."""
        offset = time.time_ns() - time.monotonic_ns()
        return [(moment + offset) / 1e9 - self.taken[path] for moment, path in origin.part_times() if path in self.taken]


def measure(report: Report, seconds: int = SECONDS) -> None:
    origin.prepare()
    script = origin.FOLDER / "read.js"
    script.write_text(SCRIPT)
    with origin.OriginRun({"player": player()}) as run:
        run.wait_for_parts(12)
        dates = PartDates(run.address)
        done = subprocess.run(
            [ROOT / "Scripts" / "watch-page", run.address + "live/", "--script", script, "--read", READ,
             "--seconds", str(WARM_UP + seconds), "--every", "1"],
            capture_output=True, text=True, timeout=WARM_UP + seconds + 120)
        dates.ended.set()
        dates.join()
        delays = dates.delays()
    if done.returncode != 0:
        raise BenchmarkError(f"the page cannot be sampled: {done.stderr.strip()}")
    seen = json.loads(done.stdout)
    samples = [sample for sample in seen["samples"][WARM_UP:] if sample]
    latencies = [age / 1000 for sample in samples for age in sample["latencies"]]
    if not latencies:
        raise BenchmarkError(f"no frame with a readable time: {seen}")
    last = samples[-1]["figures"]
    report.say(f"## Latency in a browser: {seconds} s of 720p30 and audio in parts of 333 ms, over HTTP on this machine")
    report.say()
    report.say(f"From the time of day drawn into each frame at its creation to its display in the browser: "
               f"{len(latencies)} pictures, {last['Player']} in low-latency mode.")
    report.say()
    report.table(["", "s"], [
        [name, f"{origin.percentile(latencies, share):.3f}"]
        for name, share in {"least": 0.0, "median": 0.5, "95 of 100": 0.95, "99 of 100": 0.99, "most": 1.0}.items()])
    form = "{:.3f} s"
    report.goal("latency, median", origin.percentile(latencies, 0.5), GOAL, form)
    report.goal("latency, 95th percentile", origin.percentile(latencies, 0.95), GOAL, form)
    if delays:
        report.say(f"- from the last frame of a part to the part in the origin: median "
                   f"{origin.percentile(delays, 0.5) * 1000:.0f} ms, 95 of 100 {origin.percentile(delays, 0.95) * 1000:.0f} ms; "
                   "a part is complete when the next frame arrives")
    report.say(f"- the page's own figures at the end: latency {last['Latency']}, buffer {last['Buffer']}, "
               f"dropped frames {last['Dropped frames']}, stalls {last['Stalls']}")
    report.say(f"- {sum(sample['unread'] for sample in samples)} frames could not be read; "
               f"{run.dropped} frames were dropped by the run")
    report.say()
