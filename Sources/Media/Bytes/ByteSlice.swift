/// A range of shared, immutable bytes. Copying the slice does not copy the bytes.
public struct ByteSlice: Sendable {
    /// The memory that the slice keeps alive.
    public let storage: ByteStorage
    /// The offset of the slice's first byte in its storage.
    public let offset: Int
    /// The length in bytes.
    public let count: Int

    /// A slice of `storage`. The range must lie inside the storage.
    public init(_ storage: ByteStorage, offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0 && offset <= storage.count - count, "a slice lies inside its storage")
        self.storage = storage
        self.offset = offset
        self.count = count
    }

    /// All of `storage`.
    public init(_ storage: ByteStorage) { self.init(storage, offset: 0, count: storage.count) }

    /// A slice of newly allocated memory with a copy of `bytes`.
    public init(copying bytes: some Collection<UInt8>) { self.init(ByteStorage(copying: bytes)) }

    /// A part of this slice. `range` is relative to the slice's first byte.
    public func slice(_ range: Range<Int>) -> ByteSlice {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a slice lies inside its slice")
        return ByteSlice(storage, offset: offset + range.lowerBound, count: range.count)
    }

    /// Calls `body` with the bytes in place. The pointer is valid only during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: storage.base + offset, count: count))
    }

    /// A copy of the bytes.
    public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension ByteSlice: Hashable {
    public static func == (left: ByteSlice, right: ByteSlice) -> Bool {
        left.count == right.count
            && left.withUnsafeBytes { left in right.withUnsafeBytes { right in left.hasBytes(of: right) } }
    }

    public func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension UnsafeRawBufferPointer {
    /// Whether memory of the same size has the same bytes. Compares eight bytes at a time.
    func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
        let wordSize = MemoryLayout<UInt64>.size
        var offset = 0
        while offset <= count - wordSize {
            let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            offset += wordSize
        }
        return self[offset...].elementsEqual(other[offset...])
    }
}
