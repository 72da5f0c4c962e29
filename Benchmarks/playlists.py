"""Measures the parsing of large media playlists, compared with parsers in Python."""

import json
import subprocess

from places import BENCH, ROOT
from report import Report, mebibytes
import tools

PRODUCT = "PlaylistBenchmark"
SIZE = 10_000_000
ROUNDS = 5
# The code to import each parser and to call it with a playlist's text, by module.
READERS = {
    "m3u8": "import m3u8; read = lambda text: m3u8.loads(text).segments",
    "streamlink": "from streamlink.stream.hls.m3u8 import parse_m3u8; "
                  "read = lambda text: parse_m3u8(text, 'http://localhost/').segments",
}
PROGRAM = """
import json, resource, sys, time
{reader}
text = open(sys.argv[1]).read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
entries = len(read(text))
print(json.dumps({{"entries": entries, "milliseconds": (time.process_time() - begin) * 1e3,
                  "memory": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024}}))
"""


def plain() -> str:
    """Durations and file names, as in a long movie."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:0",
             "#EXT-X-PLAYLIST-TYPE:VOD", '#EXT-X-MAP:URI="init.mp4"']
    return grow(lines, lambda index: f"#EXTINF:6.006000,\nsegment-{index:08}.m4s") + "#EXT-X-ENDLIST\n"


def rich() -> str:
    """Keys, dates, parts, date ranges and byte ranges, as in a long recording."""
    lines = ["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:6", "#EXT-X-MEDIA-SEQUENCE:0",
             "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3.006", "#EXT-X-PART-INF:PART-TARGET=1.002"]

    def segment(index: int) -> str:
        tags = []
        if index % 100 == 0:
            tags.append(f'#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/{index}",IV=0x{index:032X}')
        if index % 50 == 0:
            tags.append(f'#EXT-X-DATERANGE:ID="ad-{index}",CLASS="com.example.ad",'
                        'START-DATE="2026-01-02T03:04:05.678Z",PLANNED-DURATION=30.0,X-AD="a,b"')
        tags.append(f"#EXT-X-PROGRAM-DATE-TIME:2026-01-{1 + index % 28:02}T{index % 24:02}:{index % 60:02}:00.000Z")
        tags += [f'#EXT-X-PART:DURATION=1.00200,URI="segment-{index:08}.{part}.m4s",INDEPENDENT=YES'
                 for part in range(3)]
        tags += ["#EXTINF:6.006000,", f"#EXT-X-BYTERANGE:1000000@{index * 1000000}",
                 f"https://cdn.example.com/video/1080p/segment-{index:08}.m4s"]
        return "\n".join(tags)

    return grow(lines, segment)


def grow(lines: list[str], segment) -> str:
    """Appends segments until the playlist has the full size."""
    size = sum(len(line) + 1 for line in lines)
    index = 0
    while size < SIZE:
        lines.append(segment(index))
        size += len(lines[-1]) + 1
        index += 1
    return "\n".join(lines) + "\n"


def run(command: list) -> dict:
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600)
    return json.loads(done.stdout)


def measure(report: Report) -> None:
    tools.install()
    build = ["swift", "build", "--configuration", "release", "--product", PRODUCT]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=900)
    program = ROOT / ".build" / "release" / PRODUCT
    report.say("## Reading playlists of 10 MB")
    report.say()
    report.say("Processor time of one parse, and the additional peak memory.")
    report.say()
    rows = []
    ratios = []
    for name, text in [("plain", plain()), ("with all kinds of tags", rich())]:
        path = BENCH / f"playlist-{name.split()[0]}.m3u8"
        path.write_text(text)
        ours = run([program, path, str(ROUNDS)])
        rows.append(row("sluice", name, ours))
        for reader, code in READERS.items():
            # A new process for each run, so that memory is measured separately.
            runs = [run([tools.PYTHON, "-c", PROGRAM.format(reader=code), path]) for _ in range(ROUNDS)]
            median = sorted(runs, key=lambda result: result["milliseconds"])[len(runs) // 2]
            rows.append(row(reader, name, median))
            ratios.append(ours["milliseconds"] / median["milliseconds"])
    report.table(["reader", "playlist", "segments", "ms", "MiB"], rows)
    if ratios:
        report.goal("processor time against the fastest other reader", max(ratios), 1.0)
    report.say()


def row(reader: str, name: str, result: dict) -> list[str]:
    return [reader, name, str(result["entries"]), f"{result['milliseconds']:.0f}", mebibytes(result["memory"])]
