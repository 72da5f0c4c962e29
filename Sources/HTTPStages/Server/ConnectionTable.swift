/// The connections of a server, and which of them have to go.
///
/// A connection that waits for what is still being made may take its time; one that brings no request, or does not
/// take its answer, may not.
struct ConnectionTable<ID: Hashable> {
    private struct Connection {
        /// Since when it is as it is.
        var since: Int64
        /// Whether a request has begun to arrive, or a first one is owed.
        var isReading = true
        /// Requests whose header was read and whose answer was not sent.
        var requests = 0
        /// How many of these wait.
        var waiting = 0
        /// When its answers have to be sent.
        var deadline = Int64.max
    }

    /// In nanoseconds.
    private static var headerPatience: Int64 { 20_000_000_000 }
    private static var idlePatience: Int64 { 75_000_000_000 }
    private static var answerPatience: Int64 { 30_000_000_000 }
    /// In bytes per second.
    private static var slowest: Int64 { 64 << 10 }

    /// How many there may be.
    var limit: Int
    private var connections: [ID: Connection] = [:]

    init(limit: Int) { self.limit = limit }

    var count: Int { connections.count }
    /// Requests that are not answered.
    var requests: Int { connections.values.reduce(0) { $0 + $1.requests } }

    /// A connection is there.
    ///
    /// Where there are too many, the one goes that has been idle for longest; the new one does where none is idle.
    mutating func begin(_ id: ID, at now: Int64) -> (isWelcome: Bool, goes: ID?) {
        var goes: ID?
        if connections.count >= limit {
            goes = connections.lazy.filter { $0.value.requests == 0 }.min { $0.value.since < $1.value.since }?.key
            guard let goes else { return (false, nil) }
            connections[goes] = nil
        }
        connections[id] = Connection(since: now)
        return (true, goes)
    }

    /// Between requests: the next one has begun to arrive, or has not.
    mutating func read(_ id: ID, isBegun: Bool, at now: Int64) {
        guard isBegun, connections[id]?.isReading == false else { return }
        connections[id]?.isReading = true
        connections[id]?.since = now
    }

    /// The header of a request was read.
    mutating func takeRequest(_ id: ID, at now: Int64) {
        connections[id]?.requests += 1
        connections[id]?.isReading = false
        connections[id]?.since = now
    }

    /// A request waits for what is still being made.
    mutating func wait(_ id: ID) { connections[id]?.waiting += 1 }

    /// A request that waited does so no more.
    mutating func endWait(_ id: ID) { connections[id]?.waiting -= 1 }

    /// An answer of so many bytes begins to be sent.
    mutating func send(_ id: ID, bytes: Int, at now: Int64) {
        connections[id]?.deadline = now &+ Self.answerPatience &+ Int64(bytes) * 1_000_000_000 / Self.slowest
    }

    /// An answer was sent, or will not be.
    mutating func endRequest(_ id: ID, at now: Int64) {
        guard let requests = connections[id]?.requests else { return }
        connections[id]?.requests = max(0, requests - 1)
        connections[id]?.since = now
    }

    mutating func remove(_ id: ID) { connections[id] = nil }

    /// Those whose patience is at its end.
    func overdue(at now: Int64) -> [ID] {
        connections.filter { _, connection in
            if connection.requests > 0 { return connection.waiting == 0 && now > connection.deadline }
            return now &- connection.since > (connection.isReading ? Self.headerPatience : Self.idlePatience)
        }.map(\.key)
    }
}
