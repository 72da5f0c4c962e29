/// The connections of a server, and which of them have to go.
///
/// A request that waits for what is still being made may take its time; a connection that brings no request, or does
/// not take its answers, may not.
struct ConnectionTable<ID: Hashable> {
    private struct Connection {
        /// Since when it is as it is.
        var since: Int64
        /// Whether a request has begun to arrive, or a first one is owed.
        var isReading = true
        /// When the answer to each request has to be sent, by its stream; never while none is.
        var deadlines: [Int32: Int64] = [:]
    }

    /// What is to end: an answer that is not taken, or a connection.
    struct Overdue: Hashable {
        var id: ID
        /// nil for all of the connection.
        var stream: Int32?
    }

    /// How many there may be.
    var limit: Int
    let patience: ConnectionPatience
    private var connections: [ID: Connection] = [:]

    init(limit: Int, patience: ConnectionPatience = ConnectionPatience()) {
        self.limit = limit
        self.patience = patience
    }

    var count: Int { connections.count }
    /// Requests that are not answered.
    var requests: Int { connections.values.reduce(0) { $0 + $1.deadlines.count } }

    /// A connection is there.
    ///
    /// Where there are too many, the one goes that has been idle for longest; the new one does where none is idle.
    mutating func begin(_ id: ID, at now: Int64) -> (isWelcome: Bool, goes: ID?) {
        var goes: ID?
        if connections.count >= limit {
            goes = connections.lazy.filter { $0.value.deadlines.isEmpty }.min { $0.value.since < $1.value.since }?.key
            guard let goes else { return (false, nil) }
            connections[goes] = nil
        }
        connections[id] = Connection(since: now)
        return (true, goes)
    }

    /// A request has begun to arrive, or all that is to come is the connection's end.
    mutating func read(_ id: ID, at now: Int64) {
        guard connections[id]?.isReading == false else { return }
        connections[id]?.isReading = true
        connections[id]?.since = now
    }

    /// The header of a request was read.
    mutating func takeRequest(_ id: ID, stream: Int32 = 0, at now: Int64) {
        connections[id]?.deadlines[stream] = .max
        connections[id]?.isReading = false
        connections[id]?.since = now
    }

    /// An answer of so many bytes begins to be sent.
    mutating func send(_ id: ID, stream: Int32 = 0, bytes: Int, at now: Int64) {
        guard connections[id]?.deadlines[stream] != nil else { return }
        connections[id]?.deadlines[stream] = now &+ patience.answer(bytes: bytes)
    }

    /// An answer was sent, or will not be.
    mutating func endRequest(_ id: ID, stream: Int32 = 0, at now: Int64) {
        guard connections[id]?.deadlines.removeValue(forKey: stream) != nil else { return }
        connections[id]?.since = now
    }

    /// No request of a connection will be answered any more.
    mutating func endRequests(_ id: ID, at now: Int64) {
        connections[id]?.deadlines = [:]
        connections[id]?.since = now
    }

    mutating func remove(_ id: ID) { connections[id] = nil }

    /// Those whose patience is at its end.
    func overdue(at now: Int64) -> [Overdue] {
        connections.flatMap { id, connection in
            guard connection.deadlines.isEmpty else {
                return connection.deadlines.filter { now > $0.value }.map { Overdue(id: id, stream: $0.key) }
            }
            let allowed = connection.isReading ? patience.header : patience.idle
            return now &- connection.since > allowed ? [Overdue(id: id, stream: nil)] : []
        }
    }
}
