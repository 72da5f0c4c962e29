import Media
import StageKit
import Synchronization

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
    /// Returns the hardware elements for the caps of a codec; nil for the choice of ``decoder``.
    var hardware: (@Sendable (_ caps: String, _ codec: String) -> String?)?
    /// Whether a hardware decoder has failed, so that software decodes the rest.
    private let failure = DecoderFailure()

    init(context: StageContext, portion: MediaPortion? = nil, decoder: VideoDecoderChoice = .auto) {
        (self.context, self.portion, self.decoder) = (context, portion, decoder)
    }

    /// Starts the decoder of a track. `ids` has the identity of the decoded track.
    ///
    /// Throws `unsupported-media` if no decoder is known for its codec.
    func session(
        for track: Track, _ ids: OutputTrackIDs, _ gate: TrackGate, _ output: ContinuationOutlet<Frame>,
        _ damage: DecoderDamage
    ) async throws -> TrackDecoder {
        let (input, id) = (try DecoderInput(track), ids.id())
        guard case .codedVideo(let format) = track.format else {
            return TrackDecoder(
                audio: try await audio(track, input, id, gate, output, damage.monitor(track), ids.areFirst))
        }
        let overlaps = OverlapCounter()
        let whenOverlapping: @Sendable () -> Void = {
            overlaps.add()
            damage.addOverlapping(track)
        }
        let software = try VideoDecoderChoice.software(for: input.text)
        guard !failure.hasOccurred, let hardware = try hardware(for: input, of: track) else {
            return TrackDecoder(
                video: try await video(
                    track, format, input, software, id, gate, output, damage.monitor(track), overlaps),
                whenOverlapping: whenOverlapping)
        }
        let (delivered, monitor) = (DeliveredFrames(to: output), damage.monitor(track))
        let replacement: TrackDecoder.Replacement = { [self] error in
            // What it has not delivered is decoded again.
            damage.withdraw(monitor, of: track)
            failure.record()
            context.reportWarning(
                VideoDecoderChoice.problemCode,
                "the decoder of type \(decoder.rawValue) for \(track.codecName) failed (\(error)); software decodes the rest"
            )
            output.replaceProducer(of: [id])
            return try await video(
                track, format, input, software, id, gate, delivered, damage.monitor(track), overlaps)
        }
        do {
            let session = try await video(track, format, input, hardware, id, gate, delivered, monitor, overlaps)
            return TrackDecoder(
                video: session, delivered: delivered, replacement: replacement, whenOverlapping: whenOverlapping)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return TrackDecoder(video: try await replacement(error), whenOverlapping: whenOverlapping)
        }
    }

    private func hardware(for input: DecoderInput, of track: Track) throws(StageError) -> String? {
        if let hardware { return hardware(input.text, track.codecName) }
        return try decoder.hardware(for: input.text, of: track.codecName, context)
    }

    private func video(
        _ track: Track, _ format: CodedVideoFormat, _ input: DecoderInput, _ elements: String, _ id: Track.ID,
        _ gate: TrackGate, _ output: any Outlet<Frame>, _ damage: DamageMonitor, _ overlaps: OverlapCounter
    ) async throws -> DecoderSession {
        let crop =
            format.cleanAperture?.margins(of: format.size).map {
                " ! videocrop left=\($0.left) right=\($0.right) top=\($0.top) bottom=\($0.bottom)"
            } ?? ""
        let turn = VideoTurn(format.displayMatrix).map { " ! videoflip video-direction=\($0.rawValue)" } ?? ""
        let session = try DecoderSession(
            input.caps, decoder: elements, conversion: Self.pictures + crop + turn, gate: gate, output: output,
            context: context,
            damage: damage)
        let frames = VideoFrames(
            timescale: track.timescale, isLive: track.liveOrigin != nil, mendsTimes: true,
            sampleCount: { [feed = session.feed] in feed.sampleCount(at: $0) },
            // Decoders may deliver what is to be decoded only.
            whenLeftOut: { damage.onlyStream?.setLeftOut(max(0, $0 - overlaps.count)) })
        let converter = DecoderOutput(frames, of: track, portion: portion, damage: damage, rounding: Self.rounding)
        try await session.start(id, converter, place: track.origin)
        return session
    }

    private func audio(
        _ track: Track, _ input: DecoderInput, _ id: Track.ID, _ gate: TrackGate, _ output: any Outlet<Frame>,
        _ damage: DamageMonitor, _ startsTrack: Bool
    ) async throws -> DecoderSession {
        guard case .codedAudio(let format) = track.format else {
            throw StageError(.unsupportedMedia, "\(track.codecName) has no decoder")
        }
        let session = try DecoderSession(
            input.caps, conversion: Self.sound, gate: gate, output: output, context: context, damage: damage)
        let tolerance = Int(track.timescale) == format.sampleRate ? .zero : Self.rounding
        let converter = DecoderOutput(
            AudioFrames(), of: track, portion: portion, damage: damage, startsTrack: startsTrack
        ) {
            [feed = session.feed] in feed.end.map { $0 + tolerance }
        }
        try await session.start(id, converter, place: track.origin)
        return session
    }
}

/// Counts the pictures of a track that overlap those of a recording before them.
private final class OverlapCounter: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .relaxed) }
    func add() { value.add(1, ordering: .relaxed) }
}

/// Whether a decoder of a track has failed.
private final class DecoderFailure: Sendable {
    private let occurred = Atomic(false)
    var hasOccurred: Bool { occurred.load(ordering: .relaxed) }
    func record() { occurred.store(true, ordering: .relaxed) }
}
