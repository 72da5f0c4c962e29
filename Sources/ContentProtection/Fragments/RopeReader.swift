import ISOMedia
import Media

/// Reads ranges and top-level boxes of a rope.
struct RopeReader {
    let rope: ByteRope
    /// The offsets of the slices.
    private let starts: [Int]

    init(_ rope: ByteRope) {
        self.rope = rope
        var (starts, offset) = ([Int](), 0)
        starts.reserveCapacity(rope.slices.count)
        for slice in rope.slices {
            starts.append(offset)
            offset += slice.count
        }
        self.starts = starts
    }

    /// Returns the bytes of a range, in place if they are in one slice. The range must lie inside the rope.
    func slice(_ range: Range<Int>) -> ByteSlice {
        let index = starts.partitioningIndex { $0 > range.lowerBound } - 1
        guard !range.isEmpty, index >= 0 else { return ByteSlice(copying: []) }
        let first = range.lowerBound - starts[index]
        if range.count <= rope.slices[index].count - first {
            return rope.slices[index].slice(first..<first + range.count)
        }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
        copy(range, to: memory)
        return ByteSlice(ByteStorage(owning: memory))
    }

    /// Copies the bytes of a range to memory of at least its size. The range must lie inside the rope.
    func copy(_ range: Range<Int>, to memory: UnsafeMutableRawBufferPointer) {
        var index = starts.partitioningIndex { $0 > range.lowerBound } - 1
        var copied = 0
        while copied < range.count {
            let slice = rope.slices[index]
            let start = range.lowerBound + copied - starts[index]
            let length = min(slice.count - start, range.count - copied)
            slice.slice(start..<start + length).withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: memory[copied...]).copyMemory(from: $0)
            }
            (copied, index) = (copied + length, index + 1)
        }
    }

    /// The boxes of the rope. Throws if one of them is damaged or not complete.
    func boxes() throws(ProtectionError) -> [FragmentLayout.Child] {
        var (boxes, offset) = ([FragmentLayout.Child](), 0)
        while offset < rope.count {
            let header = slice(offset..<min(offset + 16, rope.count)).bytes
            guard header.count >= 8 else { throw .box("free", reason: "\(header.count) bytes follow the last box") }
            func number(_ range: Range<Int>) -> UInt64 { header[range].reduce(0) { $0 << 8 | UInt64($1) } }
            let type = FourCC(rawValue: UInt32(number(4..<8)))
            var size = number(0..<4)
            if size == 1, header.count >= 16 { size = number(8..<16) }
            if size == 0 { size = UInt64(rope.count - offset) }
            guard size >= 8, size <= UInt64(rope.count - offset) else {
                throw .box(type, reason: "its size of \(size) bytes exceeds the segment")
            }
            guard boxes.count < 65_536 else { throw .box(type, reason: "more than 65536 boxes in a segment") }
            boxes.append(.init(type: type, range: offset..<offset + Int(size)))
            offset += Int(size)
        }
        return boxes
    }
}

extension [Int] {
    /// The index of the first element for which `isAfter` is true; the elements are ordered by it.
    fileprivate func partitioningIndex(_ isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
