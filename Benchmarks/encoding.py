"""Decoding and encoding: the overhead of sluice over the same elements in gst-launch-1.0."""

import pathlib

from measure import Job, interleaved, warm
from places import BENCH, ROOT, SLUICE
from report import Report, cost_row
import media

SECONDS = 60
ROUNDS = 3
GOAL = 1.05
OUTPUT = BENCH / "out"
PIPELINE = ROOT / "Pipelines" / "vod-encode.yaml"

# The encoders of vod-encode.yaml with the settings of video.encode and audio.encode; keep both in sync. The stage
# requests a sync sample every 6 s; this line uses a GOP of that length instead.
VIDEO_ENCODER = (
    "x264enc aud=false key-int-max=180 speed-preset=veryfast bframes=0 threads=0 option-string=scenecut=0 "
    "rc-lookahead=10 pass=cbr bitrate=3000 vbv-buf-capacity=1000"
)
AUDIO_ENCODER = "avenc_aac bitrate=128000"


def sluice_job(movie: pathlib.Path) -> Job:
    command = [str(SLUICE), "run", str(PIPELINE), "--set", f"input={movie}", "--set", f"output={OUTPUT}", "--quiet"]
    return Job("sluice", command, OUTPUT, least_bytes=1 << 20)


def launch_job(movie: pathlib.Path) -> Job:
    """The same work without packaging: encoded bytes go to two files."""
    queue = "queue max-size-buffers=0 max-size-bytes=0 max-size-time=2000000000"
    line = (
        f"filesrc location={movie} ! qtdemux name=movie "
        f"movie.video_0 ! {queue} ! h264parse ! avdec_h264 ! {queue} ! videoconvert "
        f"! video/x-raw,format=I420 ! {VIDEO_ENCODER} "
        f"! video/x-h264,stream-format=avc,alignment=au,profile=high ! filesink location={OUTPUT}/video "
        f"movie.audio_0 ! {queue} ! aacparse ! avdec_aac ! audioconvert ! audioresample ! {AUDIO_ENCODER} "
        f"! filesink location={OUTPUT}/audio"
    )
    return Job("gst-launch-1.0", ["gst-launch-1.0", "--quiet", *line.split()], OUTPUT, least_bytes=1 << 20)


def measure(report: Report) -> None:
    movie = media.test_movie(SECONDS)
    warm(movie)
    jobs = [sluice_job(movie), launch_job(movie)]
    costs = interleaved(jobs, ROUNDS)
    report.say(f"## Encoding: {SECONDS} s of 720p30, decoded and encoded again")
    report.say()
    report.say(f"Medians of {ROUNDS} interleaved runs. Video: `{VIDEO_ENCODER}`; audio: `{AUDIO_ENCODER}`.")
    report.say()
    report.table(["Tool", "wall s", "sluice / tool", "CPU s", "sluice / tool", "memory MiB"],
                 [cost_row(name, cost, costs["sluice"]) for name, cost in costs.items()])
    report.goal("CPU time against gst-launch-1.0", costs["sluice"].cpu / costs["gst-launch-1.0"].cpu, GOAL)
    report.say()
