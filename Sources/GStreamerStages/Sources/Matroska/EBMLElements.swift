import CGStreamer
import CGStreamerLibraries
import Media
import SystemFiles

/// The consecutive elements of EBML data (RFC 8794), up to the first invalid one.
struct EBMLElements: Sequence, IteratorProtocol {
    struct Element {
        var id: UInt64
        var content: UnsafeRawBufferPointer
        /// The content as an unsigned integer; nil if it is longer than eight bytes.
        var integer: UInt64? { content.count <= 8 ? content.reduce(0) { $0 << 8 | UInt64($1) } : nil }
    }

    private var rest: UnsafeRawBufferPointer
    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    mutating func next() -> Element? {
        guard let id = number(keepingMarker: true), let size = number(keepingMarker: false) else { return nil }
        // Unknown sizes, as in live files, and sizes beyond the end extend to the end of the data.
        let count = Int(clamping: Swift.min(size, UInt64(rest.count)))
        defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
        return Element(id: id, content: UnsafeRawBufferPointer(rebasing: rest[..<count]))
    }

    /// Reads a variable-length number: the number of leading zero bits in the first byte, plus one, is its length in
    /// bytes.
    private mutating func number(keepingMarker: Bool) -> UInt64? {
        guard let first = rest.first, first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard rest.count >= length else { return nil }
        let marked = rest[..<length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        let marker = UInt64(1) << (7 * length)
        if keepingMarker { return marked }
        let value = marked & (marker - 1)
        return value == marker - 1 ? .max : value
    }
}
