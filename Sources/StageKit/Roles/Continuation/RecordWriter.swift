import Synchronization

/// Writes the records of a run in order, before a sink publishes the files that they describe.
///
/// The sink that stores the records creates the writer. The stage that emits records enqueues them, and each sink
/// commits the records before a file, whichever of the sinks receives it first. So no sink is ahead of the records,
/// however slow the storing sink is.
package final class RecordWriter: Sendable {
    /// A change of the stored records.
    package struct Change: Sendable, Hashable {
        package var path: String
        /// The new content; nil removes the record.
        package var content: [UInt8]?

        package init(path: String, content: [UInt8]?) {
            self.path = path
            self.content = content
        }
    }

    private struct Queue {
        var changes: [Change] = []
        /// The number of the last change, from 1.
        var last = 0
    }

    private struct Progress {
        /// The number of the last written change.
        var written = 0
        var isClosed = false
    }

    private let queue = Mutex(Queue())
    /// Locked while changes are written, so that other sinks wait until they are.
    private let progress = Mutex(Progress())
    private let write: @Sendable ([Change]) throws(StageError) -> Void

    /// Creates a writer. `write` writes consecutive changes together or not at all.
    package init(_ write: @escaping @Sendable ([Change]) throws(StageError) -> Void) { self.write = write }

    /// Enqueues a change. The ticket commits it with all changes before it.
    package func enqueue(_ change: Change) -> RecordTicket {
        queue.withLock { queue in
            queue.changes.append(change)
            queue.last += 1
            return RecordTicket(writer: self, number: queue.last)
        }
    }

    /// Writes the changes up to this number, unless another sink has written them.
    func commit(through number: Int) throws(StageError) {
        try progress.withLock { progress throws(StageError) in
            guard number > progress.written, !progress.isClosed else { return }
            let changes = queue.withLock { queue in
                Array(queue.changes.prefix(queue.changes.count - (queue.last - number)))
            }
            // Changes that cannot be written stay in the queue, for the next attempt.
            try write(changes)
            queue.withLock { $0.changes.removeFirst(changes.count) }
            progress.written = number
        }
    }

    /// Writes all changes.
    package func commitAll() throws(StageError) { try commit(through: queue.withLock { $0.last }) }

    /// Discards later changes: the storing sink has ended.
    package func close() {
        progress.withLock { $0.isClosed = true }
        queue.withLock { $0.changes = [] }
    }

    package var isClosed: Bool { progress.withLock { $0.isClosed } }
}

extension RecordWriter: Hashable {
    package static func == (left: RecordWriter, right: RecordWriter) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
