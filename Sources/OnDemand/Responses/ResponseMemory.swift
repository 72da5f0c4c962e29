import Media
package import StageKit
import Synchronization

/// The memory of the responses of a server: all bytes that no file backs, while they are stored or sent.
package final class ResponseMemory: Sendable {
    /// A part of the memory, until the last reference to it is released.
    package final class Reservation: Sendable {
        private let memory: ResponseMemory
        private let count: Int

        fileprivate init(_ memory: ResponseMemory, _ count: Int) { (self.memory, self.count) = (memory, count) }

        deinit { memory.used.subtract(count, ordering: .relaxed) }
    }

    /// The maximum number of bytes.
    private let limit: Int
    private let used = Atomic(0)

    package init(limit: Int) { self.limit = limit }

    /// The number of bytes in use.
    package var usedBytes: Int { used.load(ordering: .relaxed) }

    /// Reserves memory; nil if less is free.
    package func reserve(_ count: Int) -> Reservation? {
        let (_, total) = used.add(count, ordering: .relaxed)
        // Releases the bytes if they exceed the limit.
        let reservation = Reservation(self, count)
        return total <= limit ? reservation : nil
    }

    /// Reserves memory for a part of `name`. Throws `memory-full` if less is free, and `limit-reached` if it never is enough.
    func require(_ count: Int, for name: String) throws(StageError) -> Reservation {
        if let reservation = reserve(count) { return reservation }
        guard count <= limit else {
            throw StageError(
                .limitReached,
                "a segment of '\(name)' requires \(count >> 20) MiB, more than the memory of all responses; set a shorter "
                    + "interval")
        }
        throw StageError(.memoryFull, "the responses in progress use \(limit >> 20) MiB; try again")
    }
}

extension StageError.Code {
    /// The memory of responses is in use.
    package static let memoryFull: Self = "memory-full"
    /// Too many movies wait.
    package static let libraryBusy: Self = "library-busy"

    /// Whether the reason is a file that is not what its writer wrote.
    var isDamage: Bool { [.truncatedInput, .damagedInput].contains(self) }

    /// Whether the reason can pass while the movie stays the same.
    package var isTemporary: Bool { [.cacheFull, .memoryFull, .libraryBusy].contains(self) }
}
