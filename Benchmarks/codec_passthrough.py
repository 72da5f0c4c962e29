"""Packaging without encoding, by codec: the cost of a byte of each codec relative to H.264."""

import pathlib

from measure import Job, interleaved, run, warm
from places import BENCH, ROUNDS, SEGMENT_SECONDS, SLUICE
from report import Report
import media

PIECE_SECONDS = 10
COPIES = 15
BIT_RATE = "12M"
GOAL = 1.10
OUTPUT = BENCH / "out"

# Fast encoder settings, because only the number of bytes and samples matters.
ENCODERS = {
    "H.264": ["-c:v", "libx264", "-preset", "ultrafast"],
    "HEVC": ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", "log-level=error:open-gop=0"],
    "AV1": ["-c:v", "libsvtav1", "-preset", "12", "-svtav1-params", "rc=2:pred-struct=1"],
    "VP9": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1"],
}


def movie(codec: str) -> pathlib.Path:
    """Several minutes of 720p30 at about 12 Mbit/s, from copies of one piece; noise keeps the bit rate high."""
    name = codec.lower().replace(".", "")
    source = f"testsrc2=size=1280x720:rate=30:duration={PIECE_SECONDS},noise=alls=20:allf=t"
    piece = media.make(
        BENCH / f"piece-{name}.mp4",
        media.ffmpeg("-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", *ENCODERS[codec], "-g", "60", "-b:v", BIT_RATE))
    return media.make(
        BENCH / f"movie-{name}.mp4",
        media.ffmpeg("-stream_loop", str(COPIES - 1), "-i", str(piece), "-c", "copy", "-movflags", "+faststart"))


def job(codec: str, path: pathlib.Path) -> Job:
    command = [str(SLUICE), "segment", str(path), str(OUTPUT), "--interval", f"{SEGMENT_SECONDS}s"]
    return Job(codec, command, OUTPUT, least_bytes=path.stat().st_size * 98 // 100)


def measure(report: Report) -> None:
    movies = {codec: movie(codec) for codec in ENCODERS}
    for path in movies.values():
        warm(path)
    jobs = [job(codec, path) for codec, path in movies.items()]
    run(jobs[0])
    costs = interleaved(jobs, ROUNDS)
    sizes = {codec: path.stat().st_size / 1e9 for codec, path in movies.items()}
    wall = {codec: costs[codec].wall / sizes[codec] for codec in movies}
    cpu = {codec: costs[codec].cpu / sizes[codec] for codec in movies}
    report.say(f"## Passthrough by codec: {PIECE_SECONDS * COPIES} s of 720p30 in MP4, about 12 Mbit/s")
    report.say()
    report.table(
        ["Codec", "MB", "wall s per GB", "of H.264's", "CPU s per GB", "of H.264's"],
        [[codec, f"{sizes[codec] * 1000:.0f}", f"{wall[codec]:.2f}", f"{wall[codec] / wall['H.264']:.2f}",
          f"{cpu[codec]:.2f}", f"{cpu[codec] / cpu['H.264']:.2f}"] for codec in movies])
    for codec in list(movies)[1:]:
        report.goal(f"time per byte of {codec} against H.264", wall[codec] / wall["H.264"], GOAL)
    report.say()
