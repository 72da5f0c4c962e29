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
            continues: { $0 == .container }, choose: { Self.form($0, selection, isLive: isLive) })
        let input = LaunchInput(
            description: options.launch.text, isLive: options.isLive, treatment: treatment, wait: options.wait)
        try await SupervisedInput(input, options.lossOptions, wait: options.wait, context: context)
            .run(to: output, tracks: CaptureTracks(context, length: options.duration), context: context)
    }

    /// Streams that cannot be carried are left out: the sender decides what it sends, and may change it at any time.
    private static func form(
        _ stream: FoundStream, _ selection: TrackSelection, isLive: Bool
    ) -> LaunchInput<Sample>.Form {
        guard let type = stream.track.type, type == .video || type == .audio, selection.selects(stream.track) else {
            return .discard
        }
        switch CodedStream(stream.caps) {
        case .video(let elements, let coding):
            // The elements emit hidden VP8 frames with the time of the next frame.
            let (isVP8, isReordered) = (coding == .vp8, coding != .vp8 && !coding.isIntraOnly)
            return .track(elements) { run, sink, slot in
                let samples = CodedVideo(
                    coding, timescale: TrackTimescale.unknownRate, isReordered: isReordered, mendsTimes: isLive || isVP8
                )
                run.add(sink, slot.id, samples, extent: slot.extent)
            }
        case .audio(let elements, let coding):
            return .track(elements) { run, sink, slot in
                run.add(sink, slot.id, CodedAudio(coding, isLive: isLive), extent: slot.extent)
            }
        case .text, nil:
            let remedy = stream.caps.isDecodable ? "encode it (capture.launch and \(type.rawValue).encode), or " : ""
            return .leaveOut("which capture.coded-launch does not carry; \(remedy)exclude it with 'tracks'")
        }
    }
}

extension CaptureCodedLaunch {
    package var isLive: Bool? { options.isLive }
    package var hasLiveOption: Bool { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
    package func warnings(in place: StagePosition) -> [StageWarning] { LaunchProblems.errors(options.launch.text) }
}
