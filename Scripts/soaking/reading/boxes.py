"""Reads fragmented MP4: initialization segments, media segments and parts, by ISO/IEC 14496-12 alone."""

import dataclasses
import struct


class Malformed(Exception):
    """A structure that is not what the standard requires."""


# The exceptions of reading a malformed file.
FAILURES = (Malformed, struct.error, StopIteration, IndexError, ValueError, OverflowError)


def boxes(data: bytes, start: int = 0, end: int | None = None):
    """Yields type, start of content and end of each box."""
    end = len(data) if end is None else end
    while start < end:
        if end - start < 8:
            raise Malformed(f"{end - start} bytes after the last box")
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            if end - start < 16:
                raise Malformed("a box is shorter than its header")
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        elif size == 0:
            size = end - start
        if size < head or start + size > end:
            raise Malformed(f"box '{kind.decode('latin-1')}' of {size} bytes exceeds its container")
        yield kind.decode("latin-1"), start + head, start + size
        start += size


def children(data: bytes, start: int, end: int, *path: str):
    """Yields start and end of the content of the boxes at a path."""
    for kind, first, last in boxes(data, start, end):
        if kind != path[0]:
            continue
        if len(path) == 1:
            yield first, last
        else:
            yield from children(data, first, last, *path[1:])


@dataclasses.dataclass(frozen=True)
class Track:
    timescale: int
    handler: str
    duration: int
    size: int


@dataclasses.dataclass(frozen=True)
class Fragment:
    """The samples of a track in one movie fragment, in units of its timescale."""

    track: int
    time: int
    duration: int
    samples: int
    sequence: int


def initialization(data: bytes) -> dict[int, Track]:
    """Returns the tracks of an initialization segment by track_ID."""
    kinds = [kind for kind, _, _ in boxes(data)]
    if kinds[:1] != ["ftyp"] or kinds.count("moov") != 1 or "moof" in kinds or "mdat" in kinds:
        raise Malformed(f"an initialization segment with the boxes {kinds}")
    defaults = {}
    for first, _ in children(data, 0, len(data), "moov", "mvex", "trex"):
        track, _, duration, size, _ = struct.unpack_from(">5I", data, first + 4)
        defaults[track] = (duration, size)
    tracks = {}
    for first, last in children(data, 0, len(data), "moov", "trak"):
        header = next(children(data, first, last, "tkhd"))[0]
        number = struct.unpack_from(">I", data, header + (20 if data[header] == 1 else 12))[0]
        header = next(children(data, first, last, "mdia", "mdhd"))[0]
        timescale = struct.unpack_from(">I", data, header + (20 if data[header] == 1 else 12))[0]
        handler = next(children(data, first, last, "mdia", "hdlr"))[0]
        if timescale == 0 or number not in defaults:
            raise Malformed(f"track {number} has no timescale or no 'trex'")
        tracks[number] = Track(timescale, data[handler + 8:handler + 12].decode("latin-1"), *defaults[number])
    if not tracks:
        raise Malformed("an initialization segment without tracks")
    return tracks


def fragments(data: bytes, tracks: dict[int, Track]) -> list[Fragment]:
    """Returns the fragments of a segment or part; sample sizes must fill the media data."""
    result, open_size = [], None
    for kind, first, last in boxes(data):
        if kind == "moof":
            if open_size is not None:
                raise Malformed("a movie fragment without media data")
            open_size = 0
            sequence = None
            for inner, start, end in boxes(data, first, last):
                if inner == "mfhd":
                    sequence = struct.unpack_from(">I", data, start + 4)[0]
                elif inner == "traf":
                    fragment, size = _track_fragment(data, start, end, tracks, sequence)
                    open_size += size
                    result.append(fragment)
        elif kind == "mdat":
            if open_size is None:
                raise Malformed("media data before its movie fragment")
            if open_size != last - first:
                raise Malformed(f"samples of {open_size} bytes in {last - first} bytes of media data")
            open_size = None
        elif kind in ("moov", "ftyp"):
            raise Malformed(f"box '{kind}' in a media segment")
    if open_size is not None:
        raise Malformed("the media data of the last fragment is missing")
    if not result:
        raise Malformed("a media segment without a movie fragment")
    return result


def _track_fragment(data: bytes, first: int, last: int, tracks: dict[int, Track], sequence: int | None):
    start = next(children(data, first, last, "tfhd"))[0]
    flags, number = struct.unpack_from(">II", data, start)
    if number not in tracks:
        raise Malformed(f"track {number} is not in the initialization segment")
    at = start + 8 + (8 if flags & 1 else 0) + (4 if flags & 2 else 0)
    duration, size = tracks[number].duration, tracks[number].size
    if flags & 8:
        duration, at = struct.unpack_from(">I", data, at)[0], at + 4
    if flags & 16:
        size = struct.unpack_from(">I", data, at)[0]
    start = next(children(data, first, last, "tfdt"), (None, None))[0]
    if start is None:
        raise Malformed("a track fragment without 'tfdt'")
    time = struct.unpack_from(">Q" if data[start] == 1 else ">I", data, start + 4)[0]
    durations = sizes = samples = 0
    for start, end in children(data, first, last, "trun"):
        flags, count = struct.unpack_from(">II", data, start)
        at = start + 8 + (4 if flags & 1 else 0) + (4 if flags & 4 else 0)
        fields = [bit for bit in (0x100, 0x200, 0x400, 0x800) if flags & bit]
        if at + 4 * len(fields) * count > end:
            raise Malformed("'trun' is shorter than its samples")
        values = struct.unpack_from(f">{len(fields) * count}I", data, at)
        for bit, value in ((0x100, duration), (0x200, size)):
            if bit in fields:
                total = sum(values[fields.index(bit)::len(fields)])
            else:
                total = value * count
            if bit == 0x100:
                durations += total
            else:
                sizes += total
        samples += count
    return Fragment(number, time, durations, samples, sequence or 0), sizes
