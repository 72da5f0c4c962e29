"""Packaging a transport stream and a Matroska file of about 1 GB without encoding."""

import dataclasses
import pathlib
import shutil

from measure import Job, interleaved, run, warm
from places import BENCH, ROUNDS, SEGMENT_SECONDS
from passthrough import sluice_job
from report import Report, cost_row
import media

OUTPUT = BENCH / "out"
SIZE = 1_000_000_000
# The containers: file name and format of ffmpeg, a bitstream filter that its conversion needs, and the maximum wall time
# relative to ffmpeg.
CONTAINERS = {
    "Transport stream": ("transport.ts", "mpegts", ["-bsf:a", "aac_adtstoasc"], 0.5),
    "Matroska": ("matroska.mkv", "matroska", [], 1 / 3),
}


def stream(name: str, form: str) -> pathlib.Path:
    """A piece of 1080p30 H.264 and AAC, repeated."""
    piece = media.video_piece()
    audio = media.audio_piece()
    rounds = SIZE // piece.stat().st_size
    path = BENCH / name
    command = media.ffmpeg(
        "-stream_loop", str(rounds), "-i", str(piece), "-stream_loop", str(rounds), "-i", str(audio),
        "-map", "0:v", "-map", "1:a", "-c", "copy", "-shortest", "-f", form)
    return media.make(path, command)


def ffmpeg_job(movie: pathlib.Path, options: list[str]) -> Job:
    command = [
        "ffmpeg", "-nostdin", "-v", "error", "-i", str(movie), "-map", "0", "-c", "copy", *options, "-f", "hls",
        "-hls_time", str(SEGMENT_SECONDS), "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
        "-hls_segment_filename", f"{OUTPUT}/%d.m4s", f"{OUTPUT}/index.m3u8",
    ]
    return Job("ffmpeg", command, OUTPUT, least_bytes=movie.stat().st_size * 90 // 100)


def measure(report: Report) -> None:
    for title, (name, form, options, limit) in CONTAINERS.items():
        movie = stream(name, form)
        warm(movie)
        # Headers of packets are a few hundredths of the file.
        ours_job = dataclasses.replace(sluice_job(movie), least_bytes=movie.stat().st_size * 90 // 100)
        jobs = [ours_job, ffmpeg_job(movie, options)]
        for job in jobs:
            run(job)
            shutil.rmtree(OUTPUT, ignore_errors=True)
        costs = interleaved(jobs, ROUNDS)
        report.say(f"## {title}: {movie.stat().st_size / 1e6:.0f} MB of H.264 and AAC into HLS")
        report.say()
        report.table(["Tool", "wall s", "sluice / tool", "CPU s", "sluice / tool", "memory MiB"],
                     [cost_row(tool, cost, costs["sluice"]) for tool, cost in costs.items()])
        report.goal("wall time against ffmpeg", costs["sluice"].wall / costs["ffmpeg"].wall, limit)
        report.say()
