"""Fills the disk of a live run's folder and recording, while an origin serves the same stream.

Usage: full-disk.py SLUICE PIPELINE DISK COPY PORT LOG frees|stays|stops|was-full [LIBRARY ERROR]

With a library that alters calls, calls that change files fail with the error of this name instead.

Runs in a mount namespace of its own. Mounts a small file system at DISK, starts the pipeline, and fills the disk. With
`frees`, it frees the disk, waits until both outputs recover, and compares the folder with the origin. Copies the files to
COPY and prints the results as JSON.
"""

import errno
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

sluice, pipeline, disk, copy, port, log, way, *failure = sys.argv[1:]
disk, copy, log = pathlib.Path(disk), pathlib.Path(copy), pathlib.Path(log)
base = f"http://127.0.0.1:{port}/live/"


def fetch(path: str) -> bytes:
    try:
        with urllib.request.urlopen(base + path, timeout=20) as response:
            return response.read()
    except (urllib.error.URLError, ConnectionError):
        return b""


def outages() -> dict:
    """The sinks that fail, as metrics and as the status say, and the events of hooks so far."""
    address = re.findall(r"admin listener on (http:\S*)", log.read_text())[-1]
    with urllib.request.urlopen(address + "metrics", timeout=20) as response:
        metrics = re.findall(r'sluice_output_failing\{[^}]*stage="(\w+)"[^}]*\} 1\b', response.read().decode())
    with urllib.request.urlopen(address + "status", timeout=20) as response:
        stages = json.load(response)["stages"]
    hooks = copy.with_suffix(".jsonl")
    events = [json.loads(line) for line in hooks.read_text().splitlines()] if hooks.exists() else []
    return {"metrics": sorted(metrics), "status": sorted(stage["name"] for stage in stages if "outage" in stage),
            "events": sorted({event["type"] for event in events})}


def entries(text: str) -> list[tuple[str, bool]]:
    """The listed segments and whether they are gaps."""
    found, is_gap = [], False
    for line in text.splitlines():
        if line == "#EXT-X-GAP":
            is_gap = True
        elif line and not line.startswith("#"):
            found.append((line, is_gap))
            is_gap = False
    return found


def end(text: str) -> int:
    first = re.search(r"MEDIA-SEQUENCE:(\d+)", text)
    return int(first.group(1)) + len(entries(text)) if first else 0


def origin() -> str:
    return fetch("video/playlist.m3u8").decode()


def folder() -> str:
    try:
        return (disk / "out/video/playlist.m3u8").read_text()
    except OSError:
        return ""


def wait(what: str, condition, seconds: float = 40) -> None:
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit or run.poll() is not None:
            run.kill()
            sys.exit(f"{what}: not within {seconds} s, exit status {run.poll()}\n{log.read_text()}\n{folder()}")
        time.sleep(0.02)


def logged(pattern: str) -> int:
    return len(re.findall(pattern, log.read_text()))


def fill() -> None:
    if failure:
        (disk / "fill.new").write_text(str(getattr(errno, failure[1])))
        (disk / "fill.new").rename(disk / "fill")
        return
    with open(disk / "fill", "ab", buffering=0) as file:
        for size in [1 << 16, 1 << 12, 1]:
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)], check=True)


def start() -> subprocess.Popen:
    environment = os.environ | (
        {"LD_PRELOAD": failure[0], "SLUICE_FAILURE": str(disk / "fill")} if failure else {})
    with open(log, "ab") as errors:
        return subprocess.Popen(
            [sluice, "run", pipeline, "--admin", "127.0.0.1:0"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
            env=environment)


def run_twice_on_a_full_disk() -> dict:
    """Kills a run on a disk that was full before the first run, and starts another one. Returns the names in both."""
    global run
    names = []
    for _ in range(2):
        run = start()
        wait("origin", lambda: len(entries(origin())) >= 3)
        names.append({name for name, _ in entries(origin())})
        run.kill()
        run.wait()
    return {"origin": len(names[1]), "status": 0, "repeated": sorted(names[0] & names[1]),
            "isReported": logged("origin.*without a record") == 2}


if way == "was-full":
    fill()
    results = run_twice_on_a_full_disk()
    (disk / "fill").unlink()
    for _ in range(2):
        run = start()
        last = end(folder())
        wait("folder", lambda: end(folder()) >= last + 2)
        run.kill()
        run.wait()
    results["continued"] = logged("presentation continues with number") > 0
    print(json.dumps(results))
    sys.exit()
run = start()
wait("start", lambda: end(folder()) >= 3 and end(origin()) >= 3 and (disk / "movie.mp4").exists())
results = {}
fill()
if way == "stops":
    print(json.dumps({"origin": 0, "status": run.wait(timeout=40)}))
    sys.exit()
wait("failure", lambda: logged("folder.*retried") >= 1 and logged("record.*retried") >= 1)
wait("failing", lambda: outages() == {
    "metrics": ["folder", "record"], "status": ["folder", "record"], "events": ["output.failed"]})
before = end(origin())
wait("origin", lambda: end(origin()) >= before + 4)
results["origin"] = end(origin()) - before
if way == "frees":
    (disk / "fill").unlink()
    wait("recovery", lambda: logged("folder.*written again") >= 1 and logged("record.*works again") >= 1)
    wait("recovered", lambda: outages() == {
        "metrics": [], "status": [], "events": ["output.failed", "output.recovered"]})
    recovered = end(folder())
    wait("segments", lambda: end(folder()) >= recovered + 2 and [gap for _, gap in entries(folder())][-2:] == [False] * 2)
    text = folder()
    listed = entries(text)
    results["gaps"] = sum(gap for _, gap in listed)
    results["absent"] = [name for name, gap in listed if not gap and not (disk / "out/video" / name).exists()]
    results["different"] = [
        name for name, gap in listed
        if not gap and (served := fetch(f"video/{name}")) and (disk / "out/video" / name).read_bytes() != served]
    results["compared"] = sum(1 for name, gap in listed if not gap and fetch(f"video/{name}"))
run.send_signal(signal.SIGTERM)
results["status"] = run.wait(timeout=30)
if way == "frees":
    # The journal was written while the disk was full, and the next run continues it.
    last = end(folder())
    run = start()
    wait("next run", lambda: end(folder()) >= last + 2)
    results["continued"] = logged("continu") > 0 and logged("journal.*(damaged|torn)") == 0
    run.send_signal(signal.SIGTERM)
    run.wait(timeout=30)
shutil.copytree(disk, copy, ignore=shutil.ignore_patterns("fill"))
print(json.dumps(results))
