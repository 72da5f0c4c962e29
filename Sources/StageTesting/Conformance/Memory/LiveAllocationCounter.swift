import Media
import Synchronization

/// Allocates the memory of test payloads and counts the allocations that are still in use.
final class LiveAllocationCounter: Sendable {
    private let liveCount = Mutex(0)

    /// The number of payloads whose memory is in use.
    var count: Int { liveCount.withLock { $0 } }

    /// Allocates memory for a frame, filled with `filler`.
    func frame(byteCount: Int, filler: Int) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: filler))
        liveCount.withLock { $0 += 1 }
        return memory
    }

    /// Allocates a slice with a copy of the bytes.
    func slice(_ bytes: [UInt8]) -> ByteSlice {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        liveCount.withLock { $0 += 1 }
        return ByteSlice(ByteStorage(owning: copy, count: bytes.count) { self.release($0) })
    }

    /// Deallocates memory that is no longer referenced.
    func release(_ memory: UnsafeMutableRawBufferPointer) {
        memory.deallocate()
        liveCount.withLock { $0 -= 1 }
    }
}
