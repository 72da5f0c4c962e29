import Media

/// The send deadline of each response of a connection, by stream; the distant future before the response starts.
///
/// Most connections have one request at a time, whose deadline needs no separate memory.
struct ResponseDeadlines {
    private var first: (stream: Int32, deadline: MonotonicTime)?
    private var others: [Int32: MonotonicTime] = [:]

    var isEmpty: Bool { first == nil && others.isEmpty }
    var count: Int { (first == nil ? 0 : 1) + others.count }

    /// Sets a deadline, and returns the earlier one; nil if the stream had none.
    mutating func updateValue(_ deadline: MonotonicTime, forKey stream: Int32) -> MonotonicTime? {
        if let before = first, before.stream == stream {
            first = (stream, deadline)
            return before.deadline
        }
        if first == nil, others.isEmpty {
            first = (stream, deadline)
            return nil
        }
        return others.updateValue(deadline, forKey: stream)
    }

    /// Sets the deadline of a stream that has one.
    mutating func replace(_ deadline: MonotonicTime, forKey stream: Int32) {
        if first?.stream == stream {
            first = (stream, deadline)
        } else if let index = others.index(forKey: stream) {
            others.values[index] = deadline
        }
    }

    mutating func removeValue(forKey stream: Int32) -> MonotonicTime? {
        if let before = first, before.stream == stream {
            first = nil
            return before.deadline
        }
        return others.isEmpty ? nil : others.removeValue(forKey: stream)
    }

    /// Returns the streams whose deadline has passed.
    func streams(before now: MonotonicTime) -> [Int32] {
        (first.map { [$0] } ?? []).filter { $0.deadline < now }.map(\.stream)
            + others.filter { $0.value < now }.map(\.key)
    }
}
