import Synchronization

/// The last events of a log in memory.
package final class LogTail: Sendable {
    /// An event with its number.
    package struct Entry: Sendable {
        /// Numbers count from 1 without gaps.
        package var number: Int
        package var event: LogEvent
    }

    /// The maximum length of a message in characters; the rest is cut off.
    private static let maxLength = 1000
    private struct State {
        var entries: [Entry] = []
        /// The index of the oldest entry once `entries` is full.
        var oldest = 0
        var count = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates a tail of at most `capacity` events.
    package init(capacity: Int = 500) { self.capacity = max(1, capacity) }

    /// Returns the events with numbers above `number`, oldest first.
    package func entries(after number: Int = 0) -> [Entry] {
        state.withLock { state in
            let ordered = state.entries[state.oldest...] + state.entries[..<state.oldest]
            return ordered.filter { $0.number > number }
        }
    }

    func append(_ event: LogEvent) {
        var event = event
        if event.message.count > Self.maxLength { event.message = event.message.prefix(Self.maxLength) + "…" }
        state.withLock { state in
            state.count += 1
            let entry = Entry(number: state.count, event: event)
            if state.entries.count < capacity { return state.entries.append(entry) }
            state.entries[state.oldest] = entry
            state.oldest = (state.oldest + 1) % capacity
        }
    }
}
