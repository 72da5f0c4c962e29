import Glibc

/// Memory for secrets: whole pages that core dumps do not contain, and that are overwritten before they are returned.
///
/// The pages are locked in memory if the limits of the process permit it, so that they are not written to swap.
package final class ProtectedMemory: Sendable {
    // Safe because the owner of the object serializes writes, and the memory lives as long as the object.
    nonisolated(unsafe) package let bytes: UnsafeMutableRawBufferPointer
    private let mappedSize: Int

    /// Allocates `count` zero bytes. Returns nil if the system has no memory.
    package init?(count: Int) {
        let page = Int(getpagesize())
        mappedSize = max(1, (count + page - 1) / page) * page
        guard
            let address = mmap(nil, mappedSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            address != MAP_FAILED
        else { return nil }
        _ = madvise(address, mappedSize, Int32(MADV_DONTDUMP))
        _ = mlock(address, mappedSize)
        bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
    }

    deinit {
        // Not removed by the compiler as a dead store, unlike memset.
        explicit_bzero(bytes.baseAddress!, mappedSize)
        munmap(bytes.baseAddress, mappedSize)
    }
}
