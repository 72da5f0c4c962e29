import Media

/// Bytes queued for a connection. Slices are shared, not copied.
struct SendQueue {
    private var slices: [ByteSlice] = []
    /// The number of bytes of the first slice that are sent.
    private var offset = 0
    /// The total number of bytes enqueued.
    private(set) var queued = 0
    /// The total number of bytes sent.
    private(set) var sent = 0

    var isEmpty: Bool { slices.isEmpty }
    /// The number of bytes not yet sent.
    var count: Int { queued - sent }

    mutating func append(_ slice: ByteSlice) {
        guard slice.count > 0 else { return }
        slices.append(slice)
        queued += slice.count
    }

    /// Returns the queued bytes and marks them as sent.
    mutating func drain() -> [ByteSlice] {
        defer { (slices, offset, sent) = ([], 0, queued) }
        return slices
    }

    /// The result of sending.
    enum Progress: Hashable {
        case done
        /// The socket has room for more, but the budget is spent.
        case paused
        /// The socket has no room.
        case blocked
        case lost
    }

    /// Sends as much as the socket and the budget allow.
    mutating func flush(to stream: ByteStream, _ budget: inout TurnBudget) -> Progress {
        while !slices.isEmpty {
            guard budget.hasBytes else { return .paused }
            switch stream.write(slices, from: offset, limit: budget.bytes) {
            case .moved(let count):
                remove(count)
                budget.spend(bytes: count)
            case .wouldBlock: return .blocked
            case .ended, .failed: return .lost
            }
        }
        return .done
    }

    private mutating func remove(_ count: Int) {
        sent += count
        offset += count
        var done = 0
        while done < slices.count, offset >= slices[done].count {
            offset -= slices[done].count
            done += 1
        }
        slices.removeFirst(done)
    }
}
