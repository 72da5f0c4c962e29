import Media
@testable import Operations
@testable import PipelineRuntime
import Sluice
import Testing

@Suite struct StatusHistoryTests {
    @Test func samplesOlderThanAnHourAreDiscarded() throws {
        var history = StatusHistory()
        var status = try Self.status()
        for number in 0..<StatusHistory.capacity + 3 {
            status.wallSeconds = Double(number * 5)
            status.processorSeconds = Double(number * 5) * 0.25
            history.record(status)
        }
        #expect(history.next == 723 && history.oldest == 3)
        let samples = history.samples(from: 0)
        #expect(samples["processor"] == Array(repeating: 0.25, count: StatusHistory.capacity))
        #expect(samples["sources.lost"]?.count == StatusHistory.capacity)
        #expect(history.samples(from: 722)["processor"] == [0.25])
    }

    @Test func theRateOfTheFirstSampleIsUnknown() throws {
        var history = StatusHistory()
        var status = try Self.status()
        history.record(status)
        status.wallSeconds = 5
        status.stages[0].sent = 150
        history.record(status)
        #expect(history.samples(from: 0)["sent/picture"] == [nil, 30])
    }

    @Test func countersThatStartAgainHaveNoRate() throws {
        var history = StatusHistory()
        var status = try Self.status()
        for sent in [100, 250, 10, 160] {
            status.wallSeconds += 5
            status.stages[0].sent = sent
            history.record(status)
        }
        #expect(history.samples(from: 0)["sent/picture"] == [nil, 30, nil, 30])
    }

    @Test func seriesSegmentsAndEventsAreLimited() throws {
        var history = StatusHistory()
        var status = try Self.status()
        for number in 0..<2000 {
            let key = RenditionProgress.Key(sink: 0, rendition: "r\(number)")
            var published = PublishedSegment(
                sink: "folder", rendition: key.rendition, path: "", byteCount: 1000, start: .zero, duration: .seconds(2)
            )
            history.record(published)
            published.rendition = "r0"
            history.record(published)
            status.renditions.append(RunStatus.RenditionStatus(sink: "folder", name: "r\(number)"))
            status.sources.append(RunStatus.SourceStatus(stage: "s\(number)"))
            status.stages.append(RunStatus.StageStatus(name: "s\(number)", kind: "test.video"))
            history.record(
                severity: "note", stage: "s", code: "c", String(repeating: "x", count: 5000),
                at: WallTime(seconds: Int64(number)))
        }
        history.record(status)
        status.wallSeconds = 5
        history.record(status)
        #expect(history.samples(from: 0).count == StatusHistory.seriesLimit)
        #expect(history.segments.count == StatusHistory.renditionLimit)
        #expect(history.segments["folder/r0"]?.count == StatusHistory.segmentLimit)
        #expect(history.events.count == StatusHistory.eventLimit && history.events.last?.id == 1999)
        #expect(history.events.allSatisfy { $0.message.count == StatusHistory.textLimit })
    }

    @Test func theOutputIsTheSumOfTheRenditions() throws {
        var history = StatusHistory()
        var status = try Self.status()
        for (sink, name, bytes) in [
            ("folder", "video", 250_000), ("origin", "video", 250_000), ("folder", "audio", 32_000),
        ] {
            history.record(
                PublishedSegment(
                    sink: sink, rendition: name, path: "", byteCount: bytes, start: .zero, duration: .seconds(2)))
            status.renditions.append(RunStatus.RenditionStatus(sink: sink, name: name))
        }
        history.record(status)
        // A rendition that has stopped has no bit rate.
        for index in status.renditions.indices { status.renditions[index].age = 60 }
        history.record(status)
        let samples = history.samples(from: 0)
        #expect(samples["bits/folder/audio"] == [128_000, nil] && samples["output.bits"] == [1_128_000, nil])
    }

    @Test func aDocumentContainsOnlyLaterSamples() throws {
        var history = StatusHistory()
        for _ in 0..<10 { history.record(try Self.status()) }
        let later = HistoryDocument(history, run: 1, since: 8)
        #expect(later.first == 8 && later.next == 10 && later.series["sources.lost"] == [0, 0])
        // The number is that of an earlier run, so that the page needs all samples.
        let whole = HistoryDocument(history, run: 1, since: 11)
        #expect(whole.first == 0 && whole.series["sources.lost"]?.count == 10)
    }

    /// The status of a pipeline that has not started.
    private static func status() throws -> RunStatus {
        let pipeline = try Pipeline(
            yaml: """
                pipeline: history
                stages:
                  picture: { use: test.video, with: { size: 64x64, rate: 30 } }
                  video: { use: video.encode, from: picture, with: { codec: h264 } }
                  segments: { use: fmp4.segment, from: video }
                  playlists: { use: hls.playlist, from: segments }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
        return RunStatus(ready: pipeline.plan)
    }
}
