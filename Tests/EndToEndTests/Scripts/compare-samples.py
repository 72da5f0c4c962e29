"""Compares the samples of two fragmented movies of one track, with their vectors and subsamples.

Usage: compare-samples.py MOVIE MOVIE. Fails with the first differences.
"""

import struct
import sys


def boxes(data, start, end):
    """Yields type, start, start of the content and end of the boxes in a range."""
    while start + 8 <= end:
        size, kind, content = struct.unpack(">I", data[start : start + 4])[0], data[start + 4 : start + 8], start + 8
        if size == 1:
            size, content = struct.unpack(">Q", data[start + 8 : start + 16])[0], start + 16
        if size < 8:
            raise SystemExit(f"a box at {start} has the size {size}")
        yield kind.decode("latin-1"), start, content, start + size
        start += size


def number(data, offset, size):
    return int.from_bytes(data[offset : offset + size], "big")


def run(data, content, base, default):
    """Returns the ranges of the samples of a trun box."""
    flags, count = number(data, content + 1, 3), number(data, content + 4, 4)
    position = content + 8
    place = base + struct.unpack(">i", data[position : position + 4])[0]
    position += 4 + (4 if flags & 4 else 0)
    ranges = []
    for _ in range(count):
        position += 4 if flags & 0x100 else 0
        size = default
        if flags & 0x200:
            size = number(data, position, 4)
            position += 4
        position += (4 if flags & 0x400 else 0) + (4 if flags & 0x800 else 0)
        ranges.append((place, place + size))
        place += size
    return ranges


def entries(data, content, end, vector_size):
    """Returns the vectors and subsamples of a senc box."""
    flags, count = number(data, content + 1, 3), number(data, content + 4, 4)
    position, result = content + 8, []
    for _ in range(count if position < end else 0):
        vector = data[position : position + vector_size]
        position += vector_size
        subsamples = []
        if flags & 2:
            subsample_count = number(data, position, 2)
            position += 2
            for _ in range(subsample_count):
                subsamples.append((number(data, position, 2), number(data, position + 2, 4)))
                position += 6
        result.append((vector.hex(), subsamples))
    return result


def samples(path):
    """Returns the protection and the bytes of each sample."""
    data, result = open(path, "rb").read(), []
    encryption, extends = data.find(b"tenc"), data.find(b"trex")
    vector_size = data[encryption + 11] if encryption > 0 else 0
    default = number(data, extends + 20, 4)
    fragments = [box for box in boxes(data, 0, len(data)) if box[0] == "moof"]
    for _, start, content, end in fragments:
        for _, _, track, track_end in (box for box in boxes(data, content, end) if box[0] == "traf"):
            size, ranges, protection = default, [], []
            for kind, _, fields, fields_end in boxes(data, track, track_end):
                if kind == "tfhd":
                    flags, position = number(data, fields + 1, 3), fields + 8
                    for flag, length in ((1, 8), (2, 4), (8, 4), (16, 4)):
                        if flag == 16 and flags & 16:
                            size = number(data, position, 4)
                        position += length if flags & flag else 0
                if kind == "trun":
                    ranges += run(data, fields, start, size)
                if kind == "senc":
                    protection = entries(data, fields, fields_end, vector_size)
            protection = protection or [None] * len(ranges)
            result += [(protection[index], data[first:last]) for index, (first, last) in enumerate(ranges)]
    return result


def main():
    first, second = samples(sys.argv[1]), samples(sys.argv[2])
    if not first or len(first) != len(second):
        raise SystemExit(f"{len(first)} and {len(second)} samples")
    differing = [index for index, pair in enumerate(zip(first, second)) if pair[0] != pair[1]]
    for index in differing[:3]:
        print(f"sample {index}: {first[index][0]} and {second[index][0]}, {len(first[index][1])} bytes")
    if differing:
        raise SystemExit(f"{len(differing)} of {len(first)} samples differ")


if __name__ == "__main__":
    main()
