/// Properties of Opus packets from their first bytes (RFC 6716 3.1).
package enum OpusPacket {
    /// Returns the duration of a packet in samples at 48 kHz, at most 5760 (120 ms); nil for a damaged packet.
    package static func duration(_ packet: ByteSlice) -> Int? {
        packet.withUnsafeBytes { bytes in
            guard let first = bytes.first else { return nil }
            let frames: Int
            switch first & 3 {
            case 0: frames = 1
            case 1, 2: frames = 2
            default: frames = bytes.count > 1 ? Int(bytes[1] & 0x3f) : 0
            }
            let total = frames * frameLength(configuration: Int(first >> 3))
            return (1...5760).contains(total) ? total : nil
        }
    }

    /// RFC 6716 table 2, in samples at 48 kHz.
    private static func frameLength(configuration: Int) -> Int {
        switch configuration {
        case 0..<12: [480, 960, 1920, 2880][configuration % 4]
        case 12..<16: [480, 960][configuration % 2]
        default: [120, 240, 480, 960][configuration % 4]
        }
    }
}
