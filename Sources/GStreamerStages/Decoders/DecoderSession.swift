import Media
import StageKit

/// One track that is decoded.
final class DecoderSession: Sendable {
    let feed: SampleFeed
    private let elements: ProcessingPipeline<Frame>

    /// Decodes samples with these caps. `decoder` describes the elements that decode them, and `conversion` those that convert
    /// their output.
    ///
    /// Frames before `start` are dropped, by default none. With a `gate`, the track is announced together with the tracks of other sessions
    /// that share the gate.
    init(
        _ caps: FrameCaps, decoder: String = "decodebin", conversion: String, start: MediaTime = SampleFeed.earliest,
        gate: TrackGate? = nil,
        output: any Outlet<Frame>,
        context: StageContext, damage: DamageMonitor?
    ) throws {
        elements = try ProcessingPipeline(
            "appsrc name=in handle-segment-change=true ! \(decoder) ! \(conversion) ! appsink name=out sync=false async=false max-buffers=4",
            subject: "the decoder", capacity: 8, gate: gate, output: output, context: context, damage: damage)
        feed = SampleFeed(elements.buffers, caps: caps, start: start)
    }

    /// Starts the decoder. `converter` converts its output to frames of a track with this place in the input.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Frame>, place: TrackOrigin? = nil) async throws {
        try await elements.start(id, converter, origin: .timestamp(SampleFeed.bias), place: place)
    }
}

extension DecoderSession: TrackSession {
    func waitForSpace() async throws -> Bool { try await elements.waitForSpace() }
    func end() { elements.end() }
    func finish() async throws { try await elements.finish() }
    func abandon(_ error: any Error) async { await elements.abandon(error) }
}
