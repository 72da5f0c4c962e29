/// The NAL units of a byte stream with start codes, ITU-T H.264 annex B.
struct NALUnitScan: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// The start of the next unit; nil after the last one.
    private var start: Int?

    /// Iterates over `bytes`, which must outlive the iterator.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        start = Self.startCode(bytes, from: 0).map { $0 + 3 }
    }

    /// Returns the next unit of at least two bytes, without its start code.
    mutating func next() -> UnsafeRawBufferPointer? {
        while let begin = start {
            let code = Self.startCode(bytes, from: begin)
            start = code.map { $0 + 3 }
            let end = code ?? bytes.count
            if end - begin >= 2 { return UnsafeRawBufferPointer(rebasing: bytes[begin..<end]) }
        }
        return nil
    }

    /// Returns the offset of the next 00 00 01 at or after `from`.
    static func startCode(_ bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        var index = from
        // Two consecutive zero bytes are rare, so eight positions are excluded at once.
        while index + 9 <= bytes.count {
            let pairs =
                bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                | bytes.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self)
            if (pairs &- 0x0101_0101_0101_0101) & ~pairs & 0x8080_8080_8080_8080 == 0 {
                index += 8
                continue
            }
            let end = Swift.min(index + 8, bytes.count - 2)
            while index < end {
                if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 { return index }
                index += 1
            }
        }
        while index + 3 <= bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 { return index }
            index += 1
        }
        return nil
    }
}
