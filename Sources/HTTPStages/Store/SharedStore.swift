import Synchronization

/// A server's store. Stages write to it; the server's thread reads from it.
final class SharedStore: Sendable {
    private let store: Mutex<OriginStore>

    init(_ store: OriginStore) { self.store = Mutex(store) }

    func withLock<Result: Sendable>(_ body: (inout sending OriginStore) -> Result) -> Result {
        store.withLock { body(&$0) }
    }
}
