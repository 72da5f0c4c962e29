import OutsidePrograms
import PackagingStages
import Foundation
import HLS
import Media
import StageKit
import StageTesting
import Testing

@testable import GStreamerStages
@testable import PipelineRuntime

/// A live pipeline with real encoders and faulty devices, verified by every published playlist.
@Suite(.serialized) struct LossPipelineTests {
    struct Setting {
        var cameraFaults: [String] = []
        var microphoneFaults: [String] = []
        var policy = LossPolicy.gap
        var slate = Slate.black
        var type = HLSPlaylist.PlaylistKind.event
        var seconds: Int64 = 9
        var ladder: Ladder?
        var part: MediaTime?
    }

    struct Run {
        var record: PublishedFiles.Record
        var report: RunStatus
        var folder: TestFolder

        /// Returns all versions of a playlist, parsed strictly.
        func playlists(_ id: String, _ name: String = "playlist.m3u8") throws -> [MediaPlaylist] {
            try record.texts("\(id)/\(name)").map { entry in
                guard case .media(let playlist) = try Playlist.parse(entry.text).playlist else {
                    throw CommandFailure(command: "parse", output: entry.text)
                }
                return playlist
            }
        }
    }

    static func device(
        _ medium: FaultInjectingSource.Medium, _ faults: [String], _ setting: Setting
    ) throws -> SupervisedFaults {
        var options = SupervisedFaults.Options()
        options.device.medium = medium
        options.device.duration = .seconds(setting.seconds)
        options.device.faults = try faults.map { try Fault(option: OptionNode($0)) }
        options.loss.policy = setting.policy
        options.loss.slate = setting.slate
        options.loss.limit = .seconds(1)
        return SupervisedFaults(options: options)
    }

    static func run(_ setting: Setting) async throws -> Run {
        let folder = try TestFolder()
        let record = PublishedFiles.Record(folder.url("out"))
        var force = ForceKeyframes.Options()
        force.interval = .seconds(1)
        var segment = SegmentFragmentedMP4.Options()
        segment.interval = .seconds(1)
        segment.part = setting.part
        var list = HLSPlaylist.Options()
        (list.type, list.window) = (setting.type, 4)
        var video = VideoEncodeOptions()
        (video.tune, video.preset, video.threads) = (.zerolatency, .ultrafast, 1)
        (video.ladder, video.onFormatChange) = (setting.ladder, .period)
        var audio = AudioEncode.Options()
        audio.onFormatChange = .period
        let stages: [(String, AnyStage, [String])] = [
            ("camera", .source(try device(.video, setting.cameraFaults, setting)), []),
            ("microphone", .source(try device(.audio, setting.microphoneFaults, setting)), []),
            ("keyframes", .transform(ForceKeyframes(options: force)), ["camera"]),
            ("video", .processor(try VideoEncode(options: video)), ["keyframes"]),
            ("audio", .processor(try AudioEncode(options: audio)), ["microphone"]),
            ("segments", .transform(try SegmentFragmentedMP4(options: segment)), ["video", "audio"]),
            ("playlists", .transform(try HLSPlaylist(options: list)), ["segments"]),
            ("files", .sink(PublishedFiles(record)), ["playlists"]),
        ]
        let plan = PipelinePlan(
            name: "loss",
            stages: stages.map { PlannedStage(name: $0, description: $1.description, stage: $1, inputs: $2) })
        let report = await (try PipelineRun(plan: plan)).run()
        return Run(record: record, report: report, folder: folder)
    }

    // Expects the rules that apply in all cases.
    func expectValid(_ run: Run, _ id: String, frame: Double, stall: Double = 0) throws {
        let playlists = try run.playlists(id)
        try #require(playlists.count > 3)
        #expect(Set(playlists.map(\.targetDuration)).count == 1, "R9")
        var known: [String: MediaSegment] = [:]
        var (sequence, discontinuities) = (0, 0)
        for (before, playlist) in zip([playlists[0]] + playlists, playlists) {
            #expect(playlist.discontinuitySequence != nil, "R13")
            let left = before.segments.prefix { $0.uri != playlist.segments.first?.uri }
            #expect(playlist.mediaSequence == sequence + left.count, "R11")
            discontinuities += left.count(where: \.isDiscontinuity)
            #expect(playlist.discontinuitySequence == discontinuities, "R12")
            sequence = playlist.mediaSequence
            for var segment in playlist.segments {
                // Parts are listed for three target durations only.
                segment.parts = []
                #expect(segment.duration.ticks(at: 1) <= Int64(playlist.targetDuration), "R7")
                #expect(known[segment.uri].map { $0 == segment } ?? true, "R16")
                #expect(segment.programDateTime != nil, "R39")
                #expect(segment.initialization != nil, "R21")
                known[segment.uri] = segment
            }
            for (first, second) in zip(playlist.segments, playlist.segments.dropFirst()) {
                guard let from = first.programDateTime, let to = second.programDateTime else { continue }
                let distance = Double(to.milliseconds - from.milliseconds) / 1000
                #expect(
                    abs(distance - first.duration.seconds) < frame, "R40: \(first.uri) \(distance) \(first.duration)")
            }
        }
        let seconds = run.record.texts("\(id)/playlist.m3u8").map(\.second)
        let longest = zip(seconds, seconds.dropFirst()).map { $1 - $0 }.max() ?? 0
        // A stall is detected after a quarter of a second, as playlists with such short segments request.
        let limit = 1.5 * Double(playlists[0].targetDuration) + stall
        #expect(longest <= limit, "R75: renewed after \(longest) s, at most \(limit) s")
    }

    /// Returns the segments in all versions of a playlist, each once.
    func entries(_ run: Run, _ id: String) throws -> [MediaSegment] {
        var entries: [MediaSegment] = []
        for playlist in try run.playlists(id) {
            for segment in playlist.segments where !entries.contains(where: { $0.uri == segment.uri }) {
                entries.append(segment)
            }
        }
        return entries
    }

    /// Returns the total duration of the gaps or of the other segments, in seconds.
    func length(_ entries: [MediaSegment], gaps: Bool) -> Double {
        entries.filter { $0.isGap == gaps }.reduce(0) { $0 + $1.duration.seconds }
    }

    /// Returns the number of video frames or audio packets that ffmpeg decodes.
    func played(_ run: Run, _ id: String, _ stream: String) throws -> Int {
        let text = try command(
            "ffprobe",
            [
                "-v", "quiet", "-select_streams", stream, "-count_frames", "-show_entries", "stream=nb_read_frames",
                "-of", "csv=p=0", run.folder.path("out/\(id)/playlist.m3u8"),
            ])
        return Int(text.split(whereSeparator: \.isNewline).first.map(String.init)?.filter(\.isNumber) ?? "") ?? 0
    }

    @Test func lostCameraLeavesGapsAndAudioContinues() async throws {
        let run = try await Self.run(Setting(cameraFaults: ["disappear 2500ms at 2400ms"]))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04)
        try expectValid(run, "audio", frame: 0.04)
        let (video, audio) = (try entries(run, "video"), try entries(run, "audio"))
        #expect(length(video, gaps: true) > 2.4 && length(video, gaps: true) < 5.5)
        #expect(audio.allSatisfy { !$0.isGap && !$0.isDiscontinuity })
        #expect(video.allSatisfy { !$0.isDiscontinuity })
        #expect(abs(length(audio, gaps: false) - length(video, gaps: false) - length(video, gaps: true)) < 0.1)
        #expect(video.last?.isGap == false)
        // Segments after the first one start at whole seconds, except at the loss and at the return.
        let pictures = try played(run, "video", "v:0")
        #expect(abs(Double(pictures) / 25 - length(video, gaps: false)) < 0.1)
        let sound = try played(run, "audio", "a:0")
        #expect(abs(Double(sound) * 1024 / 48000 - length(audio, gaps: false)) < 0.1)
        // The I-frame playlist contains the gaps too.
        let frames = try run.playlists("video", "iframes.m3u8").last
        #expect(frames?.segments.contains(where: \.isGap) == true)
    }

    @Test func lostCameraLeavesTimelyGapParts() async throws {
        let run = try await Self.run(
            Setting(cameraFaults: ["disappear 2500ms at 2400ms"], part: .milliseconds(320)))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04)
        try expectValid(run, "audio", frame: 0.04)
        #expect(try entries(run, "audio").allSatisfy { !$0.isGap && !$0.parts.contains(where: \.isGap) })
        var missing: [String: Bool] = [:]
        for playlist in try run.playlists("video") {
            for segment in playlist.segments + [playlist.upcoming].compactMap({ $0 }) {
                #expect(segment.parts.allSatisfy { $0.isGap == segment.isGap }, "R31")
                for part in segment.parts {
                    #expect(missing[part.uri] ?? part.isGap == part.isGap)
                    #expect(part.duration <= playlist.partTarget ?? .zero, "R52")
                    missing[part.uri] = part.isGap
                }
            }
        }
        #expect(missing.values.count(where: { $0 }) >= 6, "\(missing)")
        for (uri, isMissing) in missing {
            let isThere = FileManager.default.fileExists(atPath: run.folder.path("out/video/\(uri)"))
            #expect(isThere != isMissing, "\(uri)")
        }
    }

    @Test func returningCameraWithNewSizeIsDiscontinuity() async throws {
        let run = try await Self.run(
            Setting(cameraFaults: ["disappear 1500ms at 2400ms", "size 320x180 at 3s"], type: .live, seconds: 12))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04)
        try expectValid(run, "audio", frame: 0.04)
        let (video, audio) = (try entries(run, "video"), try entries(run, "audio"))
        let (picture, sound) = (video.filter(\.isDiscontinuity), audio.filter(\.isDiscontinuity))
        try #require(picture.count == 1 && sound.count == 1)
        let dates = [picture[0], sound[0]].compactMap(\.programDateTime?.milliseconds)
        #expect(abs(dates[0] - dates[1]) <= 40, "R26, R41")
        #expect(Set(video.map(\.initialization)).count == 2 && Set(audio.map(\.initialization)).count == 1)
        #expect(picture[0].initialization != video[0].initialization)
        #expect(try run.playlists("video").last?.discontinuitySequence == 1)
        #expect(try run.playlists("audio").last?.discontinuitySequence == 1)
        #expect(audio.allSatisfy { !$0.isGap })
        let sizes = try command(
            "ffprobe",
            [
                "-v", "quiet", "-select_streams", "v:0", "-show_entries", "stream=width", "-of", "csv=p=0",
                run.folder.path("out/video/playlist.m3u8"),
            ])
        #expect(sizes.contains("320"))
    }

    @Test func fillerKeepsFormatWithoutGaps() async throws {
        let run = try await Self.run(
            Setting(
                cameraFaults: ["disappear 2s at 2400ms"], microphoneFaults: ["stall 3s at 3s"], policy: .filler,
                slate: .colour(red: 0, green: 64, blue: 128)))
        #expect(run.report.succeeded, "\(run.report)")
        for id in ["video", "audio"] {
            try expectValid(run, id, frame: 0.04, stall: 0.25)
            let entries = try entries(run, id)
            #expect(entries.allSatisfy { !$0.isGap && !$0.isDiscontinuity })
            #expect(Set(entries.map(\.initialization)).count == 1)
            #expect(length(entries, gaps: false) > 8.5)
        }
        #expect(abs(try played(run, "video", "v:0") - 225) < 8)
    }

    @Test func cameraStallAtBoundaryKeepsTargetDuration() async throws {
        let run = try await Self.run(Setting(cameraFaults: ["stall 850ms at 2700ms"], seconds: 6))
        #expect(run.report.succeeded && !run.report.problems.contains { $0.code == "source-lost" }, "\(run.report)")
        try expectValid(run, "video", frame: 0.04, stall: 0.25)
        let video = try entries(run, "video")
        #expect(video.contains(where: \.isGap) && length(video, gaps: true) < 1)
        #expect(try entries(run, "audio").allSatisfy { !$0.isGap && !$0.isDiscontinuity })
    }

    @Test func lostMicrophoneDoesNotAffectVideo() async throws {
        let run = try await Self.run(Setting(microphoneFaults: ["disappear 2s at 2500ms"]))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04)
        try expectValid(run, "audio", frame: 0.04)
        let (video, audio) = (try entries(run, "video"), try entries(run, "audio"))
        #expect(video.allSatisfy { !$0.isGap && !$0.isDiscontinuity })
        #expect(audio.contains(where: \.isGap) && audio.allSatisfy { !$0.isDiscontinuity })
        #expect(video.dropFirst().dropLast().allSatisfy { abs($0.duration.seconds - 1) < 0.041 }, "the grid stays")
    }

    @Test func returningMicrophoneWithNewRateIsDiscontinuity() async throws {
        let run = try await Self.run(
            Setting(microphoneFaults: ["disappear 1s at 2500ms", "rate 44100 at 3s"], seconds: 10))
        #expect(run.report.succeeded, "\(run.report)")
        try expectValid(run, "video", frame: 0.04)
        try expectValid(run, "audio", frame: 0.04)
        let (video, audio) = (try entries(run, "video"), try entries(run, "audio"))
        let (picture, sound) = (video.filter(\.isDiscontinuity), audio.filter(\.isDiscontinuity))
        try #require(picture.count == 1 && sound.count == 1)
        let dates = [picture[0], sound[0]].compactMap(\.programDateTime?.milliseconds)
        #expect(abs(dates[0] - dates[1]) <= 40, "R26, R41")
        #expect(video.allSatisfy { !$0.isGap })
    }
}

extension AnyStage {
    fileprivate var description: StageDescription {
        var catalogue = StageCatalogue()
        func kind<S: Source>(_ stage: S) -> String {
            catalogue.register(S.self)
            return S.kind
        }
        func kind<S: Transform>(_ stage: S) -> String {
            catalogue.register(S.self)
            return S.kind
        }
        func kind<S: Processor>(_ stage: S) -> String {
            catalogue.register(S.self)
            return S.kind
        }
        func kind<S: Sink>(_ stage: S) -> String {
            catalogue.register(S.self)
            return S.kind
        }
        let name =
            switch self {
            case .source(let stage): kind(stage)
            case .transform(let stage): kind(stage)
            case .processor(let stage): kind(stage)
            case .sink(let stage): kind(stage)
            }
        return catalogue[name]!
    }
}
