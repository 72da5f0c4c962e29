#!/usr/bin/env python3
"""Runs a pipeline that encrypts with known keys, and searches them in everything that others can read.

  find-keys.py TOOL KEYSERVER    TOOL is sluice, KEYSERVER the script of a key server

Memory is searched as the kernel writes it to a core dump: all private pages except those of areas that are excluded from
dumps. The current folder receives the files. Prints what was found, and fails if it is a key.
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import time

tool, server = sys.argv[1:]
FILE_KEY, SERVER_KEY = os.urandom(16), os.urandom(16)
KID = "5c8f44e63ed24b528f0a3c94a8d5f4bd"

PIPELINE = """
pipeline: secrets
stages:
  picture: {{ use: test.video, with: {{ size: 320x180, rate: 25, live: true }} }}
  video: {{ use: video.encode, from: picture, with: {{ codec: h264, preset: superfast, max-keyframe-distance: 1s }} }}
  segments: {{ use: fmp4.segment, from: video, with: {{ interval: 1s }} }}
{branches}"""
BRANCH = """
  {name}-encrypted:
    use: fmp4.encrypt
    from: segments
    with: {{ method: {method}, systems: [widevine], keys: {{ {keys} }} }}
  {name}-playlists: {{ use: hls.playlist, from: {name}-encrypted, with: {{ type: event }} }}
  {name}-folder: {{ use: file.folder, from: {name}-playlists, with: {{ path: {name} }} }}
"""


def forms(key: bytes) -> list[bytes]:
    return [key, key.hex().encode(), key.hex().upper().encode(), base64.b64encode(key)]


def found(where: str, content: bytes) -> list[str]:
    keys = {"the key of the file": FILE_KEY, "the key of the server": SERVER_KEY}
    return [f"{name} in {where}" for name, key in keys.items() if any(form in content for form in forms(key))]


def dumped_memory(pid: int):
    """Yields the memory that a core dump contains."""
    start, area = None, None
    with open(f"/proc/{pid}/smaps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            if match := re.match(r"([0-9a-f]+)-([0-9a-f]+) (r.[^s ]*)", line):
                start, area = int(match[1], 16), match
            elif re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
                area = None
            elif line.startswith("VmFlags:") and area and "dd" not in line.split():
                try:
                    memory.seek(start)
                    yield memory.read(int(area[2], 16) - start)
                except (OSError, OverflowError, ValueError):
                    pass


def wait_for(condition, seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what}\n{pathlib.Path('run.log').read_text()[-3000:]}")
        time.sleep(0.1)


def main() -> int:
    openssl = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*openssl.split(), "-keyout", "tls.key", "-out", "tls.pem"], check=True, stderr=subprocess.DEVNULL)
    os.chmod("tls.key", 0o600)
    keys = pathlib.Path("keys.json")
    keys.touch(0o600)
    keys.write_text(json.dumps({"keys": [{"kid": KID, "key": FILE_KEY.hex()}]}))
    environment = os.environ | {"FIXED_KEY": SERVER_KEY.hex()}
    servers = subprocess.Popen(
        [sys.executable, server, "tls.pem", "tls.key"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    url = f"https://127.0.0.1:{int(servers.stdout.readline())}"
    sources = {
        "file": ("cbcs", "file: keys.json"),
        "json": ("cbcs", f"http: {{ url: {url}/json/a, bearer: opensesame, ca: tls.pem }}"),
        "raw": ("cenc", f"http: {{ url: '{url}/raw/{{kid}}', ca: tls.pem, labels: all }}"),
        "clear": ("cbcs", f"cpix: {{ url: {url}/speke, content-id: a, ca: tls.pem }}"),
        "wrapped": (
            "cenc",
            f"cpix: {{ url: {url}/speke, content-id: b, ca: tls.pem, certificate: tls.pem, private-key: tls.key }}",
        ),
    }
    branches = "".join(BRANCH.format(name=name, method=method, keys=text) for name, (method, text) in sources.items())
    pathlib.Path("secrets.yaml").write_text(PIPELINE.format(branches=branches))
    with open("run.log", "wb") as log:
        run = subprocess.Popen(
            [tool, "run", "secrets.yaml", "--verbose", "--report=json"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        done = lambda: all(len(list(pathlib.Path(name).rglob("*.m4s"))) > 2 for name in sources)
        wait_for(lambda: done() or run.poll() is not None, 60, "no segments")
        if run.poll() is not None:
            sys.exit(pathlib.Path("run.log").read_text()[-3000:])
        size, findings, hasIdentifier = 0, [], False
        for content in dumped_memory(run.pid):
            size += len(content)
            findings += found("memory", content)
            hasIdentifier = hasIdentifier or bytes.fromhex(KID) in content
        findings += found("arguments", pathlib.Path(f"/proc/{run.pid}/cmdline").read_bytes())
        findings += found("environment", pathlib.Path(f"/proc/{run.pid}/environ").read_bytes())
        for command in (["status", "--json", str(run.pid)], ["graph", "secrets.yaml"], ["check", "secrets.yaml"]):
            result = subprocess.run([tool, *command], capture_output=True)
            findings += found(" ".join(command), result.stdout + result.stderr)
            if b"opensesame" in result.stdout + result.stderr:
                findings.append("the bearer token in " + " ".join(command))
            if result.returncode:
                sys.exit(f"{command}: {result.stderr.decode()}")
        # The search works: identifiers are no secrets.
        if not hasIdentifier or size < 10 << 20:
            sys.exit(f"memory cannot be searched: {size} bytes")
    finally:
        run.terminate()
        run.wait(30)
        servers.stdin.close()
    if b"opensesame" in pathlib.Path("run.log").read_bytes():
        findings.append("the bearer token in the log")
    for path in pathlib.Path(".").rglob("*"):
        if path.is_file() and path.name != "keys.json":
            findings += found(str(path), path.read_bytes())
    print(f"searched {size >> 20} MB of memory; found: {sorted(set(findings)) or 'nothing'}")
    return 1 if findings else 0


sys.exit(main())
