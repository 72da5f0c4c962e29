"""Runs `sluice serve` for a folder of movies, and reads what it serves."""

import contextlib
import os
import pathlib
import re
import subprocess
import urllib.parse
import urllib.request

from places import BENCH, SLUICE
import serving

# The maximum number of connections: more than the players of any benchmark.
CONNECTIONS = 16384


@contextlib.contextmanager
def served(folder: pathlib.Path, cores: set[int] | None = None):
    """Serves a folder, on these cores; yields the port and the process id."""
    port = serving.free_port()
    service = BENCH / "movie-server" / "service.yaml"
    service.parent.mkdir(parents=True, exist_ok=True)
    service.write_text(
        f"movies:\n  listen: 127.0.0.1:{port}\n  connections: {CONNECTIONS}\n  folders:\n    - folder: '{folder}'\n")
    with open(service.with_name("log"), "wb") as log:
        server = subprocess.Popen(
            [SLUICE, "serve", service], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            env=dict(os.environ, XDG_RUNTIME_DIR=str(service.parent)),
            preexec_fn=lambda: cores and os.sched_setaffinity(0, cores))
    try:
        serving.wait_for(port, server, log.name)
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def get(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
        return answer.read()


def uris(playlist: bytes) -> list[str]:
    """Returns the URIs of a playlist that are lines."""
    return re.findall(r"^(?!#)(\S+)$", playlist.decode(), re.MULTILINE)


def paths(port: int, movie: str) -> dict[str, list[str]]:
    """Returns the paths of a movie's files, by kind."""
    entry = f"/{movie}/index.m3u8"
    text = get(port, entry)
    video = uris(text)[0]
    audio = re.search(r'TYPE=AUDIO[^\n]*URI="([^"]+)"', text.decode()).group(1)
    found = {"multivariant playlist": [entry], "media playlist": [f"/{movie}/{video}"]}
    for kind, playlist in (("video segment", video), ("audio segment", audio)):
        folder = f"/{movie}/{playlist}".rsplit("/", 1)[0]
        found[kind] = [f"{folder}/{uri}" for uri in uris(get(port, f"/{movie}/{playlist}"))]
    return found


def request_first(port: int, entry: str) -> None:
    """Requests what a player requests first: the playlists, and the first files of the first variant."""
    def absolute(path: str, uri: str) -> str:
        return urllib.parse.urlsplit(urllib.parse.urljoin(f"http://server{path}", uri)).path

    playlist = absolute(entry, uris(get(port, entry))[0])
    text = get(port, playlist)
    section = re.search(r'#EXT-X-MAP:URI="([^"]+)"', text.decode()).group(1)
    for uri in (section, uris(text)[0]):
        get(port, absolute(playlist, uri))
