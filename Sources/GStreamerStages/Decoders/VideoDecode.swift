package import Media
package import StageKit

/// Decodes coded video with the decoder that GStreamer selects for the codec.
///
/// Frames have the times of their samples. Frames before time zero are not presented and not delivered.
package struct VideoDecode: Processor, MediaTypeDeclaring {
    package static let kind = "video.decode"
    package static let abstract = "Decodes coded video to frames with the decoder that GStreamer selects."
    package static var mediaTypes: Set<MediaType> { [.video] }

    package struct Options: StageOptions {
        package var maxDamage = 0
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option(
                    DamageReport.limitName, \.maxDamage, in: DamageReport.limitRange,
                    "\(DamageReport.limitHelp); not applied to live media")
            ]
        }
    }

    /// Keeps one field of two, so that the frame rate is unchanged.
    private static let conversion =
        "videoconvert ! video/x-raw,format=(string){I420,NV12,I420_10LE} "
        + "! deinterlace mode=auto fields=top method=greedyl"

    /// The largest error of an edit's end: one tick of a movie with 600 ticks per second.
    private static let rounding = MediaTime.milliseconds(2)

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(
        input: any Inlet<Sample>, output: any Outlet<Frame>, context: StageContext
    ) async throws {
        try await DecodedTracks(limit: options.maxDamage, context).run(input: input, output: output) { track, start in
            guard case .codedVideo(let format) = track.format else {
                throw StageError(.unsupportedMedia, "video.decode requires coded video")
            }
            let turn = VideoTurn(format.displayMatrix).map { " ! videoflip video-direction=\($0.rawValue)" } ?? ""
            let session = try DecoderSession(
                DecoderInput(track).caps, conversion: Self.conversion + turn, gate: start.gate, output: start.output,
                context: start.context, damage: start.damage)
            let damage = start.damage
            let frames = VideoFrames(
                timescale: track.timescale, isLive: track.liveOrigin != nil, mendsTimes: true,
                whenLeftOut: { damage.onlyStream?.setLeftOut($0) })
            let decoded = DecoderOutput(frames, of: track, rounding: Self.rounding)
            try await session.start(start.id, decoded, place: track.origin)
            return session
        }
    }
}
