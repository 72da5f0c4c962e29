"""Five thousand players of served movies at once, which select them by Zipf's law, each at its own position."""

import os
import pathlib
import resource
import shutil

import media
import movie_server
from measure import warm
from places import BENCH, BenchmarkError
from report import Report
import serving
import viewers

SECONDS = 60
MOVIES = 200
MOVIE_SECONDS = 1800
FOLDER = BENCH / "crowd"
# Files of each player and of the server: sockets, and a few others.
OTHER_FILES = 512


def movie() -> pathlib.Path:
    """Half an hour of 640 × 360 at about 1 Mbit/s, from copies of one piece."""
    piece = media.make(
        BENCH / "piece-360p.mp4",
        media.ffmpeg(
            "-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=30:duration={media.PIECE_SECONDS},noise=alls=12:allf=t",
            "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-bf", "2", "-g", "60",
            "-keyint_min", "60", "-sc_threshold", "0", "-b:v", "900k", "-maxrate", "900k", "-bufsize", "900k"))
    path = BENCH / f"movie-360p-{MOVIE_SECONDS}s.mp4"
    if path.exists():
        return path
    audio = media.repeated_audio(MOVIE_SECONDS)
    media.make(
        path,
        media.ffmpeg(
            "-stream_loop", str(MOVIE_SECONDS // media.PIECE_SECONDS - 1), "-i", str(piece), "-i", str(audio),
            "-map", "0:v", "-map", "1:a", "-c", "copy", "-t", str(MOVIE_SECONDS), "-movflags", "+faststart"))
    audio.unlink()
    return path


def prepare() -> list[str]:
    """Creates the folder of movies: links to one file, each of which is another movie for the server. Returns their paths."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    source = movie()
    names = [f"movie-{number:03}.mp4" for number in range(MOVIES)]
    for name in names:
        os.link(source, FOLDER / name)
    warm(source)
    return [f"/{name}/index.m3u8" for name in names]


def measure(report: Report, seconds: int = SECONDS) -> None:
    needed, (_, allowed) = viewers.PLAYERS + OTHER_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < needed:
        raise BenchmarkError(f"{needed} open files are required, {allowed} are allowed; run: ulimit -n {needed}")
    program = viewers.build()
    paths = prepare()
    with movie_server.served(FOLDER) as (port, pid):
        before = serving.spent(pid)
        seen = viewers.watch(program, port, paths, seconds=seconds)
        server = (serving.spent(pid) - before) / (viewers.WARM_UP + seconds)
    report.say(f"## {viewers.PLAYERS} players of {MOVIES} served movies")
    report.say()
    report.say(
        f"Movies of {MOVIE_SECONDS // 60} min at 1 Mbit/s in the page cache, selected by Zipf's law with exponent "
        f"{viewers.EXPONENT}, each played from its own position at the pace of playback: a segment of video and one of "
        f"audio in each segment duration. Server and players share {os.cpu_count()} cores. From the request to the last byte:")
    report.say()
    viewers.tell(report, seen, seconds, server)
