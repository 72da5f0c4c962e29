/// The information frame at the start of an MP3 file: an empty frame of layer III whose main data record the length and
/// delay of the file (`Xing` and `Info` headers of Xing with LAME's extension, and `VBRI` of Fraunhofer).
package struct MPEGAudioInformation: Sendable, Hashable {
    /// The delay that every layer III decoder adds at the start: 528 samples of the filter bank, and one.
    package static let decoderDelay = 529

    /// The number of frames after this one; nil if it is not recorded.
    package let frameCount: Int?
    /// The number of samples to drop at the start of the decoder's output; nil if the encoder does not record it.
    package let priming: Int?
    /// The number of samples to drop at the end of the decoder's output.
    package let remainder: Int

    /// Reads a frame with its header; nil for an audio frame.
    package init?(_ frame: ByteSlice) {
        let bytes = frame.slice(0..<min(frame.count, Self.maximumHeaderSize)).bytes
        guard let header = try? MPEGAudioHeader(bytes), header.layer == 3 else { return nil }
        let side = header.isMPEG1 ? (header.channelCount == 1 ? 17 : 32) : (header.channelCount == 1 ? 9 : 17)
        let hasChecksum = bytes[1] & 1 == 0
        // Encoders that write a checksum differ in whether its bytes count.
        for start in hasChecksum ? [4 + side, 6 + side] : [4 + side] {
            if let found = Self(xing: bytes.dropFirst(start)) {
                self = found
                return
            }
        }
        guard bytes.count >= 54, bytes[36..<40].elementsEqual("VBRI".utf8) else { return nil }
        (frameCount, priming, remainder) = (Self.number(bytes[50..<54]), nil, 0)
    }

    private init?(xing bytes: ArraySlice<UInt8>) {
        var rest = bytes
        let name = rest.prefix(4)
        guard rest.count >= 8, name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) else { return nil }
        let flags = Self.number(rest.dropFirst(4).prefix(4))
        rest = rest.dropFirst(8)
        var count: Int?
        if flags & 1 != 0, rest.count >= 4 { count = Self.number(rest.prefix(4)) }
        for (bit, length) in [(1, 4), (2, 4), (4, 100), (8, 4)] where flags & bit != 0 {
            rest = rest.dropFirst(length)
        }
        frameCount = count
        // The extension: nine characters of the encoder's name, twelve other bytes, then two numbers of 12 bits.
        let extended = Array(rest.prefix(24))
        guard extended.count == 24, extended.prefix(4).allSatisfy({ (0x20...0x7e).contains($0) }) else {
            (priming, remainder) = (nil, 0)
            return
        }
        let delay = Int(extended[21]) << 4 | Int(extended[22]) >> 4
        let padding = Int(extended[22] & 0x0f) << 8 | Int(extended[23])
        priming = delay + Self.decoderDelay
        remainder = max(0, padding - Self.decoderDelay)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// The header, checksum, side information, and the longest encoder header with its extension.
    private static let maximumHeaderSize = 4 + 2 + 32 + 8 + 4 + 4 + 100 + 4 + 24
}
