import ScriptedMedia
import AssetWriting
import Media
import Testing

/// A writer without a file requires a receiver of its segments.
@Suite struct ReceiverTests {
    private let video = Script.video(frames: 90, rate: (30, 1), syncEvery: 10)

    @Test func writingWithoutAReceiverIsRefusedByName() {
        let (writer, _, _) = Script.writer(for: [video])
        writer.delegate = nil
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.code == .missingSetting)
        #expect(writer.error?.message.contains("delegate") == true)
    }

    @Test func unretainedDelegateIsReported() {
        let (writer, _, _) = Script.writer(for: [video])
        writer.delegate = SegmentCollector()
        #expect(!writer.startWriting())
        #expect(writer.status == .failed && writer.error?.code == .lostReceiver)
        #expect(writer.error?.message.contains("delegate was released") == true)
    }

    @Test func aDelegateThatIsReleasedDuringWritingFailsTheWriter() async throws {
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        var delegate: SegmentCollector? = SegmentCollector()
        writer.delegate = delegate
        try #require(writer.begin())
        for sample in video.samples[..<35] { #expect(inputs[0].append(sample)) }
        #expect(delegate?.media.count == 1)
        delegate = nil
        // The next segment ends at the sync sample after two seconds.
        let appended = video.samples[35...].filter { inputs[0].append($0) }.count
        #expect(appended < 30)
        #expect(writer.status == .failed && writer.error?.code == .lostReceiver)
        await writer.finishWriting()
        #expect(writer.status == .failed)
    }

    @Test func aDelegateThatIsReleasedBeforeTheLastSegmentFailsTheWriter() async throws {
        let (writer, inputs, _) = Script.writer(for: [video])
        var delegate: SegmentCollector? = SegmentCollector()
        writer.delegate = delegate
        try #require(writer.begin())
        for sample in video.samples { #expect(inputs[0].append(sample)) }
        #expect(delegate?.media.isEmpty == true)
        delegate = nil
        await writer.finishWriting()
        #expect(writer.status == .failed && writer.error?.code == .lostReceiver)
    }

    @Test func sequenceReceivesSegmentsAfterDelegateRelease() async throws {
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        var delegate: SegmentCollector? = SegmentCollector()
        writer.delegate = delegate
        let segments = writer.segments
        try #require(writer.begin())
        for (index, sample) in video.samples.enumerated() {
            if index == 45 { delegate = nil }
            #expect(inputs[0].append(sample))
        }
        await writer.finishWriting()
        #expect(writer.status == .completed && delegate == nil)
        #expect(try await segments.reduce(0) { count, _ in count + 1 } == 4)
    }

    @Test func aSequenceThatIsReleasedFailsTheWriterOnceItIsFull() async throws {
        let (writer, inputs, _) = Script.writer(for: [video], interval: .seconds(1))
        writer.delegate = nil
        var segments: AssetSegments? = writer.segments
        try #require(writer.begin())
        let large = ByteSlice(copying: [UInt8](repeating: 1, count: 2 << 20))
        var count = 0
        for var sample in video.samples {
            sample.bytes = large
            if count == 30 { segments = nil }
            do { try await inputs[0].appendWhenReady(sample) } catch { break }
            count += 1
        }
        #expect(segments == nil && (31..<90).contains(count))
        #expect(writer.status == .failed && writer.error?.code == .lostReceiver)
    }
}
