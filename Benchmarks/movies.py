"""Responses of `sluice serve` for open movies, compared with nginx and the same bytes in files."""

import os
import pathlib
import shutil
import statistics

import media
import movie_server
from places import BENCH
from report import Report
import serving

# The duration of each measurement in seconds, and the number of them for each server. The servers take turns.
SECONDS = 2
ROUNDS = 5
FOLDER = BENCH / "movies"
SITE = FOLDER / "site"
# The number of different segments that are requested in turn.
SEGMENTS = 64
# The goals relative to nginx: the time of a segment, and the requests per second of playlists.
SEGMENT_TIME = 1.15
PLAYLIST_RATE = 0.9
CONNECTIONS = 64


def prepare() -> pathlib.Path:
    """Creates the folder of movies."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "films").mkdir(parents=True)
    os.link(media.movie(600), FOLDER / "films" / "movie.mp4")
    return FOLDER / "films"


def copy(port: int, paths: list[str]) -> None:
    """Copies files from a server to the site of nginx."""
    for path in paths:
        file = SITE / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(movie_server.get(port, path))


def compare(report: Report, films: pathlib.Path, on: set[int], clients: set[int], counts: list[int]) -> None:
    """Compares the servers on these cores, with numbers of connections."""
    rows, goals = [], []
    with movie_server.served(films, on) as (port, pid), serving.nginx(SITE, on) as (other, other_pid):
        files = {kind: paths[:SEGMENTS] for kind, paths in movie_server.paths(port, "movie.mp4").items()}
        for paths in files.values():
            copy(port, paths)
        for kind, paths in files.items():
            for count in counts:
                ours, theirs = [], []
                for number in range(ROUNDS):
                    turns = [(ours, port, pid), (theirs, other, other_pid)]
                    for results, there, process in turns if number % 2 == 0 else reversed(turns):
                        results.append(serving.measure_one(
                            f"http://127.0.0.1:{there}", lambda: serving.spent(process), clients, paths, SECONDS, count))
                rows.append(row(f"{kind}, {count} connection{'s'[:count - 1]}", paths, ours, theirs))
                goals.append((kind, count, ratios(ours, theirs)[0]))
    report.table(
        ["", "bytes", "sluice requests/s", "nginx requests/s", "time to nginx", "lowest, highest round",
         "sluice CPU µs", "nginx CPU µs", "CPU to nginx", "with the client's"], rows)
    for kind, count, time in goals:
        name = f"{kind} over {count} connection{'s'[:count - 1]}"
        if "segment" in kind:
            report.goal(f"time of a warm {name}, relative to nginx", time, SEGMENT_TIME)
        else:
            report.goal(f"time of a {name}, relative to nginx", time, 1 / PLAYLIST_RATE)
    report.say()


def ratios(ours, theirs) -> list[float]:
    """Returns values relative to nginx, as medians of those of the rounds: the time of a response, and its processor time
    in the server, and in the server and the client."""
    rounds = [(other[0] / mine[0], mine[1] / other[1], sum(mine[1:]) / sum(other[1:])) for mine, other in zip(ours, theirs)]
    return [statistics.median(column) for column in zip(*rounds)]


def row(name: str, paths: list[str], ours, theirs) -> list[str]:
    size = statistics.mean((SITE / path.lstrip("/")).stat().st_size for path in paths)
    (rate, cost), (other_rate, other_cost) = serving.median(ours), serving.median(theirs)
    time, cpu, total = ratios(ours, theirs)
    rounds = sorted(other[0] / mine[0] for mine, other in zip(ours, theirs))
    return [name, f"{size:.0f}", f"{rate:.0f}", f"{other_rate:.0f}", f"{time:.2f}", f"{rounds[0]:.2f}, {rounds[-1]:.2f}",
            f"{cost * 1e6:.1f}", f"{other_cost * 1e6:.1f}", f"{cpu:.2f}", f"{total:.2f}"]


def measure(report: Report) -> None:
    serving.program("wrk")
    films = prepare()
    one, others = serving.cores()
    everything = one | others
    report.say("## Warm responses of served movies, relative to nginx with files of the same bytes")
    report.say()
    report.say(
        f"Ten minutes of 1080p in the page cache; {SEGMENTS} segments in turn; {ROUNDS} rounds of {SECONDS} s, in which the "
        "servers take turns. Times are those between responses, so they include the client's. Processor times are the "
        "server's with the kernel's; for large files the kernel sends most of them in the client's time, therefore the last "
        "column.")
    report.say()
    report.say("One core for the server, the others for wrk:")
    report.say()
    compare(report, films, one, others, [1, CONNECTIONS])
    if len(everything) > 1:
        report.say(f"{len(everything)} cores, which the server shares with wrk:")
        report.say()
        compare(report, films, everything, everything, [CONNECTIONS])
