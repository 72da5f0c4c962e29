package import Media
package import StageKit

/// Decodes coded audio with the decoder that GStreamer selects for the codec.
///
/// Frames have the times of their samples. Audio before time zero, such as priming, and after the end of the last sample
/// is not delivered.
package struct AudioDecode: Processor, MediaTypeDeclaring {
    package static let kind = "audio.decode"
    package static let abstract = "Decodes coded audio to frames with the decoder that GStreamer selects."
    package static var mediaTypes: Set<MediaType> { [.audio] }

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

    private static let conversion =
        "audioconvert ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved"
    /// The largest difference that rounded times of samples cause.
    private static let rounding = MediaTime.milliseconds(2)

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(
        input: any Inlet<Sample>, output: any Outlet<Frame>, context: StageContext
    ) async throws {
        try await DecodedTracks(limit: options.maxDamage, context).run(input: input, output: output) { track, start in
            guard case .codedAudio(let format) = track.format else {
                throw StageError(.unsupportedMedia, "audio.decode requires coded audio")
            }
            let session = try DecoderSession(
                DecoderInput(track).caps, conversion: Self.conversion, gate: start.gate, output: start.output,
                context: start.context, damage: start.damage)
            let tolerance = Int(track.timescale) == format.sampleRate ? .zero : Self.rounding
            let frames = DecoderOutput(AudioFrames(), of: track) { [feed = session.feed] in
                feed.end.map { $0 + tolerance }
            }
            try await session.start(start.id, frames, place: track.origin)
            return session
        }
    }
}
