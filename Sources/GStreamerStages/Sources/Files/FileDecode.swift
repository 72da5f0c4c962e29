import CGStreamer
package import Media
package import StageKit

/// Decodes the video and audio tracks of a file.
package struct FileDecode: Source {
    package static let kind = "file.decode"
    package static let abstract = "Decodes the video and audio tracks of any file that GStreamer decodes."

    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var maxDamage = 0
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "File to decode."),
                .option("tracks", \.tracks, "Tracks to decode: \(DemuxedInput.selectionHelp)."),
                .option(
                    DemuxedInput.maxDamageName, \.maxDamage, in: DemuxedInput.maxDamageRange,
                    DemuxedInput.maxDamageHelp),
            ]
        }
    }

    private let input: DemuxedInput
    package init(options: Options) throws {
        input = DemuxedInput(path: options.path, tracks: options.tracks, maxDamage: options.maxDamage)
    }

    /// Reads the media that a playlist refers to.
    package init(_ input: DemuxedInput) { self.input = input }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let pipeline = try input.pipeline(context, .frames)
        let run = SourceRun(pipeline, output: output)
        let (tracks, selection) = (input.tracks, StreamSelection(input))
        let branches = PadBranches(
            of: pipeline.element("streams"), run: run, context: context, delays: input.delays,
            selection: input.tracks, endsWithAll: true, sharesOriginWithAll: selection.isShared,
            whenComplete: { [outlets = run.outlets] in selection.complete(outlets) },
            continues: { $0 == .container || $0 != .text && tracks.takes($0) },
            choose: { stream in
                if stream.track.type == nil, selection.isShared { return .discard }
                switch selection.decide(stream, obstacle: Self.obstacle(stream.caps)) {
                case .deliver: return Self.branch(stream.caps)
                case .discard: return .discard
                case .leaveOut(let leftOut): return .leaveOut(leftOut)
                }
            })
        defer { withExtendedLifetime(branches) {} }
        do {
            try await run.runFile(context, maxDamage: input.maxDamage, mayBeEmpty: selection.isShared)
        } catch let error as StageError {
            throw error.advising(on: input.path)
        }
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

    private static func branch(_ caps: CapsFields) -> PadBranches<Frame>.Branch {
        switch caps.name {
        case "video/x-raw":
            // Keeps one field of two, so that the frame rate is unchanged, and applies the container's rotation.
            return .deliver(
                "videoconvert ! video/x-raw,format=(string){I420,NV12,I420_10LE} "
                    + "! deinterlace mode=auto fields=top method=greedyl ! videoflip video-direction=auto"
            ) { run, sink, id in
                let damage = run.damage(of: id)
                run.add(sink, id, VideoFrames(mendsTimes: true, whenLeftOut: { damage?.setLeftOut($0) }))
            }
        case "audio/x-raw":
            return .deliver(
                "audioconvert ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved"
            ) { run, sink, id in run.add(sink, id, AudioFrames()) }
        default: return .discard
        }
    }
}
