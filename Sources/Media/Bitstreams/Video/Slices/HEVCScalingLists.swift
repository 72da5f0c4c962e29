/// scaling_list_data (ITU-T H.265 7.3.4).
enum HEVCScalingLists {
    static func skip(_ reader: inout some BitFieldReader) throws(BitstreamError) {
        for sizeIndex in 0..<4 {
            for _ in stride(from: 0, to: 6, by: sizeIndex == 3 ? 3 : 1) {
                guard try reader.flag() else {
                    try reader.skipExpGolomb(1)
                    continue
                }
                if sizeIndex > 1 { try reader.skipExpGolomb(1) }
                try reader.skipExpGolomb(min(64, 1 << (4 + sizeIndex << 1)))
            }
        }
    }
}
