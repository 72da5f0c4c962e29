import Media

/// Frames in sending order. Frame headers are gathered into one slice; bodies are not copied.
struct HTTP2Output {
    /// The number of bytes that may still be added before the output must be sent.
    var space = 0
    private var slices: [ByteSlice] = []
    private var gathered: [UInt8] = []
    private(set) var count = 0

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        gathered.append(contentsOf: bytes)
        grow(by: bytes.count)
    }

    mutating func add(_ body: [ByteSlice]) {
        endGathering()
        slices += body
        grow(by: body.reduce(0) { $0 + $1.count })
    }

    /// Removes and returns all frames.
    mutating func drain() -> [ByteSlice] {
        endGathering()
        defer { (slices, count) = ([], 0) }
        return slices
    }

    private mutating func grow(by bytes: Int) {
        count += bytes
        space -= bytes
    }

    private mutating func endGathering() {
        guard !gathered.isEmpty else { return }
        slices.append(ByteSlice(copying: gathered))
        gathered.removeAll(keepingCapacity: true)
    }
}
