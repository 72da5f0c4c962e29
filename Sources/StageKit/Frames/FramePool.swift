public import Media
import Synchronization

/// Memory for frames that is used again: making a frame costs no allocation once as many exist as are in use at a time.
public final class FramePool: Sendable {
    /// The most blocks that are kept for later.
    public static let limit = 32

    /// Memory on its way out of the lock, which nobody else has.
    private struct Block: Sendable {
        nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    }

    /// Blocks that belong to nobody else.
    private struct State {
        var size = 0
        var blocks: [UnsafeMutableRawBufferPointer] = []
    }
    private let state = Mutex(State())

    /// A pool without any memory yet.
    public init() {}

    deinit { for block in state.withLock({ $0.blocks }) { block.deallocate() } }

    /// A frame's content with memory of this pool, whose bytes are whatever they were before.
    ///
    /// Sizes may change, as pictures do; the pool keeps blocks of the last one.
    public func content(byteCount: Int, format: MediaFormat, layout: [PlaneLayout]? = nil) -> FrameMemory {
        FrameMemory(take(max(byteCount, 1)), format: format, layout: layout) { [weak self] block in
            guard let self else { return block.deallocate() }
            giveBack(block)
        }
    }

    /// A picture's content in the format's usual layout; nil for pixel formats that are not known.
    public func picture(_ format: RawVideoFormat) -> FrameMemory? {
        format.defaultByteCount.map { content(byteCount: $0, format: .rawVideo(format), layout: format.defaultLayout) }
    }

    private func take(_ size: Int) -> UnsafeMutableRawBufferPointer {
        state.withLock { state in
            if state.size == size, let block = state.blocks.popLast() { return Block(memory: block) }
            if state.size != size {
                for block in state.blocks { block.deallocate() }
                (state.size, state.blocks) = (size, [])
            }
            return Block(memory: .allocate(byteCount: size, alignment: 64))
        }.memory
    }

    private func giveBack(_ memory: UnsafeMutableRawBufferPointer) {
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
