/// How long a server waits for its clients, in nanoseconds.
struct ConnectionPatience: Sendable, Hashable {
    /// For a header to be whole, and for the first one to come.
    var header: Int64 = 20_000_000_000
    /// For the next request.
    var idle: Int64 = 75_000_000_000
    /// For an answer to be taken, beside the time for its bytes.
    var answer: Int64 = 30_000_000_000
    /// In bytes per second.
    var slowest: Int64 = 64 << 10

    /// How long an answer of so many bytes may take.
    func answer(bytes: Int) -> Int64 {
        answer &+ Int64(clamping: bytes).multipliedClamping(by: 1_000_000_000) / slowest
    }
}
