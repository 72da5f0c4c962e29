import Media
import StageKit
import Testing

@testable import GStreamerStages

/// Tracks whose source is lost or changes its format, through real encoders.
@Suite struct EncoderGapTests {
    /// Returns a word per message, with runs of samples as one word; `I` marks a run that starts with a sync sample.
    static func words(_ messages: [Message<Sample>]) -> [String] {
        var words: [String] = []
        for message in messages {
            switch message {
            case .track(let track):
                guard case .codedVideo(let format) = track.format else {
                    words.append("track")
                    continue
                }
                words.append("track \(format.size.width)")
            case .payload(let sample):
                if words.last?.hasPrefix("samples") != true { words.append(sample.isSync ? "samples I" : "samples P") }
            case .gap(_, let until): words.append("gap \(until.decimal(places: 1))")
            case .end: words.append("end")
            }
        }
        return words
    }

    static func frames(_ from: Int64, size: PixelSize = PixelSize(width: 64, height: 48)) -> [Message<Frame>] {
        GStreamerStagesTests.frames(at: (0..<45).map { from * 90_000 + $0 * 3000 }, size: size).dropLast()
    }

    static let id = Track.ID(rawValue: 900)

    @Test(arguments: [0, 3]) func gapDrainsEncoderAndStartsNewOne(bFrames: Int) async throws {
        var options = VideoEncodeOptions()
        options.bFrames = bFrames
        let messages: [Message<Frame>] =
            Self.frames(0) + [.gap(Self.id, until: .seconds(2)), .gap(Self.id, until: .seconds(3))]
            + Self.frames(4).dropFirst() + [.end(Self.id)]
        let (collector, problems) = try await VideoEncodeTests.encode(messages, options)
        #expect(problems == [])
        #expect(
            Self.words(collector.messages) == [
                "track 64", "samples I", "gap 2.0", "gap 3.0", "track 64", "samples I", "end",
            ])
        #expect(Set(collector.tracks).count == 1)
        let expected: [Int64] = (0..<45).map { Int64($0) * 3000 }
        let ticks = collector.payloads.map(\.presentationTicks).sorted()
        #expect(ticks == expected + expected.map { $0 + 360_000 })
    }

    @Test func sizeChangeStartsNewEncoder() async throws {
        let messages: [Message<Frame>] =
            Self.frames(0) + Self.frames(2, size: PixelSize(width: 128, height: 96)) + [.end(Self.id)]
        var options = VideoEncodeOptions()
        options.onFormatChange = .period
        let (collector, problems) = try await VideoEncodeTests.encode(messages, options)
        #expect(problems == [])
        #expect(Self.words(collector.messages) == ["track 64", "samples I", "track 128", "samples I", "end"])
        #expect(Set(collector.tracks.map(\.id)).count == 1)
        #expect(collector.payloads.count == 90)
    }

    @Test func configuredSizeIsKeptForAnyInput() async throws {
        var options = VideoEncodeOptions()
        options.size = PixelSize(width: 96, height: 64)
        let messages: [Message<Frame>] =
            Self.frames(0) + [.gap(Self.id, until: .seconds(2))]
            + Self.frames(2, size: PixelSize(width: 128, height: 96)) + [.end(Self.id)]
        let (collector, _) = try await VideoEncodeTests.encode(messages, options)
        #expect(Set(collector.tracks.map(\.format)).count == 1)
    }

    @Test func audioContinuesAfterGap() async throws {
        let first = try await AudioEncodeTests.audio(rate: 48_000, duration: .seconds(1))
        let messages: [Message<Frame>] =
            first.dropLast().map { $0 } + [.gap(trackID(first), until: .seconds(3))]
            + first.dropFirst().dropLast().map { $0.later(by: .seconds(3)) } + [first[first.count - 1]]
        let collector = try await AudioEncodeTests.encode(messages)
        #expect(Self.words(collector.messages) == ["track", "samples I", "gap 3.0", "track", "samples I", "end"])
        let second = collector.payloads.filter { $0.decodeTicks > 100_000 }
        let expected: Int64 = 3 * 48_000 - 1024
        #expect(second.first?.decodeTicks == expected)
    }

    private func trackID(_ messages: [Message<Frame>]) -> Track.ID {
        for case .track(let track) in messages { return track.id }
        return Self.id
    }
}

extension Message where Content == Frame {
    fileprivate func later(by time: MediaTime) -> Self {
        guard case .payload(let frame) = self else { return self }
        return .payload(frame.shifted(by: time))
    }
}
