/// A run-length encoded sequence of values, as in `stts` and `ctts`.
struct RunLengths<Value: FixedWidthInteger & Sendable>: Sendable {
    private(set) var counts: [UInt32] = []
    private(set) var values: [Value] = []

    var count: Int { counts.count }
    /// The memory in bytes.
    var memory: Int { counts.count * (4 + MemoryLayout<Value>.size) }

    /// Appends one value.
    @inline(__always) mutating func append(_ value: Value) {
        if let last = values.last, last == value, counts[counts.count - 1] < .max {
            counts[counts.count - 1] &+= 1
        } else {
            counts.append(1)
            values.append(value)
        }
    }
}
