import Media

/// The size of a JPEG image (ISO/IEC 10918-1 B.2.2).
struct JPEGHeader {
    let size: PixelSize

    /// Returns nil for data that are no JPEG image, or have no frame header.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
        var offset = 2
        while offset + 9 <= bytes.count, bytes[offset] == 0xff {
            let marker = bytes[offset + 1]
            // Any number of fill bytes may precede a marker.
            if marker == 0xff {
                offset += 1
                continue
            }
            if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
                let (height, width) = (Self.number(bytes, offset + 5), Self.number(bytes, offset + 7))
                guard width > 0, height > 0 else { return nil }
                size = PixelSize(width: width, height: height)
                return
            }
            offset += 2 + max(2, Self.number(bytes, offset + 2))
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    }
}
