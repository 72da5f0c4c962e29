"""Requests per second of the origin, compared with nginx and the same bytes in files."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import time
import urllib.request

from places import ROOT, BenchmarkError
from report import Report
import origin

# The duration of each measurement, in seconds.
SECONDS = 5
ROUNDS = 3
CONNECTIONS = 64
SITE = origin.FOLDER / "site"

NGINX = """daemon off;
worker_processes 1;
user root;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {content}
}}
"""
# A server of the site's files.
FILES = """sendfile on;
    tcp_nopush on;
    open_file_cache max=1000;
    keepalive_requests 1000000000;
    types {{ application/vnd.apple.mpegurl m3u8; video/mp4 mp4; video/iso.segment m4s; }}
    server {{
        listen 127.0.0.1:{port};
        root {site};
        add_header Cache-Control max-age=1;
    }}"""
# Scripts/edge/nginx-edge.conf on other ports and without TLS.
EDGE = {
    "/var/cache/nginx/sluice": str(origin.FOLDER / "cache"), "127.0.0.1:8080": "127.0.0.1:{origin}",
    "listen 127.0.0.1:8082;": "listen 127.0.0.1:{port};", "listen 127.0.0.1:8443 ssl http2;": "",
    "ssl_certificate /etc/ssl/sluice/edge.pem;": "", "ssl_certificate_key /etc/ssl/sluice/edge.key;": "",
}


def program(name: str) -> str:
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        raise BenchmarkError(f"{name} is missing; run: Scripts/setup --bench")
    return found


def cores() -> tuple[set[int], set[int]]:
    """Returns the cores for the server (one) and for the client (all others)."""
    all_cores = sorted(os.sched_getaffinity(0))
    return {all_cores[0]}, set(all_cores[1:]) or {all_cores[0]}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


@contextlib.contextmanager
def nginx():
    """Runs nginx with the site's files on one core; yields its URL and process id."""
    port = free_port()
    mine, _ = cores()
    with running(FILES.format(site=SITE, port=port), port, mine) as pid:
        yield f"http://127.0.0.1:{port}/", pid


@contextlib.contextmanager
def edge(origin_port: int):
    """Runs nginx as a cache in front of the origin; yields its URL."""
    port = free_port()
    text = (ROOT / "Scripts" / "edge" / "nginx-edge.conf").read_text()
    for old, new in EDGE.items():
        if old not in text:
            raise BenchmarkError(f"Scripts/edge/nginx-edge.conf no longer contains '{old}'")
        text = text.replace(old, new.replace("{origin}", str(origin_port)).replace("{port}", str(port)))
    with running(text, port, os.sched_getaffinity(0)):
        yield f"http://127.0.0.1:{port}/"


@contextlib.contextmanager
def running(content: str, port: int, mine: set[int]):
    """Runs nginx on these cores with the content of its http section; yields its process id."""
    configuration = origin.FOLDER / "nginx.conf"
    text = NGINX.format(folder=origin.FOLDER, content=content)
    # Only root may choose the user, and must: the folder is not readable for nginx's own.
    configuration.write_text(text if os.geteuid() == 0 else text.replace("user root;\n", ""))
    server = subprocess.Popen(
        [program("nginx"), "-e", origin.FOLDER / "error.log", "-c", configuration], stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, preexec_fn=lambda: os.sched_setaffinity(0, mine))
    try:
        wait_for(port, server)
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int, server: subprocess.Popen) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if server.poll() is not None:
            raise BenchmarkError(f"nginx does not start: {server.stderr.read().decode(errors='replace')[-500:]}")
        time.sleep(0.05)
    raise BenchmarkError("nginx does not respond")


def spent(pid: int) -> float:
    """Returns the processor time of a process's children, in seconds."""
    total = 0.0
    for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        fields = pathlib.Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / origin.TICKS
    return total


def measure_one(url: str, processor_time) -> tuple[float, float]:
    """Returns complete responses per second, and the server's processor time for each in seconds."""
    _, others = cores()
    before = processor_time()
    done = subprocess.run(
        [program("wrk"), "--threads", "1", "--connections", str(CONNECTIONS), "--duration", f"{SECONDS}s", url],
        capture_output=True, text=True, timeout=SECONDS + 60, preexec_fn=lambda: os.sched_setaffinity(0, others))
    found = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    count = re.search(r"(\d+) requests in", done.stdout)
    if done.returncode != 0 or found is None or count is None or "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise BenchmarkError(f"wrk: {done.stdout[-600:]} {done.stderr[-600:]}")
    return float(found.group(1)), (processor_time() - before) / int(count.group(1))


def copy(address: str, path: str) -> pathlib.Path:
    """Copies a resource from the origin to a file of the site."""
    file = SITE / path
    file.parent.mkdir(parents=True, exist_ok=True)
    with urllib.request.urlopen(address + path, timeout=30) as answer:
        file.write_bytes(answer.read())
    return file


def resources(address: str) -> dict[str, pathlib.Path]:
    """Returns a playlist, its last part and a late segment, by type. The source has ended, so they no longer change."""
    playlist = copy(address, "live/video/playlist.m3u8")
    text = playlist.read_text()
    segments = re.findall(r"^(?!#)(\S+\.m4s)$", text, re.MULTILINE)
    parts = re.findall(r'#EXT-X-PART:[^\n]*URI="([^"]+)"', text)
    if not segments or not parts:
        raise BenchmarkError(f"the playlist lists no segments and parts:\n{text[-800:]}")
    return {
        "playlist": playlist, "part": copy(address, f"live/video/{parts[-1]}"),
        "segment": copy(address, f"live/video/{segments[-2]}"),
    }


def measure(report: Report) -> None:
    program("wrk")
    origin.prepare()
    duration = 12
    rows = []
    # One thread on one core, like nginx's one process.
    with origin.OriginRun({"threads": "1"}, duration=duration) as run:
        limit = time.monotonic() + 60
        while "#EXT-X-ENDLIST" not in playlist(run.address):
            if time.monotonic() > limit:
                raise BenchmarkError("the stream does not end")
            time.sleep(0.5)
        run.separate()
        with nginx() as (other, pid):
            for name, file in resources(run.address).items():
                path = file.relative_to(SITE).as_posix()
                ours, theirs = [], []
                for _ in range(ROUNDS):
                    theirs.append(measure_one(other + path, lambda: spent(pid)))
                    ours.append(measure_one(run.address + path, lambda: run.seconds()[0]))
                rows.append(row(name, file.stat().st_size, median(ours), median(theirs)))
    report.say(f"## Requests per second, over {CONNECTIONS} connections of wrk")
    report.say()
    report.say("Each server has one core, wrk the others; the same bytes, uncompressed; medians. The cost of a response is the "
               "server's processor time, including the kernel's.")
    report.say()
    report.table(
        ["", "bytes", "sluice", "nginx", "sluice to nginx", "sluice Mb/s", "sluice µs each", "nginx µs each"], rows)


def playlist(address: str) -> str:
    try:
        with urllib.request.urlopen(address + "live/video/playlist.m3u8", timeout=10) as answer:
            return answer.read().decode()
    except OSError:
        return ""


def median(rounds: list[tuple[float, float]]) -> tuple[float, float]:
    return statistics.median(rate for rate, _ in rounds), statistics.median(cost for _, cost in rounds)


def row(name: str, size: int, ours: tuple[float, float], theirs: tuple[float, float]) -> list[str]:
    (rate, cost), (other_rate, other_cost) = ours, theirs
    return [name, str(size), f"{rate:.0f}", f"{other_rate:.0f}", f"{rate / other_rate:.2f}",
            f"{rate * size * 8 / 1e6:.0f}", f"{cost * 1e6:.1f}", f"{other_cost * 1e6:.1f}"]
