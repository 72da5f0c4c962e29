/// The work that one connection may cause before the other connections have their turn.
///
/// Without it, a client that pipelines requests or reads as fast as the server writes occupies the only thread.
struct TurnBudget {
    /// Conversation events; a request over HTTP/1.1 causes two.
    private(set) var events = 12
    /// Bytes that are written to the socket.
    private(set) var bytes = 256 << 10

    var hasEvents: Bool { events > 0 }
    var hasBytes: Bool { bytes > 0 }

    mutating func spendEvent() { events -= 1 }
    mutating func spend(bytes count: Int) { bytes -= count }
}
