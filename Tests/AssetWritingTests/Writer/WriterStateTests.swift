import ScriptedMedia
import AssetWriting
import Media
import Testing

/// Calls in the wrong state are rejected with a reason, without a crash.
@Suite struct WriterStateTests {
    private let video = Script.video(frames: 90, rate: (30, 1), syncEvery: 10)

    @Test func appendingBeforeStartIsRefused() {
        let (writer, inputs, _) = Script.writer(for: [video])
        #expect(!inputs[0].append(video.samples[0]))
        #expect(writer.status == .unknown)
        #expect(writer.error?.code == .invalidState)
        #expect(writer.begin())
        #expect(writer.error == nil)
        #expect(inputs[0].append(video.samples[0]))
    }

    @Test func appendingBeforeTheSessionIsRefused() {
        let (writer, inputs, _) = Script.writer(for: [video])
        #expect(writer.startWriting())
        #expect(!inputs[0].append(video.samples[0]))
        #expect(writer.status == .writing)
        #expect(writer.error?.message.contains("startSession") == true)
    }

    @Test func appendingAfterFinishIsRefused() async throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(!inputs[0].append(video.samples[1]))
        #expect(writer.status == .completed)
        #expect(writer.error?.code == .invalidState)
    }

    @Test func appendingToAFinishedInputIsRefused() throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        inputs[0].markAsFinished()
        #expect(!inputs[0].isReadyForMoreMediaData)
        #expect(!inputs[0].append(video.samples[1]))
        #expect(writer.status == .writing)
    }

    @Test func timestampsOutOfOrderFailTheWriter() throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        for index in [0, 1, 2, 3, 4] { inputs[0].append(video.samples[index]) }
        #expect(!inputs[0].append(video.samples[2]))
        #expect(writer.status == .failed)
        #expect(writer.error?.code == .badTimestamps)
        #expect(!inputs[0].append(video.samples[5]))
        #expect(writer.error?.code == .badTimestamps)
    }

    @Test func unattachedInputRejectsAppends() {
        let input = AssetWriterInput(passingThrough: video.track)
        #expect(!input.append(video.samples[0]))
        #expect(!input.isReadyForMoreMediaData)
        input.markAsFinished()
        input.markCurrentPassAsFinished()
    }

    @Test func secondStartIsRejected() {
        let (writer, inputs, _) = Script.writer(for: [video])
        #expect(writer.begin())
        #expect(!writer.startWriting())
        #expect(writer.status == .writing)
        writer.startSession(atSourceTime: .seconds(3))
        #expect(writer.error?.code == .invalidState)
        #expect(inputs[0].append(video.samples[0]))
    }

    @Test func propertiesSetAfterStartAreRefused() {
        let (writer, inputs, _) = Script.writer(for: [video])
        #expect(writer.begin())
        writer.movieTimeScale = 600
        #expect(writer.movieTimeScale == 0)
        #expect(writer.error?.message.contains("movieTimeScale") == true)
        inputs[0].transform = DisplayTransform(quarterTurns: 1)
        #expect(inputs[0].transform == .identity)
        #expect(writer.error?.message.contains("transform") == true)
        #expect(!writer.canAdd(AssetWriterInput(passingThrough: video.track)))
    }

    @Test func startReportsMissingSettings() {
        let writer = AssetWriter(contentType: .mp4)
        #expect(!writer.startWriting())
        #expect(writer.status == .failed)
        #expect(writer.error?.message.contains("outputFileTypeProfile") == true)
        let second = AssetWriter(contentType: .mp4)
        second.outputFileTypeProfile = .mpeg4AppleHLS
        #expect(!second.startWriting())
        #expect(second.error?.message.contains("preferredOutputSegmentInterval") == true)
        let third = AssetWriter(contentType: ContentType("public.png"))
        #expect(!third.startWriting())
        #expect(third.error?.message.contains("content type") == true)
    }

    @Test func startReportsInvalidValues() {
        let (writer, _, _) = Script.writer(for: [video])
        writer.preferredOutputSegmentInterval = .seconds(-1)
        #expect(!writer.startWriting())
        #expect(writer.error?.message.contains("preferredOutputSegmentInterval") == true)
    }

    @Test func cancellingDiscardsPendingSegments() async throws {
        let (writer, inputs, collector) = Script.writer(for: [video])
        try #require(writer.begin())
        for sample in video.samples { inputs[0].append(sample) }
        let before = collector.pieces.count
        writer.cancelWriting()
        #expect(writer.status == .cancelled)
        #expect(!inputs[0].append(video.samples[0]))
        await writer.finishWriting()
        #expect(writer.status == .cancelled)
        #expect(collector.pieces.count == before)
    }

    @Test func finishingWithoutSamplesFails() async throws {
        let (writer, _, _) = Script.writer(for: [video])
        try #require(writer.begin())
        await writer.finishWriting()
        #expect(writer.status == .failed)
        #expect(writer.error?.code == .noSyncSample)
    }

    @Test func finishingTwiceReachesTheSameEnd() async throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        async let first: Void = writer.finishWriting()
        async let second: Void = writer.finishWriting()
        _ = await (first, second)
        #expect(writer.status == .completed)
        await confirmation { done in
            await withCheckedContinuation { continuation in
                writer.finishWriting {
                    done()
                    continuation.resume()
                }
            }
        }
    }

    @Test func sampleAtSessionEndIsOmitted() async throws {
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .indefinite)
        try #require(writer.begin())
        for sample in video.samples[..<30] { inputs[0].append(sample) }
        writer.endSession(atSourceTime: MediaTime(value: 25, timescale: 30))
        #expect(!inputs[0].append(video.samples[30]))
        await writer.finishWriting()
        #expect(collector.media[0].report?.trackReports[0].duration == MediaTime(value: 25, timescale: 30))
    }

    @Test func concurrentAppendsAreSafe() async throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        let (input, samples) = (inputs[0], video.samples)
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<2 { group.addTask { samples.filter { input.append($0) }.count } }
            return await group.reduce(0, +)
        }
        // Each sample was appended twice, so timestamps decreased: rejected with a reason.
        #expect(writer.status == .failed)
        #expect(writer.error?.code == .badTimestamps || writer.error?.code == .segmentStartsWithNonSyncSample)
        #expect(taken <= 180)
    }

    @Test func aDelegateMayCallTheWriter() async throws {
        final class Finisher: AssetWriterDelegate {
            let input: AssetWriterInput
            init(input: AssetWriterInput) { self.input = input }
            func assetWriter(
                _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType
            ) {
                if segmentType == .separable { input.markAsFinished() }
                _ = writer.status
            }
        }
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        let delegate = Finisher(input: inputs[0])
        writer.delegate = delegate
        try #require(writer.begin())
        let taken = video.samples.filter { inputs[0].append($0) }.count
        #expect(taken < video.samples.count)
        await writer.finishWriting()
        #expect(writer.status == .completed)
    }
}
