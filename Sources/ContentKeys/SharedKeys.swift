package import ContentProtection
import Synchronization

/// The content keys that the stages of a run encrypt with, for stages that deliver them to players.
///
/// A stage that encrypts adds the keys of a period before it emits the first segment of the period.
package final class SharedKeys: Sendable {
    private struct Entries {
        var keys: [KeyIdentifier: ContentKey] = [:]
        /// The identifiers in the order of their last addition.
        var order: [KeyIdentifier] = []
    }

    /// The maximum number of keys. A deliverer refers to the keys of its segments, so only recent ones are needed.
    package static let limit = 256

    private let entries = Mutex(Entries())

    package init() {}

    /// Adds keys, and removes the oldest ones beyond ``limit``.
    package func add(_ set: KeySet) {
        entries.withLock { entries in
            let added = Set(set.keys.map(\.id))
            entries.order.removeAll { added.contains($0) }
            for key in set.keys {
                entries.keys[key.id] = key
                entries.order.append(key.id)
            }
            while entries.order.count > Self.limit { entries.keys[entries.order.removeFirst()] = nil }
        }
    }

    /// The key with this identifier; nil if no stage has added it recently.
    package subscript(_ id: KeyIdentifier) -> ContentKey? { entries.withLock { $0.keys[id] } }
}
