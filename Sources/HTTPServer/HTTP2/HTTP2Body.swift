import Media

/// The unsent rest of a response's body.
struct HTTP2Body {
    private var slices: [ByteSlice]
    private var next = 0
    private var offset = 0
    private(set) var count: Int

    init(_ slices: [ByteSlice]) {
        self.slices = slices
        count = slices.reduce(0) { $0 + $1.count }
    }

    /// Adds bytes, and releases the sent ones.
    mutating func append(_ slice: ByteSlice) {
        slices.removeFirst(next)
        next = 0
        slices.append(slice)
        count += slice.count
    }

    /// Removes and returns up to the given number of bytes, without copying.
    mutating func removeFirst(_ wanted: Int) -> [ByteSlice] {
        var result: [ByteSlice] = []
        var rest = min(wanted, count)
        count -= rest
        while rest > 0 {
            let slice = slices[next]
            let part = min(rest, slice.count - offset)
            result.append(slice.slice(offset..<(offset + part)))
            rest -= part
            offset += part
            if offset == slice.count { (next, offset) = (next + 1, 0) }
        }
        return result
    }
}
