import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages

/// Encoders whose input changes its format.
@Suite struct EncoderFormatTests {
    private static func options(_ codec: VideoEncodeOptions.Codec) -> VideoEncodeOptions {
        var options = VideoEncodeOptions()
        (options.codec, options.preset) = (codec, .ultrafast)
        if codec == .av1 { options.maxKeyframeDistance = .seconds(1) }
        return options
    }

    /// Returns two seconds of frames that change their format after the first one.
    private static func frames(_ second: PixelSize, rate: Ratio, aspect: Ratio = Ratio(1)) async throws -> [Message<
        Frame
    >] {
        let first = try await testFrames(rate: Ratio(25), duration: .seconds(1))
        guard case .track(let track)? = first.first else { throw StageError(.unsupportedMedia, "no track") }
        var rest = try await testFrames(rate: rate, duration: .seconds(1), size: second)
        if case .track(var other)? = rest.first, case .rawVideo(var format) = other.format {
            format.pixelAspect = aspect
            other.format = .rawVideo(format)
            rest[0] = .track(other)
        }
        return Array(first.dropLast())
            + rest.map { message -> Message<Frame> in
                switch message.renamed(track.id.rawValue) {
                case .payload(var frame):
                    frame.presentationTicks += Int64(frame.timescale)
                    return .payload(frame)
                case let other: return other
                }
            }
    }

    static let changes: [(size: PixelSize, rate: Ratio)] = [
        (PixelSize(width: 320, height: 192), Ratio(25)), (PixelSize(width: 96, height: 160), Ratio(25)),
        (PixelSize(width: 160, height: 96), Ratio(50)), (PixelSize(width: 320, height: 192), Ratio(30_000, 1001)),
    ]

    @Test(arguments: [VideoEncodeOptions.Codec.h264, .hevc, .av1], changes)
    func framesAreScaledToTheFirstFormat(
        codec: VideoEncodeOptions.Codec, change: (size: PixelSize, rate: Ratio)
    ) async throws {
        let input = try await Self.frames(change.size, rate: change.rate)
        let (collector, problems) = try await VideoEncodeTests.encode(input, Self.options(codec))
        #expect(problems == [])
        #expect(Set(collector.tracks.map(\.format)).count == 1)
        guard case .codedVideo(let format)? = collector.tracks.first?.format else { return }
        #expect(format.size == PixelSize(width: 160, height: 96))
        let times = collector.payloads.map(\.presentationTime).sorted()
        let expected = input.compactMap(\.payload).map(\.presentationTime)
        #expect(times.count == expected.count)
        for (time, wanted) in zip(times, expected) { #expect(abs((time - wanted).seconds) < 0.001) }
        #expect(try await DecodeStagesTests.decodedVideo(collector.messages).payloads.count == expected.count)
    }

    /// Joined streams may overlap by some frames.
    @Test func framesOfOverlappingFormatsAreAllEncoded() async throws {
        let input = try await Self.frames(PixelSize(width: 320, height: 192), rate: Ratio(25))
        let overlapping = input.map { message -> Message<Frame> in
            guard case .payload(var frame) = message, frame.presentationTime >= .seconds(1) else { return message }
            frame.presentationTicks -= Int64(frame.timescale) * 3 / 25
            return .payload(frame)
        }
        let (collector, problems) = try await VideoEncodeTests.encode(overlapping, Self.options(.h264))
        let times = collector.payloads.map(\.presentationTime).sorted()
        #expect(problems.isEmpty && times.count == 50 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs((times.last?.seconds ?? 0) - 1.84) < 0.001)
    }

    @Test func rungsKeepTheirSizes() async throws {
        let input = try await Self.frames(PixelSize(width: 320, height: 192), rate: Ratio(25))
        var options = Self.options(.h264)
        options.ladder = .rungs(
            [96, 48].map { height in
                var rung = LadderRung()
                rung.height = height
                return rung
            })
        let (collector, _) = try await VideoEncodeTests.encode(input, options)
        let sizes = collector.tracks.compactMap { track in
            if case .codedVideo(let format) = track.format { format.size.height } else { nil }
        }
        #expect(sizes.sorted() == [48, 96] && collector.payloads.count == 100)
    }

    @Test(arguments: [(48_000, 1, 48_000, 2), (48_000, 2, 44_100, 2), (44_100, 6, 48_000, 2)])
    func audioIsConvertedToTheFirstFormat(formats: (Int, Int, Int, Int)) async throws {
        let first = try await AudioEncodeTests.audio(rate: formats.0, channels: formats.1, duration: .seconds(1))
        guard case .track(let track)? = first.first else { return }
        let second = try await AudioEncodeTests.audio(rate: formats.2, channels: formats.3, duration: .seconds(1))
        let rest = second.map { message -> Message<Frame> in
            switch message.renamed(track.id.rawValue) {
            case .payload(var frame):
                frame.presentationTicks += Int64(frame.timescale)
                return Message.payload(frame)
            case let other: return other
            }
        }
        let collector = try await AudioEncodeTests.encode(Array(first.dropLast()) + rest)
        #expect(collector.tracks.count == 1)
        guard case .codedAudio(let format)? = collector.tracks.first?.format else { return }
        #expect(format.sampleRate == formats.0 && format.channelCount == formats.1)
        let packets = collector.payloads
        for (packet, next) in zip(packets, packets.dropFirst()) {
            #expect(packet.decodeTicks + packet.duration == next.decodeTicks)
        }
        let end = packets.last.map { MediaTime(value: $0.decodeTicks + $0.duration, timescale: $0.timescale).seconds }
        #expect(abs((end ?? 0) - 2) < 0.05)
    }

    @Test func bitRateIsThatOfTheNewFrameRate() throws {
        let input = RawVideoFormat(
            pixelFormat: "I420", size: PixelSize(width: 320, height: 180), nominalFrameRate: Ratio(25))
        var faster = input
        faster.nominalFrameRate = Ratio(50)
        let track = Track(id: Track.ID(rawValue: 1), format: .rawVideo(faster), timescale: 90_000)
        var options = VideoEncodeOptions()
        options.bitRate = .kilobits(1000)
        let element = try VideoEncoderElement(options: options, input: input, pass: .only)
        #expect(element.bitRate(for: track)?.property == "bitrate" && element.bitRate(for: track)?.value == 500)
        options.rateControl = .quality
        #expect(try VideoEncoderElement(options: options, input: input, pass: .only).bitRate(for: track) == nil)
    }
}
