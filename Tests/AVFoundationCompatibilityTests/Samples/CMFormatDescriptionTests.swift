import AVFoundationCompatibility
import Testing

@Suite struct CMFormatDescriptionTests {
    @Test func invalidParameterSetsAreRefused() throws {
        let sets = [Data([0x67, 0x42, 0xc0, 0x0a, 0xda, 0x08, 0x1b, 0x0a, 0xba])]
        #expect(throws: NSError.self) { try CMFormatDescription(h264ParameterSets: []) }
        #expect(throws: NSError.self) { try CMFormatDescription(h264ParameterSets: [Data([0x67])]) }
        #expect(throws: NSError.self) { try CMFormatDescription(h264ParameterSets: sets, nalUnitHeaderLength: 2) }
        #expect(throws: NSError.self) { try CMFormatDescription(hevcParameterSets: sets) }
    }

    @Test func linearPCMIsDescribed() throws {
        let audio = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        let format = try CMFormatDescription(audioStreamBasicDescription: audio)
        #expect(format.mediaType == .audio && format.mediaSubType == .linearPCM)
        #expect(format.audioStreamBasicDescription == audio)
        var invalid = audio
        invalid.mSampleRate = .nan
        #expect(throws: NSError.self) { try CMFormatDescription(audioStreamBasicDescription: invalid) }
    }

    @Test func transformsComposeLikeCoreGraphics() {
        let turned = CGAffineTransform(rotationAngle: .pi / 2).concatenating(CGAffineTransform(translationX: 10, y: 0))
        let point = CGPoint(x: 1, y: 0).applying(turned)
        #expect(abs(point.x - 10) < 1e-9 && abs(point.y - 1) < 1e-9)
        let back = point.applying(turned.inverted())
        #expect(abs(back.x - 1) < 1e-9 && abs(back.y) < 1e-9)
    }
}
