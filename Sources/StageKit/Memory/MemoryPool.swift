import Glibc
import Media
import Synchronization

/// Memory that is used again, so that a steady flow of segments or frames neither allocates nor faults in pages.
package final class MemoryPool: MemorySource {
    /// Memory that is moved into or out of the lock.
    private struct Block: Sendable {
        // Safe because a block has a single owner: the pool, or the user that it was moved to.
        nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer
    }

    private let maximumFreeBlocks: Int
    /// The free blocks; the ones used last are at the end, since caches may still have them.
    private let free = Mutex<[UnsafeMutableRawBufferPointer]>([])

    /// An empty pool that retains at most `maximumFreeBlocks` blocks that are not in use.
    package init(maximumFreeBlocks: Int) { self.maximumFreeBlocks = maximumFreeBlocks }

    deinit { for block in free.withLock({ $0 }) { block.deallocate() } }

    /// Returns memory that is aligned to 64 bytes.
    package func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let size = Self.blockSize(byteCount)
        let block: Block? = free.withLock { free in
            guard let index = free.lastIndex(where: { $0.count == size }) else { return nil }
            return Block(memory: free.remove(at: index))
        }
        let memory = block?.memory ?? Self.newBlock(size)
        return UnsafeMutableRawBufferPointer(rebasing: memory[..<max(byteCount, 1)])
    }

    /// Takes back memory. A full pool deallocates the memory that was not used for the longest time.
    package func recycle(_ memory: UnsafeMutableRawBufferPointer) {
        let block = Block(memory: .init(start: memory.baseAddress, count: Self.blockSize(memory.count)))
        let former: Block? = free.withLock { free in
            free.append(block.memory)
            return free.count > maximumFreeBlocks ? Block(memory: free.removeFirst()) : nil
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
