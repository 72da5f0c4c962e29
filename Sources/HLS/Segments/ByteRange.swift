/// A contiguous range of bytes in a resource (RFC 8216bis 4.4.4.2).
package struct ByteRange: Sendable, Hashable {
    package var offset: Int
    package var length: Int

    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The offset after the last byte, clamped to the largest integer.
    package var end: Int {
        let (end, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : end
    }
}

extension ByteRange: CustomStringConvertible {
    /// The form `length@offset`.
    package var description: String { "\(length)@\(offset)" }
}
