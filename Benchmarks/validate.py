"""Measures the validation of long presentations: playlists and all segments, fragmented MP4 and MPEG-TS."""

import os
import pathlib
import shutil
import subprocess

from places import BENCH, ROOT, SEGMENT_SECONDS, SLUICE, BenchmarkError
from report import Report, mebibytes
import measure as measuring
import media

SECONDS = 7200
TRANSPORT_SECONDS = 1800
# The minimum speed relative to real time, and the maximum memory in bytes.
GOAL = 500
MEMORY_GOAL = 200 << 20
ROUNDS = 5


def presentation() -> pathlib.Path:
    """Two hours of 1080p30 at about 6 Mbit/s with audio, segmented by sluice, with I-frame playlists."""
    return made(f"validate-{SECONDS}s", lambda movie, part: [
        SLUICE, "segment", "--quiet", "--interval", f"{SEGMENT_SECONDS}s", movie, part])


def transport_streams() -> pathlib.Path:
    """Half an hour of the same movie as transport streams, segmented by ffmpeg."""
    return made(f"validate-transport-{TRANSPORT_SECONDS}s", lambda movie, part: [
        "ffmpeg", "-v", "error", "-i", movie, "-t", str(TRANSPORT_SECONDS), "-c", "copy", "-f", "hls", "-hls_time",
        str(SEGMENT_SECONDS), "-hls_playlist_type", "vod", part / "index.m3u8"])


def made(name: str, command) -> pathlib.Path:
    """Creates a presentation once, with a command that takes a movie and a folder."""
    folder = BENCH / name
    if (folder / "index.m3u8").exists():
        return folder
    movie = media.movie(SECONDS)
    if shutil.disk_usage(BENCH).free < movie.stat().st_size * 1.1:
        raise BenchmarkError(f"{movie.stat().st_size >> 30} GiB of free disk space are required for the presentation")
    part = folder.with_name("part-" + folder.name)
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    print(f"making {folder.relative_to(ROOT)}", flush=True)
    done = subprocess.run(command(movie, part), capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        raise BenchmarkError(f"could not make {folder}: {done.stderr.strip()[-800:]}")
    part.rename(folder)
    return folder


def measure(report: Report) -> None:
    report.say("## Validating a presentation of two hours")
    check(report, presentation(), SECONDS, "*.m4s")
    report.say("## Validating half an hour of transport streams")
    check(report, transport_streams(), TRANSPORT_SECONDS, "*.ts")


def check(report: Report, folder: pathlib.Path, seconds: int, kind: str) -> None:
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    segments = sum(1 for _ in folder.rglob(kind))
    # All findings of the apple profile are printed. Exit code 1, which reports findings, is accepted.
    command = ["sh", "-c", 'test "$("$0" validate "$1" --json | wc -c)" -gt 1000', str(SLUICE), str(folder)]
    job = measuring.Job("sluice validate", command, BENCH / "validate-none")
    costs = [measuring.run(job) for _ in range(ROUNDS + 1)][1:]
    wall = sorted(cost.wall for cost in costs)[ROUNDS // 2]
    memory = peak_memory(folder)
    report.say()
    report.say(f"{segments} segments, {size / 1e9:.1f} GB, from the page cache if it is large enough; "
               f"median of {ROUNDS} runs, all rules of text and media.")
    report.say()
    rate = seconds / wall
    report.table(["seconds", "× real time", "CPU seconds", "memory MiB"],
                 [[f"{wall:.2f}", f"{rate:.0f}", f"{costs[0].cpu:.2f}", mebibytes(memory)]])
    verdict = "met" if rate >= GOAL else "NOT met"
    report.say(f"- {verdict}: {rate:.0f} × real time; the goal is at least {GOAL} ×")
    report.goal("memory", memory / (1 << 20), MEMORY_GOAL / (1 << 20), "{:.0f} MiB")
    report.say()


def peak_memory(folder: pathlib.Path) -> int:
    """Returns peak anonymous and shared memory. Pages of mapped segments are excluded: the kernel can reclaim them."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen([SLUICE, "validate", folder, "--json"], stdout=nothing, stderr=nothing)
        status, _, memory = measuring.wait(process.pid, True, float("inf"))
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise BenchmarkError(f"sluice validate failed with exit code {process.returncode}")
    return memory
