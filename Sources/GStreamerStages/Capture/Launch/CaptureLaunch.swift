package import Media
package import StageKit

/// Captures and decodes the streams of a GStreamer pipeline description.
package struct CaptureLaunch: Source, MediaTypeDeclaring, PaceDeclaring, WarningStage {
    package static let kind = "capture.launch"
    package static let abstract = "Captures and decodes a GStreamer description, such as a network stream."

    package typealias Options = LaunchOptions
    private let options: LaunchOptions
    package var whenFull: OverflowPolicy { options.policy }
    package init(options: LaunchOptions) throws { self.options = try options.validated(Self.kind) }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let input = LaunchInput(
            description: options.launch.text, isLive: options.isLive,
            treatment: Self.treatment(options.tracks, isLive: options.isLive, context), wait: options.wait)
        let loss = options.lossOptions
        try await SupervisedInput(
            input, loss, wait: options.wait, context: context, fill: try await loss.makeSubstitute(context)
        )
        .run(to: output, tracks: CaptureTracks(context, length: options.duration), context: context)
    }

    static func treatment(
        _ selection: TrackSelection, isLive: Bool = true, _ context: StageContext
    ) -> LaunchInput<Frame>.Treatment {
        LaunchInput.Treatment(
            continues: { $0 == .container || selection.takes($0) },
            choose: { stream in form(stream, selection, isLive: isLive, context) })
    }

    private static func form(
        _ stream: FoundStream, _ selection: TrackSelection, isLive: Bool, _ context: StageContext
    ) -> LaunchInput<Frame>.Form {
        let caps = stream.caps
        guard caps.kind == .video || caps.kind == .audio, selection.selects(stream.track) else { return .discard }
        switch caps.name {
        case "video/x-raw":
            return .track("videoconvert ! video/x-raw,format=(string){I420,NV12}") { run, sink, slot in
                let frames = VideoFrames(
                    timescale: TrackTimescale.unknownRate, isLive: isLive,
                    whenLeftOut: { context.measure("pictures-left-out", Double($0)) })
                run.add(sink, slot.id, frames, extent: slot.extent)
            }
        case "audio/x-raw" where isLive:
            // The audio was sampled by another clock than the run's clock.
            let rate = caps.int("rate") ?? 48_000
            let meter = AudioClockMeter(subject: "the sender", context: context)
            return .track("audioconvert ! audio/x-raw,format=F32LE,layout=interleaved") { run, sink, slot in
                run.add(sink, slot.id, CapturedAudio(rate: rate) { meter.report($0) }, extent: slot.extent)
            }
        case "audio/x-raw":
            return .track("audioconvert ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved") {
                $0.add($1, $2.id, AudioFrames(), extent: $2.extent)
            }
        default:
            return .leaveOut(
                "which no installed GStreamer plugin decodes; install gstreamer1.0-libav, gstreamer1.0-plugins-bad or "
                    + "gstreamer1.0-plugins-ugly, or exclude it with 'tracks'")
        }
    }
}

extension CaptureLaunch {
    package var isLive: Bool? { options.isLive }
    package var hasLiveOption: Bool { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
    package func warnings(in place: StagePosition) -> [StageWarning] { LaunchProblems.errors(options.launch.text) }
}
