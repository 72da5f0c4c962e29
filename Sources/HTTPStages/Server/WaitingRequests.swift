/// Requests that wait for what is still being made.
struct WaitingRequests {
    /// A request on one of the server's connections.
    struct ID: Hashable {
        var connection: UInt64
        var stream: Int32
    }

    struct Waiter {
        var request: OriginRequest
        /// When it came, and when it is answered whatever there is then.
        var since: Int64
        var until: Int64
    }

    private var waiters: [OriginStore.Key: [ID: Waiter]] = [:]
    /// What each of them waits for, by connections.
    private var keys: [UInt64: [Int32: OriginStore.Key]] = [:]
    private(set) var count = 0

    /// What somebody waits for.
    var waitedFor: [OriginStore.Key] { Array(waiters.keys) }

    /// What somebody has waited for long enough.
    func overdue(at now: Int64) -> [OriginStore.Key] {
        waiters.filter { $0.value.values.contains { $0.until <= now } }.map(\.key)
    }

    mutating func add(_ id: ID, _ waiter: Waiter, for key: OriginStore.Key) {
        waiters[key, default: [:]][id] = waiter
        keys[id.connection, default: [:]][id.stream] = key
        count += 1
    }

    /// Nobody waits for this any more; those who did, connection by connection.
    mutating func take(_ key: OriginStore.Key) -> [(id: ID, waiter: Waiter)] {
        guard let taken = waiters.removeValue(forKey: key) else { return [] }
        count -= taken.count
        for id in taken.keys { forgetKey(of: id) }
        return taken.map { (id: $0.key, waiter: $0.value) }.sorted {
            ($0.id.connection, $0.id.stream) < ($1.id.connection, $1.id.stream)
        }
    }

    mutating func remove(_ id: ID) {
        guard let key = keys[id.connection]?[id.stream] else { return }
        forgetKey(of: id)
        waiters[key]?[id] = nil
        if waiters[key]?.isEmpty == true { waiters[key] = nil }
        count -= 1
    }

    mutating func removeAll(of connection: UInt64) {
        for stream in keys[connection]?.keys.map({ $0 }) ?? [] { remove(ID(connection: connection, stream: stream)) }
    }

    private mutating func forgetKey(of id: ID) {
        keys[id.connection]?[id.stream] = nil
        if keys[id.connection]?.isEmpty == true { keys[id.connection] = nil }
    }
}
