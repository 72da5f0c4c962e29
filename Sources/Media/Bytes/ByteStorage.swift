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

    /// Adopts the first `count` bytes of memory that is not written any more, by default all of it, and calls `release`
    /// with the memory once, when the last reference to the storage is gone. By default it is deallocated.
    package convenience init(
        owning memory: UnsafeMutableRawBufferPointer, count: Int? = nil, file: (any FileBacking)? = nil,
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void = { $0.deallocate() }
    ) {
        // Safe because the caller has given up the memory, and only `release` uses it.
        nonisolated(unsafe) let adopted = memory
        self.init(borrowing: UnsafeRawPointer(memory.baseAddress!), count: count ?? memory.count, file: file) {
            release(adopted)
        }
    }

    /// Copies bytes into newly allocated memory.
    public convenience init(copying bytes: some Collection<UInt8>) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        self.init(owning: copy, count: bytes.count)
    }

    deinit { release() }
}
