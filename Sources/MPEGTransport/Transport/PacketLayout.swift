package import Media

/// The spacing of packets in a file: 188 bytes, 192 with a time code before each (M2TS), 204 with a checksum behind each.
package struct PacketLayout: Sendable, Hashable {
    /// From one packet to the next, in bytes.
    package let stride: Int
    /// Where the first packet begins, in bytes.
    package let start: Int

    /// Bytes before the first packet that are passed over.
    private static let searchLimit = 4096
    /// Packets in a row that settle it.
    private static let requiredPackets = 8

    /// Finds the packets at the beginning of `bytes`; nil where it is no transport stream.
    package init?(_ bytes: ByteSlice) {
        let found = bytes.withUnsafeBytes { Self.find($0) }
        guard let found else { return nil }
        (stride, start) = found
    }

    private static func find(_ bytes: UnsafeRawBufferPointer) -> (stride: Int, start: Int)? {
        for start in 0..<min(searchLimit, max(bytes.count - TransportPacket.size, 0) + 1) where start < bytes.count {
            guard bytes[start] == TransportPacket.syncByte else { continue }
            for stride in [188, 192, 204] where follows(bytes, start, stride) { return (stride, start) }
        }
        return nil
    }

    /// Whether packets follow each other from `start` on, as far as the file goes; one alone proves nothing.
    private static func follows(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ stride: Int) -> Bool {
        var count = 0
        var offset = start
        while offset + TransportPacket.size <= bytes.count, count < requiredPackets {
            guard bytes[offset] == TransportPacket.syncByte else { return false }
            count += 1
            offset += stride
        }
        return count >= 2
    }

    /// Where packets go on at or behind `offset`: at a sync byte that another one follows.
    func nextPacket(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count {
            let next = offset + stride
            if bytes[offset] == TransportPacket.syncByte,
                next >= bytes.count || bytes[next] == TransportPacket.syncByte
            {
                return offset
            }
            offset += 1
        }
        return offset
    }
}
