"""Requests per second of the origin, compared with nginx and the same bytes in files."""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import socket
import statistics
import subprocess
import time
import urllib.request

from places import BENCH, ROOT, BenchmarkError
from report import Report
import origin

# The duration of each measurement, in seconds.
SECONDS = 5
ROUNDS = 3
CONNECTIONS = 64
SITE = origin.FOLDER / "site"

NGINX = """{modules}
daemon off;
worker_processes {workers};
worker_rlimit_nofile 20000;
user root;
pid {folder}/nginx.pid;
error_log {folder}/error.log crit;
events {{ worker_connections 16384; }}
http {{
    {log}
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
        listen 127.0.0.1:{port}{shared};
        root {site};
        add_header Cache-Control max-age=1;
        {settings}
    }}"""
# Every request of the edge, to find the cause of a player's stall.
EDGE_LOG = """log_format edge '$time_iso8601 $msec $connection $status $body_bytes_sent $request_time '
        '$upstream_cache_status $upstream_status $upstream_response_time $request_completion $request_uri';
    access_log FOLDER/edge.log edge buffer=64k flush=1s;"""
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
def nginx(site: pathlib.Path = SITE, on: set[int] | None = None, settings: str = "", modules: str = ""):
    """Runs nginx with a site's files, one process on each of these cores; yields its port and process id."""
    port, on = free_port(), on or cores()[0]
    content = FILES.format(site=site, port=port, shared=" reuseport" if len(on) > 1 else "", settings=settings)
    with running(content, port, on, site.parent, modules) as pid:
        yield port, pid


@contextlib.contextmanager
def edge(origin_port: int):
    """Runs nginx as a cache in front of the origin; yields its URL."""
    port = free_port()
    text = (ROOT / "Scripts" / "edge" / "nginx-edge.conf").read_text()
    for old, new in EDGE.items():
        if old not in text:
            raise BenchmarkError(f"Scripts/edge/nginx-edge.conf no longer contains '{old}'")
        text = text.replace(old, new.replace("{origin}", str(origin_port)).replace("{port}", str(port)))
    with running(text, port, os.sched_getaffinity(0), log=EDGE_LOG):
        yield f"http://127.0.0.1:{port}/"


@contextlib.contextmanager
def running(content: str, port: int, on: set[int], folder: pathlib.Path = origin.FOLDER, modules: str = "",
            log: str = "access_log off;"):
    """Runs nginx with the content of its http section, one process on each of these cores; yields its process id."""
    configuration, errors = folder / "nginx.conf", folder / "error.log"
    text = NGINX.format(
        folder=folder, content=content, workers=len(on), modules=modules, log=log.replace("FOLDER", str(folder)))
    # Only root may choose the user, and must: the folder is not readable for nginx's own.
    configuration.write_text(text if os.geteuid() == 0 else text.replace("user root;\n", ""))
    server = subprocess.Popen(
        [program("nginx"), "-e", errors, "-c", configuration], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, on))
    try:
        wait_for(port, server, errors)
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int, server: subprocess.Popen, log: pathlib.Path | str) -> None:
    """Waits until a server accepts connections."""
    name = pathlib.Path(server.args[0]).name
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if server.poll() is not None:
            raise BenchmarkError(f"{name} does not start: {pathlib.Path(log).read_text(errors='replace')[-500:]}")
        time.sleep(0.05)
    raise BenchmarkError(f"{name} does not respond")


def spent(pid: int) -> float:
    """Returns the processor time of a process and its children, in seconds."""
    total = 0.0
    for process in [pid, *pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        total += sum(map(int, fields[11:15])) / origin.TICKS
    return total


def measure_one(
    url: str, processor_time, on: set[int] | None = None, paths: list[str] = [], seconds: int = SECONDS,
    connections: int = CONNECTIONS
) -> tuple[float, float, float]:
    """Returns complete responses per second, and the processor times of the server and of the client for each in seconds.

    The client runs on these cores, and requests these paths of the server in turn.
    """
    before, environment, script = processor_time(), dict(os.environ), []
    if paths:
        file = BENCH / "wrk-paths"
        file.write_text("".join(f"{path}\n" for path in paths))
        environment["PATHS"], script = str(file), ["--script", str(ROOT / "Benchmarks" / "paths.lua")]
    clients = client_seconds()
    done = subprocess.run(
        [program("wrk"), "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", *script, url],
        capture_output=True, text=True, timeout=seconds + 60, env=environment,
        preexec_fn=lambda: os.sched_setaffinity(0, on or cores()[1]))
    found = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    count = re.search(r"(\d+) requests in", done.stdout)
    if done.returncode != 0 or found is None or count is None or "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise BenchmarkError(f"wrk: {done.stdout[-600:]} {done.stderr[-600:]}")
    responses = int(count.group(1))
    return float(found.group(1)), (processor_time() - before) / responses, (client_seconds() - clients) / responses


def client_seconds() -> float:
    """Returns the processor time of the programs that have ended, which are clients while the servers run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
        with nginx() as (port, pid):
            other = f"http://127.0.0.1:{port}/"
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


def median(rounds: list[tuple[float, float, float]]) -> tuple[float, float]:
    """Returns the medians of the rates and of the server's processor times."""
    return statistics.median(one[0] for one in rounds), statistics.median(one[1] for one in rounds)


def row(name: str, size: int, ours: tuple[float, float], theirs: tuple[float, float]) -> list[str]:
    (rate, cost), (other_rate, other_cost) = ours, theirs
    return [name, str(size), f"{rate:.0f}", f"{other_rate:.0f}", f"{rate / other_rate:.2f}",
            f"{rate * size * 8 / 1e6:.0f}", f"{cost * 1e6:.1f}", f"{other_cost * 1e6:.1f}"]
