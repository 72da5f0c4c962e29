import CGStreamer
package import Media
package import StageKit

/// Decodes the video and audio tracks of a container that GStreamer demultiplexes.
package struct DemuxedDecode: Sendable {
    private var input: DemuxedInput
    /// The portion to deliver; nil for the whole file.
    private var portion: MediaPortion?
    /// The tracks that a run of the whole file delivers, which determine the time origin of portions; nil outside jobs.
    private var allTracks: TrackSelection?

    /// Decodes a file.
    package init(_ input: DemuxedInput) { self.input = input }

    /// Runs until all tracks have ended.
    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let pipeline = try input.pipeline(context, .frames)
        let run = SourceRun(pipeline, output: output, chapters: input.chapters)
        if let allTracks, let start = await DecodedStart(of: input, allTracks) { run.outlets.setOrigin(start.origin) }
        do {
            try await withBranches(of: run, context) {
                try await run.runFile(
                    input.path, context, maxDamage: input.maxDamage, mayBeEmpty: !input.tracks.excluded.isEmpty,
                    endsEarly: portion != nil)
            }
        } catch let error as StageError {
            throw error.advising(on: input.path)
        }
    }

    /// Passes the first frames to `output`. Returns the time origin in nanoseconds; nil if the container defines it.
    func decodeStart(_ output: any Outlet<Frame>) async throws -> Int64? {
        let context = StageContext(stageName: "file.decode")
        let run = SourceRun(try input.pipeline(context, .frames), output: output)
        try await withBranches(of: run, context) { try await run.run(context) }
        return run.outlets.sharesOrigin ? run.outlets.firstTimestamp : nil
    }

    /// Runs `body` while the streams of the input are added to `run`.
    private func withBranches(
        of run: SourceRun<Frame>, _ context: StageContext, _ body: () async throws -> Void
    ) async throws {
        let (tracks, selection) = (input.tracks, StreamSelection(input))
        let isContinuous = FileInput.isContinuousAudio(input.path)
        let branches = PadBranches(
            of: run.pipeline.element("streams"), run: run, context: context, delays: input.delays,
            selection: input.tracks, endsWithAll: portion == nil, sharesOriginWithAll: selection.isShared,
            whenComplete: { [outlets = run.outlets] in selection.complete(outlets) },
            continues: { $0 == .container || $0 != .text && tracks.takes($0) },
            choose: { [portion] stream in
                if stream.track.type == nil, selection.isShared { return .discard }
                switch selection.decide(stream, obstacle: Self.obstacle(stream.caps)) {
                case .deliver: return Self.branch(stream.caps, portion, isContinuous: isContinuous)
                case .discard: return .discard
                case .leaveOut(let leftOut): return .leaveOut(leftOut)
                }
            })
        defer { withExtendedLifetime(branches) {} }
        try await body()
    }

    /// The reason why a stream cannot be delivered as frames; nil if it can.
    private static func obstacle(_ caps: CapsFields) -> String? {
        switch caps.name {
        case "video/x-raw", "audio/x-raw": nil
        default:
            caps.mediaType == .text
                ? "which is not decoded; mp4.read and file.read pass it through" : "which has no frames"
        }
    }

    private static func branch(
        _ caps: CapsFields, _ portion: MediaPortion?, isContinuous: Bool
    ) -> PadBranches<Frame>.Branch {
        switch caps.name {
        case "video/x-raw":
            // Keeps one field of two, so that the frame rate is unchanged, and applies the container's rotation.
            return .deliver(
                "videoconvert ! video/x-raw,format=(string){I420,NV12,I420_10LE} "
                    + "! deinterlace mode=auto fields=top method=greedyl ! videoflip video-direction=auto"
            ) { run, sink, id in
                let damage = run.damage(of: id)
                let converter = VideoFrames(mendsTimes: true, whenLeftOut: { damage?.setLeftOut($0) })
                run.add(sink, id, converter, portion: portion)
            }
        case "audio/x-raw":
            return .deliver(
                "audioconvert ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved"
            ) { run, sink, id in run.add(sink, id, AudioFrames(isContinuous: isContinuous), portion: portion) }
        default: return .discard
        }
    }
}

extension DemuxedDecode {
    /// The time after which the duration of a file counts as unknown.
    private static var durationTimeout: UInt64 { 20_000_000_000 }

    /// Restricts the delivery to a portion.
    package func restricted(to portion: MediaPortion) -> DemuxedDecode {
        var stage = self
        stage.input.tracks = input.tracks.excluding(Set(MediaType.allCases).subtracting(portion.mediaTypes))
        stage.portion = portion.isLimited ? portion : nil
        stage.allTracks = allTracks ?? input.tracks
        return stage
    }

    /// The times of the video frames in ascending order, which may differ from presentation times by a constant; nil if they
    /// are unknown.
    package func videoFrameTimes() async throws -> [MediaTime]? {
        try FileInput.validate(input.path)
        try GStreamerLibrary.start()
        let times = await runOnSeparateThread(named: "gst-times", within: .seconds(3600)) { [input] in
            FrameTimeList(path: input.path)?.times
        }
        guard let times, let times, let start = await DecodedStart(of: input, input.tracks)?.video else {
            return times ?? nil
        }
        // Frames before the first sync sample are not decoded. Half a tick, because times are rounded to ticks.
        return times.filter { $0.nanoseconds >= start - 500_000_000 / Int64($0.timescale) - 1 }
    }

    /// The duration that the container declares; nil if it is unknown.
    package func mediaDuration() async throws -> MediaTime? {
        try FileInput.validate(input.path)
        try GStreamerLibrary.start()
        let duration = await runOnSeparateThread(named: "gst-duration", within: .seconds(30)) { [input] in
            sluice_gst_file_duration(input.path, Self.durationTimeout)
        }
        return duration.flatMap { $0 >= 0 ? MediaTime.nanoseconds($0) : nil }
    }
}
