import Media

/// The AudioMuxElement of LATM (ISO/IEC 14496-3 1.7.3), with one program of one layer, as in broadcasts.
struct AudioMultiplex {
    enum Element {
        /// The frame, realigned to a byte boundary.
        case payload([UInt8])
        /// No configuration has been received.
        case unconfigured
    }

    private(set) var configuration: AudioSpecificConfig?
    private(set) var fields: AudioSpecificConfig.Fields?
    private var otherDataBits = 0
    /// A value that differs if the configuration differs.
    private(set) var signature: UInt64 = 0

    /// Reads one element; nil if it is invalid.
    mutating func read(_ bytes: [UInt8]) -> Element? { try? element(bytes) }

    private mutating func element(_ bytes: [UInt8]) throws(BitstreamError) -> Element {
        var reader = BitReader(bytes)
        if try !reader.flag() { try readConfiguration(&reader, bytes) }
        guard configuration != nil else { return .unconfigured }
        var size = 0
        while true {
            let part = try reader.number(8)
            size += part
            if part != 255 { break }
        }
        return .payload(try reader.aligned(size, of: bytes))
    }

    private mutating func readConfiguration(_ reader: inout BitReader, _ bytes: [UInt8]) throws(BitstreamError) {
        let version = try reader.number(1)
        let versionA = version == 1 ? try reader.number(1) : 0
        guard versionA == 0 else { throw .invalid("a LATM configuration with audioMuxVersionA 1; 0 is supported") }
        if version == 1 { _ = try Self.value(&reader) }
        // allStreamsSameTimeFraming, numSubFrames, numProgram, numLayer.
        let isSynchronous = try reader.flag()
        let others = try reader.number(6) + reader.number(4) + reader.number(3)
        guard isSynchronous, others == 0 else { throw .invalid("LATM with several streams; one is supported") }
        let length = version == 1 ? try Self.value(&reader) : nil
        try readSpecificConfiguration(&reader, bytes, length)
        guard try reader.number(3) == 0 else {
            throw .invalid("LATM frames of a fixed length, which AAC does not have")
        }
        try reader.skip(8)
        if try reader.flag() {
            if version == 1 {
                _ = try Self.value(&reader)
            } else {
                var goesOn = true
                while goesOn {
                    goesOn = try reader.flag()
                    try reader.skip(8)
                }
            }
        }
        if try reader.flag() { try reader.skip(8) }
    }

    private mutating func readSpecificConfiguration(
        _ reader: inout BitReader, _ bytes: [UInt8], _ length: Int?
    ) throws(BitstreamError) {
        let start = bytes.count * 8 - reader.remaining
        let count: Int
        if let length {
            count = length
            try reader.skip(length)
        } else {
            try Self.skipSpecificConfiguration(&reader)
            count = bytes.count * 8 - reader.remaining - start
        }
        var again = BitReader(bytes)
        try again.skip(start)
        guard (1...2048).contains(count) else { throw .invalid("an AAC configuration of \(count) bits") }
        var found: [UInt8] = []
        var rest = count
        while rest > 0 {
            let bits = min(8, rest)
            found.append(UInt8(try again.bits(bits)) << UInt8(8 - bits))
            rest -= bits
        }
        let next = AudioSpecificConfig(bytes: found)
        fields = try next.parse()
        configuration = next
        signature = found.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }

    /// Skips an AudioSpecificConfig of AAC, whose length is not stored in version 0.
    private static func skipSpecificConfiguration(_ reader: inout BitReader) throws(BitstreamError) {
        var type = try objectType(&reader)
        if try reader.number(4) == 15 { try reader.skip(24) }
        let channels = try reader.number(4)
        if type == 5 || type == 29 {
            if try reader.number(4) == 15 { try reader.skip(24) }
            type = try objectType(&reader)
        }
        guard [1, 2, 3, 4].contains(type), channels != 0 else {
            throw .invalid("LATM with audio object type \(type); only AAC with a channel configuration is supported")
        }
        try reader.skip(1)
        if try reader.flag() { try reader.skip(14) }
        guard try !reader.flag() else { throw .invalid("LATM with an extended AAC configuration") }
    }

    private static func objectType(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let type = try reader.number(5)
        return type == 31 ? 32 + (try reader.number(6)) : type
    }

    /// Reads a value of one to four bytes (LatmGetValue).
    private static func value(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        let count = try reader.number(2) + 1
        var value = 0
        for _ in 0..<count { value = value << 8 | (try reader.number(8)) }
        return value
    }
}

extension BitReader {
    /// Reads `count` bytes at the current position, which need not be at a byte boundary of `bytes`.
    fileprivate func aligned(_ count: Int, of bytes: [UInt8]) throws(BitstreamError) -> [UInt8] {
        guard count > 0, remaining >= count * 8 else { throw .endsTooEarly }
        let position = bytes.count * 8 - remaining
        let (first, shift) = (position / 8, position % 8)
        guard shift > 0 else { return Array(bytes[first..<first + count]) }
        return (0..<count).map { bytes[first + $0] << UInt8(shift) | bytes[first + $0 + 1] >> UInt8(8 - shift) }
    }
}
