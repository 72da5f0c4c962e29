import Media
import Testing

@Suite struct AudioConfigurationTests {
    @Test func opusHeaderOfOggIsConverted() throws {
        // Two channels, 312 samples of pre-skip, 48 kHz, little-endian.
        let header = Array("OpusHead".utf8) + RecordBytes.hex("0102380180bb0000000000")
        let box = try OpusSpecificConfiguration(identificationHeader: header)
        #expect(box.bytes == RecordBytes.hex("000201380000bb80000000"))
        #expect(box.preSkip == 312 && box.channelCount == 2)
        #expect(box.configuration.codecString == "opus")
    }

    @Test func oggVersionOfOpusBecomesZero() throws {
        #expect(try OpusSpecificConfiguration(bytes: RecordBytes.hex("010201380000bb80000000")).bytes[0] == 0)
        #expect(throws: BitstreamError.self) { try OpusSpecificConfiguration(bytes: [0, 2, 1]) }
        // Six channels require a channel mapping table.
        #expect(throws: BitstreamError.self) {
            try OpusSpecificConfiguration(bytes: RecordBytes.hex("000601380000bb80000001"))
        }
    }

    @Test func flacBoxIsFoundInOggHeader() throws {
        let info = RecordBytes.hex("1200120000041a0004ff0bb800f000017700957e0a09f97871af8c611d306aad8ab5")
        let header = RecordBytes.hex("7f464c41430100000266") + Array("fLaC".utf8) + [0, 0, 0, 34] + info
        let box = try FLACSpecificConfiguration(header: header)
        #expect(box.bytes == [0, 0, 0, 0, 0x80, 0, 0, 34] + info)
        #expect(box.sampleRate == 48_000 && box.channelCount == 1 && box.bitsPerSample == 16 && box.blockSize == 4608)
        #expect(box.configuration.codecString == "fLaC" && box.configuration.bitsPerSample == 16)
        #expect(throws: BitstreamError.self) { try FLACSpecificConfiguration(header: Array(header.dropLast())) }
    }

    @Test func alacConfigurationIsReadInAllForms() throws {
        let cookie = RecordBytes.hex("000010000010280a0e01000000002004000bb8000000bb80")
        let whole = RecordBytes.hex("00000024616c616300000000") + cookie
        for bytes in [cookie, [0, 0, 0, 0] + cookie, whole] {
            let box = try ALACSpecificConfiguration(bytes: bytes)
            #expect(box.bytes == [0, 0, 0, 0] + cookie)
            #expect(box.frameLength == 4096 && box.bitsPerSample == 16 && box.channelCount == 1)
            #expect(box.sampleRate == 48_000)
        }
        #expect(throws: BitstreamError.self) { try ALACSpecificConfiguration(bytes: [1, 2, 3]) }
    }

    /// No available encoder produces xHE-AAC: the record is handwritten.
    @Test func xHEAACOutputRateAndFrameLengthAreRead() throws {
        // Object type 31 + 10, 48 kHz, stereo; then sampling rate index 3, 48 kHz, frames of 1024 doubled, stereo.
        let fields = try AudioSpecificConfig(bytes: RecordBytes.hex("f946431b00")).parse()
        #expect(fields.objectType == 42 && fields.outputSamplingRate == 48_000)
        let config = AudioSpecificConfig(bytes: RecordBytes.hex("f946431b00"))
        #expect(CodecConfiguration.aac(config).codecString == "mp4a.40.42")
        let format = CodedAudioFormat(
            configuration: .aac(config), sampleRate: 48_000, channelCount: 2, framesPerPacket: 2048,
            hasSampleDependencies: true)
        let rule = try #require(SyncRule(.codedAudio(format)))
        // usacIndependencyFlag is the first bit.
        #expect(rule.flags(.sync, of: ByteSlice(copying: [0x80, 0])).isSync)
        #expect(!rule.flags(.sync, of: ByteSlice(copying: [0x40, 0])).isSync)
    }
}
