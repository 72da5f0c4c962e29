"""Latency of chunked DASH: from each frame until its chunk is in a client that requests segments by the clock."""

import contextlib
import http.client
import re
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree
from datetime import datetime

from latency import ENCODED, PART, Load
from latency import CHANGES as ENCODER_LOG
from latency_path import PartDates, encoded_frames
from places import BenchmarkError
from report import Report
import origin
import serving

SECONDS = 60
# From a frame to the last byte of its chunk: a part, the encoder, and packaging.
GOAL_HIGH = 0.4
CHANGES = ENCODER_LOG | {
    "log: { use: bench.part-log, from: playlists,":
        "manifest: { use: dash.manifest, from: playlists, with: { type: live, latency: 1s } }\n"
        "  log: { use: bench.part-log, from: manifest,",
}
MPD = "{urn:mpeg:dash:schema:mpd:2011}"


class Template:
    """The video's segment template of a manifest."""

    def __init__(self, address: str) -> None:
        with urllib.request.urlopen(address + "live/index.mpd", timeout=10) as answer:
            root = xml.etree.ElementTree.fromstring(answer.read())
        for adaptation in root.iter(f"{MPD}AdaptationSet"):
            name = adaptation.find(f"{MPD}Representation").get("id")
            template = next(adaptation.iter(f"{MPD}SegmentTemplate"), None)
            if template is not None and "video" in template.get("media").replace("$RepresentationID$", name):
                break
        else:
            raise BenchmarkError("the manifest describes no video")
        if template.get("availabilityTimeOffset") is None:
            raise BenchmarkError("the manifest has no availabilityTimeOffset")
        self.path = "live/" + template.get("media").replace("$RepresentationID$", name)
        self.duration = int(template.get("duration")) / int(template.get("timescale"))
        self.start_number = int(template.get("startNumber", "1"))
        self.offset = float(template.get("availabilityTimeOffset"))
        period = re.match(r"PT([0-9.]+)S", root.find(f"{MPD}Period").get("start", "PT0S"))
        self.zero = datetime.fromisoformat(root.get("availabilityStartTime")).timestamp() + float(period.group(1))

    def segment(self, number: int) -> str:
        return re.sub(r"\$Number(%0(\d+)d)?\$", lambda found: str(number).zfill(int(found.group(2) or 1)), self.path)

    def available(self, number: int) -> float:
        """Returns the time from which the segment can be requested, in seconds since 1970."""
        return self.zero + (number - self.start_number + 1) * self.duration - self.offset

    def first(self) -> int:
        """Returns the number of the next segment that becomes available."""
        number = self.start_number
        while self.available(number) < time.time():
            number += 1
        return number


def chunk_times(connection: http.client.HTTPConnection, path: str) -> list[float]:
    """Requests a segment and returns the time at which each of its chunks was complete."""
    connection.request("GET", "/" + path)
    answer = connection.getresponse()
    if answer.status != 200:
        raise BenchmarkError(f"status {answer.status} for {path}")
    times, content, at = [], b"", 0
    while block := answer.read1(1 << 16):
        now = time.time()
        content += block
        # Boxes of 32-bit size; an mdat ends a chunk.
        while at + 8 <= len(content) and at + (size := max(8, int.from_bytes(content[at:at + 4], "big"))) <= len(content):
            if content[at + 4:at + 8] == b"mdat":
                times.append(now)
            at += size
    return times


def read(address: str, seconds: int) -> dict[str, float]:
    """Plays for some time; returns when each part was complete in the client, by the part's path."""
    template = Template(address)
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=20)
    number, end, received = template.first(), time.monotonic() + seconds, {}
    while time.monotonic() < end:
        time.sleep(max(0, template.available(number) - time.time()))
        path = template.segment(number)
        for index, moment in enumerate(chunk_times(connection, path)):
            received[f"{path.removeprefix('live/').removesuffix('.m4s')}.{index + 1}.m4s"] = moment
        number += 1
    connection.close()
    return received


def measure(report: Report, seconds: int = SECONDS) -> None:
    origin.prepare(CHANGES)
    load = Load()
    rows = []
    with origin.OriginRun({"part": PART}) as run:
        run.wait_for_parts(85)
        for name, server in {"origin": contextlib.nullcontext(run.address), "nginx": serving.edge(run.port)}.items():
            dates = PartDates(run.address)
            with server as address:
                received = read(address, seconds)
            dates.ended.set()
            dates.join()
            frames = [frame[0] for frame in encoded_frames(ENCODED)]
            known = [(*times[:3], received[times[3]]) for times in dates.parts() if times[3] in received]
            ages = [there - frame for start, end, _, there in known for frame in frames
                    if start - 0.004 <= frame < end - 0.004]
            sent = [there - stored for _, _, stored, there in known]
            if not ages:
                raise BenchmarkError("no chunk was received")
            rows.append([name, len(known), ages, sent])
    report.say(f"## Chunked DASH: {seconds} s of 720p30 in chunks of {PART}, over HTTP/1.1 on this machine")
    report.say()
    report.say("A client that requests each segment when its first chunk is due (availabilityTimeOffset). From the origin's "
               "receipt of a chunk, and from a frame, to the last byte of the chunk in the client:")
    report.say()
    form = "{:.0f}".format
    report.table(
        ["through", "chunks", "chunk: median ms", "95 of 100 ms", "frame: median ms", "95 of 100 ms"],
        [[name, str(count)] + [form(origin.percentile(values, share) * 1000) for values in (sent, ages) for share in (0.5, 0.95)]
         for name, count, ages, sent in rows])
    # Without a goal for nginx, which holds the last bytes of a chunk until the next one arrives.
    report.goal("frame to client, without nginx, 95th percentile", origin.percentile(rows[0][2], 0.95), GOAL_HIGH, "{:.3f} s")
    report.say(f"- {run.dropped} frames were dropped by the run; {load.text}")
    report.say()
