import Synchronization

/// Collects a small response in memory: a playlist, a key, an image.
package final class MemorySink: FetchSink {
    private let content = Mutex<[UInt8]>([])

    package init() {}

    /// The bytes received so far.
    package var bytes: [UInt8] { content.withLock { $0 } }

    package func begin(_ head: ResponseHead) { content.withLock { $0.removeAll() } }

    package func write(_ bytes: UnsafeRawBufferPointer) { content.withLock { $0.append(contentsOf: bytes) } }
}
