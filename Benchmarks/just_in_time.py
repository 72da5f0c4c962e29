"""Segments that servers compute on request: `sluice serve`, nginx-vod-module, and a script that runs ffmpeg.

Set SLUICE_BENCH_NGINX_VOD to the path of the module (ngx_http_vod_module.so), built for the installed nginx, to include it.
"""

import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import media
import movie_server
from measure import warm
from places import BENCH, ROOT, SEGMENT_SECONDS, BenchmarkError
from report import Report
import serving

MODULE = os.environ.get("SLUICE_BENCH_NGINX_VOD", "")
FOLDER = BENCH / "just-in-time"
ROUNDS = 5
# The duration of each measurement of requests, in seconds.
SECONDS = 3
CONNECTIONS = 16
# The duration of the movies whose first and whose other segments are requested, in seconds.
LONG, SHORT = 7200, 600
SEGMENTS = 64

# All caches of the module are in use.
VOD = """
        vod_mode local;
        vod_metadata_cache metadata 512m;
        vod_response_cache responses 128m;
        vod_last_modified_types *;
        vod_segment_duration {milliseconds};
        vod_align_segments_to_key_frames on;
        vod_hls_container_format fmp4;
        location /vod/ {{ vod hls; alias {films}/; }}
"""


@contextlib.contextmanager
def vod_module(films: pathlib.Path, on: set[int]):
    settings = VOD.format(films=films, milliseconds=SEGMENT_SECONDS * 1000)
    with serving.nginx(FOLDER / "site", on, settings, f"load_module {MODULE};") as (port, pid):
        yield port, pid


@contextlib.contextmanager
def ffmpeg(films: pathlib.Path, on: set[int]):
    port, log = serving.free_port(), FOLDER / "ffmpeg.log"
    script = ROOT / "Benchmarks" / "ffmpeg_server.py"
    with open(log, "wb") as output:
        server = subprocess.Popen(
            [sys.executable, script, str(port), films / "short.mp4", str(SEGMENT_SECONDS)], stdin=subprocess.DEVNULL,
            stdout=output, stderr=output, preexec_fn=lambda: os.sched_setaffinity(0, on))
    try:
        serving.wait_for(port, server, log)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def request_first(name: str, port: int) -> None:
    """Requests what a player requests first, up to the first segment of video."""
    if name == "ffmpeg":
        movie_server.get(port, "/0.m4s")
    else:
        movie_server.request_first(port, "/long.mp4/index.m3u8" if name == "sluice" else "/vod/long.mp4/master.m3u8")


def segments(name: str, port: int) -> list[str]:
    """Returns the paths of segments of the short movie: of video and of audio in turn."""
    if name == "ffmpeg":
        return [f"/{number}.m4s" for number in range(SEGMENTS)]
    if name == "sluice":
        files = movie_server.paths(port, "short.mp4")
        pairs = zip(files["video segment"], files["audio segment"])
    else:
        pairs = ((f"/vod/short.mp4/seg-{number}-v1.m4s", f"/vod/short.mp4/seg-{number}-a1.m4s")
                 for number in range(1, SEGMENTS + 1))
    return [path for pair in pairs for path in pair][:2 * SEGMENTS]


def measure(report: Report) -> None:
    if MODULE and not pathlib.Path(MODULE).is_file():
        raise BenchmarkError(f"SLUICE_BENCH_NGINX_VOD: '{MODULE}' is not a file")
    shutil.rmtree(FOLDER, ignore_errors=True)
    films = FOLDER / "films"
    films.mkdir(parents=True)
    (FOLDER / "site").mkdir()
    for name, seconds in (("long", LONG), ("short", SHORT)):
        os.link(media.movie(seconds), films / f"{name}.mp4")
        warm(films / f"{name}.mp4")
    on, others = serving.cores()
    servers = {"sluice": movie_server.served, "nginx-vod-module": vod_module, "ffmpeg": ffmpeg}
    if not MODULE:
        del servers["nginx-vod-module"]
    firsts: dict[str, list[float]] = {name: [] for name in servers}
    rates: dict[str, list[tuple[float, float, float]]] = {name: [] for name in servers}
    for number in range(ROUNDS):
        for name in list(servers) if number % 2 == 0 else reversed(list(servers)):
            with servers[name](films, on) as (port, pid):
                began = time.perf_counter()
                request_first(name, port)
                firsts[name].append((time.perf_counter() - began) * 1000)
                paths = segments(name, port)
                size = statistics.mean(len(movie_server.get(port, path)) for path in paths)
                rate, cost, client = serving.measure_one(
                    f"http://127.0.0.1:{port}", lambda: serving.spent(pid), others, paths, SECONDS,
                    2 if name == "ffmpeg" else CONNECTIONS)
                rates[name].append((rate, rate * size * 8 / 1e6, cost / size * 1e9, (cost + client) / size * 1e9))
    report.say("## Segments on request, compared with other servers")
    report.say()
    report.say(
        f"Movies of 1080p at 6 Mbit/s in the page cache, segments of {SEGMENT_SECONDS} s, the server on one core; {ROUNDS} rounds "
        f"with a new server each. The first segment of a movie of {LONG // 3600} h that was not open, from the request of the "
        f"multivariant playlist to the last byte (ffmpeg: one segment with both tracks, of a movie of {SHORT // 60} min). Then "
        f"segments of video and audio in turn over {CONNECTIONS} connections of wrk (ffmpeg: 2). Medians.")
    report.say()
    median = statistics.median
    report.table(
        ["", "first segment ms", "requests/s", "Mb/s", "CPU s per GB", "with the client's"],
        [[name, f"{median(firsts[name]):.1f}", *(f"{median(column):.{digits}f}"
          for column, digits in zip(zip(*rates[name]), (0, 0, 3, 3)))] for name in servers])
    if not MODULE:
        report.say("nginx-vod-module was not measured: SLUICE_BENCH_NGINX_VOD is not set.")
        report.say()
