import Media
import Testing

@Suite struct AudioHeaderTests {
    private func slice(_ bytes: [UInt8]) -> ByteSlice { ByteSlice(copying: bytes) }

    @Test func ac3BoxIsBuiltFromAFrame() throws {
        let frame = try AC3SyncFrame(RecordBytes.hex("0b77480d0c402f842bc1"))
        #expect(frame.sampleRate == 48_000 && frame.channelCount == 1 && frame.bitRate == 96_000)
        let box = AC3SpecificConfiguration(frame)
        #expect(box.bytes == [0x10, 0x08, 0xc0])
        #expect(box.channelCount == 1 && box.sampleRate == 48_000)
    }

    @Test func eac3BoxIsBuiltFromFrames() throws {
        let sample = RecordBytes.hex("0b77037f3f87c00020f820000200400004001fcc") + [UInt8](repeating: 0, count: 1772)
        let box = try EC3SpecificConfiguration(sample: slice(sample))
        #expect(box.bytes == [0x0e, 0x00, 0x20, 0x0f, 0x00])
        #expect(box.channelCount == 6 && box.sampleRate == 48_000 && box.objectComplexity == nil)
        #expect(box.configuration.codecString == "ec-3" && box.configuration.spatialChannels == nil)
    }

    /// A 5.1 frame whose additional information declares joint object coding of complexity 16, and a dependent frame
    /// that adds rear surround channels. No available encoder produces either.
    @Test func objectsAndDependentSubstreamsAreFound() throws {
        var bits = Bits()
        // Independent, substream 0, 64 bytes, 48 kHz, six blocks, 3/2 with low-frequency effects, version 16.
        bits.add([(0x0b77, 16), (0, 2), (0, 3), (31, 11), (0, 2), (3, 2), (7, 3), (1, 1), (16, 5)])
        // Dialogue level, no compression, no mixing levels, no information; then two bytes of additional information.
        bits.add([(27, 5), (0, 1), (0, 1), (0, 1), (1, 1), (1, 6), (0, 7), (1, 1), (16, 8)])
        let independent = bits.padded(to: 64)
        bits = Bits()
        bits.add([(0x0b77, 16), (1, 2), (0, 3), (31, 11), (0, 2), (3, 2), (2, 3), (0, 1), (16, 5)])
        // The channel map has the pair of rear surround channels, bit 6 from the left.
        bits.add([(27, 5), (0, 1), (1, 1), (0x0200, 16), (0, 1), (0, 1), (0, 1)])
        let dependent = bits.padded(to: 64)
        let alone = try EC3SpecificConfiguration(sample: slice(independent))
        #expect(alone.objectComplexity == 16 && alone.channelCount == 6)
        #expect(alone.configuration.spatialChannels == "16/JOC")
        let both = try EC3SpecificConfiguration(sample: slice(independent + dependent))
        #expect(both.channelCount == 8 && both.objectComplexity == 16)
        #expect(both.bytes[4] & 0x1e == 2, "one dependent substream")
    }

    @Test func mp3FramesAreRead() throws {
        let header = try MPEGAudioHeader([0xff, 0xfb, 0x54, 0xc4])
        #expect(header.layer == 3 && header.sampleRate == 48_000 && header.channelCount == 1)
        #expect(header.frameLength == 1152 && header.isMPEG1)
        let half = try MPEGAudioHeader([0xff, 0xf3, 0x50, 0x44])
        #expect(half.sampleRate == 22_050 && half.frameLength == 576 && half.channelCount == 2)
        for bytes in [[0xff, 0xfb], [0, 0, 0, 0], [0xff, 0xeb, 0x50, 0]] as [[UInt8]] {
            #expect(throws: BitstreamError.self) { try MPEGAudioHeader(bytes) }
        }
    }

    @Test(
        arguments: [
            ([0xf8], 960), ([0xf9, 0], 1920), ([0x0b, 0x02], 1920), ([0xff, 0x3f], nil), ([], nil), ([0x03], nil),
        ]
            as [([UInt8], Int?)])
    func opusPacketDurationIsRead(packet: [UInt8], duration: Int?) {
        #expect(OpusPacket.duration(slice(packet)) == duration)
    }

    @Test(
        arguments: [
            ("fff85a0800814e00", 4608), ("fff8c80800000000", 4096), ("fff8680800ff0000", 256),
            ("fff87808000fff00", 4096),
            ("fff8", nil), ("00f8c80800000000", nil), ("fff8080800000000", nil),
        ] as [(String, Int?)])
    func flacBlockSizeIsRead(frame: String, duration: Int?) {
        #expect(FLACFrame.blockSize(slice(RecordBytes.hex(frame))) == duration)
    }

    @Test func damagedFramesAreRejected() {
        for bytes in [[], [0x0b, 0x77], RecordBytes.hex("0b77480dc0402f84"), RecordBytes.hex("0b77480d26402f84")] {
            #expect(throws: BitstreamError.self) { try AC3SyncFrame(bytes) }
            #expect(throws: BitstreamError.self) { try EC3SpecificConfiguration(sample: slice(bytes)) }
        }
    }
}

/// A sequence of bit fields.
private struct Bits {
    private var text = ""

    mutating func add(_ fields: [(value: Int, count: Int)]) {
        for (value, count) in fields {
            let digits = String(value, radix: 2)
            text += String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
    }

    func padded(to count: Int) -> [UInt8] {
        let digits = Array(text + String(repeating: "0", count: count * 8 - text.count))
        return (0..<count).map { byte in
            digits[byte * 8..<byte * 8 + 8].reduce(0) { $0 << 1 | ($1 == "1" ? 1 : 0) }
        }
    }
}
