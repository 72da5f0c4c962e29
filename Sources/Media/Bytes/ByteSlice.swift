/// Memory that does not move or change while any slice of it lives.
///
/// The owner may be memory of our own, a mapped file or a buffer of another library.
public final class ByteStorage: Sendable {
    // Safe because the bytes are immutable for as long as this object lives.
    nonisolated(unsafe) let base: UnsafeRawPointer
    /// The size in bytes.
    public let count: Int
    /// Where the bytes can be read by the kernel, when they are a file's.
    public let file: (any FileBacking)?
    private let release: @Sendable () -> Void

    /// Borrows memory until the last slice is gone, then calls `release` once.
    public init(
        borrowing base: UnsafeRawPointer, count: Int, file: (any FileBacking)? = nil,
        release: @escaping @Sendable () -> Void
    ) {
        self.base = base
        self.count = count
        self.file = file
        self.release = release
    }

    /// Copies bytes into fresh memory.
    public convenience init(copying bytes: some Collection<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        nonisolated(unsafe) let memory = copy
        self.init(borrowing: UnsafeRawPointer(copy.baseAddress!), count: bytes.count) { memory.deallocate() }
    }

    deinit { release() }
}

/// A file whose content a storage shows, so that sinks can let the kernel move the bytes.
public protocol FileBacking: Sendable {
    /// An open descriptor, valid while the storage lives.
    var descriptor: Int32 { get }
    /// Where the file is, as an absolute path; nil when that is not known. The storage begins where the file does.
    var absolutePath: String? { get }
}

extension FileBacking {
    public var absolutePath: String? { nil }
}

/// A range of shared, immutable bytes: copying it never copies the bytes.
public struct ByteSlice: Sendable {
    /// The memory that the slice keeps alive.
    public let storage: ByteStorage
    /// Where the slice begins in its storage.
    public let offset: Int
    /// The length in bytes.
    public let count: Int

    /// A slice of `storage`; the range has to lie inside it.
    public init(_ storage: ByteStorage, offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0 && offset <= storage.count - count, "a slice lies inside its storage")
        self.storage = storage
        self.offset = offset
        self.count = count
    }

    /// All of `storage`.
    public init(_ storage: ByteStorage) { self.init(storage, offset: 0, count: storage.count) }

    /// A copy of `bytes` in memory of its own.
    public init(copying bytes: some Collection<UInt8>) { self.init(ByteStorage(copying: bytes)) }

    /// A part of this slice, counted from its beginning.
    public func slice(_ range: Range<Int>) -> ByteSlice {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "a slice lies inside its slice")
        return ByteSlice(storage, offset: offset + range.lowerBound, count: range.count)
    }

    /// Reads the bytes in place.
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
