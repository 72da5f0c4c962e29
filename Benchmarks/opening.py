"""The first responses for a two-hour movie that `sluice serve` has not opened before."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import statistics
import struct
import time

import media
import movie_server
from places import BENCH, BenchmarkError
from report import Report

SECONDS = 7200
ROUNDS = 7
# The goals: the time to the first byte in milliseconds, and the memory in MiB for an hour of media.
FIRST_BYTE = 30
MEMORY = 2
FOLDER = BENCH / "opening"
# The number of links to the movie, each of which is opened as another movie.
LINKS = 4


def tables(path: pathlib.Path) -> range:
    """Returns the place of the movie box in a file."""
    with open(path, "rb") as file:
        offset = 0
        while header := file.read(16):
            size, kind = struct.unpack(">I4s", header[:8])
            if size == 1:
                size = struct.unpack(">Q", header[8:])[0]
            if kind == b"moov":
                return range(offset, offset + size)
            if size < 8:
                break
            offset += size
            file.seek(offset)
    raise BenchmarkError(f"{path} has no movie box")


def cache_tables_only(path: pathlib.Path, box: range) -> None:
    """Removes a file from the page cache, except the movie box."""
    with open(path, "rb") as file:
        os.fdatasync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        # Reading ahead would load media after the tables.
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_RANDOM)
        for offset in range(box.start, box.stop, 1 << 20):
            os.pread(file.fileno(), min(1 << 20, box.stop - offset), offset)


def get(port: int, path: str) -> tuple[float, bytes]:
    """Requests a path over a new connection. Returns the time to the first byte in milliseconds, and the body."""
    with socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        began = time.perf_counter()
        connection.sendall(request)
        data = connection.recv(1 << 16)
        delay = (time.perf_counter() - began) * 1000
        while piece := connection.recv(1 << 20):
            data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise BenchmarkError(f"{path}: {head[:200]!r} {body[:200]!r}")
    return delay, body


@contextlib.contextmanager
def served():
    """Serves the folder; yields the port and the process id."""
    with movie_server.served(FOLDER) as (port, pid):
        # The code of the program is not what is measured.
        get(port, "/short.mp4/index.m3u8")
        yield port, pid


def memory(pid: int) -> int:
    """Returns the memory of a process that no file backs, in bytes."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", text).group(1)) << 10


def visit(port: int, movie: str) -> dict[str, float]:
    """Requests what a player requests first. Returns the times to the first byte in milliseconds."""
    times = {}
    times["multivariant playlist"], index = get(port, f"/{movie}/index.m3u8")
    uri = re.search(r"^(?!#)(\S+)$", index.decode(), re.MULTILINE).group(1)
    times["media playlist"], playlist = get(port, f"/{movie}/{uri}")
    folder = uri.rsplit("/", 1)[0]
    section = re.search(r'#EXT-X-MAP:URI="([^"]+)"', playlist.decode()).group(1)
    times["initialization segment"], _ = get(port, f"/{movie}/{folder}/{section}")
    first = re.search(r"^(?!#)(\S+)$", playlist.decode(), re.MULTILINE).group(1)
    times["first segment"], _ = get(port, f"/{movie}/{folder}/{first}")
    return times


def prepare() -> pathlib.Path:
    """Creates the folder of movies."""
    movie, short = media.movie(SECONDS), media.movie(60)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    os.link(short, FOLDER / "short.mp4")
    for number in range(LINKS):
        os.link(movie, FOLDER / f"movie-{number}.mp4")
    return movie


def measure(report: Report) -> None:
    movie = prepare()
    box = tables(movie)
    rounds = []
    for _ in range(ROUNDS):
        # A new server: mapped pages would stay in the cache.
        cache_tables_only(movie, box)
        with served() as (port, _):
            rounds.append(visit(port, "movie-0.mp4"))
    with served() as (port, pid):
        before = memory(pid)
        for number in range(LINKS):
            visit(port, f"movie-{number}.mp4")
        # Samples are examined after the responses, which takes memory temporarily.
        time.sleep(2)
        used = (memory(pid) - before) / LINKS / (SECONDS / 3600) / (1 << 20)
    report.say("## First responses of a movie that was not open")
    report.say()
    report.say(
        f"A movie of {SECONDS / 3600:.0f} h and {movie.stat().st_size / 1e9:.1f} GB, with tables of {len(box) / 1e6:.1f} MB in "
        f"the page cache and media outside of it; time to the first byte in ms, {ROUNDS} rounds.")
    report.say()
    names = list(rounds[0])
    columns = {name: sorted(times[name] for times in rounds) for name in names}
    report.table(
        ["", "median", "longest"],
        [[name, f"{statistics.median(values):.1f}", f"{values[-1]:.1f}"] for name, values in columns.items()])
    report.goal(
        "first byte of the multivariant playlist", statistics.median(columns[names[0]]), FIRST_BYTE, "{:.1f} ms")
    report.goal("memory of an open movie for an hour of media", used, MEMORY, "{:.2f} MiB")
    report.say()
