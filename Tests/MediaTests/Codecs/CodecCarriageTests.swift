import Media
import Testing

@Suite struct CodecCarriageTests {
    private static func audio(_ code: FourCC, isCopied: Bool = false) -> MediaFormat {
        var format = CodedAudioFormat(
            configuration: .boxed(sampleEntry: code, boxes: []), sampleRate: 48_000, channelCount: 2, framesPerPacket: 0
        )
        if isCopied { format.copiedEntry = [0] }
        return .codedAudio(format)
    }

    private static func video(_ code: FourCC, isCopied: Bool = false, isInterlaced: Bool = false) -> MediaFormat {
        var format = CodedVideoFormat(
            configuration: .boxed(sampleEntry: code, boxes: []), size: PixelSize(width: 320, height: 180))
        if isCopied { format.copiedEntry = [0] }
        format.isInterlaced = isInterlaced
        return .codedVideo(format)
    }

    @Test(arguments: ["ac-3", "ec-3", "fLaC", "alac", "Opus"] as [FourCC])
    func formatsOfAppleAndBrowsersHaveNoWarning(code: FourCC) {
        for profile in [CodecCarriage.Profile.appleHLS, .cmaf] {
            #expect(CodecCarriage(Self.audio(code), in: profile) == .carried)
        }
    }

    @Test(arguments: ["ac-4", "mha1", "mhm1", "iamf", "dtsc", "dtsx", "mlpa", "ipcm", "fpcm"] as [FourCC])
    func otherFormatsAreCarriedWithAWarningForApplesPlayers(code: FourCC) {
        #expect(CodecCarriage(Self.audio(code), in: .appleHLS).warning?.contains("9.1") == true)
        #expect(CodecCarriage(Self.audio(code), in: .cmaf) == .carried)
    }

    @Test func unknownEntriesAreCopiedOnlyForCMAF() {
        for format in [Self.video("xyz1", isCopied: true), Self.audio("xyz2", isCopied: true)] {
            #expect(CodecCarriage(format, in: .cmaf).warning?.contains("copied") == true)
            let refusal = CodecCarriage(format, in: .appleHLS).refusal
            #expect(refusal?.contains("cmaf") == true && refusal?.contains("--encode") == false)
        }
    }

    @Test(
        arguments: [("apch", "ProRes video"), ("jpeg", "JPEG video"), ("mjpa", "Motion JPEG video")]
            as [(FourCC, String)])
    func formatsForEditingAreRefusedWithARemedy(code: FourCC, name: String) {
        for profile in [CodecCarriage.Profile.appleHLS, .cmaf] {
            for isCopied in [false, true] {
                let format = Self.video(code, isCopied: isCopied)
                let refusal = CodecCarriage(format, in: profile).refusal
                #expect(refusal?.contains("--encode") == true && refusal?.contains("file.movie") == true)
                #expect(format.codecName == name)
            }
        }
    }

    @Test func enhancementLayersRequireCMAF() {
        #expect(CodecCarriage(Self.video("lvc1"), in: .appleHLS).refusal?.contains("base layer") == true)
        #expect(CodecCarriage(Self.video("lvc1"), in: .cmaf).warning?.contains("base layer") == true)
    }

    @Test func interlacedVideoIsCarriedWithAWarning() {
        for profile in [CodecCarriage.Profile.appleHLS, .cmaf] {
            let carriage = CodecCarriage(Self.video("avc1", isInterlaced: true), in: profile)
            #expect(carriage.warning?.contains("1.14") == true)
        }
    }

    @Test func encodingIsAdvisedOnlyIfADecoderExists() {
        #expect(Self.audio("dtsc").encodingAdvice.contains("--encode"))
        #expect(Self.audio("ac-4").encodingAdvice.isEmpty)
        #expect(Self.video("vvc1").encodingAdvice.isEmpty)
        let usac = CodecConfiguration.aac(AudioSpecificConfig(bytes: RecordBytes.hex("f946431b00")))
        let format = CodedAudioFormat(configuration: usac, sampleRate: 48_000, channelCount: 2, framesPerPacket: 2048)
        #expect(MediaFormat.codedAudio(format).encodingAdvice.isEmpty)
    }

    @Test func dtsInAnMPEG4EntryIsNamedDTS() {
        let descriptor = ElementaryStreamDescriptor(objectTypeIndication: 0xa9, decoderSpecificInfo: [])
        let configuration = CodecConfiguration.boxed("mp4a", "esds", descriptor.esdsContent)
        var format = CodedAudioFormat(
            configuration: configuration, sampleRate: 48_000, channelCount: 6, framesPerPacket: 512)
        format.copiedEntry = [0]
        #expect(MediaFormat.codedAudio(format).codecName == "DTS audio")
        #expect(configuration.codecString == "mp4a.A9")
        #expect(CodecCarriage(.codedAudio(format), in: .appleHLS).refusal != nil)
    }

    @Test func byteStreamsInAVC1AreReported() throws {
        let format = MediaFormat.codedVideo(
            CodedVideoFormat(
                configuration: .avc(AVCDecoderConfiguration(bytes: RecordBytes.avc)),
                size: PixelSize(width: 320, height: 180)))
        let stream: [UInt8] = [0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x65, 1, 2, 3, 4]
        let check = CodecCheck(format, firstSample: ByteSlice(copying: stream))
        #expect(check.fault?.contains("Annex B") == true)
        let lengths: [UInt8] = [0, 0, 0, 2, 0x09, 0xf0, 0, 0, 0, 3, 0x65, 1, 2]
        #expect(CodecCheck(format, firstSample: ByteSlice(copying: lengths)).fault == nil)
    }
}
