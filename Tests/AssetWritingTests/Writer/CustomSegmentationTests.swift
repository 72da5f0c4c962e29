import ScriptedMedia
import AssetWriting
import Media
import Testing

/// Custom segmentation as described in the talk.
@Suite struct CustomSegmentationTests {
    private let video = Script.video(frames: 90, rate: (30, 1), syncEvery: 10)
    private let audio = Script.audio(packets: 141, rate: 48000, priming: 0)

    @Test func flushSegmentOutputsSamplesSincePreviousCall() async throws {
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .indefinite)
        try #require(writer.begin())
        for (index, sample) in video.samples.enumerated() {
            if [10, 40, 50].contains(index) { writer.flushSegment() }
            #expect(inputs[0].append(sample))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        let durations = collector.media.map { $0.report?.trackReports[0].duration.ticks(at: 30) }
        #expect(durations == [10, 30, 10, 40])
    }

    @Test func theSegmentIsDeliveredByTheCallItself() throws {
        let (writer, inputs, collector) = Script.writer(for: [video], interval: .indefinite)
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        writer.flushSegment()
        #expect(collector.media.count == 1)
        writer.flushSegment()
        #expect(collector.media.count == 1 && writer.error == nil)
    }

    @Test func flushBeforeNonSyncSampleFails() throws {
        let (writer, inputs, _) = Script.writer(for: [video], interval: .indefinite)
        try #require(writer.begin())
        for sample in video.samples[..<15] { inputs[0].append(sample) }
        writer.flushSegment()
        #expect(!inputs[0].append(video.samples[15]))
        #expect(writer.status == .failed)
        #expect(writer.error?.code == .segmentStartsWithNonSyncSample)
        #expect(writer.error?.message.contains("non-sync sample") == true)
    }

    @Test func audioAndVideoCanBeMultiplexed() async throws {
        let (writer, inputs, collector) = Script.writer(for: [audio, video], interval: .indefinite)
        try #require(writer.begin())
        var packets = audio.samples[...]
        for (index, sample) in video.samples.enumerated() {
            if index > 0, index % 30 == 0 { writer.flushSegment() }
            #expect(inputs[1].append(sample))
            while let packet = packets.first, packet.decodeTime < sample.decodeTime + MediaTime(value: 1, timescale: 30)
            {
                #expect(inputs[0].append(packet))
                packets.removeFirst()
            }
        }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(collector.media.count == 3)
        for piece in collector.media {
            #expect(piece.report?.trackReports.map(\.mediaType) == [.video, .audio])
            // Track identities follow the order of the inputs: audio was added first.
            #expect(piece.report?.trackReports.map(\.trackID) == [2, 1])
        }
        let packetsWritten = collector.media.compactMap { $0.report?.trackReports[1].duration.ticks(at: 48000) }
        #expect(packetsWritten.reduce(0, +) == 141 * 1024)
    }

    @Test func aTrackThatHasNotBegunIsDescribedWhenAnotherIsFlushed() async throws {
        let (writer, inputs, collector) = Script.writer(for: [video, audio], interval: .indefinite)
        try #require(writer.begin())
        for sample in video.samples[..<10] { inputs[0].append(sample) }
        writer.flushSegment()
        #expect(collector.pieces.map(\.type) == [.initialization, .separable])
        for packet in audio.samples[..<5] { #expect(inputs[1].append(packet)) }
        await writer.finishWriting()
        #expect(writer.status == .completed)
        #expect(collector.media[1].report?.trackReports.map(\.mediaType) == [.audio])
    }

    @Test func customSegmentationIsForPassthroughOnly() {
        let writer = AssetWriter(contentType: .mp4)
        writer.preferredOutputSegmentInterval = .indefinite
        let input = AssetWriterInput(
            mediaType: .video, outputSettings: .video(.init(codec: .h264, width: 640, height: 360)))
        #expect(!writer.canAdd(input))
        #expect(!writer.add(input))
        #expect(writer.error?.message.contains("custom segmentation requires passthrough") == true)
    }

    @Test func flushSegmentWithAnIntervalIsRefused() throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        try #require(writer.begin())
        inputs[0].append(video.samples[0])
        writer.flushSegment()
        #expect(writer.error?.code == .invalidState)
        #expect(writer.status == .writing)
    }
}
