import Media
import Synchronization

/// A segment whose parts are published while it is made. Clients receive the parts in one response (chunked transfer
/// of CMAF chunks, ISO/IEC 23009-1 A.9).
final class GrowingSegment: Sendable {
    private enum End {
        case complete
        /// The segment differs from its parts, so a response that consists of them must not be completed.
        case failed
    }

    private struct State {
        var parts: [ByteSlice] = []
        var end: End?
        /// Called when parts are added, by reader.
        var readers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    let contentType: String
    private let state = Mutex(State())

    init(contentType: String) { self.contentType = contentType }

    /// Adds the next part.
    func append(_ part: ByteSlice) {
        change { $0.parts.append(part) }
    }

    /// Ends the segment. It is complete if it is as long as its parts.
    func end(count: Int?) {
        change { state in
            state.end = count == state.parts.reduce(0) { $0 + $1.count } ? .complete : .failed
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let readers = state.withLock { state in
            body(&state)
            return Array(state.readers.values)
        }
        for reader in readers { reader() }
    }

    /// Returns a part; nil if it is not published.
    func part(_ index: Int) -> ByteSlice? {
        state.withLock { $0.parts.indices.contains(index) ? $0.parts[index] : nil }
    }

    /// Whether the segment is complete and has no more than this number of parts.
    func isComplete(after count: Int) -> Bool { state.withLock { $0.end == .complete && count >= $0.parts.count } }

    var hasFailed: Bool { state.withLock { $0.end == .failed } }

    /// Calls `ready` from any thread when the segment changes, until the reader is removed.
    func add(_ reader: AnyObject, _ ready: @escaping @Sendable () -> Void) {
        state.withLock { $0.readers[ObjectIdentifier(reader)] = ready }
    }

    func remove(_ reader: AnyObject) { state.withLock { $0.readers[ObjectIdentifier(reader)] = nil } }
}
