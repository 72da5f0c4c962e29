"""Writes a FLAC file whose blocks have different sizes, which ffmpeg and flac do not write.

Usage: variable-flac.py OUTPUT SECONDS

The samples are a tone of 441 Hz at 44.1 kHz in two channels of 16 bits, in verbatim subframes (RFC 9639, 9).
"""

import math
import struct
import sys

RATE = 44100
SIZES = [576, 1152, 2304, 4608, 1000, 4096, 192, 3000]


def crc(data: bytes, polynomial: int, width: int) -> int:
    top, mask, value = 1 << (width - 1), (1 << width) - 1, 0
    for byte in data:
        value ^= byte << (width - 8)
        for _ in range(8):
            value = ((value << 1) ^ polynomial) & mask if value & top else value << 1
    return value


def coded_number(value: int) -> bytes:
    """A number in the extension of UTF-8 that frame headers have."""
    if value < 0x80:
        return bytes([value])
    for count, lead, bits in ((2, 0xC0, 11), (3, 0xE0, 16), (4, 0xF0, 21), (5, 0xF8, 26), (6, 0xFC, 31)):
        if value < 1 << bits:
            tail = [0x80 | value >> 6 * place & 0x3F for place in reversed(range(count - 1))]
            return bytes([lead | value >> 6 * (count - 1)] + tail)
    raise ValueError(value)


def frame(start: int, samples: bytes) -> bytes:
    header = bytes([0xFF, 0xF9, 0x79, 0x18]) + coded_number(start) + struct.pack(">H", len(samples) // 2 - 1)
    subframe = b"\x02" + samples
    data = header + bytes([crc(header, 0x07, 8)]) + subframe * 2
    return data + struct.pack(">H", crc(data, 0x8005, 16))


def main() -> None:
    output, total = sys.argv[1], int(float(sys.argv[2]) * RATE)
    tone = [round(10000 * math.sin(2 * math.pi * 441 * number / RATE)) for number in range(total)]
    frames, start = [], 0
    while start < total:
        part = tone[start : start + SIZES[len(frames) % len(SIZES)]]
        frames.append(frame(start, struct.pack(f">{len(part)}h", *part)))
        start += len(part)
    sizes = [len(data) for data in frames]
    information = struct.pack(">HH", min(SIZES), max(SIZES))
    information += min(sizes).to_bytes(3, "big") + max(sizes).to_bytes(3, "big")
    information += (RATE << 44 | 1 << 41 | 15 << 36 | total).to_bytes(8, "big") + bytes(16)
    with open(output, "wb") as file:
        file.write(b"fLaC\x80" + len(information).to_bytes(3, "big") + information + b"".join(frames))


main()
