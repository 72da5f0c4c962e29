/// The work that one connection may cause before other connections are served.
///
/// Without it, a client that pipelines requests or reads as fast as the server writes occupies the only thread.
struct TurnBudget {
    /// The remaining conversation events; an HTTP/1.1 request causes two.
    private(set) var events = 12
    /// The remaining bytes to write to the socket.
    private(set) var bytes = 256 << 10

    var hasEvents: Bool { events > 0 }
    var hasBytes: Bool { bytes > 0 }

    mutating func spendEvent() { events -= 1 }
    mutating func spend(bytes count: Int) { bytes -= count }
}
