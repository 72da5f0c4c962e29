import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages

/// Decoding of samples: times, formats, ends and damage.
@Suite struct DecodeStagesTests {
    static func decodedVideo(
        _ messages: [Message<Sample>], reports: Reports = Reports()
    ) async throws -> Collector<Frame> {
        let collector = Collector<Frame>()
        try await VideoDecode(options: VideoDecode.Options()).run(
            input: QueuedInlet(messages), output: collector, context: .alone(reports: reports))
        return collector
    }

    static func decodedAudio(_ messages: [Message<Sample>]) async throws -> Collector<Frame> {
        let collector = Collector<Frame>()
        try await AudioDecode(options: AudioDecode.Options()).run(
            input: QueuedInlet(messages), output: collector, context: .alone())
        return collector
    }

    static func coded(
        _ frames: [Message<Frame>], _ codec: VideoEncodeOptions.Codec = .h264
    ) async throws -> [Message<Sample>] {
        var options = VideoEncodeOptions()
        (options.codec, options.preset) = (codec, .ultrafast)
        if codec == .h264 { options.bFrames = 2 }
        if codec == .av1 { options.maxKeyframeDistance = .seconds(1) }
        let collector = Collector<Sample>()
        try await VideoEncode(options: options).run(
            input: QueuedInlet(frames), output: collector, context: .alone())
        return collector.messages
    }

    @Test(arguments: [VideoEncodeOptions.Codec.h264, .hevc, .av1, .prores, .jpeg])
    func framesHaveTheTimesOfTheirSamples(codec: VideoEncodeOptions.Codec) async throws {
        let frames = try await testFrames(rate: codec == .av1 ? Ratio(25) : Ratio(30_000, 1001), duration: .seconds(2))
        let samples = try await Self.coded(frames, codec)
        let decoded = try await Self.decodedVideo(samples)
        #expect(decoded.payloads.map(\.presentationTime) == frames.compactMap(\.payload).map(\.presentationTime))
        #expect(decoded.payloads.map(\.duration) == frames.compactMap(\.payload).map(\.duration))
        #expect(decoded.tracks.count == 1 && decoded.endedTracks == decoded.tracks.map(\.id))
    }

    @Test(arguments: [AudioEncode.Codec.aac, .opus, .flac, .ac3, .alac, .pcm])
    func audioStartsAtZeroAndEndsWithItsLastSample(codec: AudioEncode.Codec) async throws {
        var options = AudioEncode.Options()
        options.codec = codec
        let encoded = Collector<Sample>()
        try await AudioEncode(options: options).run(
            input: QueuedInlet(try await AudioEncodeTests.audio(rate: 48_000, duration: .seconds(2))), output: encoded,
            context: .alone())
        let last = try #require(encoded.payloads.last)
        let decoded = try await Self.decodedAudio(encoded.messages)
        let ends = decoded.payloads.map { $0.presentationTicks + $0.duration }
        #expect(decoded.payloads.map(\.presentationTicks) == [0] + ends.dropLast())
        let end = last.presentationTime + MediaTime(value: last.duration, timescale: last.timescale)
        #expect(ends.last == end.ticks(at: 48_000))
    }

    @Test func anotherFormatContinuesTheTrack() async throws {
        let small = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(1)))
        let large = try await Self.coded(
            try await testFrames(rate: Ratio(25), duration: .seconds(1), size: PixelSize(width: 320, height: 192)))
        let id = try #require(small.firstTrack).id
        let rest = large.map { $0.renamed(id.rawValue).later(by: .seconds(1)) }
        let decoded = try await Self.decodedVideo(small.dropLast() + rest)
        #expect(Set(decoded.tracks.map(\.id)).count == 1)
        let sizes = decoded.tracks.map(\.format).map { format in
            if case .rawVideo(let video) = format { video.size.width } else { 0 }
        }
        #expect(sizes == [160, 320])
        #expect(decoded.payloads.map { $0.presentationTime.ticks(at: 25) } == (0..<50).map { Int64($0) })
    }

    /// The samples are those of an elementary stream: the description does not announce the second size.
    @Test func parameterSetsInSamplesChangeTheFormat() async throws {
        let small = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(1)))
        let large = try await Self.coded(
            try await testFrames(rate: Ratio(25), duration: .seconds(1), size: PixelSize(width: 320, height: 192)))
        var track = try #require(small.firstTrack)
        let other = try #require(large.firstTrack)
        let rest = try large.compactMap { message -> Message<Sample>? in
            guard case .payload(var sample) = message else { return nil }
            if sample.isSync { sample.bytes = try sample.bytes.prefixed(by: other) }
            return Message.payload(sample).renamed(track.id.rawValue).later(by: .seconds(1))
        }
        guard case .codedVideo(var format) = track.format, case .avc(let record) = format.configuration else {
            Issue.record("the track is no H.264")
            return
        }
        format.configuration = .boxed("avc3", "avcC", record.bytes)
        track.format = .codedVideo(format)
        let decoded = try await Self.decodedVideo(
            [.track(track)] + small.filter(\.isPayload) + rest + [.end(track.id)])
        let sizes = decoded.tracks.map(\.format).map { format in
            if case .rawVideo(let video) = format { video.size.width } else { 0 }
        }
        #expect(sizes == [160, 320])
        #expect(decoded.payloads.map { $0.presentationTime.ticks(at: 25) } == (0..<50).map { Int64($0) })
    }

    @Test func editsAreExactToTheFrame() async throws {
        var samples = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(2)))
        var track = try #require(samples.firstTrack)
        track.presentationEnd = .seconds(1)
        samples[0] = .track(track)
        let edited = samples.map { $0.later(by: .milliseconds(-400)) }
        let decoded = try await Self.decodedVideo(edited)
        #expect(decoded.payloads.map { $0.presentationTime.ticks(at: 25) } == (0..<25).map { Int64($0) })
    }

    @Test(arguments: [VideoEncodeOptions.Codec.h264, .hevc, .jpeg])
    func samplesWithEqualTimesKeepTheirFrames(codec: VideoEncodeOptions.Codec) async throws {
        let samples = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(2)), codec)
        let changed = samples.map { message -> Message<Sample> in
            guard case .payload(var sample) = message else { return message }
            let frame = sample.presentationTime.ticks(at: 25)
            guard frame % 10 == 5 else { return message }
            sample.presentationOffset -= sample.duration
            return .payload(sample)
        }
        let reports = Reports()
        let decoded = try await Self.decodedVideo(changed, reports: reports)
        #expect(decoded.payloads.count == 50)
        #expect(reports.problems == [])
        for (frame, next) in zip(decoded.payloads, decoded.payloads.dropFirst()) {
            #expect(frame.presentationTicks + frame.duration == next.presentationTicks && frame.duration > 0)
        }
    }

    @Test func displayMatrixTurnsFrames() async throws {
        var samples = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .milliseconds(400)))
        var track = try #require(samples.firstTrack)
        guard case .codedVideo(var format) = track.format else { return }
        format.displayMatrix = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x4000_0000]
        track.format = .codedVideo(format)
        samples[0] = .track(track)
        let decoded = try await Self.decodedVideo(samples)
        guard case .rawVideo(let video)? = decoded.tracks.first?.format else {
            Issue.record("no video")
            return
        }
        #expect(video.size == PixelSize(width: 96, height: 160))
        #expect(decoded.payloads.count == 10)
    }

    @Test func gapsRestartTheDecoder() async throws {
        let part = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(1)))
        let id = try #require(part.firstTrack).id
        let rest = part.filter(\.isPayload).map { $0.later(by: .seconds(5)) }
        let decoded = try await Self.decodedVideo(part.dropLast() + [.gap(id, until: .seconds(5))] + rest + [.end(id)])
        #expect(decoded.payloads.count == 50)
        #expect(decoded.messages.contains { if case .gap(_, let until) = $0 { until == .seconds(5) } else { false } })
        #expect(decoded.payloads[25].presentationTime == .seconds(5))
    }

    @Test func damageIsCountedAndTheRestIsDecoded() async throws {
        var samples = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(2)))
        let index = 30
        guard case .payload(var sample) = samples[index] else { return }
        sample.bytes = ByteSlice(copying: [UInt8](repeating: 0xff, count: sample.bytes.count))
        samples[index] = .payload(sample)
        let reports = Reports()
        let decoded = try await Self.decodedVideo(samples, reports: reports)
        #expect(decoded.payloads.count >= 45)
        #expect(reports.problems.contains { $0.code == "damaged-media" && $0.severity == .error })
    }

    /// Machines that test have no hardware decoders; elsewhere their frames have the same times.
    @Test(arguments: [VideoDecoderChoice.va, .v4l2], [VideoEncodeOptions.Codec.h264, .hevc, .av1])
    func softwareReplacesMissingHardware(decoder: VideoDecoderChoice, codec: VideoEncodeOptions.Codec) async throws {
        let samples = try await Self.coded(try await testFrames(rate: Ratio(25), duration: .seconds(1)), codec)
        var options = VideoDecode.Options()
        options.decoder = decoder
        let (collector, reports) = (Collector<Frame>(), Reports())
        try await VideoDecode(options: options).run(
            input: QueuedInlet(samples), output: collector, context: .alone(reports: reports))
        #expect(collector.payloads.map { $0.presentationTime.ticks(at: 25) } == (0..<25).map { Int64($0) })
        let hasHardware = try ["vah264dec", "v4l2h264dec", "v4l2slh264dec"].contains { try GStreamerLibrary.has($0) }
        if !hasHardware { #expect(reports.problems.map(\.code) == ["software-decoder"]) }
    }

    /// Elements that fail while they decode stand for hardware.
    @Test(arguments: [
        "h264parse ! avdec_h264 ! identity error-after=1", "h264parse ! avdec_h264 ! identity error-after=20",
        "h264parse ! avdec_h264 ! identity error-after=49", "identity error-after=2 ! h264parse ! avdec_h264",
        "identity error-after=33 ! h264parse ! avdec_h264",
        // Fails before it starts.
        "h264parse ! capsfilter caps=video/x-h265 ! avdec_h265",
    ])
    func softwareContinuesWhereHardwareFails(elements: String) async throws {
        var options = VideoEncodeOptions()
        (options.preset, options.bFrames, options.maxKeyframeDistance) = (.ultrafast, 2, .milliseconds(400))
        let coded = Collector<Sample>()
        try await VideoEncode(options: options).run(
            input: QueuedInlet(try await testFrames(rate: Ratio(25), duration: .seconds(2))), output: coded,
            context: .alone())
        let whole = try await Self.decodedVideo(coded.messages)
        let (collector, reports, starts) = (Collector<Frame>(), Reports(), Counter())
        // The second format must not start the hardware again.
        let track = try #require(coded.messages.firstTrack)
        var other = track
        other.timescale = track.timescale * 2
        let rest = coded.messages.filter(\.isPayload).map { message -> Message<Sample> in
            guard case .payload(let sample) = message.later(by: .seconds(2)) else { return message }
            return .payload(sample)
        }
        try await DecoderOptions().decode(
            QueuedInlet(coded.messages.dropLast() + [.track(other)] + rest + [.end(track.id)]), collector,
            .alone(reports: reports), by: .va
        ) { _, _ in
            starts.add(1)
            return elements
        }
        #expect(collector.payloads.map { $0.presentationTime.ticks(at: 25) } == (0..<100).map { Int64($0) })
        #expect(collector.payloads.prefix(50).map(\.duration) == whole.payloads.map(\.duration))
        #expect(reports.problems.map(\.code) == ["software-decoder"], "\(reports.problems)")
        #expect(reports.problems.first?.message.contains("software decodes the rest") == true)
        #expect(starts.current == 1 && Set(collector.tracks.map(\.id)).count == 1)
    }

    @Test func codecsWithoutADecoderAreNamed() async throws {
        let format = CodedVideoFormat(
            configuration: .boxed("xxxx", "xxxC", [1]), size: PixelSize(width: 16, height: 16))
        let track = Track(id: Track.ID(rawValue: 1), format: .codedVideo(format), timescale: 25)
        await #expect { _ = try await Self.decodedVideo([.track(track), .end(track.id)]) } throws: { error in
            (error as? StageError)?.message.contains("no decoder is known for 'xxxx'") == true
        }
    }
}

extension [Message<Sample>] {
    fileprivate var firstTrack: Track? {
        lazy.compactMap { if case .track(let track) = $0 { track } else { nil } }.first
    }
}

extension Message<Sample> {
    /// The message with times that are later by `offset`.
    fileprivate func later(by offset: MediaTime) -> Message {
        if case .payload(let sample) = self { .payload(sample.shifted(by: offset)) } else { self }
    }
}

extension ByteSlice {
    /// The sample with the parameter sets of a track before its slices.
    fileprivate func prefixed(by track: Track) throws -> ByteSlice {
        guard case .codedVideo(let format) = track.format, case .avc(let record) = format.configuration else {
            throw StageError(.unsupportedMedia, "no H.264")
        }
        var bytes: [UInt8] = []
        let sets = try record.parse()
        for unit in sets.sequenceParameterSets + sets.pictureParameterSets {
            bytes += [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 255)] + unit
        }
        return ByteSlice(copying: bytes + withUnsafeBytes { Array($0) })
    }
}
