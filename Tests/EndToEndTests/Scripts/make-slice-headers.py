"""Writes an Annex B stream of parameter sets and slices with random, valid headers and random slice data.

Usage: make-slice-headers.py avc|hevc SEED COUNT OUTPUT. Encoders produce a small part of the syntax: not slice groups,
fields, separate colour planes, dependent slices, tiles, header extensions or long-term references.
"""

import random
import sys


class Bits:
    """Bit fields of a NAL unit."""

    def __init__(self):
        self.text = []

    def u(self, count, value):
        assert 0 <= value < 1 << count, (count, value)
        self.text.append(format(value, f"0{count}b") if count else "")
        return value

    def flag(self, chance=0.5):
        return self.u(1, random.random() < chance)

    def ue(self, value):
        digits = format(value + 1, "b")
        self.text.append("0" * (len(digits) - 1) + digits)
        return value

    def se(self, value):
        self.ue(2 * value - 1 if value > 0 else -2 * value)

    def ue_upto(self, limit):
        return self.ue(random.randint(0, limit))

    def se_within(self, limit):
        self.se(random.randint(-limit, limit))

    def unit(self, trailing):
        """Returns the NAL unit with a start code. Parameter sets end with a trailing bit, slices with random data."""
        text = "".join(self.text)
        if trailing:
            text += "1"
        text += "".join("0" if trailing else random.choice("01") for _ in range(-len(text) % 8))
        data = bytearray(int(text[index : index + 8], 2) for index in range(0, len(text), 8))
        if not trailing:
            data += bytes(random.choice([0, 0, 1, 3, 255, random.randrange(256)]) for _ in range(24)) + b"\x80"
        result, zeros = bytearray(b"\0\0\0\1"), 0
        for byte in data:
            if zeros >= 2 and byte <= 3:
                result.append(3)
                zeros = 0
            result.append(byte)
            zeros = zeros + 1 if byte == 0 else 0
        return bytes(result)


def bits_below(count):
    return max(count - 1, 0).bit_length()


# H.264


def avc_sequence(number):
    bits, sets = Bits(), {}
    bits.u(8, 0x67)
    profile = bits.u(8, random.choice([66, 77, 88, 100, 122, 244]))
    bits.u(16, 40)
    bits.ue(number)
    chroma, separate = 1, 0
    if profile >= 100:
        chroma = bits.ue(random.choice([0, 1, 2, 3] if profile == 244 else [0, 1]))
        separate = bits.flag() if chroma == 3 else 0
        bits.ue(0), bits.ue(0), bits.u(1, 0), bits.u(1, 0)
    sets["separate"], sets["chroma"] = separate, chroma != 0 and not separate
    sets["frame_bits"] = 4 + bits.ue_upto(12)
    sets["order"] = bits.ue_upto(2)
    if sets["order"] == 0:
        sets["order_bits"] = 4 + bits.ue_upto(12)
    elif sets["order"] == 1:
        sets["zero"] = bits.flag()
        bits.se_within(5), bits.se_within(5)
        for _ in range(bits.ue_upto(4)):
            bits.se_within(9)
    bits.ue(16), bits.u(1, 0)
    width, height = 1 + bits.ue(random.randint(1, 40)), 1 + bits.ue(random.randint(1, 30))
    sets["units"], sets["width"], sets["height"] = width * height, width, height
    sets["frames"] = bits.flag()
    if not sets["frames"]:
        sets["mbaff"] = bits.flag()
    bits.u(1, 1), bits.u(1, 0), bits.u(1, 0)
    return bits.unit(True), sets


def avc_picture(number, sequence, sets):
    bits, sets = Bits(), dict(sets)
    bits.u(8, 0x68)
    bits.ue(number), bits.ue(sequence)
    sets["cabac"], sets["delta"] = bits.flag(), bits.flag()
    groups = 1 + bits.ue(random.choice([0, 0, 1, 3, 7]))
    sets["rate"] = 0
    if groups > 1:
        kind = bits.ue_upto(6)
        if kind == 0:
            for _ in range(groups):
                bits.ue_upto(sets["units"] - 1)
        elif kind == 2:
            for _ in range(groups - 1):
                first = bits.ue_upto(sets["units"] // 2)
                bits.ue(random.randint(first, sets["units"] - 1))
        elif kind in (3, 4, 5):
            bits.flag()
            sets["rate"] = 1 + bits.ue_upto(sets["units"] - 1)
        elif kind == 6:
            bits.ue(sets["units"] - 1)
            for _ in range(sets["units"]):
                bits.u(bits_below(groups), random.randrange(groups))
    sets["references"] = [bits.ue_upto(15), bits.ue_upto(15)]
    sets["weighted"], sets["bipredicted"] = bits.flag(), bits.u(2, random.randint(0, 2))
    bits.se(0), bits.se(0), bits.se(0)
    sets["deblocking"] = bits.flag()
    bits.u(1, 0)
    sets["redundant"] = bits.flag()
    return bits.unit(True), sets


def avc_slice(number, sets):
    bits, is_idr = Bits(), random.random() < 0.2
    reference = 3 if is_idr else random.randint(0, 3)
    bits.u(1, 0), bits.u(2, reference), bits.u(5, 5 if is_idr else 1)
    bits.ue_upto(sets["width"] * sets["height"] // 2)
    kind = bits.ue(random.choice([2, 7] if is_idr else [0, 1, 2, 3, 4, 5, 6, 7])) % 5
    bits.ue(number)
    if sets["separate"]:
        bits.u(2, random.randint(0, 2))
    bits.u(sets["frame_bits"], 0 if is_idr else random.getrandbits(sets["frame_bits"]))
    is_field = 0
    if not sets["frames"]:
        is_field = bits.flag()
        if is_field:
            bits.flag()
    if is_idr:
        bits.ue_upto(65535)
    if sets["order"] == 0:
        bits.u(sets["order_bits"], random.getrandbits(sets["order_bits"]))
        if sets["delta"] and not is_field:
            bits.se_within(1000)
    elif sets["order"] == 1 and not sets["zero"]:
        bits.se_within(1000)
        if sets["delta"] and not is_field:
            bits.se_within(1000)
    if sets["redundant"]:
        bits.ue_upto(127)
    if kind == 1:
        bits.flag()
    counts = []
    if kind not in (2, 4):
        counts = [count + 1 for count in sets["references"][: 2 if kind == 1 else 1]]
        if bits.flag():
            counts = [1 + bits.ue_upto(31 if is_field else 15) for _ in counts]
        for _ in counts:
            if bits.flag():
                for _ in range(random.randint(1, 5)):
                    bits.ue_upto(2), bits.ue_upto(15)
                bits.ue(3)
    if (sets["weighted"] and kind in (0, 3)) or (sets["bipredicted"] == 1 and kind == 1):
        bits.ue_upto(7)
        if sets["chroma"]:
            bits.ue_upto(7)
        for count in counts:
            for _ in range(count):
                if bits.flag():
                    bits.se_within(127), bits.se_within(127)
                if sets["chroma"] and bits.flag():
                    for _ in range(4):
                        bits.se_within(127)
    if reference and is_idr:
        bits.flag(), bits.flag()
    elif reference and bits.flag():
        for _ in range(random.randint(0, 5)):
            operation = bits.ue(random.choice([1, 2, 3, 4, 6]))
            bits.ue_upto(15)
            if operation == 3:
                bits.ue_upto(15)
        bits.ue(0)
    if sets["cabac"] and kind not in (2, 4):
        bits.ue_upto(2)
    bits.se_within(10)
    if kind in (3, 4):
        if kind == 3:
            bits.flag()
        bits.se_within(10)
    if sets["deblocking"] and bits.ue_upto(2) != 1:
        bits.se_within(6), bits.se_within(6)
    if sets["rate"]:
        cycles = -(-sets["units"] // sets["rate"])
        bits.u(bits_below(cycles + 1), random.randint(0, cycles))
    while sets["cabac"] and len("".join(bits.text)) % 8:
        bits.u(1, 1)
    return bits.unit(False)


# HEVC


def hevc_header(bits, kind):
    bits.u(1, 0), bits.u(6, kind), bits.u(6, 0), bits.u(3, 1)


def hevc_profile(bits, profile):
    bits.u(3, 0), bits.u(5, profile), bits.u(32, 1 << (31 - profile)), bits.u(4, 0b1001)
    bits.u(32, 0), bits.u(12, 0), bits.u(8, 120)


def hevc_video():
    bits = Bits()
    hevc_header(bits, 32)
    bits.u(4, 0), bits.u(2, 3), bits.u(6, 0), bits.u(3, 0), bits.u(1, 1), bits.u(16, 0xFFFF)
    hevc_profile(bits, 4)
    bits.u(1, 1), bits.ue(15), bits.ue(0), bits.ue(0)
    bits.u(6, 0), bits.ue(0), bits.u(1, 0), bits.u(1, 0)
    return bits.unit(True)


def reference_set(bits, index, sets, in_slice):
    """Writes a short-term reference picture set. Returns its pictures: differences of order counts, and their use."""
    if index and bits.flag():
        back = 1 + bits.ue_upto(index - 1) if in_slice else 1
        other = sets[index - back]
        move = random.choice([-1, 1]) * random.randint(1, 8)
        bits.u(1, move < 0), bits.ue(abs(move) - 1)
        result = []
        before = [picture for picture in other if picture[0] < 0]
        after = [picture for picture in other if picture[0] > 0]
        for delta, _ in before + after + [(0, 0)]:
            used = bits.flag()
            kept = 1 if used else bits.flag()
            if kept and delta + move:
                result.append((delta + move, used))
        return sorted(result, key=lambda picture: (picture[0] > 0, abs(picture[0])))
    counts, result = [bits.ue_upto(4), bits.ue_upto(4)], []
    for sign, count in zip((-1, 1), counts):
        delta = 0
        for _ in range(count):
            delta += sign * (1 + bits.ue_upto(6))
            result.append((delta, bits.flag()))
    return result


def hevc_sequence(number):
    bits, sets = Bits(), {}
    hevc_header(bits, 33)
    bits.u(4, 0), bits.u(3, 0), bits.u(1, 1)
    hevc_profile(bits, 4)
    bits.ue(number)
    chroma = bits.ue_upto(3)
    sets["separate"] = bits.flag() if chroma == 3 else 0
    sets["chroma"] = chroma and not sets["separate"]
    block = random.randint(3, 4)
    width, height = (random.randint(4, 60) << block for _ in "xy")
    bits.ue(width), bits.ue(height), bits.u(1, 0), bits.ue(0), bits.ue(0)
    sets["order_bits"] = 4 + bits.ue_upto(12)
    bits.u(1, 1), bits.ue(15), bits.ue(0), bits.ue(0)
    bits.ue(block - 3)
    size = block + bits.ue(random.randint(max(4 - block, 0), 6 - block))
    sets["columns"], sets["rows"] = -(-width // (1 << size)), -(-height // (1 << size))
    bits.ue(0), bits.ue(0), bits.ue(0), bits.ue(0)
    bits.u(1, 0), bits.flag()
    sets["sao"] = bits.flag()
    bits.u(1, 0)
    sets["sets"] = []
    count = bits.ue(random.choice([0, 1, 2, 5, 9]))
    for index in range(count):
        sets["sets"].append(reference_set(bits, index, sets["sets"], False))
    sets["long"] = bits.flag()
    sets["long_used"] = []
    if sets["long"]:
        for _ in range(bits.ue(random.choice([0, 1, 2, 5]))):
            bits.u(sets["order_bits"], random.getrandbits(sets["order_bits"]))
            sets["long_used"].append(bits.flag())
    sets["temporal"] = bits.flag()
    bits.u(1, 0), bits.u(1, 0), bits.u(1, 0)
    return bits.unit(True), sets


def hevc_picture(number, sequence, sets):
    bits, sets = Bits(), dict(sets)
    hevc_header(bits, 34)
    bits.ue(number), bits.ue(sequence)
    sets["dependent"], sets["output"] = bits.flag(), bits.flag()
    sets["extra"] = bits.u(3, random.choice([0, 0, 1, 2]))
    bits.u(1, 0)
    sets["init"] = bits.flag()
    sets["references"] = [bits.ue_upto(14), bits.ue_upto(14)]
    bits.se(0), bits.u(1, 0)
    skips = bits.flag()
    if bits.flag():
        bits.ue(0)
    bits.se(0), bits.se(0)
    sets["offsets"], sets["weighted"], sets["biweighted"] = bits.flag(), bits.flag(), bits.flag()
    bits.u(1, 0)
    columns, rows = sets["columns"], sets["rows"]
    tiles, waves = bits.flag() if columns > 1 and rows > 1 else bits.u(1, 0), bits.flag()
    sets["entries"] = 0
    if tiles:
        across = 1 + bits.ue(random.randint(1, min(columns - 1, 5)))
        down = 1 + bits.ue(random.randint(0, min(rows - 1, 5)))
        if not bits.flag():
            for _ in range(across - 1 + down - 1):
                bits.ue(0)
        bits.flag()
        sets["entries"] = across * (rows if waves else down) - 1
    elif waves:
        sets["entries"] = rows - 1
    sets["points"] = tiles or waves
    sets["across"] = bits.flag()
    sets["override"], sets["disabled"] = 0, 0
    if bits.flag():
        sets["override"], sets["disabled"] = bits.flag(), bits.flag()
        if not sets["disabled"]:
            bits.se_within(6), bits.se_within(6)
    bits.u(1, 0)
    sets["modification"] = bits.flag()
    bits.ue(0)
    sets["extension"] = bits.flag()
    sets["lists"] = 0
    if bits.flag(0.3):
        bits.u(8, 0x80)
        if skips:
            bits.ue(0)
        bits.u(1, 0)
        sets["lists"] = bits.u(1, sets["chroma"] != 0 and random.random() < 0.5)
        if sets["lists"]:
            bits.ue(0), bits.ue(0), bits.se(1), bits.se(1)
        bits.ue(0), bits.ue(0)
    return bits.unit(True), sets


def hevc_weights(bits, sets, counts):
    bits.ue_upto(7)
    if sets["chroma"]:
        bits.se(0)
    for count in counts:
        luma = [bits.flag() for _ in range(count)]
        chroma = [bits.flag() if sets["chroma"] else 0 for _ in range(count)]
        for index in range(count):
            for _ in range((2 if luma[index] else 0) + (4 if chroma[index] else 0)):
                bits.se_within(60)


def hevc_references(bits, sets):
    """Returns the number of pictures that the slice may refer to, and whether it predicts motion from pictures."""
    bits.u(sets["order_bits"], random.getrandbits(sets["order_bits"]))
    known = sets["sets"]
    if bits.u(1, bool(known) and random.random() < 0.6):
        index = bits.u(bits_below(len(known)), random.randrange(len(known))) if len(known) > 1 else 0
        pictures = known[index]
    else:
        pictures = reference_set(bits, len(known), known, True)
    used = sum(picture[1] for picture in pictures)
    if sets["long"]:
        listed = sets["long_used"]
        first = bits.ue_upto(min(2, len(listed))) if listed else 0
        for index in range(first + bits.ue_upto(2)):
            if index < first:
                used += listed[bits.u(bits_below(len(listed)), random.randrange(len(listed))) if len(listed) > 1 else 0]
            else:
                bits.u(sets["order_bits"], random.getrandbits(sets["order_bits"]))
                used += bits.flag()
            if bits.flag():
                bits.ue_upto(3)
    return used, bits.flag() if sets["temporal"] else 0


def hevc_slice(number, sets):
    bits, kind = Bits(), random.choice([0, 1, 1, 8, 9, 16, 19, 20, 21])
    hevc_header(bits, kind)
    blocks = sets["columns"] * sets["rows"]
    is_first = bits.u(1, blocks < 2 or random.random() < 0.4)
    if kind >= 16:
        bits.flag()
    bits.ue(number)
    is_dependent = 0
    if not is_first:
        is_dependent = bits.flag() if sets["dependent"] else 0
        bits.u(bits_below(blocks), random.randint(1, blocks - 1))
    if not is_dependent:
        independent_fields(bits, sets, kind)
    if sets["points"]:
        count = bits.ue_upto(min(sets["entries"], 40))
        if count:
            length = 1 + bits.ue_upto(31)
            for _ in range(count):
                bits.u(length, random.choice([0, random.getrandbits(length) >> 1]))
    if sets["extension"]:
        for _ in range(bits.ue(random.choice([0, 1, 3, 30]))):
            bits.u(8, random.choice([0, 0, 3, random.getrandbits(8)]))
    bits.u(1, 1)
    bits.u(-len("".join(bits.text)) % 8, 0)
    return bits.unit(False)


def independent_fields(bits, sets, kind):
    bits.u(sets["extra"], random.getrandbits(sets["extra"]) if sets["extra"] else 0)
    slice_type = bits.ue(2 if kind >= 16 else random.randint(0, 2))
    if sets["output"]:
        bits.flag()
    if sets["separate"]:
        bits.u(2, random.randint(0, 2))
    used, temporal = (0, 0) if kind in (19, 20) else hevc_references(bits, sets)
    luma = chroma = 0
    if sets["sao"]:
        luma = bits.flag()
        chroma = bits.flag() if sets["chroma"] else 0
    if slice_type != 2:
        prediction_fields(bits, sets, slice_type, used, temporal)
    bits.se_within(10)
    if sets["offsets"]:
        bits.se_within(12), bits.se_within(12)
    if sets["lists"]:
        bits.flag()
    disabled = sets["disabled"]
    if sets["override"] and bits.flag():
        disabled = bits.flag()
        if not disabled:
            bits.se_within(6), bits.se_within(6)
    if sets["across"] and (luma or chroma or not disabled):
        bits.flag()


def prediction_fields(bits, sets, slice_type, used, temporal):
    counts = [count + 1 for count in sets["references"][: 2 if slice_type == 0 else 1]]
    if bits.flag():
        counts = [1 + bits.ue_upto(14) for _ in counts]
    if sets["modification"] and used > 1:
        for count in counts:
            if bits.flag():
                for _ in range(count):
                    bits.u(bits_below(used), random.randrange(used))
    if slice_type == 0:
        bits.flag()
    if sets["init"]:
        bits.flag()
    if temporal:
        first = bits.flag() if slice_type == 0 else 1
        count = counts[0 if first else 1]
        if count > 1:
            bits.ue_upto(count - 1)
    if (sets["weighted"] and slice_type == 1) or (sets["biweighted"] and slice_type == 0):
        hevc_weights(bits, sets, counts)
    bits.ue_upto(4)


def main():
    codec, seed, count, output = sys.argv[1], *map(int, sys.argv[2:4]), sys.argv[4]
    random.seed(seed)
    sequence, picture, slice_unit = {
        "avc": (avc_sequence, avc_picture, avc_slice), "hevc": (hevc_sequence, hevc_picture, hevc_slice)}[codec]
    with open(output, "wb") as file:
        if codec == "hevc":
            file.write(hevc_video())
        for _ in range(count):
            unit, sets = sequence(0)
            file.write(unit)
            unit, sets = picture(0, 0, sets)
            file.write(unit)
            for _ in range(8):
                file.write(slice_unit(0, sets))


if __name__ == "__main__":
    main()
