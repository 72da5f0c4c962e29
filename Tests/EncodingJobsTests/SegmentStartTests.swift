import EncodingJobs
import Media
import Testing

/// The starts of segments that follow from the times of video frames.
@Suite struct SegmentStartTests {
    private let grid = SegmentGrid(interval: .seconds(2))

    @Test func segmentsStartAtTheFirstFrameAfterEachBoundary() {
        let frames = (0..<200).map { MediaTime(value: Int64($0) * 1001, timescale: 30_000) }
        let starts = SegmentStarts.starts(of: frames, on: grid)
        #expect(starts == [60, 120, 180].map { MediaTime(value: $0 * 1001, timescale: 30_000) })
    }

    @Test func boundariesWithoutFramesHaveNoSegment() {
        let times: [Int64] = [0, 1, 2, 9, 10, 13]
        let starts = SegmentStarts.starts(of: times.map { .seconds($0) }, on: grid)
        #expect(starts == [.seconds(2), .seconds(9), .seconds(10), .seconds(13)])
        #expect(SegmentStarts.starts(of: [], on: grid).isEmpty)
    }

    @Test func chunksFollowTheStartsOfSegments() async throws {
        let starts = [2, 9, 10, 13].map { MediaTime.seconds($0) }
        let plan = try await ScriptedPipeline.job(
            chunk: .seconds(4), media: JobMedia(duration: .seconds(15), segmentStarts: starts))
        let chunks = plan.tasks.filter { $0.kind == .chunk }
        // The bounds are on the grid: no frame is between a boundary and the start of its segment.
        #expect(chunks.map(\.start) == [.zero, .seconds(8), .seconds(12)])
        #expect(chunks.map(\.firstSegment) == [0, 2, 4])
    }

    @Test func shortEndsBelongToThePrecedingChunk() async throws {
        let media = JobMedia(duration: MediaTime(value: 165, timescale: 10))
        let plan = try await ScriptedPipeline.job(chunk: .seconds(8), media: media)
        #expect(plan.tasks.filter { $0.kind == .chunk }.map(\.start) == [.zero, .seconds(8)])
        #expect(plan.tasks.last?.end.isIndefinite == true)
    }

    @Test func encodedAudioIsDividedOnRequest() async throws {
        var media = JobMedia(duration: .seconds(25))
        media.audioStarts = [.zero]
        let plan = try await ScriptedPipeline.job(media: media, audioChunk: .seconds(10))
        let audio = plan.tasks.filter { $0.kind == .overlapping }
        #expect(audio.map(\.start) == [.zero, .seconds(10), .seconds(20)])
        #expect(audio.map(\.firstSegment) == [0, 5, 10] && audio.allSatisfy { $0.trackStarts == [.zero] })
        #expect(audio.allSatisfy { $0.stages == ["movie", "audio", "segments"] })
        #expect(plan.tasks.map(\.index) == Array(plan.tasks.indices))
    }
}
