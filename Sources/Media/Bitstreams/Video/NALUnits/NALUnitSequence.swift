/// The NAL units of a sample with length prefixes, ISO/IEC 14496-15 4.3.2.
package struct NALUnitSequence: Sequence, IteratorProtocol {
    private let buffer: UnsafeRawBufferPointer
    private let lengthSize: Int
    private var offset = 0

    /// Iterates over `buffer`, which must outlive the sequence. Length fields have 1 to 4 bytes.
    package init(_ buffer: UnsafeRawBufferPointer, lengthSize: Int) {
        self.buffer = buffer
        self.lengthSize = Swift.min(Swift.max(lengthSize, 1), 4)
    }

    /// Returns the next unit without its length; nil at the end and for a length that exceeds the sample.
    package mutating func next() -> UnsafeRawBufferPointer? {
        guard buffer.count - offset > lengthSize else { return nil }
        var length = 0
        for index in 0..<lengthSize { length = length << 8 | Int(buffer[offset + index]) }
        let start = offset + lengthSize
        guard length > 0, length <= buffer.count - start else { return nil }
        offset = start + length
        return UnsafeRawBufferPointer(rebasing: buffer[start..<offset])
    }
}
