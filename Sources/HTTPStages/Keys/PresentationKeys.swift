import ContentKeys
import ContentProtection
import Media

/// The keys of the segments that a presentation contains. A key is removed with the last segment that requires it.
struct PresentationKeys: Sendable {
    private var shared: SharedKeys?
    private var keys: [KeyIdentifier: ContentKey] = [:]
    private var identifiers: [String: Set<KeyIdentifier>] = [:]
    /// The number of resources that require a key.
    private var useCounts: [KeyIdentifier: Int] = [:]

    /// Whether players may have the keys.
    var isDelivered: Bool { shared != nil }

    /// Delivers keys of a run from now on; nil delivers none.
    mutating func deliver(from shared: SharedKeys?) {
        self.shared = shared
        guard let shared else {
            keys = [:]
            return
        }
        for id in useCounts.keys where keys[id] == nil { keys[id] = shared[id] }
    }

    /// Adds the keys of a segment in the resource at `path`.
    mutating func add(_ protection: SegmentProtection, at path: String) {
        for id in protection.keyIdentifiers.compactMap({ KeyIdentifier($0) })
        where identifiers[path, default: []].insert(id).inserted {
            useCounts[id, default: 0] += 1
            if keys[id] == nil { keys[id] = shared?[id] }
        }
    }

    /// Removes the keys that only the resource at `path` requires.
    mutating func remove(_ path: String) {
        for id in identifiers.removeValue(forKey: path) ?? [] {
            let count = useCounts[id, default: 1] - 1
            useCounts[id] = count > 0 ? count : nil
            if count <= 0 { keys[id] = nil }
        }
    }

    /// The key with an identifier; nil if no resource requires it, or if it is not delivered.
    subscript(id: KeyIdentifier) -> ContentKey? { isDelivered ? keys[id] : nil }
}
