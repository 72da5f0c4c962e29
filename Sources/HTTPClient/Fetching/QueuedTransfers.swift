/// Queued requests in order; cancelled ones are removed.
struct QueuedTransfers {
    private var starts: [UInt64: FetchStart] = [:]
    /// Numbers increase, so the lowest is the oldest.
    private var order: [UInt64] = []
    private var next = 0

    mutating func append(_ number: UInt64, _ start: FetchStart) {
        starts[number] = start
        order.append(number)
    }

    mutating func popFirst() -> (number: UInt64, start: FetchStart)? {
        while next < order.count {
            let number = order[next]
            next += 1
            if next == order.count { (order, next) = ([], 0) }
            if let start = starts.removeValue(forKey: number) { return (number, start) }
        }
        return nil
    }

    mutating func remove(_ number: UInt64) -> FetchStart? { starts.removeValue(forKey: number) }
}
