import Media

/// Requests that are held until their resource is published.
struct HeldRequests {
    struct Request {
        var request: HTTPRequest
        /// The arrival time, and the time at which the request is answered in any case.
        var since: MonotonicTime
        var until: MonotonicTime
    }

    private var requests: [ResourceKey: [RequestID: Request]] = [:]
    /// The resource that each request is held for, by connection and stream.
    private var keys: [UInt64: [Int32: ResourceKey]] = [:]
    private(set) var count = 0

    /// The resources that requests are held for.
    var requestedResources: [ResourceKey] { Array(requests.keys) }

    /// The number of requests by presentation.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (key, waiting) in requests { counts[key.presentation, default: 0] += waiting.count }
        return counts
    }

    /// Returns the resources with a held request whose deadline has passed.
    func overdue(at now: MonotonicTime) -> [ResourceKey] {
        requests.filter { $0.value.values.contains { $0.until <= now } }.map(\.key)
    }

    mutating func add(_ id: RequestID, _ waiter: Request, for key: ResourceKey) {
        requests[key, default: [:]][id] = waiter
        keys[id.connection, default: [:]][id.stream] = key
        count += 1
    }

    /// Removes and returns the requests held for a resource, sorted by connection.
    mutating func removeAll(for key: ResourceKey) -> [(id: RequestID, waiter: Request)] {
        guard let taken = requests.removeValue(forKey: key) else { return [] }
        count -= taken.count
        for id in taken.keys { removeKey(of: id) }
        return taken.map { (id: $0.key, waiter: $0.value) }.sorted {
            ($0.id.connection, $0.id.stream) < ($1.id.connection, $1.id.stream)
        }
    }

    mutating func remove(_ id: RequestID) {
        guard let key = keys[id.connection]?[id.stream] else { return }
        removeKey(of: id)
        requests[key]?[id] = nil
        if requests[key]?.isEmpty == true { requests[key] = nil }
        count -= 1
    }

    mutating func removeAll(of connection: UInt64) {
        for stream in keys[connection]?.keys.map({ $0 }) ?? [] {
            remove(RequestID(connection: connection, stream: stream))
        }
    }

    private mutating func removeKey(of id: RequestID) {
        keys[id.connection]?[id.stream] = nil
        if keys[id.connection]?.isEmpty == true { keys[id.connection] = nil }
    }
}
