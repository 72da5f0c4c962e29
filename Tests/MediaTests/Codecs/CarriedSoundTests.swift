import Media
import Testing

/// Configuration boxes of cinema and home theatre audio codecs.
@Suite struct CarriedAudioTests {
    /// A stereo stream: one presentation of version 1 for decoders of level 0.
    static let ac4 = RecordBytes.hex("20a40140000000" + "1fffffffe0010ff880000042000002501000000308c0")
    static let mpegH = RecordBytes.hex("010d0600040d190180")
    /// A sequence header and Opus with 960 samples per frame and a roll distance of -4.
    static let iamf = RecordBytes.hex("011ef80669616d6600000014004f707573c007fffc0102013800" + "00bb80000000")
    static let dts = RecordBytes.hex("0000bb8000170cdc00170cdc180324" + "7dc0000f00")
    static let dtsUHD = RecordBytes.hex("05200000003f8000")
    static let trueHD = RecordBytes.hex("000780000c0000000000")

    @Test func ac4CodecStringHasVersionsAndLevel() throws {
        let box = try AC4SpecificConfiguration(bytes: Self.ac4)
        #expect(box.bitstreamVersion == 2 && box.presentationVersion == 1 && box.compatibility == 0)
        #expect(box.sampleRate == 48_000 && box.presentationCount == 1)
        #expect(box.configuration.codecString == "ac-4.02.01.00")
        #expect(box.configuration.box("dac4") == Self.ac4)
    }

    @Test func ac4LevelsAreHexadecimal() throws {
        var bytes = Self.ac4
        // The first byte of the presentation: five bits of configuration, three of level.
        bytes[14] = 0xfb
        #expect(try AC4SpecificConfiguration(bytes: bytes).configuration.codecString == "ac-4.02.01.03")
        #expect(throws: BitstreamError.self) { try AC4SpecificConfiguration(bytes: Array(Self.ac4.dropLast(3))) }
    }

    @Test func mpegHCodecStringHasLevel() throws {
        let box = try MPEGHConfiguration(bytes: Self.mpegH)
        #expect(box.sampleRate == 48_000 && box.channelCount == 6 && box.frameLength == 1024)
        #expect(box.configuration("mha1").codecString == "mha1.0x0D")
        #expect(box.configuration("mhm1").codecString == "mhm1.0x0D")
    }

    @Test func mpegHConfigurationIsFoundInFirstPackets() throws {
        let config = Array(Self.mpegH.dropFirst(5))
        #expect(try MPEGHConfiguration(config: config).bytes == Self.mpegH)
        // A synchronization packet, a configuration packet and a frame.
        let sample = RecordBytes.hex("c001a5" + "2804") + config + RecordBytes.hex("4802ffff")
        #expect(MPEGHConfiguration(sample: ByteSlice(copying: sample))?.bytes == Self.mpegH)
        #expect(MPEGHConfiguration(sample: ByteSlice(copying: sample.prefix(6).map { $0 })) == nil)
        let format = CodedAudioFormat(
            configuration: .boxed(sampleEntry: "mhm1", boxes: []), sampleRate: 44_100, channelCount: 2,
            framesPerPacket: 1024)
        let check = CodecCheck(.codedAudio(format), firstSample: ByteSlice(copying: sample))
        guard case .codedAudio(let completed) = check.format else { return }
        #expect(completed.configuration.codecString == "mhm1.0x0D")
        #expect(completed.sampleRate == 48_000 && completed.channelCount == 6 && check.contradiction == nil)
    }

    @Test func iamfCodecStringHasProfilesAndCodec() throws {
        let box = try IAMFConfiguration(bytes: Self.iamf)
        #expect(box.frameLength == 960 && box.rollDistance == -4 && box.sampleRate == 48_000)
        #expect(box.configuration.codecString == "iamf.000.000.Opus")
        #expect(throws: BitstreamError.self) { try IAMFConfiguration(bytes: Array(Self.iamf.dropLast())) }
        #expect(throws: BitstreamError.self) { try IAMFConfiguration(bytes: [1, 0]) }
    }

    @Test func dtsRateAndLayoutAreRead() throws {
        let box = try DTSSpecificConfiguration(bytes: Self.dts)
        #expect(box.sampleRate == 48_000 && box.bitsPerSample == 24 && box.frameLength == 512)
        #expect(box.channelLayout == 0xf && box.channelCount == 6 && box.averageBitRate == 1_510_620)
        #expect(box.configuration("dtsh").codecString == "dtsh")
        #expect(throws: BitstreamError.self) { try DTSSpecificConfiguration(bytes: Array(Self.dts.dropLast())) }
    }

    @Test func dtsXRateAndSpeakersAreRead() throws {
        let box = try DTSUHDSpecificConfiguration(bytes: Self.dtsUHD)
        #expect(box.sampleRate == 48_000 && box.frameLength == 1024 && box.channelCount == 6)
        #expect(box.presentationCount == 1 && box.profileCode == 1)
        #expect(box.configuration("dtsx").codecString == "dtsx")
    }

    @Test func trueHDRateAndChannelsAreRead() throws {
        let box = try MLPSpecificConfiguration(bytes: Self.trueHD)
        #expect(box.sampleRate == 48_000 && box.frameLength == 40 && box.channelCount == 6)
        #expect(box.configuration.codecString == "mlpa")
        #expect(throws: BitstreamError.self) { try MLPSpecificConfiguration(bytes: [0xf0] + Self.trueHD.dropFirst()) }
    }

    @Test(arguments: [(false, true, 16), (false, false, 24), (true, true, 32), (true, false, 64)])
    func pcmIsWrittenAndReadBack(isFloat: Bool, isLittleEndian: Bool, bits: Int) throws {
        let coding = PCMConfiguration(isFloat: isFloat, isLittleEndian: isLittleEndian, bitsPerSample: bits)
        #expect(coding.bytes == [0, 0, 0, 0, isLittleEndian ? 1 : 0, UInt8(bits)])
        #expect(coding.configuration.pcm == coding)
        #expect(coding.configuration.codecString == (isFloat ? "fpcm" : "ipcm"))
        #expect(throws: BitstreamError.self) { try PCMConfiguration(bytes: [0, 0, 0, 0, 1, 8], sampleEntry: "ipcm") }
    }
}
