import Media

/// A file of a presentation: stored bytes, or segments that are built when they are requested.
package struct PresentedFile: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case stored(ByteRope)
        /// A media segment, by the indices of its rendition and in it.
        case segment(rendition: Int, index: Int)
        /// A media segment that is encoded, by the indices of its encoded rendition and in it.
        case encoded(rendition: Int, index: Int)
    }

    struct Part: Sendable, Equatable {
        let content: Content
        /// The offset in the file, and the size in bytes.
        let offset: Int
        let count: Int
    }

    /// The MIME type.
    package let contentType: String
    /// Whether the file is text, which is worth compressing.
    package let isText: Bool
    private(set) var parts: [Part] = []
    /// The size in bytes.
    package private(set) var count = 0
    /// Whether no part is built when it is requested.
    package private(set) var isStored = true

    init(contentType: String, isText: Bool) {
        self.contentType = contentType
        self.isText = isText
    }

    mutating func append(_ content: Content, count partCount: Int) {
        parts.append(Part(content: content, offset: count, count: partCount))
        count += partCount
        if case .stored = content { return }
        isStored = false
    }

    /// Returns the range of the complete parts that overlap a range.
    package func wholeParts(around range: Range<Int>) -> Range<Int> {
        let parts = parts(in: range)
        guard let first = parts.first, let last = parts.last else { return 0..<0 }
        return first.offset..<last.offset + last.count
    }

    /// Returns the parts that overlap a range.
    func parts(in range: Range<Int>) -> ArraySlice<Part> {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].offset + parts[middle].count <= range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return parts[low...].prefix { $0.offset < range.upperBound }
    }
}
