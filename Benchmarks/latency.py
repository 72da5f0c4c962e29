"""End-to-end latency in a browser: from the time drawn into each frame until the frame is displayed."""

import json
import os
import subprocess

from places import ROOT, BenchmarkError
from report import Report
import origin
from latency_path import PartDates, Sections

SECONDS = 60
# The seconds before the measurement starts, in which the player starts and reaches its target latency.
WARM_UP = 10
# In seconds.
GOAL_MEDIAN = 0.9
GOAL_HIGH = 1.0
PART = "200ms"
RATES = [30, 60]
# JavaScript that runs before the page's, to try another configuration of the player; see `configured`.
CONFIGURATION = os.environ.get("SLUICE_HLS_CONFIGURATION", "")

# Decodes the squares of Plugin/Sources/WallClock.swift in each displayed frame.
SCRIPT = """
window.seen = {frames: [], requests: [], unread: 0};
new PerformanceObserver((list) => {
  const at = (time) => (performance.timeOrigin + time) / 1000;
  for (const entry of list.getEntries())
    if (entry.name.includes('/live/video/')) window.seen.requests.push([entry.name, at(entry.startTime), at(entry.responseEnd)]);
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
    window.seen.frames.push([(appears - age) / 1000, appears / 1000]);
  }
  video.requestVideoFrameCallback(look);
});
"""
READ = """(() => {
  const seen = window.seen, video = document.getElementById('video');
  window.seen = {frames: [], requests: [], unread: 0};
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


def measure(report: Report, seconds: int = SECONDS) -> None:
    for rate in RATES:
        measure_rate(report, rate, seconds)


def measure_rate(report: Report, rate: int, seconds: int) -> None:
    origin.prepare()
    script = origin.FOLDER / "read.js"
    script.write_text(configured(CONFIGURATION) + SCRIPT)
    with origin.OriginRun({"player": player(), "part": PART, "rate": str(rate)}) as run:
        run.wait_for_parts(12)
        dates = PartDates(run.address)
        done = subprocess.run(
            [ROOT / "Scripts" / "watch-page", run.address + "live/", "--script", script, "--read", READ,
             "--seconds", str(WARM_UP + seconds), "--every", "1"],
            capture_output=True, text=True, timeout=WARM_UP + seconds + 120)
        dates.ended.set()
        dates.join()
        parts = dates.parts()
    if done.returncode != 0:
        raise BenchmarkError(f"the page cannot be sampled: {done.stderr.strip()}")
    seen = json.loads(done.stdout)
    all_samples = [sample for sample in seen["samples"] if sample]
    samples = all_samples[WARM_UP:]
    frames = [frame for sample in samples for frame in sample["frames"]]
    if not frames:
        raise BenchmarkError(f"no frame with a readable time: {seen}")
    latencies = [shown - drawn for drawn, shown in frames]
    first, last = samples[0]["figures"], samples[-1]["figures"]
    report.say(f"## Latency in a browser: {seconds} s of 720p{rate} and audio in parts of {PART}, over HTTP on this machine")
    report.say()
    report.say(f"From the time of day drawn into each frame at its creation to its display in the browser: "
               f"{len(latencies)} frames, {last['Player']} in low-latency mode.")
    report.say()
    report.table(["", "s"], [
        [name, f"{origin.percentile(latencies, share):.3f}"]
        for name, share in {"least": 0.0, "median": 0.5, "95 of 100": 0.95, "99 of 100": 0.99, "most": 1.0}.items()])
    form = "{:.3f} s"
    report.goal(f"latency at {rate} frames/s, median", origin.percentile(latencies, 0.5), GOAL_MEDIAN, form)
    report.goal(f"latency at {rate} frames/s, 95th percentile", origin.percentile(latencies, 0.95), GOAL_HIGH, form)
    report.goal(f"stalls at {rate} frames/s", int(last["Stalls"]) - int(first["Stalls"]), 0, "{:.0f}")
    requests = [request for sample in all_samples for request in sample["requests"]]
    sections = Sections(parts, frames, requests)
    if sections.count:
        report.say(f"The way of {sections.count} of these frames:")
        report.say()
        report.table(["", "mean ms", "median ms", "95 of 100 ms"], sections.table())
    report.say(f"- the page's own figures at the end: latency {last['Latency']}, buffer {last['Buffer']}, "
               f"dropped frames {last['Dropped frames']}, stalls since the start {last['Stalls']}")
    report.say(f"- {sum(sample['unread'] for sample in samples)} frames could not be read; "
               f"{run.dropped} frames were dropped by the run")
    report.say()
