/// The bitstream information of an E-AC-3 synchronization frame, ETSI TS 102 366 E.1.2.2.
package struct EC3SyncFrame: Sendable, Hashable {
    /// strmtyp: 0 independent, 1 dependent on the preceding substream, 2 converted from AC-3.
    package var streamType: UInt8 = 0
    package var substreamID: UInt8 = 0
    /// The frame's size in bytes.
    package var byteCount = 0
    /// fscod; 3 for half rates.
    package var rateCode: UInt8 = 0
    /// Samples per second.
    package var sampleRate = 0
    /// Blocks of 256 samples: 1, 2, 3 or 6.
    package var blockCount = 6
    /// acmod.
    package var codingMode: UInt8 = 0
    package var hasLowFrequencyEffects = false
    /// bsid, 11 to 16.
    package var bitstreamID: UInt8 = 16
    /// bsmod; 0 if it is absent.
    package var bitstreamMode: UInt8 = 0
    /// chanmap of a dependent substream: the channels that it adds.
    package var channelMap: UInt16?
    /// complexity_index_type_a of joint object coding; nil without objects.
    package var objectComplexity: UInt8?

    /// The number of channels of this substream.
    package var channelCount: Int { AC3SyncFrame.channels[Int(codingMode)] + (hasLowFrequencyEffects ? 1 : 0) }

    /// Reads a frame at its sync word.
    package init(_ bytes: [UInt8]) throws(BitstreamError) {
        var reader = BitReader(bytes)
        guard try reader.bits(16) == 0x0b77 else { throw .invalid("an E-AC-3 frame starts with 0b77") }
        streamType = UInt8(try reader.bits(2))
        substreamID = UInt8(try reader.bits(3))
        byteCount = 2 * (1 + (try reader.number(11)))
        try readRate(&reader)
        codingMode = UInt8(try reader.bits(3))
        hasLowFrequencyEffects = try reader.flag()
        bitstreamID = UInt8(try reader.bits(5))
        guard (11...16).contains(bitstreamID) else {
            throw .invalid("an E-AC-3 frame of version \(bitstreamID); 11 to 16 are E-AC-3")
        }
        for _ in 0..<(codingMode == 0 ? 2 : 1) {
            try reader.skip(5)
            if try reader.flag() { try reader.skip(8) }
        }
        if streamType == 1, try reader.flag() { channelMap = UInt16(try reader.bits(16)) }
        if try reader.flag() { try skipMixing(&reader) }
        if try reader.flag() { try readInformation(&reader) }
        if streamType == 0, blockCount != 6 { try reader.skip(1) }
        if streamType == 2 {
            let hasSizeCode = blockCount == 6 ? true : try reader.flag()
            if hasSizeCode { try reader.skip(6) }
        }
        guard try reader.flag(), try reader.number(6) >= 1 else { return }
        // ETSI TS 103 420 8.3: seven reserved bits, the flag of joint object coding, its complexity.
        try reader.skip(7)
        if try reader.flag() { objectComplexity = UInt8(try reader.bits(8)) }
    }

    private mutating func readRate(_ reader: inout BitReader) throws(BitstreamError) {
        rateCode = UInt8(try reader.bits(2))
        let code = try reader.number(2)
        if rateCode < 3 {
            sampleRate = AC3SyncFrame.rates[Int(rateCode)]
            blockCount = [1, 2, 3, 6][code]
        } else {
            guard code < 3 else { throw .invalid("an E-AC-3 frame with a reserved sample rate code") }
            sampleRate = AC3SyncFrame.rates[code] / 2
        }
    }

    private func skipMixing(_ reader: inout BitReader) throws(BitstreamError) {
        if codingMode > 2 { try reader.skip(2) }
        if codingMode & 1 == 1, codingMode > 2 { try reader.skip(6) }
        if codingMode & 4 != 0 { try reader.skip(6) }
        if hasLowFrequencyEffects, try reader.flag() { try reader.skip(5) }
        guard streamType == 0 else { return }
        if try reader.flag() { try reader.skip(6) }
        if codingMode == 0, try reader.flag() { try reader.skip(6) }
        if try reader.flag() { try reader.skip(6) }
        switch try reader.bits(2) {
        case 1: try reader.skip(5)
        case 2: try reader.skip(12)
        case 3: try reader.skip(8 * (2 + (try reader.number(5))))
        default: break
        }
        // The pan position of one channel, or of each of two.
        if codingMode < 2 { for _ in 0..<(codingMode == 0 ? 2 : 1) where try reader.flag() { try reader.skip(14) } }
        guard try reader.flag() else { return }
        if blockCount == 1 {
            try reader.skip(5)
        } else {
            for _ in 0..<blockCount where try reader.flag() { try reader.skip(5) }
        }
    }

    private mutating func readInformation(_ reader: inout BitReader) throws(BitstreamError) {
        bitstreamMode = UInt8(try reader.bits(3))
        try reader.skip(2)
        if codingMode == 2 { try reader.skip(4) }
        if codingMode >= 6 { try reader.skip(2) }
        for _ in 0..<(codingMode == 0 ? 2 : 1) where try reader.flag() { try reader.skip(8) }
        if rateCode < 3 { try reader.skip(1) }
    }
}
