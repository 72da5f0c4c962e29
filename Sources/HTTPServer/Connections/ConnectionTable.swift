import Media

/// The connections of a server, and the deadlines that decide which of them must be closed.
///
/// A request that is held until its resource is published has no deadline. A connection that sends no request, or does
/// not read its responses, has one.
struct ConnectionTable<ID: Hashable> {
    private struct Connection {
        /// The time of the last state change.
        var since: MonotonicTime
        /// Whether a request header is being received, or the first one is expected.
        var isReading = true
        var deadlines = ResponseDeadlines()
    }

    /// A response or a connection whose deadline has passed.
    struct Overdue: Hashable {
        var id: ID
        /// The stream of the response; nil for the whole connection.
        var stream: Int32?
    }

    /// The maximum number of connections.
    var limit: Int
    let timeouts: ConnectionTimeouts
    private var connections: [ID: Connection] = [:]

    init(limit: Int, timeouts: ConnectionTimeouts = ConnectionTimeouts()) {
        self.limit = limit
        self.timeouts = timeouts
    }

    var count: Int { connections.count }
    /// The number of requests whose response is not yet sent.
    private(set) var requests = 0

    /// Adds a connection.
    ///
    /// If the table is full, the connection that has been idle longest is removed and returned as `goes`. If none is
    /// idle, the new connection is rejected.
    mutating func add(_ id: ID, at now: MonotonicTime) -> (isWelcome: Bool, goes: ID?) {
        var goes: ID?
        if connections.count >= limit {
            goes = connections.lazy.filter { $0.value.deadlines.isEmpty }.min { $0.value.since < $1.value.since }?.key
            guard let goes else { return (false, nil) }
            connections[goes] = nil
        }
        connections[id] = Connection(since: now)
        return (true, goes)
    }

    /// Records that a request header has begun to arrive, or that the connection is closing.
    mutating func beginReading(_ id: ID, at now: MonotonicTime) {
        guard let index = connections.index(forKey: id), !connections.values[index].isReading else { return }
        connections.values[index].isReading = true
        connections.values[index].since = now
    }

    /// Records that a request header was received.
    mutating func beginRequest(_ id: ID, stream: Int32 = 0, at now: MonotonicTime) {
        guard let index = connections.index(forKey: id) else { return }
        if connections.values[index].deadlines.updateValue(.distantFuture, forKey: stream) == nil { requests += 1 }
        connections.values[index].isReading = false
        connections.values[index].since = now
    }

    /// Sets the deadline for a response whose sending begins.
    mutating func beginResponse(_ id: ID, stream: Int32 = 0, bytes: Int, at now: MonotonicTime) {
        guard let index = connections.index(forKey: id) else { return }
        connections.values[index].deadlines.replace(now + timeouts.response(bytes: bytes), forKey: stream)
    }

    /// Removes the deadline of a response stream whose client has read everything so far.
    mutating func pauseResponse(_ id: ID, stream: Int32 = 0, at now: MonotonicTime) {
        guard let index = connections.index(forKey: id) else { return }
        connections.values[index].deadlines.replace(.distantFuture, forKey: stream)
    }

    /// Records that a response was sent or cancelled.
    mutating func endRequest(_ id: ID, stream: Int32 = 0, at now: MonotonicTime) {
        guard let index = connections.index(forKey: id),
            connections.values[index].deadlines.removeValue(forKey: stream) != nil
        else { return }
        requests -= 1
        connections.values[index].since = now
    }

    /// Removes all requests of a connection.
    mutating func endRequests(_ id: ID, at now: MonotonicTime) {
        requests -= connections[id]?.deadlines.count ?? 0
        connections[id]?.deadlines = ResponseDeadlines()
        connections[id]?.since = now
    }

    mutating func remove(_ id: ID) { requests -= connections.removeValue(forKey: id)?.deadlines.count ?? 0 }

    /// Returns the responses and connections whose deadline has passed.
    func overdue(at now: MonotonicTime) -> [Overdue] {
        connections.flatMap { id, connection in
            guard connection.deadlines.isEmpty else {
                return connection.deadlines.streams(before: now).map { Overdue(id: id, stream: $0) }
            }
            let allowed = connection.isReading ? timeouts.header : timeouts.idle
            return now - connection.since > allowed ? [Overdue(id: id, stream: nil)] : []
        }
    }
}
