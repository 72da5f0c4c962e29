/// The new positions of bytes after others were inserted between them.
package struct ByteRelocation: Sendable, Hashable {
    private struct Insertion: Hashable {
        var offset: Int
        /// The sum of the bytes inserted up to this offset.
        var total: Int
    }

    /// By ascending offset in the original bytes.
    private var insertions: [Insertion] = []

    package init() {}

    /// The number of inserted bytes.
    package var total: Int { insertions.last?.total ?? 0 }

    /// Adds bytes before the original byte at `offset`, which is not before the offset of the last insertion.
    package mutating func insert(_ count: Int, at offset: Int) {
        precondition(offset >= insertions.last?.offset ?? 0, "insertions are in ascending order")
        insertions.append(Insertion(offset: offset, total: total + count))
    }

    /// Adds the insertions into bytes that follow `count` original bytes.
    package mutating func append(_ other: ByteRelocation, after count: Int) {
        let former = total
        for insertion in other.insertions {
            insertions.append(Insertion(offset: insertion.offset + count, total: insertion.total + former))
        }
    }

    /// Returns the new position of an original offset. Bytes inserted at the offset precede it.
    package func position(of offset: Int) -> Int {
        var (low, high) = (0, insertions.count)
        while low < high {
            let middle = (low + high) / 2
            if insertions[middle].offset <= offset { low = middle + 1 } else { high = middle }
        }
        return offset + (low > 0 ? insertions[low - 1].total : 0)
    }
}
