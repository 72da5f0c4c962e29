/// The LCEVCDecoderConfigurationRecord of ISO/IEC 14496-15 12.3.3.
package struct LCEVCDecoderConfiguration: Sendable, Hashable {
    /// The content of an `lvcC` box.
    package let bytes: [UInt8]

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 14 else { throw .endsTooEarly }
        guard bytes[0] == 1 else { throw .invalid("an LCEVC configuration of version \(bytes[0]); 1 is supported") }
        self.bytes = bytes
    }

    package var profile: UInt8 { bytes[1] }
    package var level: UInt8 { bytes[2] }
    /// The size of the length prefix of NAL units.
    package var nalLengthSize: Int { Int(bytes[4] >> 6) + 1 }
    /// The size of the enhanced video, in pixels.
    package var size: PixelSize { PixelSize(width: number(5), height: number(9)) }

    private func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// ISO/IEC 14496-15 E.9.
    func codecString(_ code: FourCC) -> String { "\(code).vprf\(profile).vlev\(level)" }
}
