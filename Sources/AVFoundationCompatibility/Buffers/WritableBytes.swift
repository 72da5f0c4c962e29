import Media

/// Memory that a program writes through pointers, and that slices share.
final class WritableBytes: Sendable {
    // Safe because only the program writes the memory, before it appends the buffer.
    nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Memory that `release` deallocates.
    init(
        adopting memory: UnsafeMutableRawBufferPointer,
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.memory = memory
        self.release = release
    }

    /// Zeroed memory of `count` bytes.
    convenience init(count: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        self.init(adopting: UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: count)) { $0.deallocate() }
    }

    deinit { release(memory) }

    /// The memory as a slice, which retains this object.
    var slice: ByteSlice {
        guard let base = memory.baseAddress else { return ByteSlice(copying: []) }
        return ByteSlice(ByteStorage(borrowing: UnsafeRawPointer(base), count: memory.count) { _ = self })
    }
}
