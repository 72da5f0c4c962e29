"""The test of the reader: it must find each planted fault, in a folder and on a server, and nothing in clean output."""

import datetime
import hashlib
import json
import pathlib
import struct
import sys
import tempfile
import threading

from findings import Findings
from follower import read_uploads
from places import Folder, Server
from reader import Contents, Reader
from store import Handler, Store

SCALE = 1000


def box(kind: str, *content: bytes) -> bytes:
    data = b"".join(content)
    return struct.pack(">I4s", 8 + len(data), kind.encode()) + data


def initialization() -> bytes:
    track = box("tkhd", struct.pack(">IIIII", 0, 0, 0, 1, 0))
    media = box("mdhd", struct.pack(">IIIII", 0, 0, 0, SCALE, 0)) + box("hdlr", struct.pack(">II4s", 0, 0, b"vide"))
    moov = box("trak", track, box("mdia", media)) + box("mvex", box("trex", struct.pack(">6I", 0, 1, 1, 0, 0, 0)))
    return box("ftyp", b"iso6") + box("moov", moov)


def fragment(number: int, time: int, duration: int) -> bytes:
    samples = [struct.pack(">II", duration // 2, 5)] * 2
    run = box("trun", struct.pack(">II", 0x300, len(samples)), *samples)
    inner = box("tfhd", struct.pack(">II", 0, 1)) + box("tfdt", struct.pack(">IQ", 1 << 24, time)) + run
    return box("moof", box("mfhd", struct.pack(">II", 0, number)), box("traf", inner)) + box("mdat", b"%010d" % number)


class Output:
    """A live presentation of one rendition, with two parts in each segment."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "video"
        self.folder.mkdir(parents=True)
        (folder / "index.m3u8").write_text("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1,mp4a\"\nvideo/list.m3u8\n")
        (self.folder / "init.mp4").write_bytes(initialization())
        self.first, self.end, self.discontinuities = 0, 0, 1
        self.durations: dict[int, str] = {}
        # Segments that are dated later than by their number, in seconds; the dates of gaps follow from their durations.
        self.shifts: dict[int, float] = {}
        self.gaps: set[int] = set()
        self.short_parts: set[int] = set()
        self.suffix, self.times = "", 0
        for _ in range(6):
            self.append()

    def append(self, time: int | None = None) -> None:
        """Publishes one more segment; the window has six."""
        start = 1000 * self.end if time is None else time
        parts = [fragment(2 * self.end + index, start + 500 * index, 500) for index in (0, 1)]
        for index, part in enumerate(parts):
            (self.folder / f"{self.end}.{index}.m4s").write_bytes(part)
        (self.folder / f"{self.end}.m4s").write_bytes(b"".join(parts))
        self.end += 1
        self.first = max(self.first, self.end - 6)
        self.publish()

    def publish(self) -> None:
        lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PART-INF:PART-TARGET=0.5",
                 f"#EXT-X-MEDIA-SEQUENCE:{self.first}", f"#EXT-X-DISCONTINUITY-SEQUENCE:{self.discontinuities}",
                 '#EXT-X-MAP:URI="init.mp4"']
        for number in range(self.first, self.end):
            part = "0.4" if number in self.short_parts else "0.5"
            lines += [f'#EXT-X-PART:DURATION={part},URI="{number}.{index}.m4s"' for index in (0, 1)]
            if number in self.gaps:
                lines.append("#EXT-X-GAP")
            else:
                date = datetime.datetime.fromtimestamp(1_700_000_000 + number + self.shifts.get(number, 0), datetime.timezone.utc)
                lines.append(f"#EXT-X-PROGRAM-DATE-TIME:{date.isoformat(timespec='milliseconds')}")
            lines += [f"#EXTINF:{self.durations.get(number, '1.0')},", f"{number}.m4s"]
        (self.folder / "list.m3u8").write_text("\n".join(lines) + "\n" + self.suffix)


def change_byte(output: Output) -> None:
    path = output.folder / "3.m4s"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.unlink()
    path.write_bytes(data)


def change_part(output: Output) -> None:
    output.append()
    path = output.folder / "7.1.m4s"
    path.write_bytes(path.read_bytes()[:-1] + b"x")


def remove(output: Output, name: str) -> None:
    output.append()
    (output.folder / name).unlink()


def go_back(output: Output) -> None:
    output.first -= 1
    output.publish()


def lose_discontinuity(output: Output) -> None:
    output.discontinuities = 0
    output.publish()


def end(output: Output) -> None:
    output.suffix = "#EXT-X-ENDLIST\n"
    output.publish()


def change_duration(output: Output) -> None:
    output.durations[4] = "0.9"
    output.publish()


def change_listed_part(output: Output) -> None:
    output.short_parts.add(4)
    output.publish()


def tear_playlist(output: Output) -> None:
    path = output.folder / "list.m3u8"
    path.write_bytes(path.read_bytes()[:-3])


def tear_segment(output: Output) -> None:
    output.append()
    path = output.folder / "7.m4s"
    path.write_bytes(path.read_bytes()[:-4])


def shorten(output: Output) -> None:
    output.end -= 1
    output.publish()


def date_back(output: Output) -> None:
    output.shifts[7] = -0.03
    output.append()


def date_back_after_a_gap(output: Output) -> None:
    output.gaps.add(7)
    output.shifts[8] = -0.03
    output.append()
    output.append()


def exceed(output: Output) -> None:
    output.durations[7] = "1.6"
    output.append()


# The faults, by the kind of the finding.
FAULTS = {
    "no fault": lambda output: output.append(),
    "two-contents": change_byte,
    "parts-differ": change_part,
    "listed-missing": lambda output: remove(output, "4.m4s"),
    "removed-early": lambda output: remove(output, "1.m4s"),
    "media-sequence-back": go_back,
    "discontinuity-sequence-back": lose_discontinuity,
    "segments-removed-at-end": shorten,
    "end-list": end,
    "segment-changed": change_duration,
    "part-changed": change_listed_part,
    "unreadable-playlist": tear_playlist,
    "malformed-media": tear_segment,
    "decode-time-back": lambda output: output.append(time=6500),
    "duration-wrong": lambda output: output.append(time=7800),
    "target-duration-exceeded": exceed,
    "date-back": date_back,
    "date-back, after a gap": date_back_after_a_gap,
}


def find(fault: str, folder: pathlib.Path, is_served: bool) -> set[str]:
    """Plants a fault and returns the kinds of findings."""
    output = Output(folder / "output")
    output.append()
    findings = Findings(folder / "work", is_quiet=True)
    contents = Contents("planted", findings)
    time = 0.0
    server = None
    place = Folder("folder", folder / "output")
    if is_served:
        handler = type("PlantedHandler", (Handler,), {"folder": folder / "output", "mode": folder / "mode"})
        server = Store(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        place = Server("server", server.server_address[1], "/")
    try:
        reader = Reader(place, contents, lambda: time)
        reader.poll()
        contents.run += 1
        FAULTS[fault](output)
        reader.poll()
        # The times at which removed segments must still exist.
        time = 6.6
        reader.poll()
    finally:
        if server:
            place.close()
            server.shutdown()
            server.server_close()
    return set(findings.kinds)


def find_upload(folder: pathlib.Path) -> set[str]:
    """Uploads other bytes under a URL that the reader never fetched twice."""
    findings = Findings(folder / "work", is_quiet=True)
    contents = Contents("planted", findings)
    contents.record("folder", "video/0.m4s", b"first")
    log = folder / "uploads.jsonl"
    record = {"method": "PUT", "path": "video/0.m4s", "status": 201, "digest": hashlib.sha256(b"second").hexdigest()}
    log.write_text(json.dumps(record) + "\n")
    read_uploads(log, 0, contents)
    return set(findings.kinds)


def test() -> int:
    failed = 0
    for is_served in (False, True):
        for fault in FAULTS:
            with tempfile.TemporaryDirectory(prefix="soak-") as folder:
                found = find(fault, pathlib.Path(folder), is_served)
            expected = set() if fault == "no fault" else {fault.split(",")[0]}
            if not expected <= found or fault == "no fault" and found:
                failed += 1
                print(f"{fault}, {'served' if is_served else 'in a folder'}: found {sorted(found)}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        if find_upload(pathlib.Path(folder)) != {"two-contents"}:
            failed += 1
            print("an upload with other bytes was not found", file=sys.stderr)
    print(f"soak: {2 * (len(FAULTS) - 1) + 1} planted faults, {failed} not found or found without cause")
    return 1 if failed else 0
