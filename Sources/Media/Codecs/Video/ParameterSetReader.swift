/// Reads the arrays of parameter sets in AVC and HEVC configuration records.
struct ParameterSetReader {
    private let bytes: [UInt8]
    private var offset: Int

    init(_ bytes: [UInt8], offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func byte() throws(BitstreamError) -> UInt8 {
        guard offset < bytes.count else { throw .endsTooEarly }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() throws(BitstreamError) -> Int { Int(try byte()) << 8 | Int(try byte()) }

    mutating func units(_ count: Int) throws(BitstreamError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        for _ in 0..<count {
            let size = try number()
            guard size <= bytes.count - offset else { throw .endsTooEarly }
            guard size > 0 else { throw .invalid("a parameter set is empty") }
            units.append(Array(bytes[offset..<offset + size]))
            offset += size
        }
        return units
    }
}
