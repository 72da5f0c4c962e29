import Media

/// Frames in the order in which they are sent: headers of frames are gathered, bodies are not copied.
struct HTTP2Output {
    /// How many bytes there is room for before what was made is to be sent.
    var room = 0
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

    /// All that was added since.
    mutating func take() -> [ByteSlice] {
        endGathering()
        defer { (slices, count) = ([], 0) }
        return slices
    }

    private mutating func grow(by bytes: Int) {
        count += bytes
        room -= bytes
    }

    private mutating func endGathering() {
        guard !gathered.isEmpty else { return }
        slices.append(ByteSlice(copying: gathered))
        gathered.removeAll(keepingCapacity: true)
    }
}
