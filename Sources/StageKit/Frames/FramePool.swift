public import Media
import Synchronization

/// A pool that reuses the memory of frames, so that steady frame production does not allocate.
public final class FramePool: Sendable {
    /// Maximum number of free blocks in the pool.
    public static let limit = 32

    /// Memory that is moved into or out of the lock.
    private struct Block: Sendable {
        // Safe because a block has a single owner: the pool, or the frame that it was moved to.
        nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    }

    /// The free blocks and their common size in bytes.
    private struct State {
        var size = 0
        var blocks: [UnsafeMutableRawBufferPointer] = []
    }
    private let state = Mutex(State())

    /// Creates an empty pool.
    public init() {}

    deinit { for block in state.withLock({ $0.blocks }) { block.deallocate() } }

    /// Returns memory for a frame, taken from the pool. Its initial content is undefined.
    ///
    /// `byteCount` may differ between calls; the pool retains only blocks of the last size.
    public func content(byteCount: Int, format: MediaFormat, layout: [PlaneLayout]? = nil) -> FrameMemory {
        FrameMemory(dequeueBlock(max(byteCount, 1)), format: format, layout: layout) { [weak self] block in
            guard let self else { return block.deallocate() }
            recycle(block)
        }
    }

    /// Returns memory for a video frame in the default layout of its format; nil for unknown pixel formats.
    public func videoContent(_ format: RawVideoFormat) -> FrameMemory? {
        format.defaultByteCount.map { content(byteCount: $0, format: .rawVideo(format), layout: format.defaultLayout) }
    }

    private func dequeueBlock(_ size: Int) -> UnsafeMutableRawBufferPointer {
        state.withLock { state in
            if state.size == size, let block = state.blocks.popLast() { return Block(memory: block) }
            if state.size != size {
                for block in state.blocks { block.deallocate() }
                (state.size, state.blocks) = (size, [])
            }
            return Block(memory: .allocate(byteCount: size, alignment: 64))
        }.memory
    }

    private func recycle(_ memory: UnsafeMutableRawBufferPointer) {
        let block = Block(memory: memory)
        state.withLock { state in
            if state.size == block.memory.count, state.blocks.count < Self.limit {
                state.blocks.append(block.memory)
            } else {
                block.memory.deallocate()
            }
        }
    }
}
