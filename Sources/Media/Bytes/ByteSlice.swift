/// Memory that neither moves nor changes while a slice of it exists.
///
/// The owner may be this process's heap, a mapped file or a buffer of another library.
public final class ByteStorage: Sendable {
    // Safe because the bytes are immutable for as long as this object lives.
    nonisolated(unsafe) let base: UnsafeRawPointer
    /// The size in bytes.
    public let count: Int
    /// The file whose content the bytes are, so that the kernel can copy from it; nil for other memory.
    public let file: (any FileBacking)?
    private let release: @Sendable () -> Void

    /// Borrows memory and calls `release` once, when the last reference to the storage is gone.
    public init(
        borrowing base: UnsafeRawPointer, count: Int, file: (any FileBacking)? = nil,
        release: @escaping @Sendable () -> Void
    ) {
        self.base = base
        self.count = count
        self.file = file
        self.release = release
    }

    /// Copies bytes into newly allocated memory.
    public convenience init(copying bytes: some Collection<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        nonisolated(unsafe) let memory = copy
        self.init(borrowing: UnsafeRawPointer(copy.baseAddress!), count: bytes.count) { memory.deallocate() }
    }

    deinit { release() }
}

/// A file whose content a storage maps, so that sinks can let the kernel copy the bytes.
public protocol FileBacking: Sendable {
    /// An open file descriptor, valid while the storage exists.
    var descriptor: Int32 { get }
    /// The absolute path of the file; nil when unknown. Offset 0 of the storage is offset 0 of the file.
    var absolutePath: String? { get }
}

extension FileBacking {
    public var absolutePath: String? { nil }
}

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
            && left.withUnsafeBytes { left in right.withUnsafeBytes { right in left.elementsEqual(right) } }
    }

    public func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }
}
