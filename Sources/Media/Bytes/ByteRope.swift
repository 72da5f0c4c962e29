/// A sequence of slices that reads as one run of bytes.
///
/// Slices that continue each other in the same storage become one, so that a run of samples read from a file is
/// written back with one call.
public struct ByteRope: Sendable {
    /// The slices in order, none of them empty.
    public private(set) var slices: [ByteSlice] = []
    /// The length in bytes.
    public private(set) var count = 0

    /// An empty rope.
    public init() {}
    /// A rope of one slice.
    public init(_ slice: ByteSlice) { append(slice) }
    /// A rope of fresh bytes.
    public init(_ bytes: [UInt8]) { append(ByteSlice(copying: bytes)) }

    /// Makes room for slices to come.
    public mutating func reserveSlices(_ capacity: Int) { slices.reserveCapacity(capacity) }

    /// Adds bytes at the end without copying them.
    public mutating func append(_ slice: ByteSlice) {
        guard slice.count > 0 else { return }
        count += slice.count
        if let last = slices.last, last.storage === slice.storage, last.offset + last.count == slice.offset {
            slices[slices.count - 1] = ByteSlice(last.storage, offset: last.offset, count: last.count + slice.count)
        } else {
            slices.append(slice)
        }
    }

    /// Adds another rope's bytes at the end without copying them.
    public mutating func append(_ rope: ByteRope) { for slice in rope.slices { append(slice) } }

    /// A copy of all bytes in one array.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        for slice in slices { slice.withUnsafeBytes { result.append(contentsOf: $0) } }
        return result
    }
}

extension ByteRope: Equatable {
    /// Ropes are equal when they read the same, however they are cut.
    public static func == (left: ByteRope, right: ByteRope) -> Bool {
        left.count == right.count && left.bytes == right.bytes
    }
}
