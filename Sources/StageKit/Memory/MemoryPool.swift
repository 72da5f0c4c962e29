import Glibc
import Media
import Synchronization

/// Memory that is used again, so that a steady flow of segments or frames neither allocates nor faults in pages.
package final class MemoryPool: MemorySource {
    /// Memory that is moved into or out of the lock.
    fileprivate struct Block: Sendable {
        // Safe because a block has a single owner: the pool, or the user that it was moved to.
        nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    }

    fileprivate struct State {
        /// The free blocks; the ones used last are at the end, since caches may still have them.
        var free: [UnsafeMutableRawBufferPointer] = []
        /// The allocations in the current period, and the lowest number of free blocks in it.
        var allocations = 0
        var lowestFree = Int.max
    }

    private let maximumFreeBlocks: Int
    private let state = Mutex(State())
    /// The number of allocations after which blocks that were free all the time are deallocated.
    fileprivate static let period = 256

    /// An empty pool that retains at most `maximumFreeBlocks` blocks that are not in use.
    package init(maximumFreeBlocks: Int) { self.maximumFreeBlocks = maximumFreeBlocks }

    deinit { for block in state.withLock({ $0.free }) { block.deallocate() } }

    /// The number of blocks that are not in use.
    package var freeBlocks: Int { state.withLock { $0.free.count } }

    /// Returns memory that is aligned to 64 bytes.
    package func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let size = Self.blockSize(byteCount)
        let (block, unused): (Block?, [Block]) = state.withLock { state in
            let index = state.free.lastIndex { $0.count == size }
            let block = index.map { Block(memory: state.free.remove(at: $0)) }
            return (block, state.removeUnused())
        }
        for block in unused { block.memory.deallocate() }
        let memory = block?.memory ?? Self.newBlock(size)
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<max(byteCount, 1)])
    }

    /// Takes back memory. A full pool deallocates the memory that was not used for the longest time.
    package func recycle(_ memory: UnsafeMutableRawBufferPointer) {
        let block = Block(memory: .init(start: memory.baseAddress, count: Self.blockSize(memory.count)))
        let former: Block? = state.withLock { state in
            state.free.append(block.memory)
            return state.free.count > maximumFreeBlocks ? Block(memory: state.free.removeFirst()) : nil
        }
        former?.memory.deallocate()
    }

    /// Large blocks are of large pages where the system permits it, so that they are mapped by few page faults.
    private static func newBlock(_ size: Int) -> UnsafeMutableRawBufferPointer {
        let largePage = 2 << 20
        guard size >= largePage else { return .allocate(byteCount: size, alignment: 64) }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: largePage)
        _ = madvise(memory.baseAddress, size, Int32(MADV_HUGEPAGE))
        return memory
    }

    /// The smallest of four sizes an octave that is not less than `byteCount`, so that blocks fit segments of similar size.
    /// Pages at the end that are not touched occupy no memory.
    private static func blockSize(_ byteCount: Int) -> Int {
        let count = max(byteCount, 64)
        let step = 1 << (Int.bitWidth - count.leadingZeroBitCount - 3)
        return (count + step - 1) / step * step
    }
}

extension MemoryPool.State {
    /// Counts an allocation. At the end of a period, removes and returns the blocks that were not used in it, such as
    /// those of frames that waited after a stall.
    fileprivate mutating func removeUnused() -> [MemoryPool.Block] {
        lowestFree = min(lowestFree, free.count)
        allocations += 1
        guard allocations >= MemoryPool.period else { return [] }
        let unused = free.prefix(lowestFree).map { MemoryPool.Block(memory: $0) }
        free.removeFirst(unused.count)
        (allocations, lowestFree) = (0, free.count)
        return unused
    }
}
