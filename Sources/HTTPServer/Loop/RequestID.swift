/// Identifies an open request by connection and stream.
struct RequestID: Hashable {
    var connection: UInt64
    var stream: Int32
}
