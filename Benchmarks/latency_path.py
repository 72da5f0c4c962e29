"""The way of each frame from its creation to the screen, divided into its sections."""

import bisect
import pathlib
import re
import ssl
import statistics
import threading
import time
import urllib.request
from datetime import datetime

import origin

PLAYLIST = "live/video/playlist.m3u8"
# The origin's certificate is its own.
UNVERIFIED = ssl.create_default_context()
UNVERIFIED.check_hostname, UNVERIFIED.verify_mode = False, ssl.CERT_NONE
SECTIONS = [
    "capture: from the frame to the last one of its part", "encoder: last frame of the part",
    "packaging: part closed and in the origin", "announcement: playlist with the part in the player",
    "request of the part, until its last byte", "player: hold-back and decoding", "display, from its time in the player",
]


def wall(monotonic: int) -> float:
    """Returns seconds since 1970 for nanoseconds of CLOCK_MONOTONIC."""
    return (monotonic + time.time_ns() - time.monotonic_ns()) / 1e9


def encoded_frames(path: pathlib.Path) -> list[tuple[float, float]]:
    """Returns the times of creation of each frame and of its leaving the encoder, in seconds since 1970."""
    pairs = [line.split() for line in path.read_text().splitlines()]
    return sorted((wall(int(created)), wall(int(encoded))) for encoded, created in pairs)


class PartDates(threading.Thread):
    """Polls the video playlist and records the capture times of each part's start and end."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.url = address + PLAYLIST
        self.ended = threading.Event()
        # Seconds since 1970, by the part's path.
        self.taken: dict[str, tuple[float, float]] = {}
        # PART-TARGET and PART-HOLD-BACK as listed.
        self.target = self.hold_back = "–"
        self.start()

    def run(self) -> None:
        while not self.ended.wait(2):
            try:
                with urllib.request.urlopen(self.url, timeout=10, context=UNVERIFIED) as answer:
                    self.read(answer.read().decode())
            except OSError:
                continue

    def read(self, text: str) -> None:
        date = None
        for name, pattern in {"target": "PART-TARGET", "hold_back": "PART-HOLD-BACK"}.items():
            if found := re.search(rf"{pattern}=([0-9.]+)", text):
                setattr(self, name, found.group(1))
        for line in text.splitlines():
            if line.startswith("#EXT-X-PROGRAM-DATE-TIME:"):
                date = datetime.fromisoformat(line.split(":", 1)[1]).timestamp()
            elif date is not None and (match := re.match(r'#EXT-X-PART:DURATION=([0-9.]+),URI="([^"]+)"', line)):
                end = date + float(match.group(1))
                self.taken["video/" + match.group(2)] = (date, end)
                date = end

    def parts(self) -> list[tuple[float, float, float, str]]:
        """Returns the times of the start and end of each part, and of its arrival in the origin, and its path."""
        found = [(*self.taken[path], wall(moment), path) for moment, path in origin.part_times() if path in self.taken]
        return sorted(found)


class Sections:
    """The durations of the sections, in seconds, for each displayed frame whose part is known.

    `frames` are the times of creation and display, and the delay of the display after the frame's time in the player;
    `encoded` are the times of creation and encoding of all frames, and `requests` the URL, start and end of the
    browser's requests; all times are in seconds since 1970.
    """

    def __init__(
        self, parts: list[tuple[float, float, float, str]], frames: list[tuple[float, float, float]],
        encoded: list[tuple[float, float]], requests: list[tuple[str, float, float]]
    ) -> None:
        # A frame is created a little before the time that the playlist has for it is computed.
        starts = [part[0] - 0.004 for part in parts]
        created = [frame[0] for frame in encoded]
        received = {url.split("?")[0].split("/live/")[-1]: end for url, _, end in requests}
        announced = sorted(end for url, _, end in requests if PLAYLIST in url)
        self.rows: list[list[float]] = [[] for _ in SECTIONS]
        for drawn, shown, late in frames:
            index = bisect.bisect_right(starts, drawn) - 1
            if index < 0 or index == len(parts) - 1:
                continue
            _, end, stored, path = parts[index]
            following = bisect.bisect_left(announced, stored)
            last = bisect.bisect_left(created, end - 0.004) - 1
            if path not in received or following == len(announced) or last < 0:
                continue
            # The last frame of the part is created after this one, or is this one.
            final, coded = max(drawn, created[last]), encoded[last][1]
            times = [drawn, final, coded, stored, announced[following], received[path], shown - late, shown]
            for row, (early, after) in zip(self.rows, zip(times, times[1:])):
                row.append(after - early)

    @property
    def count(self) -> int:
        return len(self.rows[0])

    def table(self) -> list[list[str]]:
        form = "{:.0f}".format
        rows = [
            [name, form(statistics.mean(values) * 1000), form(origin.percentile(values, 0.5) * 1000),
             form(origin.percentile(values, 0.95) * 1000)]
            for name, values in zip(SECTIONS, self.rows)]
        sums = [sum(values) for values in zip(*self.rows)]
        return rows + [["sum", form(statistics.mean(sums) * 1000), form(origin.percentile(sums, 0.5) * 1000),
                        form(origin.percentile(sums, 0.95) * 1000)]]
