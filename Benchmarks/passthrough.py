"""Packaging without encoding: one movie into separate video and audio segments."""

import pathlib
import shutil

from measure import Job, interleaved, run, warm
from places import BENCH, LONG_SECONDS, ROUNDS, SEGMENT_SECONDS, SHORT_SECONDS, SLUICE
from report import Report, cost_row, mebibytes
import media
import tools

MEMORY_LIMIT = 80 << 20
OUTPUT = BENCH / "out"


def sluice_job(movie: pathlib.Path) -> Job:
    command = [str(SLUICE), "segment", str(movie), str(OUTPUT), "--interval", f"{SEGMENT_SECONDS}s"]
    return Job("sluice", command, OUTPUT, least_bytes=movie.stat().st_size * 98 // 100)


def ffmpeg_job(name: str, program: str, movie: pathlib.Path) -> Job:
    command = [program, "-nostdin", "-v", "error", "-i", str(movie)]
    for kind in ("v", "a"):
        command += [
            "-map", f"0:{kind}", "-c", "copy", "-f", "hls", "-hls_time", str(SEGMENT_SECONDS),
            "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", f"{kind}-init.mp4",
            "-hls_segment_filename", f"{OUTPUT}/{kind}-%d.m4s", f"{OUTPUT}/{kind}.m3u8",
        ]
    return Job(name, command, OUTPUT, least_bytes=movie.stat().st_size * 98 // 100)


def shaka_job(movie: pathlib.Path) -> Job:
    command = [str(tools.packager())]
    for kind in ("video", "audio"):
        command.append(
            f"in={movie},stream={kind},init_segment={OUTPUT}/{kind}/init.mp4,"
            f"segment_template={OUTPUT}/{kind}/$Number$.m4s,playlist_name={kind}.m3u8")
    command += [
        "--segment_duration", str(SEGMENT_SECONDS), "--hls_playlist_type", "VOD",
        "--hls_master_playlist_output", f"{OUTPUT}/main.m3u8", "--quiet",
    ]
    return Job("Shaka Packager", command, OUTPUT, least_bytes=movie.stat().st_size * 98 // 100)


def split_job(movie: pathlib.Path, files: int) -> Job:
    command = ["split", f"--number={files}", "--suffix-length=5", str(movie), f"{OUTPUT}/"]
    return Job("split (the limit)", command, OUTPUT, least_bytes=movie.stat().st_size)


def count_segments(movie: pathlib.Path) -> int:
    """Returns the number of segments. The run also loads the program's pages into memory."""
    run(sluice_job(movie))
    count = sum(1 for path in OUTPUT.rglob("*") if path.suffix in (".m4s", ".mp4", ".m4a", ".m4v"))
    shutil.rmtree(OUTPUT)
    return count


def measure(report: Report) -> None:
    tools.install()
    movie = media.short_movie()
    warm(movie)
    files = count_segments(movie)
    jobs = [
        sluice_job(movie),
        ffmpeg_job("ffmpeg", "ffmpeg", movie),
        ffmpeg_job("ffmpeg (recent)", str(tools.recent_ffmpeg()), movie),
        shaka_job(movie),
        split_job(movie, files),
    ]
    for job in jobs[1:]:
        run(job)
    costs = interleaved(jobs, ROUNDS)
    ours = costs["sluice"]

    report.say(f"## Passthrough: {SHORT_SECONDS // 60} min of 1080p30 H.264 and AAC, "
               f"{movie.stat().st_size / 1e6:.0f} MB, into {SEGMENT_SECONDS} s segments")
    report.say()
    report.say(f"Medians of {ROUNDS} interleaved runs, each directly after an untimed run of the same tool; page cache warm, "
               f"the output removed before each run. "
               f"Recent: {tools.first_line(tools.recent_ffmpeg(), '-version')}; "
               f"Shaka: {tools.first_line(tools.packager(), '--version')}; split writes {files} files.")
    report.say("Memory: the largest RssAnon + RssShmem of /proc/PID/status, read every millisecond of an additional run; "
               "pages of mapped files are not included.")
    report.say()
    report.table(["Tool", "wall s", "sluice / tool", "CPU s", "sluice / tool", "memory MiB"],
                 [cost_row(name, cost, ours) for name, cost in costs.items()])
    for name, limit in (("ffmpeg", 0.6), ("Shaka Packager", 0.4)):
        report.goal(f"wall time against {name}", ours.wall / costs[name].wall, limit)
        report.goal(f"CPU time against {name}", ours.cpu / costs[name].cpu, limit)
    split = costs["split (the limit)"]
    report.goal("wall time against split (informative)", ours.wall / split.wall, 1.5)
    measure_memory(report, ours.memory)
    report.say()


def measure_memory(report: Report, short: int) -> None:
    form = "{:.1f} MiB"
    report.goal("peak memory", short / (1 << 20), MEMORY_LIMIT / (1 << 20), form)
    movie = media.long_movie()
    if movie is None:
        report.say("- not measured: memory for a longer movie")
        return
    warm(movie)
    long = run(sluice_job(movie), sample_memory=True)
    shutil.rmtree(OUTPUT)
    # The tolerance for sampling errors and allocator rounding.
    tolerance = max(2 << 20, short // 20)
    report.goal(f"peak memory for {LONG_SECONDS // SHORT_SECONDS} times the length ({long.wall:.2f} s)",
                long.memory / (1 << 20), (short + tolerance) / (1 << 20), form)
