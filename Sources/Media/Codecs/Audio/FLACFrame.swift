/// The header of a FLAC frame, RFC 9639 9.1.
package enum FLACFrame {
    /// Returns the number of samples per channel in a frame; nil for a damaged one.
    package static func blockSize(_ frame: ByteSlice) -> Int? {
        frame.withUnsafeBytes { bytes -> Int? in
            guard bytes.count >= 6, bytes[0] == 0xff, bytes[1] & 0xfe == 0xf8 else { return nil }
            // The frame or sample number is coded in up to seven bytes, like UTF-8.
            let coded = (~bytes[4]).leadingZeroBitCount
            let end = 4 + max(1, coded)
            guard coded != 1, bytes.count >= end + 2 else { return nil }
            switch bytes[2] >> 4 {
            case 1: return 192
            case let code where (2...5).contains(code): return 576 << Int(code - 2)
            case 6: return Int(bytes[end]) + 1
            case 7: return (Int(bytes[end]) << 8 | Int(bytes[end + 1])) + 1
            case let code where code >= 8: return 256 << Int(code - 8)
            default: return nil
            }
        }
    }
}
