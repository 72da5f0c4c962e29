import EncodingJobs
import Media
import Testing

/// Reports of tasks, and the contradictions that prevent a presentation.
@Suite struct JobResultTests {
    private static let video = Track(
        id: Track.ID(rawValue: 7),
        format: .rawVideo(RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 2, height: 2))),
        timescale: 30)
    private static let audio = Track(
        id: Track.ID(rawValue: 7),
        format: .rawAudio(RawAudioFormat(sampleFormat: "S16LE", sampleRate: 30, channelCount: 1)),
        timescale: 30)

    /// The reports of all tasks: segments of 2 s, four per chunk.
    private func reports(_ plan: JobPlan) -> [TaskReport?] {
        plan.tasks.map { task in
            let (id, track) = task.kind == .chunk ? ("video", Self.video) : ("audio", Self.audio)
            var rendition = ReportedRendition(Rendition(id: id, tracks: [track], interval: .seconds(2)))
            rendition.initialization = ReportedFile(path: "\(id)/init.mp4", byteCount: 9, digest: "init")
            let count = task.kind == .chunk ? (task.end.isIndefinite ? 1 : 4) : 13
            for index in task.firstSegment..<task.firstSegment + count {
                var report = SegmentReport(kind: .separable)
                report.tracks = [
                    SegmentReport.TrackReport(
                        trackID: track.id, mediaType: track.mediaType,
                        earliestPresentationTime: .seconds(Int64(index) * 2),
                        duration: MediaTime(value: 60, timescale: 30), sampleCount: 60)
                ]
                rendition.segments.append(
                    ReportedSegment(
                        index: index, file: ReportedFile(path: "\(id)/\(index).m4s", byteCount: 9, digest: "\(index)"),
                        report: report, decodeTime: Int64(index) * 60))
            }
            return TaskReport(
                plan: plan.identity, task: task.index,
                software: JobSoftware(tool: "1.0.0", gstreamer: "1.22.0", codecs: ["libx264.so.164"]),
                host: "node\(task.index)", renditions: [rendition])
        }
    }

    private func findings(_ change: (inout [TaskReport?]) -> Void) async throws -> JobFindings? {
        let plan = try await ScriptedPipeline.job()
        var reports = reports(plan)
        change(&reports)
        return #expect(throws: JobFindings.self) { try JobResult(plan, reports) }
    }

    @Test func completeReportsFormOnePresentation() async throws {
        let plan = try await ScriptedPipeline.job()
        let reports = reports(plan)
        let parsed = try reports.map { try TaskReport(parsing: #require($0).bytes, from: "report.json") }
        let result = try JobResult(plan, parsed)
        #expect(result.renditions.map(\.rendition.id) == ["video", "audio"])
        #expect(result.renditions.map(\.segments.count) == [13, 13])
        #expect(Set(result.renditions.flatMap(\.rendition.tracks).map(\.id)).count == 2, "identifiers are unique")
        // Machines and times do not matter.
        var other = reports
        for index in other.indices {
            other[index]?.host = "x"
            other[index]?.wallSeconds = 9
        }
        #expect(try JobResult(plan, other) == result)
    }

    @Test func missingTasksAreNamed() async throws {
        let found = try await findings { $0[2] = nil }
        #expect(found?.tasks == [2] && found?.findings.first?.isMissing == true)
    }

    @Test func machinesWithOtherEncodersAreNamed() async throws {
        let found = try await findings { $0[3]?.software.codecs = ["libx264.so.165"] }
        #expect(found?.tasks == [3])
        #expect(found?.description.contains("'node3'") == true && found?.description.contains("libx264.so.165") == true)
    }

    @Test func otherInitializationSegmentsAreFound() async throws {
        let found = try await findings { $0[4]?.renditions[0].initialization?.digest = "other" }
        #expect(found?.tasks == [4] && found?.description.contains("initialization") == true)
    }

    @Test func gapsInDecodeTimesAreFound() async throws {
        let found = try await findings { $0[2]?.renditions[0].segments[3].decodeTime = 421 }
        #expect(found?.description.contains("segment 7 of task 2") == true, "\(found?.description ?? "")")
    }

    /// Players switch between the encodings of a ladder at each segment.
    @Test func unequalEncodingsAreFound() async throws {
        let changes: [(text: String, change: (inout ReportedRendition) -> Void)] = [
            (
                "segment 1 of task 1 is from 2.000 to 4.100 s, and that of rendition 'video' from 2.000 to 4.000 s",
                { $0.segments[1].report.tracks[0].duration = MediaTime(value: 63, timescale: 30) }
            ),
            (
                "segment 0 of task 1 is from 0.500 to",
                { $0.segments[0].report.tracks[0].earliestPresentationTime = .milliseconds(500) }
            ),
            ("", { $0.segments[1].report.tracks[0].sampleCount = 30 }),
        ]
        for (text, change) in changes {
            let plan = try await ScriptedPipeline.job()
            var reports = reports(plan)
            for index in reports.indices where plan.tasks[index].kind == .chunk {
                guard var rung = reports[index]?.renditions.first else { continue }
                rung.rendition.id = "small"
                if index == 1 { change(&rung) }
                reports[index]?.renditions.append(rung)
            }
            do throws(JobFindings) {
                _ = try JobResult(plan, reports)
                #expect(text.isEmpty)
            } catch {
                #expect(
                    !text.isEmpty && error.findings.contains { $0.message.contains(text) && $0.tasks == [1] },
                    "\(error)")
            }
        }
    }

    /// A segment is as long as the distance of the frames that it is between.
    @Test func longSegmentsAreFoundUnlessTheInputHasNoFrames() async throws {
        var plan = try await ScriptedPipeline.job()
        func findings() throws -> [String] {
            var reports = reports(plan)
            // Three intervals without a sync sample: the next segments are later.
            reports = reports.map { report in
                var report = report
                for index in report?.renditions[0].segments.indices ?? 0..<0 {
                    guard report?.renditions[0].rendition.id == "video",
                        let number = report?.renditions[0].segments[index].index
                    else { continue }
                    if number == 5 {
                        report?.renditions[0].segments[index].report.tracks[0].duration = MediaTime(
                            value: 240, timescale: 30)
                    }
                    if number > 5 { report?.renditions[0].segments[index].decodeTime! += 180 }
                }
                return report
            }
            do throws(JobFindings) {
                _ = try JobResult(plan, reports)
                return []
            } catch { return error.findings.map(\.message) }
        }
        plan.segmentStarts = (1...12).map { .seconds(Int64($0) * 2) }
        let found = try findings()
        #expect(found.count == 1 && found[0].contains("segment 5") && found[0].contains("lasts 8.000 s"), "\(found)")
        plan.segmentStarts = (1...12).map { .seconds(Int64($0) * 2 + ($0 > 5 ? 6 : 0)) }
        #expect(try findings() == [])
    }

    @Test func missingSegmentsAreFound() async throws {
        let found = try await findings { $0[2]?.renditions[0].segments.removeLast() }
        #expect(found?.description.contains("segment 7 is missing") == true, "\(found?.description ?? "")")
    }
}
