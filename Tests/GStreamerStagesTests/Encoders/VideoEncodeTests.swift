import Media
import StageKit
import Synchronization
import Testing

@testable import GStreamerStages

@Suite struct VideoEncodeTests {
    struct Setting: CustomTestStringConvertible, Sendable {
        var encoder = VideoEncodeOptions.Encoder.x264
        var preset = VideoEncodeOptions.Preset.veryfast
        var tune = VideoEncodeOptions.Tune.none
        var bFrames = 0
        var rateControl = VideoEncodeOptions.RateControl.constrained
        var testDescription: String { "\(encoder) \(preset) \(tune) b\(bFrames) \(rateControl)" }

        var options: VideoEncodeOptions {
            var options = VideoEncodeOptions()
            (options.encoder, options.preset, options.tune) = (encoder, preset, tune)
            (options.bFrames, options.rateControl) = (bFrames, rateControl)
            return options
        }
    }

    static let settings = [
        Setting(), Setting(preset: .medium, bFrames: 3), Setting(preset: .ultrafast),
        Setting(tune: .zerolatency), Setting(bFrames: 2, rateControl: .quality),
        Setting(rateControl: .average), Setting(encoder: .openh264),
    ]

    /// Runs the stage with these messages.
    static func encode(
        _ messages: [Message<Frame>], _ options: VideoEncodeOptions
    ) async throws -> (collector: Collector<Sample>, problems: [Problem]) {
        let collector = Collector<Sample>()
        let reports = Reports()
        try await VideoEncode(options: options).run(
            input: QueuedInlet(messages), output: collector, context: .alone(reports: reports))
        return (collector, reports.problems)
    }

    @Test(arguments: TestPatternTests.rates, settings)
    func exactlyTheMarkedFramesAreSyncSamples(rate: Ratio, setting: Setting) async throws {
        let input = marked(try await testFrames(rate: rate, duration: .seconds(5)), every: .seconds(1))
        let (collector, problems) = try await Self.encode(input, setting.options)
        let samples = collector.payloads
        #expect(problems == [])
        #expect(samples.filter(\.isSync).map(\.presentationTicks) == markedTicks(input))
        #expect(samples.count == input.count - 2)
        let step = try #require(samples.first).duration
        #expect(samples.map(\.presentationTicks).sorted() == samples.indices.map { Int64($0) * step })
        for (sample, next) in zip(samples, samples.dropFirst()) {
            #expect(sample.decodeTicks + sample.duration == next.decodeTicks)
            #expect(sample.duration == step)
        }
        #expect(samples.allSatisfy { $0.presentationOffset >= 0 })
        #expect(collector.endedTracks == collector.tracks.map(\.id))
    }

    @Test(arguments: [0, 3]) func hevcHasRequestedSyncSamples(bFrames: Int) async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(4)), every: .seconds(1))
        var options = VideoEncodeOptions()
        (options.codec, options.preset, options.bFrames, options.lookahead) = (.hevc, .ultrafast, bFrames, 5)
        let (collector, problems) = try await Self.encode(input, options)
        #expect(problems == [])
        #expect(collector.payloads.filter(\.isSync).map(\.presentationTicks) == markedTicks(input))
        #expect(collector.payloads.count == 120)
        guard case .codedVideo(let format)? = collector.tracks.first?.format else { return }
        #expect(format.configuration.codecString.hasPrefix("hvc1.1.6.L"))
    }

    @Test func av1HasSyncSamplesAtItsFixedDistance() async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(4)), every: .seconds(1))
        var options = VideoEncodeOptions()
        (options.codec, options.preset, options.maxKeyframeDistance) = (.av1, .ultrafast, .seconds(1))
        let (collector, problems) = try await Self.encode(input, options)
        #expect(problems == [])
        #expect(collector.payloads.filter(\.isSync).map(\.presentationTicks) == markedTicks(input))
        let first = try #require(collector.payloads.first).bytes.bytes
        #expect(first[0] >> 3 & 0xf == 1, "no temporal delimiter, the sequence header comes first")
    }

    /// SVT-AV1 is included in Debian 13 but not in Debian 12.
    @Test(.enabled("svtav1enc is not installed") { try GStreamerLibrary.has("svtav1enc") }, arguments: [true, false])
    func svtav1HasSyncSamplesAtItsFixedDistance(isAverage: Bool) async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(4)), every: .seconds(1))
        var options = VideoEncodeOptions()
        (options.codec, options.preset, options.maxKeyframeDistance) = (.av1, .ultrafast, .seconds(1))
        (options.encoder, options.rateControl) = (.svtav1, isAverage ? .average : .quality)
        let (collector, problems) = try await Self.encode(input, options)
        #expect(problems == [])
        #expect(collector.payloads.count == 120)
        #expect(collector.payloads.filter(\.isSync).map(\.presentationTicks) == markedTicks(input))
    }

    @Test(.enabled("svtav1enc is not installed") { try GStreamerLibrary.has("svtav1enc") })
    func settingsUnsupportedBySVTAV1UseLibaom() throws {
        var options = VideoEncodeOptions()
        (options.codec, options.rateControl, options.maxKeyframeDistance) = (.av1, .average, .seconds(1))
        let small = PixelSize(width: 64, height: 48)
        let large = PixelSize(width: 320, height: 180)
        #expect(try VideoEncoderTable.choose(options, for: large).encoder == .svtav1)
        #expect(try VideoEncoderTable.choose(options, for: small).encoder == .av1)
        options.rateControl = .constrained
        #expect(try VideoEncoderTable.choose(options, for: large).encoder == .av1)
        (options.rateControl, options.tune) = (.average, .zerolatency)
        #expect(try VideoEncoderTable.choose(options, for: large).encoder == .av1)
        (options.encoder, options.tune) = (.svtav1, .none)
        #expect { try VideoEncoderTable.choose(options, for: small) } throws: { "\($0)".contains("64x48") }
    }

    @Test func rateControlThatSVTAV1DoesNotHaveIsRefusedBeforeTheRun() {
        var options = VideoEncodeOptions()
        (options.codec, options.encoder, options.maxKeyframeDistance) = (.av1, .svtav1, .seconds(1))
        #expect { try VideoEncode(options: options) } throws: { "\($0)".contains("rate-control constrained") }
        options.rateControl = .average
        #expect(throws: Never.self) { try VideoEncode(options: options) }
        options.tune = .zerolatency
        #expect { try VideoEncode(options: options) } throws: { "\($0)".contains("zerolatency") }
    }

    @Test func av1WithImpossibleKeyframeDistanceIsRejected() async throws {
        var options = VideoEncodeOptions()
        options.codec = .av1
        #expect(throws: StageError.self) { try VideoEncode(options: options) }
        options.maxKeyframeDistance = .seconds(1)
        let error = await #expect(throws: StageError.self) {
            try await Self.encode(frames(at: (0..<30).map { Int64($0) * 3000 }), options)
        }
        #expect(error?.message.contains("frame rate") == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            (.hevc, .x264, nil), (.h264, .x265, nil), (.hevc, .auto, .high), (.h264, .auto, .main10),
        ] as [(VideoEncodeOptions.Codec, VideoEncodeOptions.Encoder, VideoEncodeOptions.Profile?)])
    func incompatibleOptionsAreRejectedBeforeRun(
        codec: VideoEncodeOptions.Codec, encoder: VideoEncodeOptions.Encoder, profile: VideoEncodeOptions.Profile?
    ) {
        var options = VideoEncodeOptions()
        (options.codec, options.encoder, options.profile) = (codec, encoder, profile)
        #expect(throws: StageError.self) { try VideoEncode(options: options) }
    }

    @Test func missingHardwareEncoderReportsPackage() async throws {
        var options = VideoEncodeOptions()
        options.encoder = .vaapi
        guard try !GStreamerLibrary.has("vaapih264enc") else { return }
        let error = await #expect(throws: StageError.self) {
            try await Self.encode(frames(at: [0, 3000]), options)
        }
        #expect(error?.message.contains("gstreamer1.0-vaapi") == true)
    }

    @Test(arguments: [0, 2]) func variableFrameRatesKeepTheirTimes(bFrames: Int) async throws {
        var times: [Int64] = []
        var time: Int64 = 4500
        for index in 0..<240 {
            times.append(time)
            time += [1501, 3003, 3000, 7507, 45_000, 1999][index % 6]
        }
        let input = marked(frames(at: times), every: .seconds(2))
        var options = VideoEncodeOptions()
        options.bFrames = bFrames
        let (collector, problems) = try await Self.encode(input, options)
        let samples = collector.payloads
        #expect(problems == [])
        #expect(samples.map(\.presentationTicks).sorted() == times)
        #expect(samples.filter(\.isSync).map(\.presentationTicks) == markedTicks(input))
        for (sample, next) in zip(samples, samples.dropFirst()) {
            #expect(sample.decodeTicks + sample.duration == next.decodeTicks)
        }
    }

    @Test func negativeTimesArePreserved() async throws {
        let times = (0..<60).map { Int64($0 * 3000 - 9000) }
        let (collector, _) = try await Self.encode(frames(at: times), VideoEncodeOptions())
        #expect(collector.payloads.map(\.presentationTicks) == times)
    }

    @Test func trackDescribesEncoderOutput() async throws {
        let input = try await testFrames(
            rate: Ratio(30000, 1001), duration: .seconds(1), size: PixelSize(width: 320, height: 180))
        var options = VideoEncodeOptions()
        options.profile = .main
        let (collector, _) = try await Self.encode(input, options)
        let track = try #require(collector.tracks.first)
        guard case .codedVideo(let format) = track.format, case .avc(let record) = format.configuration else {
            Issue.record("not H.264: \(track.format)")
            return
        }
        #expect(record.bytes[1] == 77)
        #expect(format.size == PixelSize(width: 320, height: 180))
        #expect(format.colour == .bt709)
        #expect(format.nominalFrameRate == Ratio(30000, 1001))
        #expect(track.timescale == 30_000)
        #expect(track.nominalBitRate == 3_000_000)
        let first = try #require(collector.payloads.first).bytes.bytes
        #expect([6, 5].contains(first[4] & 0x1f), "parameter sets are only in the configuration record")
    }

    @Test func framesAreScaledOnRequest() async throws {
        var options = VideoEncodeOptions()
        options.size = PixelSize(width: 128, height: 72)
        let (collector, _) = try await Self.encode(
            try await testFrames(rate: Ratio(30), duration: .seconds(1)), options)
        guard case .codedVideo(let format)? = collector.tracks.first?.format else {
            Issue.record("no coded video")
            return
        }
        #expect(format.size == PixelSize(width: 128, height: 72))
    }

    @Test func aFormatChangeIsAnnouncedAgain() async throws {
        let small = frames(at: (0..<30).map { Int64($0) * 3000 })
        let large = frames(at: (30..<60).map { Int64($0) * 3000 }, size: PixelSize(width: 128, height: 96))
        var options = VideoEncodeOptions()
        options.onFormatChange = .period
        let (collector, _) = try await Self.encode(Array(small.dropLast()) + large, options)
        let sizes = collector.tracks.map { track -> PixelSize? in
            guard case .codedVideo(let format) = track.format else { return nil }
            return format.size
        }
        #expect(sizes == [PixelSize(width: 64, height: 48), PixelSize(width: 128, height: 96)])
        #expect(collector.payloads.count == 60)
        #expect(collector.payloads[30].isSync)
    }

    /// Requests follow each other while the encoder looks ahead.
    @Test func everyMarkedFrameIsSyncHoweverFarTheEncoderLooksAhead() async throws {
        let input = marked(
            try await testFrames(rate: Ratio(30), duration: .seconds(4)), every: .milliseconds(100))
        for encoder in [VideoEncodeOptions.Encoder.x264, .x265] {
            var options = VideoEncodeOptions()
            (options.lookahead, options.encoder, options.bFrames) = (40, encoder, 2)
            if encoder == .x265 { options.codec = .hevc }
            let (collector, problems) = try await Self.encode(input, options)
            let synced = Set(collector.payloads.filter(\.isSync).map(\.presentationTicks))
            #expect(markedTicks(input).filter { !synced.contains($0) } == [])
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test func aBoundaryThatTheEncoderMissesIsReported() {
        let problems = Mutex<[Problem]>([])
        let keyframes = ForcedKeyframes { problem in problems.withLock { $0.append(problem) } }
        let input = frames(at: [0, 3000, 6000]).compactMap { message -> Frame? in
            guard case .payload(var frame) = message else { return nil }
            frame.mustBeSync = true
            return frame
        }
        #expect(input.map { keyframes.mustForce($0) } == [false, true, true])
        keyframes.handleSample(3000, timescale: 90_000, isSync: false)
        #expect(problems.withLock { $0.map(\.code) } == ["boundary-without-sync"])
        keyframes.end(timescale: 90_000)
        #expect(problems.withLock { $0.map(\.severity) } == [.error, .error])
    }

    @Test func downstreamRequestForcesNextFrame() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(4))
        var options = VideoEncodeOptions()
        options.tune = .zerolatency
        let collector = Collector<Sample>()
        let stage = try VideoEncode(options: options)
        let inlet = RequestingInlet(input, after: 60) { collector.request(.keyframe(at: .seconds(3))) }
        try await stage.run(input: inlet, output: collector, context: .alone())
        #expect(collector.payloads.filter(\.isSync).map(\.presentationTicks) == [0, 90_000])
    }

    @Test func encoderStopsWithoutConsumer() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(20))
        let inlet = QueuedInlet(input, batch: 4)
        let collector = Collector<Sample>(limit: 10)
        try await VideoEncode(options: VideoEncodeOptions()).run(input: inlet, output: collector, context: .alone())
        #expect(collector.payloads.count == 10)
        #expect(try await inlet.receive() != nil, "the rest of the input is not consumed")
    }

    @Test func aTrackWithoutFramesEndsQuietly() async throws {
        let messages = try await testFrames(rate: Ratio(30), duration: .seconds(1)).filter { message in
            if case .payload = message { return false }
            return true
        }
        let (collector, problems) = try await Self.encode(messages, VideoEncodeOptions())
        #expect(collector.payloads.isEmpty && problems.isEmpty)
    }

    @Test func aCancelledEncoderEnds() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(1))
        let inlet = Channel<Frame>(capacity: 100)
        for message in input.dropLast() { _ = inlet.offer(message) }
        let task = Task {
            try await VideoEncode(options: VideoEncodeOptions()).run(
                input: CancellableInlet(inlet), output: Collector(), context: .alone())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func oddFrameSizesAreRejected() async {
        let odd = frames(at: [0, 3000], size: PixelSize(width: 63, height: 48))
        await #expect(throws: StageError.self) { try await Self.encode(odd, VideoEncodeOptions()) }
    }

    @Test func twoTracksGetAnEncoderEach() async throws {
        let first = try await testFrames(rate: Ratio(30), duration: .seconds(1))
        let second = frames(at: (0..<20).map { Int64($0) * 3000 })
        let (collector, _) = try await Self.encode(first + second, VideoEncodeOptions())
        #expect(Set(collector.tracks.map(\.id)).count == 2)
        #expect(collector.tracks.map { collector.payloads(of: $0.id).count }.sorted() == [20, 30])
    }

    @Test func contradictingOptionsAreRefused() {
        var options = VideoEncodeOptions()
        (options.profile, options.bFrames) = (.baseline, 2)
        #expect(throws: StageError.self) { try VideoEncode(options: options) }
    }
}

/// Returns one message at a time and calls `action` before one of them.
final class RequestingInlet: Inlet {
    private let inlet: QueuedInlet<Frame>
    private let counter = Counter()
    private let index: Int
    private let action: @Sendable () -> Void

    init(_ messages: [Message<Frame>], after index: Int, action: @escaping @Sendable () -> Void) {
        inlet = QueuedInlet(messages, batch: 1)
        self.index = index
        self.action = action
    }

    func receive() async throws -> [Message<Frame>]? {
        if counter.next() == index { action() }
        return try await inlet.receive()
    }
    func request(_ request: UpstreamRequest) {}
}

/// An inlet that throws when its task is cancelled, like the inlets of a run.
final class CancellableInlet: Inlet {
    private let inlet: Channel<Frame>
    init(_ inlet: Channel<Frame>) { self.inlet = inlet }

    func receive() async throws -> [Message<Frame>]? {
        try Task.checkCancellation()
        return try await inlet.receive()
    }
    func request(_ request: UpstreamRequest) {}
}
