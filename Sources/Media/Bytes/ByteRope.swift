/// A sequence of byte slices that acts as one run of bytes, without copying them.
///
/// Adjacent slices of the same storage are merged, so that consecutive samples read from a file are written with one
/// call.
public struct ByteRope: Sendable {
    /// The slices in order, none of them empty.
    public private(set) var slices: [ByteSlice] = []
    /// The length in bytes.
    public private(set) var count = 0

    /// An empty rope.
    public init() {}
    /// A rope of one slice.
    public init(_ slice: ByteSlice) { append(slice) }
    /// A rope of a copy of `bytes`.
    public init(_ bytes: [UInt8]) { append(ByteSlice(copying: bytes)) }

    /// Reserves capacity for `capacity` slices.
    public mutating func reserveSlices(_ capacity: Int) { slices.reserveCapacity(capacity) }

    /// Appends bytes without copying them.
    public mutating func append(_ slice: ByteSlice) {
        guard slice.count > 0 else { return }
        count += slice.count
        if let last = slices.last, last.storage === slice.storage, last.offset + last.count == slice.offset {
            slices[slices.count - 1] = ByteSlice(last.storage, offset: last.offset, count: last.count + slice.count)
        } else {
            slices.append(slice)
        }
    }

    /// Appends another rope's bytes without copying them.
    public mutating func append(_ rope: ByteRope) { for slice in rope.slices { append(slice) } }

    /// A copy of all bytes in one slice of newly allocated memory.
    package var copy: ByteSlice {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
        var position = 0
        for slice in slices {
            slice.withUnsafeBytes {
                memory.baseAddress!.advanced(by: position).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
            }
            position += slice.count
        }
        return ByteSlice(ByteStorage(owning: memory, count: count))
    }

    /// A copy of all bytes in one array.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        for slice in slices { slice.withUnsafeBytes { result.append(contentsOf: $0) } }
        return result
    }
}

extension ByteRope: Equatable {
    /// Whether both ropes have the same bytes, regardless of how they are divided into slices.
    public static func == (left: ByteRope, right: ByteRope) -> Bool {
        guard left.count == right.count else { return false }
        var rest = right.slices[...]
        var offset = 0
        for slice in left.slices {
            var position = 0
            while position < slice.count, let other = rest.first {
                let length = min(slice.count - position, other.count - offset)
                guard slice.slice(position..<position + length) == other.slice(offset..<offset + length) else {
                    return false
                }
                (position, offset) = (position + length, offset + length)
                if offset == other.count {
                    rest.removeFirst()
                    offset = 0
                }
            }
        }
        return true
    }
}
