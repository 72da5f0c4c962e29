/// One packet of a transport stream, ISO/IEC 13818-1 2.4.3.2.
struct TransportPacket {
    /// The size of a packet in bytes.
    static let size = 188
    static let syncByte: UInt8 = 0x47
    /// The packet identifier of null packets.
    static let nullPID = 0x1fff

    let pid: Int
    /// Whether a section or a PES packet starts in it.
    let startsUnit: Bool
    let isScrambled: Bool
    /// Whether a receiver marked the packet as damaged (transport_error_indicator).
    let hasError: Bool
    /// The counter of the packets of its PID that have a payload, modulo 16.
    let continuity: UInt8
    /// Whether the adaptation field declares a discontinuity.
    let isDiscontinuous: Bool
    /// The range of the payload relative to the start of the packet; empty without one.
    let payload: Range<Int>

    /// Reads the packet at `offset`, which must lie completely inside `bytes`; nil if there is no sync byte.
    @inline(__always) init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard bytes[offset] == Self.syncByte else { return nil }
        pid = Int(bytes[offset + 1] & 0x1f) << 8 | Int(bytes[offset + 2])
        startsUnit = bytes[offset + 1] & 0x40 != 0
        hasError = bytes[offset + 1] & 0x80 != 0
        isScrambled = bytes[offset + 3] & 0xc0 != 0
        continuity = bytes[offset + 3] & 0x0f
        let hasAdaptation = bytes[offset + 3] & 0x20 != 0
        let length = hasAdaptation ? Int(bytes[offset + 4]) + 1 : 0
        isDiscontinuous = length > 1 && bytes[offset + 5] & 0x80 != 0
        let hasPayload = bytes[offset + 3] & 0x10 != 0
        payload = min(4 + length, Self.size)..<(hasPayload ? Self.size : min(4 + length, Self.size))
    }
}
