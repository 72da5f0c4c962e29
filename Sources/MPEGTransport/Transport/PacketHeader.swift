/// The header of a PES packet.
struct PacketHeader {
    /// The size of the packet in bytes; 0 if it is not stored, which is allowed for video.
    var length: Int
    var contentOffset: Int
    var presentation: Int64?
    var decode: Int64?
    /// Whether it carries media of a stream: not for padding and packets without a header.
    var hasMedia = true

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 6, bytes[0] == 0, bytes[1] == 0, bytes[2] == 1 else { return nil }
        let stored = Int(bytes[4]) << 8 | Int(bytes[5])
        length = stored == 0 ? 0 : stored + 6
        contentOffset = bytes.count
        // These have no header after their length (ISO/IEC 13818-1 table 2-21).
        guard ![0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff].contains(bytes[3]), bytes.count >= 9 else {
            hasMedia = false
            return
        }
        contentOffset = 9 + Int(bytes[8])
        let flags = bytes[7] >> 6
        if flags & 2 != 0, bytes[8] >= 5, bytes.count >= 14 { presentation = Timestamp.read(bytes, at: 9) }
        if flags == 3, bytes[8] >= 10, bytes.count >= 19 { decode = Timestamp.read(bytes, at: 14) }
    }
}
