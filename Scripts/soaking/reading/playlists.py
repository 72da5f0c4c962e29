"""Reads HLS playlists by RFC 8216bis alone, strictly: what it cannot read is a finding."""

import dataclasses
import datetime
import posixpath
import re

_ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=("[^"\r\n]*"|[^",\s]+)(?:,|$)')


class Unreadable(Exception):
    """A playlist that violates the syntax."""


@dataclasses.dataclass
class Part:
    uri: str
    duration: float
    is_gap: bool


@dataclasses.dataclass
class Segment:
    number: int
    uri: str
    duration: float
    map: str | None
    discontinuity: int
    date: float | None
    is_gap: bool
    range: str | None
    parts: list[Part]


@dataclasses.dataclass
class MediaPlaylist:
    target: int
    part_target: float | None
    media_sequence: int
    discontinuity_sequence: int
    segments: list[Segment]
    parts: list[Part]  # of the segment that is not complete
    hints: list[str]
    can_block: bool
    has_ended: bool

    @property
    def duration(self) -> float:
        """The sum of its segments, without parts of a segment that is not complete."""
        return sum(segment.duration for segment in self.segments)

    @property
    def end(self) -> int:
        """The media sequence number after the last segment."""
        return self.media_sequence + len(self.segments)


def attributes(text: str) -> dict[str, str]:
    result, position = {}, 0
    while position < len(text):
        match = _ATTRIBUTE.match(text, position)
        if match is None or match.group(1) in result:
            raise Unreadable(f"the attribute list '{text}'")
        result[match.group(1)] = match.group(2).strip('"')
        position = match.end()
    return result


def resolve(playlist: str, uri: str) -> str:
    """Returns the path of a URI in a playlist, relative to the presentation."""
    if "://" in uri or uri.startswith("/"):
        return uri
    return posixpath.normpath(posixpath.join(posixpath.dirname(playlist), uri))


def lines_of(text: str) -> list[str]:
    if not text.endswith("\n"):
        raise Unreadable("the last line is not complete")
    lines = text.splitlines()
    if lines[0] != "#EXTM3U":
        raise Unreadable("the first line is not #EXTM3U")
    return lines


def listed_playlists(text: str) -> list[str]:
    """Returns the URIs of the media playlists of a multivariant playlist."""
    result, is_variant = [], False
    for line in lines_of(text):
        if line.startswith(("#EXT-X-MEDIA:", "#EXT-X-I-FRAME-STREAM-INF:")):
            uri = attributes(line.split(":", 1)[1]).get("URI")
            if uri:
                result.append(uri)
        elif line.startswith("#EXT-X-STREAM-INF:"):
            attributes(line.split(":", 1)[1])
            is_variant = True
        elif line and not line.startswith("#"):
            if not is_variant:
                raise Unreadable(f"the URI '{line}' without EXT-X-STREAM-INF")
            result.append(line)
            is_variant = False
    if is_variant or not result:
        raise Unreadable("a variant without a URI")
    return list(dict.fromkeys(result))


class _Reader:
    def __init__(self) -> None:
        self.target = self.part_target = None
        self.media_sequence = self.discontinuity_sequence = 0
        self.breaks = 0
        self.segments: list[Segment] = []
        self.parts: list[Part] = []
        self.hints: list[str] = []
        self.can_block = self.has_ended = self.is_gap = False
        self.map = self.duration = self.date = self.range = None

    def read(self, line: str) -> None:
        name, _, value = line.partition(":")
        if name == "#EXTINF":
            if self.duration is not None:
                raise Unreadable("two EXTINF for one segment")
            self.duration = float(value.split(",")[0])
        elif name == "#EXT-X-PART":
            fields = attributes(value)
            self.parts.append(Part(fields["URI"], float(fields["DURATION"]), fields.get("GAP") == "YES"))
        elif name == "#EXT-X-PRELOAD-HINT":
            fields = attributes(value)
            if fields["TYPE"] == "PART":
                self.hints.append(fields["URI"])
        elif name == "#EXT-X-MAP":
            self.map = attributes(value)["URI"]
        elif name == "#EXT-X-DISCONTINUITY":
            self.breaks += 1
        elif name == "#EXT-X-GAP":
            self.is_gap = True
        elif name == "#EXT-X-BYTERANGE":
            self.range = value
        elif name == "#EXT-X-PROGRAM-DATE-TIME":
            self.date = datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
        elif name == "#EXT-X-TARGETDURATION":
            self.target = int(value)
        elif name == "#EXT-X-PART-INF":
            self.part_target = float(attributes(value)["PART-TARGET"])
        elif name == "#EXT-X-MEDIA-SEQUENCE":
            self.media_sequence = int(value)
        elif name == "#EXT-X-DISCONTINUITY-SEQUENCE":
            self.discontinuity_sequence = int(value)
        elif name == "#EXT-X-SERVER-CONTROL":
            self.can_block = attributes(value).get("CAN-BLOCK-RELOAD") == "YES"
        elif name == "#EXT-X-ENDLIST":
            self.has_ended = True
        elif line and not line.startswith("#"):
            self.complete(line)

    def complete(self, uri: str) -> None:
        if self.duration is None:
            raise Unreadable(f"the URI '{uri}' without EXTINF")
        self.segments.append(
            Segment(self.media_sequence + len(self.segments), uri, self.duration, self.map,
                    self.discontinuity_sequence + self.breaks, self.date, self.is_gap, self.range, self.parts))
        self.duration = self.date = self.range = None
        self.is_gap, self.parts = False, []


def read_playlist(text: str) -> MediaPlaylist:
    reader = _Reader()
    for line in lines_of(text):
        try:
            reader.read(line)
        except (KeyError, ValueError) as problem:
            raise Unreadable(f"'{line}': {problem}") from problem
    if reader.target is None:
        raise Unreadable("EXT-X-TARGETDURATION is missing")
    if reader.duration is not None:
        raise Unreadable("EXTINF without a URI")
    return MediaPlaylist(
        reader.target, reader.part_target, reader.media_sequence, reader.discontinuity_sequence, reader.segments,
        reader.parts, reader.hints, reader.can_block, reader.has_ended)
