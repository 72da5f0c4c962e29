/// Frame content in memory that can be written while it has a single owner.
public final class FrameMemory: FrameContent {
    // Safe because the memory is written only while the content has one owner.
    nonisolated(unsafe) private let memory: UnsafeMutableRawBufferPointer
    private let release: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    public let format: MediaFormat?
    public let layout: [PlaneLayout]?
    public var byteCount: Int { memory.count }

    /// Content in `memory`. `release` is called with the memory when the last reference to the content is gone.
    public init(
        _ memory: UnsafeMutableRawBufferPointer, format: MediaFormat?, layout: [PlaneLayout]? = nil,
        release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.memory = memory
        self.format = format
        self.layout = layout
        self.release = release
    }

    /// Content in newly allocated memory with a copy of `bytes`.
    public convenience init(copying bytes: UnsafeRawBufferPointer, format: MediaFormat?, layout: [PlaneLayout]? = nil) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        memory.copyMemory(from: bytes)
        self.init(memory, format: format, layout: layout) { $0.deallocate() }
    }

    deinit { release(memory) }

    public var bytes: ByteSlice? {
        guard let base = memory.baseAddress else { return nil }
        // The slice retains this object, so no owner writes in place while the slice exists.
        return ByteSlice(ByteStorage(borrowing: UnsafeRawPointer(base), count: byteCount) { _ = self })
    }

    public static func withMutableBytes<Result>(
        of content: inout FrameMemory, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        if !isKnownUniquelyReferenced(&content) {
            content = FrameMemory(
                copying: UnsafeRawBufferPointer(content.memory), format: content.format, layout: content.layout)
        }
        return try body(content.memory)
    }
}
