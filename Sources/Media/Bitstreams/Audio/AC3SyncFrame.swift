/// The header of an AC-3 synchronization frame, ETSI TS 102 366 4.3.
package struct AC3SyncFrame: Sendable, Hashable {
    /// fscod: 0 is 48 kHz, 1 44.1 kHz, 2 32 kHz.
    package var rateCode: UInt8
    /// frmsizecod: bit rate and frame size.
    package var frameSizeCode: UInt8
    /// bsid.
    package var bitstreamID: UInt8
    /// bsmod.
    package var bitstreamMode: UInt8
    /// acmod: the channels without low-frequency effects.
    package var codingMode: UInt8
    package var hasLowFrequencyEffects: Bool

    static let rates = [48_000, 44_100, 32_000]
    static let channels = [2, 1, 2, 3, 3, 4, 4, 5]
    /// Kilobits per second by `frmsizecod >> 1`.
    private static let bitRates = [
        32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]

    /// Samples per second.
    package var sampleRate: Int { Self.rates[Int(rateCode)] }
    /// The number of channels, including low-frequency effects.
    package var channelCount: Int { Self.channels[Int(codingMode)] + (hasLowFrequencyEffects ? 1 : 0) }
    /// Bits per second.
    package var bitRate: Int { Self.bitRates[Int(frameSizeCode >> 1)] * 1000 }

    /// Reads a frame at its sync word.
    package init(_ bytes: [UInt8]) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.bits(16) == 0x0b77 else { throw .invalid("an AC-3 frame starts with 0b77") }
        try reader.skip(16)
        rateCode = UInt8(try reader.bits(2))
        guard rateCode < 3 else { throw .invalid("an AC-3 frame with the reserved sample rate code 3") }
        frameSizeCode = UInt8(try reader.bits(6))
        guard frameSizeCode >> 1 < Self.bitRates.count else {
            throw .invalid("an AC-3 frame with the frame size code \(frameSizeCode); 0 to 37 are defined")
        }
        bitstreamID = UInt8(try reader.bits(5))
        guard bitstreamID <= 10 else { throw .invalid("an AC-3 frame of version \(bitstreamID); 0 to 10 are AC-3") }
        bitstreamMode = UInt8(try reader.bits(3))
        codingMode = UInt8(try reader.bits(3))
        // Mixing levels of the centre and the surround channels, and the stereo mode.
        if codingMode & 1 == 1, codingMode != 1 { try reader.skip(2) }
        if codingMode & 4 != 0 { try reader.skip(2) }
        if codingMode == 2 { try reader.skip(2) }
        hasLowFrequencyEffects = try reader.flag()
    }
}
