"""A live channel with folder, origin, store and recording, the readers of its places, and its processes."""

import collections
import json
import os
import pathlib
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time

from faults import Faults
from feed import Feed
from findings import Findings
from places import Folder, Server
from reader import Contents, Reader

KINDS = ("test", "coded", "decoded", "encrypted")
HERE = pathlib.Path(__file__).resolve().parent

_SOURCES = {
    "test": """
  picture: { use: test.video, with: { size: 160x90, rate: 25, live: true } }
  tone: { use: test.audio, with: { rate: 48000, channels: 2, live: true } }
""",
    "feed": """
  feed:
    use: %s
    with: { launch: "udpsrc address=127.0.0.1 port=%d buffer-size=4000000 ! tsdemux", on-loss: %s, lost-after: 2s }
""",
}
_ENCODING = """
  keyframes: { use: keyframe.force, from: %s, with: { interval: 1s } }
  video:
    use: video.encode
    from: keyframes
    with: { codec: h264, size: 160x90, bitrate: %s, preset: ultrafast, tune: zerolatency, threads: 1 }
  audio: { use: audio.encode, from: %s, with: { codec: aac, bitrate: 48kbps } }
"""
_ENCRYPTION = """
  encrypted:
    use: fmp4.encrypt
    from: segments
    with: { method: cenc, keys: { file: "%s/{period}.json" }, systems: [clearkey], rotation: { interval: 7s } }
"""
_OUTPUTS = """
  segments: { use: fmp4.segment, from: %s, with: { profile: cmaf, interval: 1s, part: 200ms } }
%s
  playlists:
    use: hls.playlist
    from: %s
    with: { type: live, window: %d, target-duration: 2s, end-list: false }
  folder: { use: file.folder, from: playlists, with: { path: "%s" } }
  origin: { use: http.origin, from: playlists, with: { listen: "127.0.0.1:%d", name: live, threads: 1 } }
  store: { use: http.push, from: playlists, with: { url: "http://127.0.0.1:%d/" } }
  record: { use: file.movie, from: %s, with: { path: "%s/record.mp4" } }
"""


def free_port(kind: int = socket.SOCK_STREAM) -> int:
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Channel:
    def __init__(self, number: int, kind: str, folder: pathlib.Path, findings: Findings, tool: str,
                 library: pathlib.Path | None, media: dict[str, pathlib.Path], seed: int) -> None:
        self.name, self.kind, self.findings, self.tool = f"{number}-{kind}", kind, findings, tool
        self.choice = random.Random(f"{seed}-{number}")
        self.folder = folder / self.name
        self.output, self.recordings = self.folder / "output", self.folder / "recordings"
        self.stored, self.store_log = self.folder / "store", self.folder / "uploads.jsonl"
        for path in (self.output, self.recordings, self.stored, self.folder / "logs"):
            path.mkdir(parents=True, exist_ok=True)
        self.ports = {"origin": free_port(), "store": free_port(), "feed": free_port(socket.SOCK_DGRAM)}
        self.window, self.bitrate = 10, "80kbps"
        # A filler replaces decoded frames only.
        self.on_loss = "gap" if kind == "coded" else self.choice.choice(["gap", "filler"])
        self.faults = Faults(self.folder / "control", library, pathlib.Path(tool).name)
        self.feed = Feed(self.ports["feed"], media, self.choice)
        self.contents = Contents(self.name, findings)
        self.notes: collections.Counter[str] = collections.Counter()
        places = [Folder("folder", self.output), Server("origin", self.ports["origin"], "/live/"),
                  Folder("store", self.stored)]
        self.readers = [Reader(place, self.contents, time.monotonic, self.notes) for place in places]
        self.process: subprocess.Popen | None = None
        self.store: subprocess.Popen | None = None
        self.is_ending = False
        self.log = None
        self.checked: set[str] = set()
        if kind == "encrypted":
            self.write_keys()
        self.write_pipeline()

    # Files.

    def write_pipeline(self) -> None:
        is_coded = self.kind == "coded"
        if self.kind in ("test", "encrypted"):
            text, tracks = _SOURCES["test"], "[video, audio]"
            text += _ENCODING % ("picture", self.bitrate, "tone")
        else:
            stage = "capture.coded-launch" if is_coded else "capture.launch"
            text, tracks = _SOURCES["feed"] % (stage, self.ports["feed"], self.on_loss), "[video, audio]"
            if is_coded:
                tracks = "feed"
            else:
                text += _ENCODING % ("feed", self.bitrate, "feed")
        encryption, source = "", "segments"
        if self.kind == "encrypted":
            encryption, source = _ENCRYPTION % (self.folder / "keys"), "encrypted"
        text += _OUTPUTS % (tracks, encryption, source, self.window, self.output, self.ports["origin"],
                            self.ports["store"], tracks, self.recordings)
        self.pipeline = self.folder / "channel.yaml"
        temporary = self.folder / "channel.yaml.new"
        temporary.write_text(f"pipeline: soak-{self.name}\nstages:{text}", encoding="utf-8")
        temporary.rename(self.pipeline)

    def write_keys(self) -> None:
        folder = self.folder / "keys"
        folder.mkdir()
        for period in range(1200):
            path = folder / f"{period}.json"
            path.touch(mode=0o600)
            path.write_text(json.dumps({"keys": [{"kid": f"{period + 1:032x}", "key": secrets.token_hex(16)}]}))

    # Processes.

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start_store(self) -> None:
        (self.folder / "store-mode").write_text("")
        self.store = subprocess.Popen(
            [sys.executable, HERE / "store.py", str(self.ports["store"]), self.stored, self.store_log,
             self.folder / "store-mode"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.store.stdout.readline()

    def end_store(self) -> None:
        if self.store:
            self.store.kill()
            self.store.wait()
            self.store.stdout.close()
        self.store = None

    def start(self) -> None:
        self.contents.run += 1
        self.is_ending = False
        self.log = self.folder / "logs" / f"{self.contents.run:04}.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [self.tool, "run", self.pipeline], stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                env=os.environ | self.faults.environment)
        self.findings.event(self.name, "start", f"run {self.contents.run}")

    def disarm(self) -> None:
        self.faults.disarm()
        self.faults.delay({})

    def wait(self, seconds: float, until=None) -> bool:
        """Waits until a condition is true or the process has ended. Returns whether it is still running."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.is_running and not (until and until()):
            time.sleep(0.02)
        return self.is_running

    def published(self) -> int:
        """The media sequence number after the last segment in the folder."""
        found = [history.last.end for history in self.readers[0].histories.values() if history.last]
        return max(found, default=0)

    def finish(self, limit: float = 30, is_signalled: bool = False) -> int | None:
        """Ends the run in an orderly way. Returns the exit code; None if it had to be killed."""
        self.is_ending = True
        if self.is_running and not is_signalled:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.report_log("stop-hangs", f"no end {limit} s after SIGTERM")
            self.kill()
            return None

    def kill(self) -> None:
        self.is_ending = True
        if self.process:
            self.process.kill()
            self.process.wait()
            self.note_files()

    def note_files(self) -> None:
        """Records the files that a kill left in the folder, and its journal as evidence."""
        files = {str(path.relative_to(self.output)): path.stat().st_size for path in sorted(self.output.rglob("*"))}
        self.contents.note_kill(set(files))
        evidence = self.folder / "logs" / f"{self.contents.run:04}"
        evidence.with_suffix(".files").write_text("".join(f"{size:9} {path}\n" for path, size in files.items()))
        journal = self.output / ".sluice-journal"
        if journal.exists():
            evidence.with_suffix(".journal").write_bytes(journal.read_bytes())

    def note_end(self, way: str, detail: str = "") -> None:
        """Records how a run ended, for the events and as evidence."""
        self.findings.event(self.name, way, detail)
        with self.contents.lock:
            self.contents.ends.append(f"run {self.contents.run}: {way} {detail}".rstrip())

    def tail(self, size: int = 6000) -> bytes:
        return self.log.read_bytes()[-size:] if self.log and self.log.exists() else b""

    def report_log(self, kind: str, message: str) -> None:
        """Reports a finding about the process, once for each message."""
        lines = [line for line in self.tail().decode("utf-8", "replace").splitlines()
                 if re.search(r"error|Fatal|crash|failed", line)]
        last = re.sub(r"^\S+Z ", "", lines[-1]) if lines else ""
        key = re.sub(r"\d+", "N", last)[:120]
        self.findings.report(kind, self.name, "process", key, f"run {self.contents.run}: {message}: {last}",
                             {"log.txt": self.tail(200_000), "channel.yaml": self.pipeline.read_bytes()})

    def report_end(self) -> None:
        """Reports that the process ended although nothing should have ended it."""
        # A recording has one format: a run whose source changed it ends with an error that says so.
        if self.process.returncode == 1 and b"up to its format change" in self.tail(200_000):
            self.notes["runs whose recording ends at a change of format"] += 1
            return
        self.report_log("run-ended", f"exit code {self.process.returncode}")

    # Recordings.

    def check_recordings(self, segments: int) -> None:
        """Reads the recordings of ended runs; a run that published some segments must have a readable one."""
        for path in sorted(self.recordings.glob("record*")):
            if path.name in self.checked and path.exists():
                path.unlink()
                self.checked.discard(path.name)
                continue
            result = subprocess.run(
                ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type:format=duration", "-of", "json", path],
                capture_output=True, text=True, timeout=60, check=False)
            streams = json.loads(result.stdout or "{}").get("streams", []) if result.returncode == 0 else []
            if streams:
                self.notes["recordings readable"] += 1
            elif segments >= 3:
                self.findings.report(
                    "recording-unreadable", self.name, "record", f"{path.name} of run {self.contents.run}",
                    f"{path.stat().st_size} bytes after {segments} segments: {result.stderr.strip()[-300:]}",
                    {path.name: path.read_bytes()[:2_000_000], "log.txt": self.tail(100_000)})
            else:
                self.notes["recordings of less than three segments, unreadable"] += 1
            self.checked.add(path.name)
