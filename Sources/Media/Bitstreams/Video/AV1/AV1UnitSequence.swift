/// The open bitstream units of an AV1 sample (AV1 specification 5.3); each except the last contains its size.
package struct AV1UnitSequence: Sequence, IteratorProtocol {
    /// The type and the location of a unit in the sample.
    package struct Unit: Sendable, Hashable {
        /// obu_type: 1 sequence header, 2 temporal delimiter, 3 frame header, 5 metadata, 6 frame.
        package var type: UInt8
        /// The range of header, size field and payload.
        package var range: Range<Int>
        package var payload: Range<Int>
    }

    private let buffer: UnsafeRawBufferPointer
    private var offset = 0

    /// Iterates over `buffer`, which must outlive the sequence.
    package init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

    /// Returns the next unit; nil at the end and for a size that exceeds the sample.
    package mutating func next() -> Unit? {
        guard offset < buffer.count else { return nil }
        let header = buffer[offset]
        // The forbidden bit must be 0.
        guard header & 0x80 == 0 else { return nil }
        var start = offset + (header & 4 != 0 ? 2 : 1)
        var size = buffer.count - start
        if header & 2 != 0 {
            guard let coded = Self.leb128(buffer, at: &start) else { return nil }
            size = coded
        }
        guard size >= 0, size <= buffer.count - start else { return nil }
        let unit = Unit(type: header >> 3 & 0xf, range: offset..<start + size, payload: start..<start + size)
        offset = start + size
        return unit
    }

    /// Reads a number in little-endian groups of 7 bits (AV1 specification 4.10.5) and moves `offset` behind it; nil if
    /// it does not end in the buffer or exceeds 32 bits.
    package static func leb128(_ buffer: UnsafeRawBufferPointer, at offset: inout Int) -> Int? {
        var value = 0
        for index in 0..<8 {
            guard offset < buffer.count else { return nil }
            let byte = buffer[offset]
            offset += 1
            value |= Int(byte & 0x7f) << (7 * index)
            if byte & 0x80 == 0 { return value <= Int(UInt32.max) ? value : nil }
        }
        return nil
    }

    /// Appends a unit with its size, as samples and configuration records require.
    package static func append(
        _ unit: Unit, of buffer: UnsafeRawBufferPointer, to bytes: inout [UInt8]
    ) {
        let header = buffer[unit.range.lowerBound]
        bytes.append(header | 2)
        if header & 4 != 0 { bytes.append(buffer[unit.range.lowerBound + 1]) }
        var rest = unit.payload.count
        repeat {
            bytes.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        bytes.append(contentsOf: buffer[unit.payload])
    }
}
