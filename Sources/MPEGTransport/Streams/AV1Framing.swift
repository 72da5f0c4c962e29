import Media

/// How the units of AV1 video without a container are delimited.
enum AV1Framing: Sendable {
    /// Each unit contains its size, and a temporal delimiter starts each temporal unit (AV1 specification 5.2).
    case sizes
    /// Lengths precede temporal units, frame units and units (AV1 specification annex B).
    case lengths

    /// The bytes of a temporal delimiter and the header of the sequence header after it, with sizes.
    static let start: [UInt8] = [0x12, 0, 0x0a]
    /// The maximum number of units before the sequence header.
    private static let searchLimit = 16

    /// Returns the framing of a stream whose first temporal unit has a sequence header, and the frame rate that it
    /// declares.
    static func find(_ bytes: UnsafeRawBufferPointer) -> (AV1Framing, Ratio?)? {
        if bytes.starts(with: start.prefix(2)), let header = firstHeader(bytes) { return (.sizes, header.frameRate) }
        guard let header = firstHeaderAfterLengths(bytes) else { return nil }
        return (.lengths, header.frameRate)
    }

    private static func firstHeader(_ bytes: UnsafeRawBufferPointer) -> AV1SequenceHeader? {
        for unit in AV1UnitSequence(bytes).prefix(searchLimit) where unit.type == 1 {
            return try? AV1SequenceHeader(payload: Array(bytes[unit.payload]))
        }
        return nil
    }

    private static func firstHeaderAfterLengths(_ bytes: UnsafeRawBufferPointer) -> AV1SequenceHeader? {
        var offset = 0
        guard let whole = AV1UnitSequence.leb128(bytes, at: &offset), whole > 0 else { return nil }
        let end = offset + whole
        guard let frame = AV1UnitSequence.leb128(bytes, at: &offset), offset + frame <= end else { return nil }
        for index in 0..<searchLimit {
            guard let length = AV1UnitSequence.leb128(bytes, at: &offset), length > 0, offset + length <= bytes.count,
                offset + length <= end,
                let unit = unit(bytes, in: offset..<offset + length)
            else { return nil }
            // The first unit is a temporal delimiter, which is empty.
            if index == 0, unit.type != 2 || !unit.payload.isEmpty { return nil }
            if unit.type == 1 { return try? AV1SequenceHeader(payload: Array(bytes[unit.payload])) }
            offset += length
        }
        return nil
    }

    /// Returns the only unit in a range of `bytes`.
    static func unit(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> AV1UnitSequence.Unit? {
        var units = AV1UnitSequence(UnsafeRawBufferPointer(rebasing: bytes[range]))
        guard var unit = units.next(), unit.range.upperBound == range.count else { return nil }
        let start = range.lowerBound
        unit.payload = start + unit.payload.lowerBound..<start + unit.payload.upperBound
        unit.range = range
        return unit
    }
}
