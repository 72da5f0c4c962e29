import Media
import StageKit

/// Starts the decoders of coded tracks.
struct DecoderStart: Sendable {
    /// Keeps one field of two, so that the frame rate is unchanged.
    private static let pictures =
        "videoconvert ! video/x-raw,format=(string){I420,NV12,I420_10LE} "
        + "! deinterlace mode=auto fields=top method=greedyl"
    private static let sound = "audioconvert ! audio/x-raw,format=(string){F32LE,S16LE},layout=interleaved"
    /// The largest error of the end of an edit or of a sample: one tick of a movie with 600 ticks per second.
    private static let rounding = MediaTime.milliseconds(2)

    let context: StageContext
    /// The portion to deliver; nil for whole tracks.
    var portion: MediaPortion?
    var decoder = VideoDecoderChoice.auto

    /// Starts the decoder of a track. `ids` has the identity of the decoded track.
    ///
    /// Throws `unsupported-media` if no decoder is known for its codec.
    func session(
        for track: Track, _ ids: OutputTrackIDs, _ gate: TrackGate, _ output: any Outlet<Frame>, _ damage: DamageMonitor
    ) async throws -> DecoderSession {
        let input = try DecoderInput(track)
        let caps = input.caps
        switch track.format {
        case .codedVideo(let format):
            let crop =
                format.cleanAperture?.margins(of: format.size).map {
                    " ! videocrop left=\($0.left) right=\($0.right) top=\($0.top) bottom=\($0.bottom)"
                } ?? ""
            let turn = VideoTurn(format.displayMatrix).map { " ! videoflip video-direction=\($0.rawValue)" } ?? ""
            let decoder = try decoder.elements(for: input.text, of: track.codecName, context)
            let session = try DecoderSession(
                caps, decoder: decoder, conversion: Self.pictures + crop + turn, gate: gate, output: output,
                context: context,
                damage: damage)
            let frames = VideoFrames(
                timescale: track.timescale, isLive: track.liveOrigin != nil, mendsTimes: true,
                sampleCount: { [feed = session.feed] in feed.sampleCount(at: $0) },
                whenLeftOut: { damage.onlyStream?.setLeftOut($0) })
            let converter = DecoderOutput(frames, of: track, portion: portion, damage: damage, rounding: Self.rounding)
            try await session.start(ids.id(), converter, place: track.origin)
            return session
        case .codedAudio(let format):
            let session = try DecoderSession(
                caps, conversion: Self.sound, gate: gate, output: output, context: context, damage: damage)
            let tolerance = Int(track.timescale) == format.sampleRate ? .zero : Self.rounding
            let converter = DecoderOutput(
                AudioFrames(), of: track, portion: portion, damage: damage, startsTrack: ids.areFirst
            ) {
                [feed = session.feed] in feed.end.map { $0 + tolerance }
            }
            try await session.start(ids.id(), converter, place: track.origin)
            return session
        default: throw StageError(.unsupportedMedia, "\(track.codecName) has no decoder")
        }
    }
}
