import AssetWriting
import Media
import StageKit

/// One track that is decoded.
final class DecoderSession: Sendable {
    let feed: SampleFeed
    private let elements: ProcessingPipeline<Frame>

    /// The description must have an appsrc named `in` and an appsink named `out`.
    init(_ description: String, caps: FrameCaps, start: MediaTime, outlet: CodecOutlet<Frame>, damage: DamageMonitor?)
        throws
    {
        elements = try ProcessingPipeline(
            description, subject: "the decoder", capacity: 8, output: outlet,
            context: StageContext(stageName: "asset-reader"), damage: damage)
        feed = SampleFeed(elements.buffers, caps: caps, start: start)
    }

    /// Starts the decoder. `converter` converts its output to frames.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Frame>) async throws {
        try await elements.start(id, converter, origin: .timestamp(SampleFeed.bias))
    }

    /// Ends the stream and waits until all frames have been delivered.
    func finish() async throws {
        try await elements.finish()
    }

    /// Stops and discards queued samples.
    func abandon(_ error: any Error) async { await elements.abandon(error) }
}
