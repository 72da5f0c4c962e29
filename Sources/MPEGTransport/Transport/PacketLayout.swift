package import Media

/// The distance of packets in a file: 188 bytes, 192 with a time code before each (M2TS), or 204 with a checksum after
/// each.
package struct PacketLayout: Sendable, Hashable {
    /// The distance between the starts of consecutive packets, in bytes.
    package let stride: Int
    /// The offset of the first packet, in bytes.
    package let start: Int

    /// The maximum number of bytes to skip before the first packet.
    private static let searchLimit = 4096
    /// The number of consecutive packets that detection requires.
    private static let requiredPackets = 8

    /// Finds the packets at the start of `bytes`; nil if it is not a transport stream.
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

    /// Returns whether packets follow each other from `start` on, as far as the file extends. A single packet is not
    /// sufficient.
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

    /// Returns the offset of the next packet at or after `offset`: a sync byte that another one follows.
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
