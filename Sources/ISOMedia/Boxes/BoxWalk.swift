import Media

/// An iterator over consecutive boxes.
package struct BoxWalk: Sendable {
    private let file: FileBytes
    private let end: Int
    /// The offset of the next box.
    package private(set) var offset: Int
    /// The offset at which iteration stopped because there is no valid box.
    package private(set) var damagedOffset: Int?

    package init(_ file: FileBytes, _ range: Range<Int>) {
        self.file = file
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next box, which may be truncated; nil at the end, for fewer than 8 remaining bytes and for invalid
    /// sizes.
    package mutating func next() -> BoxView? {
        guard damagedOffset == nil, end - offset >= 8 else { return nil }
        let type = FourCC(rawValue: file.u32(offset + 4))
        var (size, header) = (UInt64(file.u32(offset)), 8)
        if size == 1, end - offset >= 16 { (size, header) = (file.u64(offset + 8), 16) }
        // A size of 0 extends to the end of the container.
        if size == 0 { size = UInt64(end - offset) }
        if type == "uuid" { header += 16 }
        guard size >= header, header <= end - offset else {
            damagedOffset = offset
            return nil
        }
        let described = offset + Int(min(size, UInt64(Int.max / 2)))
        let box = BoxView(
            file: file, type: type, offset: offset, contentOffset: offset + header, end: min(described, end),
            describedEnd: described)
        offset = box.end
        return box
    }
}
