import Media
import Testing

@Suite struct CodecCheckTests {
    private func slice(_ bytes: [UInt8]) -> ByteSlice { ByteSlice(copying: bytes) }
    private func video(_ configuration: CodecConfiguration) -> MediaFormat {
        .codedVideo(CodedVideoFormat(configuration: configuration, size: PixelSize(width: 320, height: 180)))
    }
    private func audio(_ configuration: CodecConfiguration) -> MediaFormat {
        .codedAudio(
            CodedAudioFormat(configuration: configuration, sampleRate: 44_100, channelCount: 2, framesPerPacket: 1536))
    }
    private func codec(_ format: MediaFormat) -> String? {
        switch format {
        case .codedVideo(let video): video.configuration.codecString
        case .codedAudio(let audio): audio.configuration.codecString
        default: nil
        }
    }

    @Test func matchingConfigurationIsUnchanged() {
        let record = RecordBytes.hex("81000c000a0b000000043cfeccdaf90040")
        let format = video(.boxed("av01", "av1C", record))
        let check = CodecCheck(format, firstSample: slice(VideoHeaderTests.av1Sample))
        #expect(check.contradiction == nil && check.format == format)
    }

    @Test func wrongAV1LevelIsReportedAndCorrected() {
        let check = CodecCheck(
            video(.boxed("av01", "av1C", [0x81, 0x0d, 0x4c, 0])), firstSample: slice(VideoHeaderTests.av1Sample))
        #expect(check.contradiction?.contains("av01.0.13M.10") == true)
        #expect(check.contradiction?.contains("av01.0.00M.08") == true)
        #expect(codec(check.format) == "av01.0.00M.08")
    }

    @Test func wrongVP9DepthIsReportedAndCorrected() {
        let box: [UInt8] = [1, 0, 0, 0, 2, 31, 0xa0, 1, 1, 1, 0, 0]
        let check = CodecCheck(
            video(.boxed("vp09", "vpcC", box)), firstSample: slice(VideoHeaderTests.vp9KeyFrame))
        #expect(check.contradiction?.contains("vp09.02.31.10") == true)
        #expect(codec(check.format) == "vp09.00.31.08")
    }

    @Test func wrongAVCProfileIsReportedAndCorrected() throws {
        let right = AVCDecoderConfiguration(bytes: RecordBytes.avc)
        let fields = try right.parse()
        var sample: [UInt8] = []
        for unit in fields.sequenceParameterSets + fields.pictureParameterSets + [[0x65, 0x88]] {
            sample += [0, 0, 0, UInt8(unit.count)] + unit
        }
        let wrong = AVCDecoderConfiguration(bytes: RecordBytes.avcBaseline)
        let check = CodecCheck(video(.avc(wrong)), firstSample: slice(sample))
        #expect(check.contradiction?.contains("avc1.42c028") == true)
        #expect(codec(check.format) == "avc1.64000d")
        #expect(CodecCheck(video(.avc(right)), firstSample: slice(sample)).contradiction == nil)
    }

    @Test func wrongAC3BoxRateAndChannelsAreCorrected() {
        let frame = RecordBytes.hex("0b77480d0c402f842bc1")
        let check = CodecCheck(audio(.boxed("ac-3", "dac3", [0x50, 0x3c, 0xc0])), firstSample: slice(frame))
        #expect(check.contradiction != nil)
        guard case .codedAudio(let format) = check.format else {
            Issue.record("the format is not audio")
            return
        }
        #expect(format.sampleRate == 48_000 && format.channelCount == 1)
        #expect(format.configuration.box("dac3") == [0x10, 0x08, 0xc0])
    }

    @Test func recoveryPointsOfH264AreNotSyncSamples() throws {
        let avc = try #require(SyncRule(video(.avc(AVCDecoderConfiguration(bytes: RecordBytes.avc)))))
        #expect(avc.isSyncSample(slice([0, 0, 0, 2, 0x65, 0x88])))
        #expect(!avc.isSyncSample(slice([0, 0, 0, 2, 0x61, 0x88])))
        let hevc = try #require(SyncRule(video(.hevc(HEVCDecoderConfiguration(bytes: RecordBytes.hevcHead)))))
        #expect(hevc.isSyncSample(slice([0, 0, 0, 3, 0x28, 1, 0x88])), "IDR_N_LP")
        #expect(hevc.isSyncSample(slice([0, 0, 0, 3, 0x2a, 1, 0x88])), "CRA")
        #expect(hevc.isSyncSample(slice([0, 0, 0, 3, 0x20, 1, 0x88])), "BLA_W_LP")
        let trailing = slice([0, 0, 0, 3, 0x02, 1, 0x88])
        #expect(!hevc.isSyncSample(trailing), "TRAIL_R")
        #expect(hevc.flags(.sync, of: trailing) == SampleFlags(rawValue: 0x0201_0000))
    }

    @Test(arguments: [(8, 1, "dvh1.08.07/db1p"), (8, 4, "dvh1.08.07/db4h"), (5, 0, nil)] as [(UInt8, UInt8, String?)])
    func dolbyVisionSignalsItsBaseLayer(profile: UInt8, compatibility: UInt8, expected: String?) throws {
        let vision = try #require(
            DolbyVisionConfiguration(
                bytes: [1, 0, profile << 1, 7 << 3 | 5, compatibility << 4] + [UInt8](repeating: 0, count: 19)))
        #expect(vision.profile == profile && vision.level == 7)
        #expect(vision.supplementalCodec(base: "hvc1") == expected)
        #expect(vision.boxType == (profile == 5 ? "dvcC" : "dvvC"))
    }

    @Test func longAV1CodecStringHasColours() {
        // 10 bits, BT.2020 with PQ, written by libaom.
        let record = RecordBytes.hex("81004c000a0d00000002afff9b5f2a12201208")
        #expect(CodecConfiguration.boxed("av01", "av1C", record).codecString == "av01.0.00M.10.0.110.09.16.09.0")
    }
}
