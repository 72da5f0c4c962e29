/// The NAL units of a byte stream with start codes, ITU-T H.264 annex B.
struct NALUnitScan: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// Where the next unit begins; nil behind the last one.
    private var start: Int?

    /// Walks `bytes`, which have to outlive it.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        start = Self.startCode(bytes, from: 0).map { $0 + 3 }
    }

    /// The next unit without its start code, at least two bytes of it.
    mutating func next() -> UnsafeRawBufferPointer? {
        while let begin = start {
            let code = Self.startCode(bytes, from: begin)
            start = code.map { $0 + 3 }
            let end = code ?? bytes.count
            if end - begin >= 2 { return UnsafeRawBufferPointer(rebasing: bytes[begin..<end]) }
        }
        return nil
    }

    /// Where the next 00 00 01 begins at or behind `from`.
    static func startCode(_ bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        var index = from
        // Two bytes of zero follow each other in one word of thousands: eight places are ruled out at once.
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
