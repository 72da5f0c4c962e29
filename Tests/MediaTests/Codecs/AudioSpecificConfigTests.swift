import Media
import Testing

@Suite struct AudioSpecificConfigTests {
    @Test(
        arguments: [
            (48_000, 2, [0x11, 0x90]), (44_100, 2, [0x12, 0x10]), (44_100, 1, [0x12, 0x08]), (48_000, 6, [0x11, 0xb0]),
            (48_000, 8, [0x11, 0xb8]),
        ] as [(Int, Int, [UInt8])])
    func aacIsWrittenAndReadBack(rate: Int, channels: Int, bytes: [UInt8]) throws {
        let config = try AudioSpecificConfig(samplingRate: rate, channelCount: channels)
        #expect(config.bytes == bytes)
        let fields = try config.parse()
        #expect(fields.objectType == 2 && fields.samplingRate == rate && fields.channelCount == channels)
        #expect(fields.outputFrameLength == 1024)
    }

    @Test func unlistedRateIsWrittenExplicitly() throws {
        let fields = try AudioSpecificConfig(samplingRate: 50_000, channelCount: 2).parse()
        #expect(fields.samplingRate == 50_000 && fields.channelCount == 2)
    }

    @Test func compatibleBandReplicationIsFound() throws {
        // AAC-LC at 24 kHz, sync extension 0x2b7, object type 5, present, 48 kHz.
        let fields = try AudioSpecificConfig(bytes: [0x13, 0x10, 0x56, 0xe5, 0x98]).parse()
        #expect(fields.hasSpectralBandReplication && fields.samplingRate == 24_000)
        #expect(fields.outputSamplingRate == 48_000 && fields.outputFrameLength == 2048)
        #expect(fields.signalledObjectType == 5)
    }

    @Test func explicitParametricStereoIsFound() throws {
        // Object type 29, 24 kHz, mono, 48 kHz, object type 2.
        let fields = try AudioSpecificConfig(bytes: [0xeb, 0x09, 0x88, 0x00]).parse()
        #expect(fields.hasParametricStereo && fields.channelCount == 2 && fields.objectType == 2)
        #expect(fields.signalledObjectType == 29)
    }

    @Test func theEscapedObjectTypeIsRead() throws {
        // 31, then 10 more: 42, extended HE-AAC; 48 kHz, stereo.
        let fields = try AudioSpecificConfig(bytes: [0xf9, 0x46, 0x40]).parse()
        #expect(fields.objectType == 42 && fields.samplingRate == 48_000 && fields.channelConfiguration == 2)
    }

    @Test func everyTwoBytesAreParsedOrRejected() {
        for value in 0...UInt16.max {
            _ = try? AudioSpecificConfig(bytes: [UInt8(value >> 8), UInt8(value & 0xff)]).parse()
        }
        #expect(throws: BitstreamError.endsTooEarly) { try AudioSpecificConfig(bytes: []).parse() }
    }
}
