import Media
import StageKit
import Testing

@testable import GStreamerStages

/// The colours that encoded video declares, in its format and in its bitstream.
@Suite struct EncodedColourTests {
    static let colours: [ColourDescription?] = [
        nil, .bt709, .bt601, .unspecified(isFullRange: true),
        ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true),
        ColourDescription(primaries: 5, transfer: 1, matrix: 5),
        ColourDescription(primaries: 12, transfer: 13, matrix: 1),
        ColourDescription(primaries: 2, transfer: 2, matrix: 1),
        ColourDescription(primaries: 9, transfer: 16, matrix: 9),
    ]
    struct Setting: CustomTestStringConvertible, Sendable {
        var codec: VideoEncodeOptions.Codec
        var encoder = VideoEncodeOptions.Encoder.auto
        var testDescription: String { "\(codec) \(encoder)" }
    }

    @Test(
        arguments: colours, [Setting(codec: .h264), Setting(codec: .h264, encoder: .openh264), Setting(codec: .hevc)])
    func encodedVideoDeclaresTheColoursOfItsInput(colour: ColourDescription?, setting: Setting) async throws {
        let size = PixelSize(width: 160, height: 96)
        let format = RawVideoFormat(pixelFormat: "I420", size: size, colour: colour, nominalFrameRate: Ratio(25))
        let id = Track.ID(rawValue: 1)
        let caps = try #require(MediaFormat.rawVideo(format).rawCaps)
        // Levels that a conversion between limited and full range would change.
        let luma = (0..<size.width * size.height).map { UInt8($0 % 256) }
        let content = try #require(
            GStreamerFrame(copying: luma + [UInt8](repeating: 128, count: luma.count / 2), caps: caps))
        let frames: [Message<Frame>] = (0..<10).map {
            .payload(Frame(track: id, timescale: 25, presentationTicks: $0, duration: 1, content: content))
        }
        var options = VideoEncodeOptions()
        (options.codec, options.encoder, options.preset) = (setting.codec, setting.encoder, .ultrafast)
        (options.rateControl, options.quality) = (setting.encoder == .openh264 ? .constrained : .quality, 5)
        let (collector, _) = try await VideoEncodeTests.encode(
            [.track(Track(id: id, format: .rawVideo(format), timescale: 25))] + frames + [.end(id)], options)
        guard case .codedVideo(let coded)? = collector.tracks.first?.format else {
            Issue.record("no video")
            return
        }
        #expect(coded.colour == colour)
        switch coded.configuration {
        case .avc(let record): #expect(try record.sequenceParameterSet().colour == colour)
        case .hevc(let record): #expect(try record.sequenceParameterSet().colour == colour)
        default: Issue.record("another codec")
        }
        let sample = try #require(collector.payloads.first)
        #expect(CodecCheck(.codedVideo(coded), firstSample: sample.bytes).contradiction == nil)
        let decoded = try await DecodeStagesTests.decodedVideo(collector.messages)
        guard case .rawVideo(let raw)? = decoded.tracks.first?.format else { return }
        #expect(raw.colour == colour)
        let first = try #require((decoded.payloads.first?.content as? GStreamerFrame)?.bytes).withUnsafeBytes {
            Array($0)
        }
        let difference = zip(first, luma).prefix(size.width).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference / size.width < 8)
    }
}
