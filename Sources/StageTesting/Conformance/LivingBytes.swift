import Media
import Synchronization

/// Memory for payloads that is counted until nobody has it any more.
final class LivingBytes: Sendable {
    private let living = Mutex(0)

    /// How many payloads' bytes are still there.
    var count: Int { living.withLock { $0 } }

    /// Memory for a frame.
    func frame(byteCount: Int, filler: Int) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: filler))
        living.withLock { $0 += 1 }
        return memory
    }

    /// A copy of bytes.
    func slice(_ bytes: [UInt8]) -> ByteSlice {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        copy.copyBytes(from: bytes)
        living.withLock { $0 += 1 }
        nonisolated(unsafe) let memory = copy
        return ByteSlice(
            ByteStorage(borrowing: UnsafeRawPointer(memory.baseAddress!), count: bytes.count) { self.release(memory) })
    }

    /// Nobody has the memory any more.
    func release(_ memory: UnsafeMutableRawBufferPointer) {
        memory.deallocate()
        living.withLock { $0 -= 1 }
    }
}
