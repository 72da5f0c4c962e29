/// Configuration records written by encoders.
enum RecordBytes {
    /// x264: High, level 1.3, 320x180, 30000/1001 frames per second, without colour information.
    static let avc = hex("0164000dffe100186764000dacd941419f9f011000003e90000ea600f142996001000668ebe3cb22c0fdf8f800")
    /// x264: Constrained Baseline, level 4, 1920x1080, pixel aspect ratio 4:3, BT.709, 25 frames per second.
    static let avcBaseline = hex(
        "0142c028ffe1001c6742c028da01e0089f970e6a020202800000030080000019078c195001000468ce0fc8")
    /// x265: Main, level 2, 320x180, 25 frames per second.
    static let hevcSets = (
        video: hex("40010c01ffff01600000030090000003000003003c959809"),
        sequence: hex("42010101600000030090000003000003003ca00a080b9f796566924caf016808000003000800000300c840"),
        picture: hex("4401c172b46240")
    )
    /// The fields of the record before its arrays, for the parameter sets above.
    static let hevcHead = hex("0101600000009000000000003cf000fcfdf8f800000f03")

    /// Parses hexadecimal digits.
    static func hex(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.count - 1, by: 2).map { offset in
            let start = text.index(text.startIndex, offsetBy: offset)
            return UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
    }
}
