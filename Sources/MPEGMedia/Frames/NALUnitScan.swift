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
    private static func startCode(_ bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        var index = from + 2
        while index < bytes.count {
            // Most bytes rule out a start code that ends at any of the next three.
            let byte = bytes[index]
            if byte > 1 {
                index += 3
            } else if byte == 1 {
                if bytes[index - 1] == 0, bytes[index - 2] == 0 { return index - 2 }
                index += 3
            } else {
                index += 1
            }
        }
        return nil
    }
}
