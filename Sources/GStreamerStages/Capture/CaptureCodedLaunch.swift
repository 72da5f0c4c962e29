package import Media
package import StageKit

/// Samples of whatever a GStreamer description makes.
package struct CaptureCodedLaunch: Source {
    package static let kind = "capture.coded-launch"
    package static let abstract =
        "Captures the coded samples that a GStreamer description makes, such as a network stream, as they are."

    package typealias Options = LaunchOptions
    private let options: LaunchOptions
    package var whenFull: FullPolicy { options.policy }
    package init(options: LaunchOptions) throws {
        try options.loss.refuseFiller(Self.kind)
        self.options = try options.checked(Self.kind)
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let (selection, name) = (options.tracks, context.stageName)
        let treatment = LaunchInput<Sample>.Treatment(
            continues: { $0 == .container },
            choose: { caps throws(StageError) in try Self.form(caps, selection, name) })
        let input = LaunchInput(
            description: options.launch, isLive: options.isLive, treatment: treatment, stageName: name)
        try await SupervisedInput(input, options.lossOptions, context: context)
            .run(to: output, tracks: CaptureTracks(context, length: options.duration), context: context)
    }

    private static func form(
        _ caps: CapsFields, _ selection: TrackSelection, _ name: String
    ) throws(StageError) -> LaunchInput<Sample>.Form {
        guard caps.kind != .text, selection.takes(caps.kind) else { return .discard }
        switch caps.name {
        case "video/x-h264":
            return .track("h264parse ! video/x-h264,stream-format=avc,alignment=au") { run, sink, slot in
                run.add(
                    sink, slot.id, CodedPictures(.avc, timescale: TrackTimescale.unknownRate), extent: slot.extent)
            }
        case "video/x-h265":
            return .track("h265parse ! video/x-h265,stream-format=hvc1,alignment=au") { run, sink, slot in
                run.add(
                    sink, slot.id, CodedPictures(.hevc, timescale: TrackTimescale.unknownRate), extent: slot.extent)
            }
        case "audio/mpeg" where [2, 4].contains(caps.int("mpegversion")):
            return .track("aacparse ! audio/mpeg,stream-format=raw") { run, sink, slot in
                run.add(sink, slot.id, CodedSound(), extent: slot.extent)
            }
        default:
            throw StageError(
                .unsupportedMedia,
                "\(name) has a stream of \(caps.codecName), which capture.coded-launch cannot pass on: it takes H.264, "
                    + "HEVC and AAC; use capture.launch and an encoder, or leave it out with 'tracks'")
        }
    }
}
