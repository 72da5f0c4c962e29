import CMappedMemory
import Glibc
package import Media
import Synchronization

/// The memory of this process.
package enum ProcessMemory {
    /// The free memory that the allocator may keep, in bytes.
    private static let keptBytes = 16 << 20
    /// The minimum interval between two calls of ``trimIfUseful(at:)`` that return memory.
    private static let interval = Duration.seconds(20)
    /// The earliest time of the next one, for all runs of the process.
    private static let next = Mutex(MonotonicTime.distantPast)

    /// Makes all threads allocate from one arena, unless the environment sets the allocator. Called by programs before
    /// they create threads.
    ///
    /// By default the allocator gives each thread its own arena. The frames that are queued while a machine stalls are
    /// then allocated and freed by different threads, and leave gaps in arenas that are never given back.
    package static func useOneArena() {
        let tunables = getenv("GLIBC_TUNABLES").map { String(cString: $0) } ?? ""
        let isSet = getenv("MALLOC_ARENA_MAX") != nil || tunables.contains("arena_max")
        if !isSet { _ = mallopt(M_ARENA_MAX, 1) }
    }

    /// Returns free memory to the system, which takes about a millisecond. The allocator itself keeps most of the
    /// memory that a short peak of use leaves.
    package static func trim() { malloc_trim(0) }

    /// Returns free memory to the system if there is much, and this was not done recently.
    package static func trimIfUseful(at now: MonotonicTime) {
        let isDue = next.withLock { next in
            guard now >= next else { return false }
            next = now + interval
            return true
        }
        if isDue, mallinfo2().fordblks > keptBytes { trim() }
    }
}
