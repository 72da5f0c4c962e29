"""Downloading from a server on this machine: the segments of a long film, compared with curl over as many connections."""

import contextlib
import os
import subprocess
import sys

from measure import Job, interleaved
from places import BENCH, ROUNDS, SLUICE
from report import Report, cost_row

COUNT = 400
SIZE = 1 << 20
CONNECTIONS = 6
GOAL = 1.10
MEMORY_LIMIT = 64 << 20
SITE = BENCH / "download"
OUTPUT = BENCH / "out"

# Sends files with sendfile, so that the server is not the bottleneck.
SERVER = """
import http.server, os, shutil, socket
class Origin(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *arguments): pass
    def copyfile(self, source, output):
        output.flush()
        self.connection.sendfile(source)
class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128
server = Server(("127.0.0.1", 0), Origin)
print(server.server_port, flush=True)
server.serve_forever()
"""


def make_site() -> None:
    SITE.mkdir(parents=True, exist_ok=True)
    lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:6"]
    for index in range(COUNT):
        path = SITE / f"{index}.ts"
        if not path.exists() or path.stat().st_size != SIZE:
            path.write_bytes(os.urandom(SIZE))
        lines += ["#EXTINF:6.0,", path.name]
    (SITE / "index.m3u8").write_text("\n".join(lines + ["#EXT-X-ENDLIST"]) + "\n")


@contextlib.contextmanager
def origin():
    server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=SITE, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{int(server.stdout.readline())}"
    finally:
        server.terminate()
        server.wait()


def sluice_job(base: str) -> Job:
    command = [str(SLUICE), "download", f"{base}/index.m3u8", str(OUTPUT), "--connections", str(CONNECTIONS), "--quiet"]
    return Job("sluice", command, OUTPUT, least_bytes=COUNT * SIZE)


def curl_job(base: str) -> Job:
    config = BENCH / "curl.conf"
    config.write_text("".join(f'url = "{base}/{i}.ts"\noutput = "{OUTPUT}/{i}.ts"\n' for i in range(COUNT)))
    command = ["curl", "--silent", "--fail", "--parallel", "--parallel-max", str(CONNECTIONS), "--config", str(config)]
    return Job("curl --parallel", command, OUTPUT, least_bytes=COUNT * SIZE)


def measure(report: Report) -> None:
    make_site()
    with origin() as base:
        jobs = [sluice_job(base), curl_job(base)]
        costs = interleaved(jobs, ROUNDS)
    ours, theirs = costs["sluice"], costs["curl --parallel"]
    report.say(f"## Downloading {COUNT} segments of {SIZE >> 20} MiB over {CONNECTIONS} connections")
    report.say()
    report.table(
        ["tool", "wall s", "sluice takes", "CPU s", "sluice takes", "peak MiB"],
        [cost_row(name, cost, ours) for name, cost in costs.items()])
    report.goal("wall time against curl", ours.wall / theirs.wall, GOAL)
    report.goal("peak memory in MiB", ours.memory / (1 << 20), MEMORY_LIMIT / (1 << 20), "{:.0f}")
    report.say()
