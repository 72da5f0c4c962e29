import Digests
import HTTPClient
import HTTPServer
package import Media
package import OnDemand
package import StageKit
import Synchronization

/// Movies in a store that supports range requests: an HTTP server or a bucket of an object store.
package final class RemoteFolder: RemoteMovies {
    /// The last response for a name.
    private struct Known {
        var facts: ObjectFacts?
        var time: MonotonicTime
    }

    /// The time for which an object is not looked up again.
    private static let lifetime = Duration.seconds(10)
    /// The maximum number of names.
    private static let nameLimit = 4096

    let client: RangeClient
    private let cache: BlockCache
    private let clock: any MediaClock
    private let known = Mutex<[String: Known]>([:])

    /// Throws `invalid-options` for an invalid URL, and for an object store without credentials.
    package init(
        _ url: String, _ cache: BlockCache, environment: [String: String], clock: any MediaClock
    ) throws(StageError) {
        client = RangeClient(try ObjectLocation(url, environment: environment, clock: clock))
        (self.cache, self.clock) = (cache, clock)
    }

    package var name: String { client.location.name }

    package func attempt() -> any RemoteAttempt { RemoteFolderAttempt(self) }

    /// The limit of one object, in bytes.
    var objectLimit: Int { cache.objectLimit }

    /// The facts about a name; nil if they are not known, or not any more.
    func facts(of name: String) -> ObjectFacts?? {
        known.withLock { known in
            guard let entry = known[name], clock.now < entry.time + Self.lifetime else { return nil }
            return .some(entry.facts)
        }
    }

    /// Requests the facts about a name.
    func look(up name: String) async throws(StageError) {
        let isFirst = known.withLock { $0[name] == nil }
        let found = try await client.probe(name, count: isFirst ? BlockFiles.blockSize : 1)
        if let (facts, start) = found {
            let object = try object(name, facts)
            object.isReplaced.store(false, ordering: .relaxed)
            if isFirst {
                _ = try await cache.lease([0], of: object) { (_, sink) async throws(StageError) in
                    try sink.receive(start)
                }
            }
        }
        known.withLock { known in
            if known.count >= Self.nameLimit, known[name] == nil {
                known = known.filter { clock.now < $0.value.time + Self.lifetime }
                if known.count >= Self.nameLimit { known.removeAll() }
            }
            known[name] = Known(facts: found?.facts, time: clock.now)
        }
    }

    /// The object looked up last is another version.
    func forget(_ name: String) { known.withLock { $0[name] = nil } }

    /// The version of an object in the cache.
    func object(_ name: String, _ facts: ObjectFacts) throws(StageError) -> CachedObject {
        let identity = "\(client.location.text)\(name)\n\(facts.size)\n\(facts.validator)"
        let digest = SHA256.text(of: identity)
        return try cache.object(String(digest.prefix(40)), size: facts.size)
    }
}
