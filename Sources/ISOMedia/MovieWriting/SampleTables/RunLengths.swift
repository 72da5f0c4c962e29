/// A run-length encoded sequence of values, as in `stts` and `ctts`.
struct RunLengths<Value: FixedWidthInteger & Sendable>: Sendable {
    private(set) var runs: [SampleRun<Value>] = []

    /// The memory in bytes.
    var memory: Int { runs.count * MemoryLayout<SampleRun<Value>>.stride }

    /// Appends one value.
    @inline(__always) mutating func append(_ value: Value) {
        if let last = runs.last, last.value == value, last.count < .max {
            runs[runs.count - 1].count &+= 1
        } else {
            runs.append(SampleRun(count: 1, value: value))
        }
    }

    /// Appends a value `count` times.
    mutating func append(_ value: Value, count: UInt32) {
        guard count > 0 else { return }
        if let last = runs.last, last.value == value, last.count <= .max - count {
            runs[runs.count - 1].count += count
        } else {
            runs.append(SampleRun(count: count, value: value))
        }
    }
}
