import ScriptedMedia
import AssetWriting
import Dispatch
import Media
import Synchronization
import Testing

/// The rules of the talk for encoding writers.
@Suite struct EncodingTests {
    private func writer(
        _ encoders: ScriptedEncoders = ScriptedEncoders(), interval: MediaTime = .seconds(6), start: MediaTime = .zero
    ) -> (AssetWriter, SegmentCollector) {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = interval
        writer.initialSegmentStartTime = start
        writer.encoderProvider = encoders
        let collector = SegmentCollector()
        collector.collect(from: writer)
        return (writer, collector)
    }

    @Test(arguments: [0, 5, 50])
    func theFrameThatReachesTheIntervalIsForcedToBeASyncSample(delay: Int) async throws {
        let (writer, collector) = writer(ScriptedEncoders(delay: delay), start: .seconds(10))
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        writer.add(input)
        try #require(writer.begin(at: .seconds(10)))
        for frame in ScriptedEncoders.frames(900, rate: 30, offset: 300) {
            #expect(input.append(frame))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let starts = collector.media.compactMap { $0.report?.trackReports[0].earliestPresentationTimeStamp }
        #expect(starts == [10, 16, 22, 28, 34].map { .seconds($0) })
    }

    @Test func encodingAllowsOneInputPerMediaType() async throws {
        let (writer, collector) = writer(interval: .seconds(2))
        let video = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        let audio = AssetWriterInput(mediaType: .audio, outputSettings: ScriptedEncoders.audioSettings)
        #expect(writer.add(video) && writer.add(audio))
        let second = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        #expect(!writer.canAdd(second) && !writer.add(second))
        #expect(writer.error?.message.contains("one input per media type") == true)
        #expect(writer.inputs.count == 2)
        try #require(writer.begin())
        let sound = ScriptedEncoders.frames(470, rate: 48000).map { frame in
            var frame = frame
            frame.presentationTicks *= 1024
            frame.duration = 1024
            return frame
        }
        async let pictures: Void = {
            for frame in ScriptedEncoders.frames(300, rate: 30) { try? await video.appendWhenReady(frame) }
            video.markAsFinished()
        }()
        for frame in sound { try await audio.appendWhenReady(frame) }
        audio.markAsFinished()
        await pictures
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(collector.media.count == 5)
        #expect(collector.media.allSatisfy { $0.report?.trackReports.map(\.mediaType) == [.video, .audio] })
    }

    /// All test targets are linked into one program, which contains codecs if the targets that need GStreamer are
    /// built.
    @Test(.enabled(if: LinkedCodecs.provider == nil)) func encodingWithoutCodecsFailsWhenWritingStarts() {
        let (writer, _) = writer()
        writer.encoderProvider = nil
        writer.add(AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings))
        #expect(!writer.startWriting())
        #expect(writer.status == .failed)
        #expect(writer.error?.message.contains("encoderProvider") == true)
    }

    @Test func unsupportedSettingsReportReason() {
        let failure = AssetWriterError(.encoding, "no encoder for this")
        let (writer, _) = writer(ScriptedEncoders(failure: failure))
        writer.add(AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings))
        #expect(!writer.startWriting())
        #expect(writer.error == failure)
    }

    @Test func samplesAndFramesGoToTheInputsTheyAreFor() throws {
        let (writer, _) = writer()
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        writer.add(input)
        try #require(writer.begin())
        #expect(!input.append(Script.video(frames: 1, rate: (30, 1), syncEvery: 1).samples[0]))
        #expect(writer.error?.code == .invalidState && writer.status == .writing)
        #expect(input.append(ScriptedEncoders.frames(1, rate: 30)[0]))
        let (passthrough, inputs, _) = Script.writer(for: [Script.video(frames: 1, rate: (30, 1), syncEvery: 1)])
        try #require(passthrough.begin())
        #expect(!inputs[0].append(ScriptedEncoders.frames(1, rate: 30)[0]))
    }

    @Test func lastOfMultiplePassesIsWritten() async throws {
        let (writer, collector) = writer(ScriptedEncoders(maximumPassCount: 2, furtherPasses: 1))
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        input.performsMultiPassEncodingIfSupported = true
        writer.add(input)
        #expect(!input.canPerformMultiplePasses && input.currentPassDescription == nil)
        try #require(writer.begin())
        #expect(input.canPerformMultiplePasses)
        let passes = Mutex<[AssetWriterInputPassDescription?]>([])
        let queue = DispatchQueue(label: "passes")
        await withCheckedContinuation { continuation in
            input.respondToEachPassDescription(on: queue) {
                let pass = input.currentPassDescription
                passes.withLock { $0.append(pass) }
                guard pass != nil else {
                    input.markAsFinished()
                    return continuation.resume()
                }
                let rest = Mutex(ScriptedEncoders.frames(180, rate: 30)[...])
                input.requestMediaDataWhenReady(on: queue) {
                    while input.isReadyForMoreMediaData {
                        guard let frame = rest.withLock({ $0.popFirst() }) else {
                            return input.markCurrentPassAsFinished()
                        }
                        input.append(frame)
                    }
                }
            }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let all = AssetWriterInputPassDescription.everything
        #expect(passes.withLock { $0 } == [all, all, nil])
        #expect(collector.media.count == 1)
        #expect(collector.media[0].data.suffix(180 * 4).allSatisfy { $0 == 2 })
    }

    @Test func markAsFinishedKeepsTheResultsOfThePassAtHand() async throws {
        let (writer, collector) = writer(ScriptedEncoders(maximumPassCount: 2, furtherPasses: 1))
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        input.performsMultiPassEncodingIfSupported = true
        writer.add(input)
        try #require(writer.begin())
        for frame in ScriptedEncoders.frames(180, rate: 30) { #expect(input.append(frame)) }
        #expect(collector.pieces.isEmpty)
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(collector.media[0].data.suffix(180 * 4).allSatisfy { $0 == 1 })
    }

    @Test func otherInputsWaitForEarlyPasses() throws {
        let (writer, _) = writer(ScriptedEncoders(maximumPassCount: 2, furtherPasses: 1))
        let video = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        video.performsMultiPassEncodingIfSupported = true
        let audio = AssetWriterInput(mediaType: .audio, outputSettings: ScriptedEncoders.audioSettings)
        writer.add(video)
        writer.add(audio)
        try #require(writer.begin())
        #expect(video.isReadyForMoreMediaData && !audio.isReadyForMoreMediaData)
        video.append(ScriptedEncoders.frames(1, rate: 30)[0])
        video.markCurrentPassAsFinished()
        #expect(video.isReadyForMoreMediaData && audio.isReadyForMoreMediaData)
    }

    @Test func withoutMultiplePassesThePassEndsAtOnce() throws {
        let (writer, _) = writer()
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        writer.add(input)
        try #require(writer.begin())
        #expect(!input.canPerformMultiplePasses)
        #expect(input.currentPassDescription == .everything)
        input.markCurrentPassAsFinished()
        #expect(input.currentPassDescription == nil)
    }

    @Test func multiplePassesExcludeRealTime() {
        let input = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        input.expectsMediaDataInRealTime = true
        input.performsMultiPassEncodingIfSupported = true
        #expect(input.configurationError?.message.contains("exclude each other") == true)
        #expect(!input.performsMultiPassEncodingIfSupported)

        let (writer, _) = writer()
        let video = AssetWriterInput(mediaType: .video, outputSettings: ScriptedEncoders.videoSettings)
        video.performsMultiPassEncodingIfSupported = true
        let audio = AssetWriterInput(mediaType: .audio, outputSettings: ScriptedEncoders.audioSettings)
        audio.expectsMediaDataInRealTime = true
        writer.add(video)
        writer.add(audio)
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("real time") == true)
    }
}

extension AssetWriterInputPassDescription {
    static var everything: AssetWriterInputPassDescription {
        AssetWriterInputPassDescription(
            sourceTimeRanges: [MediaTimeRange(start: .zero, duration: .indefinite)])
    }
}
