import Media

/// The frames of an ID3 tag of version 2.3 or 2.4.
struct ID3Frames: Sequence, IteratorProtocol {
    struct Frame {
        var id: String
        var content: [UInt8]
    }

    private let bytes: [UInt8]
    private let isFourth: Bool
    /// The identifiers of the frames that are returned.
    private let wanted: Set<String>
    private var offset = 0

    /// `bytes` starts with a frame.
    init(_ bytes: [UInt8], isFourth: Bool, _ wanted: Set<String>) {
        (self.bytes, self.isFourth, self.wanted) = (bytes, isFourth, wanted)
    }

    mutating func next() -> Frame? {
        while bytes.count - offset >= 10, bytes[offset] != 0 {
            let size = Self.number(bytes[offset + 4..<offset + 8], bits: isFourth ? 7 : 8)
            let (start, flags) = (offset + 10, bytes[offset + 9])
            guard size <= bytes.count - start else { break }
            let id = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
            offset = start + size
            guard wanted.contains(id), let content = content(bytes[start..<offset], flags) else { continue }
            return Frame(id: id, content: content)
        }
        return nil
    }

    /// Returns the content without its additional fields; nil for a compressed or encrypted one.
    private func content(_ bytes: ArraySlice<UInt8>, _ flags: UInt8) -> [UInt8]? {
        guard isFourth else { return flags & 0xc0 == 0 ? Array(bytes.dropFirst(flags & 0x20 != 0 ? 1 : 0)) : nil }
        guard flags & 0x0c == 0 else { return nil }
        let content = bytes.dropFirst((flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0))
        return flags & 0x02 != 0 ? Self.synchronized(content) : Array(content)
    }

    /// Returns a number of which each byte has 7 or 8 bits.
    static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
        bytes.reduce(0) { $0 << bits | Int($1) & (1 << bits - 1) }
    }

    /// Returns bytes without the zeros that unsynchronisation inserts after 0xff.
    static func synchronized(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var follows = false
        for byte in bytes {
            if !follows || byte != 0 { result.append(byte) }
            follows = byte == 0xff
        }
        return result
    }
}
