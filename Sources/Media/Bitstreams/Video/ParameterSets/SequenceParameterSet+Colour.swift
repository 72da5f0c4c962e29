extension SequenceParameterSet {
    /// Returns an H.264 NAL unit of type 7 that declares these colours, or none; the same unit if it has no usability
    /// information.
    package static func declaring(_ colour: ColourDescription?, avc unit: [UInt8]) throws(BitstreamError) -> [UInt8] {
        declaring(colour, unit, headerSize: 1, try SequenceParameterSet(avc: unit))
    }

    /// Returns an HEVC NAL unit of type 33 that declares these colours, or none; the same unit if it has no usability
    /// information.
    package static func declaring(_ colour: ColourDescription?, hevc unit: [UInt8]) throws(BitstreamError) -> [UInt8] {
        declaring(colour, unit, headerSize: 2, try SequenceParameterSet(hevc: unit))
    }

    private static func declaring(
        _ colour: ColourDescription?, _ unit: [UInt8], headerSize: Int, _ set: SequenceParameterSet
    ) -> [UInt8] {
        guard set.colour != colour, let replaced = set.signalBits else { return unit }
        let payload = EmulationPrevention.remove(from: unit.dropFirst(headerSize))
        guard let stop = payload.lastIndex(where: { $0 != 0 }) else { return unit }
        // The last 1 is the stop bit (ITU-T H.264 7.3.2.11).
        let end = stop * 8 + 8 - payload[stop].trailingZeroBitCount
        var writer = BitWriter()
        writer.write(payload, bits: 0..<replaced.lowerBound)
        writer.write(colour)
        writer.write(payload, bits: replaced.upperBound..<end)
        return unit.prefix(headerSize) + EmulationPrevention.insert(into: writer.bytes)
    }
}

/// Writes bit fields, most significant bit first. Unused bits of the last byte are zero.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func write(_ value: UInt32, count: Int) {
        for bit in (0..<count).reversed() {
            if self.count & 7 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> UInt32(bit) & 1) << UInt8(7 - self.count & 7)
            self.count += 1
        }
    }

    mutating func write(_ source: [UInt8], bits: Range<Int>) {
        for bit in bits { write(UInt32(source[bit >> 3] >> UInt8(7 - bit & 7)), count: 1) }
    }

    /// Writes video_signal_type_present_flag and the fields that depend on it (ITU-T H.264 E.1.1, H.265 E.2.1).
    mutating func write(_ colour: ColourDescription?) {
        write(colour == nil ? 0 : 1, count: 1)
        guard let colour else { return }
        // The video format is unspecified.
        write(5, count: 3)
        write(colour.isFullRange ? 1 : 0, count: 1)
        write(colour.isUnspecified ? 0 : 1, count: 1)
        guard !colour.isUnspecified else { return }
        for code in [colour.primaries, colour.transfer, colour.matrix] { write(UInt32(code), count: 8) }
    }
}
