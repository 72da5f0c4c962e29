import Media

extension AC3SyncFrame {
    /// The frame's size in bytes, ETSI TS 102 366 table 4.13.
    var byteCount: Int {
        // At 44.1 kHz the frame size is not a whole number of words: odd codes have one word of two bytes more.
        2 * (bitRate * 96 / sampleRate + (rateCode == 1 ? Int(frameSizeCode & 1) : 0))
    }
}

extension MPEGAudioHeader {
    /// Kilobits per second by index, ISO/IEC 11172-3 2.4.2.3 and ISO/IEC 13818-3 2.4.2.3.
    private static let bitRates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// The size in bytes of a frame with this header and the four bytes `header`; nil for the free format.
    func byteCount(_ header: [UInt8]) -> Int? {
        let (index, padding) = (Int(header[2] >> 4), Int(header[2] >> 1 & 1))
        let row = isMPEG1 ? layer - 1 : layer == 1 ? 3 : 4
        guard (1...14).contains(index) else { return nil }
        let bits = Self.bitRates[row][index] * 1000
        return layer == 1
            ? (12 * bits / sampleRate + padding) * 4 : frameLength / 8 * bits / sampleRate + padding
    }
}
