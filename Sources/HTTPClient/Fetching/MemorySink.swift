import Synchronization

/// Keeps a small answer in memory: a playlist, a key, a picture.
package final class MemorySink: FetchSink {
    private let content = Mutex<[UInt8]>([])

    package init() {}

    /// What has come.
    package var bytes: [UInt8] { content.withLock { $0 } }

    package func begin(_ head: ResponseHead) { content.withLock { $0.removeAll() } }

    package func take(_ bytes: UnsafeRawBufferPointer) { content.withLock { $0.append(contentsOf: bytes) } }
}
