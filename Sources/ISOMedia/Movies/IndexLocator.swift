import Media

/// Finds the boxes of a movie file that describe its samples, by the headers of the boxes at the top level.
package struct IndexLocator {
    /// The next bytes that the search requires.
    package enum Step: Sendable, Hashable {
        /// The header of the next box.
        case header(Range<Int>)
        /// The boxes, and the headers of media data: all that is read before samples.
        case index([Range<Int>])
        /// The file has no such index: fragments, other formats and damaged files are read completely.
        case none
    }

    /// The number of bytes of a box header with a 64-bit size.
    private static let headerSize = 16
    private static let openingTypes: Set<FourCC> = ["ftyp", "moov", "mdat", "free", "skip", "wide"]
    private let size: Int
    /// The maximum size of a box of the index, in bytes.
    private let limit: Int
    private var (offset, count, hasMovie) = (0, 0, false)
    private var ranges: [Range<Int>] = []
    package private(set) var step: Step

    /// Starts a search in a file of `size` bytes.
    package init(size: Int, limit: Int) {
        (self.size, self.limit) = (size, limit)
        step = size >= 8 ? .header(0..<min(Self.headerSize, size)) : .none
    }

    /// Continues with the bytes of the header that was requested.
    package mutating func receive(_ header: [UInt8]) {
        guard case .header(let range) = step, header.count == range.count else { return step = .none }
        func number(_ range: Range<Int>) -> UInt64 { header[range].reduce(0) { $0 << 8 | UInt64($1) } }
        let type = FourCC(rawValue: UInt32(number(4..<8)))
        var length = Int(clamping: number(0..<4))
        if length == 1, header.count == Self.headerSize { length = Int(clamping: number(8..<16)) }
        if length == 0 { length = size - offset }
        count += 1
        guard count <= 64, length >= 8, length <= size - offset, type != "moof", type != "sidx",
            offset > 0 || Self.openingTypes.contains(type)
        else { return step = .none }
        if type == "mdat" {
            ranges.append(range.lowerBound..<min(range.upperBound, offset + length))
        } else {
            guard length <= limit else { return step = .none }
            ranges.append(offset..<offset + length)
            hasMovie = hasMovie || type == "moov"
        }
        offset += length
        if offset + 8 <= size {
            step = .header(offset..<min(offset + Self.headerSize, size))
        } else {
            step = hasMovie && offset == size ? .index(ranges) : .none
        }
    }
}
