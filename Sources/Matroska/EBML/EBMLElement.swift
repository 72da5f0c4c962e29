package import Media

/// One element of a file (RFC 8794 4), read in place.
package struct EBMLElement: Sendable {
    let file: EBMLBytes
    package let id: ElementID
    /// The offset of the element in the file.
    package let offset: Int
    /// The offset of the content, after identifier and size.
    package let contentOffset: Int
    /// The end of the element, at most the end of its parent.
    package let end: Int
    /// Whether the size is unknown, as in live streams. The content then extends to the end of the parent.
    package let hasUnknownSize: Bool
    /// Whether the size exceeds the parent.
    package let isCutOff: Bool

    /// Reads the element at an offset; nil if it has no valid identifier or size.
    init?(_ file: EBMLBytes, at offset: Int, end: Int) {
        guard let (id, idLength) = file.identifier(at: offset, end: end),
            let size = file.number(at: offset + idLength, end: end)
        else { return nil }
        (self.file, self.id, self.offset) = (file, id, offset)
        contentOffset = offset + idLength + size.length
        hasUnknownSize = size.isUnknown
        let available = end - contentOffset
        isCutOff = !size.isUnknown && size.value > UInt64(available)
        self.end = size.isUnknown ? end : contentOffset + Int(min(size.value, UInt64(available)))
    }

    package var contentSize: Int { end - contentOffset }
    /// The elements inside.
    package var children: EBMLWalk { EBMLWalk(file, contentOffset..<end) }

    // Values by the type of the element (RFC 8794 7). An empty element has the value zero.

    /// nil if the content is longer than eight bytes.
    package var unsigned: UInt64? { file.unsigned(contentOffset..<end) }

    package var signed: Int64? {
        guard let value = unsigned else { return nil }
        let unused = 64 - 8 * contentSize
        return contentSize == 0 ? 0 : Int64(bitPattern: value << UInt64(unused)) >> Int64(unused)
    }

    /// nil unless the content has zero, four or eight bytes.
    package var float: Double? {
        switch contentSize {
        case 0: 0
        case 4: unsigned.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
        case 8: unsigned.map(Double.init(bitPattern:))
        default: nil
        }
    }

    package var binary: ByteSlice { file.slice.slice(contentOffset..<end) }

    /// The text up to the first zero byte; nil if it is longer than the limit.
    package var text: String? {
        guard contentSize <= MatroskaLimits.textSize else { return nil }
        return binary.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
