"""A bit rate ladder: the overhead of sluice over one decoder, three scalers and three encoders in gst-launch-1.0."""

import pathlib

from measure import Job, interleaved, warm
from places import BENCH, SLUICE
from report import Report, cost_row
import media

SECONDS = 30
ROUNDS = 3
GOAL = 1.05
OUTPUT = BENCH / "out"

# Height in pixels, bit rate in bits per second; the movie is 720p.
RUNGS = [(720, 3_000_000), (432, 1_100_000), (234, 300_000)]
# The settings of video.encode. The stage requests a sync sample every 6 s; this line uses a GOP of that length instead.
ENCODER = (
    "x264enc aud=false key-int-max=180 speed-preset=veryfast bframes=0 threads=0 option-string=scenecut=0 "
    "rc-lookahead=10 pass=cbr bitrate={kilobits} vbv-buf-capacity=1000"
)
PIPELINE = """\
pipeline: ladder
stages:
  movie: {{ use: file.decode, with: {{ path: "{movie}", tracks: video }} }}
  keyframes: {{ use: keyframe.force, from: movie, with: {{ interval: 6s }} }}
  video:
    use: video.encode
    from: keyframes
    with: {{ ladder: [{rungs}] }}
  segments: {{ use: fmp4.segment, from: video, with: {{ interval: 6s }} }}
  playlists: {{ use: hls.playlist, from: segments }}
  folder: {{ use: file.folder, from: playlists, with: {{ path: "{output}" }} }}
"""


def sluice_job(movie: pathlib.Path) -> Job:
    rungs = ", ".join(f"{{ height: {height}, bitrate: {rate}bps }}" for height, rate in RUNGS)
    pipeline = BENCH / "ladder.yaml"
    pipeline.write_text(PIPELINE.format(movie=movie, rungs=rungs, output=OUTPUT), encoding="utf-8")
    return Job("sluice", [str(SLUICE), "run", str(pipeline), "--quiet"], OUTPUT, least_bytes=1 << 20)


def launch_job(movie: pathlib.Path) -> Job:
    """The same work without packaging: the encoded bytes of each variant go to one file."""
    queue = "queue max-size-buffers=0 max-size-bytes=0 max-size-time=2000000000"
    short = "queue max-size-buffers=4 max-size-bytes=0 max-size-time=0"
    line = f"filesrc location={movie} ! qtdemux ! {queue} ! h264parse ! avdec_h264 ! {queue} ! tee name=pictures "
    for height, rate in RUNGS:
        width = round(height * 16 / 9 / 2) * 2
        scale = "" if height == 720 else f"! videoscale ! video/x-raw,width={width},height={height} "
        line += (
            f"pictures. ! {short} {scale}! videoconvert ! video/x-raw,format=I420 "
            f"! {ENCODER.format(kilobits=rate // 1000)} ! video/x-h264,stream-format=avc,alignment=au,profile=high "
            f"! filesink location={OUTPUT}/video-{height} "
        )
    return Job("gst-launch-1.0", ["gst-launch-1.0", "--quiet", *line.split()], OUTPUT, least_bytes=1 << 20)


def measure(report: Report) -> None:
    movie = media.test_movie(SECONDS)
    warm(movie)
    costs = interleaved([sluice_job(movie), launch_job(movie)], ROUNDS)
    sizes = ", ".join(f"{height} lines at {rate // 1000} kbit/s" for height, rate in RUNGS)
    report.say(f"## Ladder: {SECONDS} s of 720p30, decoded once and encoded three times")
    report.say()
    report.say(f"Medians of {ROUNDS} interleaved runs: {sizes}, each by x264enc; gst-launch-1.0 does not package.")
    report.say()
    report.table(["Tool", "wall s", "sluice / tool", "CPU s", "sluice / tool", "memory MiB"],
                 [cost_row(name, cost, costs["sluice"]) for name, cost in costs.items()])
    report.goal("CPU time of a ladder against gst-launch-1.0", costs["sluice"].cpu / costs["gst-launch-1.0"].cpu, GOAL)
    report.say()
