public import Media

/// A pool that reuses the memory of frames, so that steady frame production does not allocate.
public final class FramePool: Sendable {
    /// Maximum number of free blocks in the pool.
    public static let limit = 32

    private let memory = MemoryPool(maximumFreeBlocks: limit)

    /// Creates an empty pool.
    public init() {}

    /// Returns memory for a frame, taken from the pool. Its initial content is undefined.
    ///
    /// `byteCount` may differ between calls.
    public func content(byteCount: Int, format: MediaFormat, layout: [PlaneLayout]? = nil) -> FrameMemory {
        FrameMemory(memory.allocate(byteCount: byteCount), format: format, layout: layout) { [memory] in
            memory.recycle($0)
        }
    }

    /// Returns memory for a video frame in the default layout of its format; nil for unknown pixel formats.
    public func videoContent(_ format: RawVideoFormat) -> FrameMemory? {
        format.defaultByteCount.map { content(byteCount: $0, format: .rawVideo(format), layout: format.defaultLayout) }
    }
}
