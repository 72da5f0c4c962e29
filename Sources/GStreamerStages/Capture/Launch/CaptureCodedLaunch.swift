package import Media
package import StageKit

/// Captures the encoded streams of a GStreamer pipeline description.
package struct CaptureCodedLaunch: Source, SyncSampleControlling, MediaTypeDeclaring, PaceDeclaring, WarningStage {
    package static let kind = "capture.coded-launch"
    package static let abstract =
        "Captures the encoded streams of a GStreamer description, such as a network stream, without transcoding."

    package typealias Options = LaunchOptions
    private let options: LaunchOptions
    package var whenFull: OverflowPolicy { options.policy }
    package var syncSamples: SyncSamplePolicy { options.isLive ? .bySender : .onRequest }
    package init(options: LaunchOptions) throws {
        try options.loss.rejectFiller(Self.kind)
        self.options = try options.validated(Self.kind)
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let (selection, isLive) = (options.tracks, options.isLive)
        let treatment = LaunchInput<Sample>.Treatment(
            continues: { $0 == .container },
            choose: { stream throws(StageError) in try Self.form(stream, selection, isLive: isLive) })
        let input = LaunchInput(
            description: options.launch.text, isLive: options.isLive, treatment: treatment, wait: options.wait)
        try await SupervisedInput(input, options.lossOptions, wait: options.wait, context: context)
            .run(to: output, tracks: CaptureTracks(context, length: options.duration), context: context)
    }

    private static func form(
        _ stream: FoundStream, _ selection: TrackSelection, isLive: Bool
    ) throws(StageError) -> LaunchInput<Sample>.Form {
        let caps = stream.caps
        guard caps.kind == .video || caps.kind == .audio, selection.selects(stream.track) else { return .discard }
        switch caps.name {
        case "video/x-h264":
            return pictures("h264parse ! video/x-h264,stream-format=avc,alignment=au", .avc, isLive: isLive)
        case "video/x-h265":
            return pictures("h265parse ! video/x-h265,stream-format=hvc1,alignment=au", .hevc, isLive: isLive)
        case "audio/mpeg" where [2, 4].contains(caps.int("mpegversion")):
            return .track("aacparse ! audio/mpeg,stream-format=raw") { run, sink, slot in
                run.add(sink, slot.id, CodedAudio(isLive: isLive), extent: slot.extent)
            }
        default:
            throw StageError(
                .unsupportedMedia,
                "the source has a stream of \(caps.codecName), which capture.coded-launch does not support (H.264, HEVC, "
                    + "AAC); use capture.launch and an encoder, or exclude the stream with 'tracks'")
        }
    }

    private static func pictures(_ text: String, _ coding: VideoCoding, isLive: Bool) -> LaunchInput<Sample>.Form {
        .track(text) { run, sink, slot in
            let samples = CodedVideo(coding, timescale: TrackTimescale.unknownRate, mendsTimes: isLive)
            run.add(sink, slot.id, samples, extent: slot.extent)
        }
    }
}

extension CaptureCodedLaunch {
    package var isLive: Bool? { options.isLive }
    package var hasLiveOption: Bool { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
    package func warnings(in place: StagePosition) -> [StageWarning] { LaunchProblems.errors(options.launch.text) }
}
