/// Reads big-endian fields from borrowed bytes. Reading past the end throws ``EndOfBytes``.
package struct ByteReader {
    private let buffer: UnsafeRawBufferPointer
    package private(set) var offset = 0

    /// Reads `buffer`, which must outlive the reader.
    package init(_ buffer: UnsafeRawBufferPointer) { self.buffer = buffer }

    package var remaining: Int { buffer.count - offset }
    package var isAtEnd: Bool { remaining == 0 }

    package mutating func read<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(EndOfBytes) -> Value {
        let size = MemoryLayout<Value>.size
        guard remaining >= size else { throw EndOfBytes(offset: offset, requested: size) }
        defer { offset += size }
        return Value(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    package mutating func read24() throws(EndOfBytes) -> UInt32 {
        UInt32(try read(UInt8.self)) << 16 | UInt32(try read(UInt16.self))
    }
    package mutating func readFourCC() throws(EndOfBytes) -> FourCC { FourCC(rawValue: try read()) }

    package mutating func readBytes(_ count: Int) throws(EndOfBytes) -> [UInt8] {
        try requireAvailable(count)
        defer { offset += count }
        return Array(buffer[offset..<offset + count])
    }
    package mutating func skip(_ count: Int) throws(EndOfBytes) {
        try requireAvailable(count)
        offset += count
    }
    /// The unread bytes, in place.
    package var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[offset...]) }

    private func requireAvailable(_ count: Int) throws(EndOfBytes) {
        guard count >= 0, count <= remaining else { throw EndOfBytes(offset: offset, requested: count) }
    }
}
