import Media
import StageKit

/// One track that is encoded by one encoder.
final class SingleTrackEncoder: Sendable {
    let feed: EncoderFeed
    let boundaries: ForcedKeyframes
    private let elements: ProcessingPipeline<Sample>

    /// The description must have an appsrc named `in` and an appsink named `out`.
    init(
        _ description: String, subject: String, capacity: Int, answersRequests: Bool = true, gate: TrackGate?,
        output: any Outlet<Sample>, context: StageContext
    ) throws {
        elements = try ProcessingPipeline(
            description, subject: subject, capacity: capacity, gate: gate, output: output, context: context)
        feed = EncoderFeed(elements.buffers)
        boundaries = ForcedKeyframes(answersRequests: answersRequests, report: context.report)
    }

    /// The element with this name in the description.
    func element(_ name: String) -> PipelineElement { elements.element(name) }

    /// Starts the encoder. `converter` converts its output to samples.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Sample>) async throws {
        try await elements.start(id, converter)
    }

    /// Waits until there is space for a frame. Returns false if there will be none before other tracks have begun.
    func waitForSpace() async throws -> Bool { try await elements.waitForSpace() }

    /// Signals the end of the stream. The encoder processes the frames it has queued.
    func end() { elements.end() }

    /// Ends the stream and waits until all output has been delivered.
    func finish() async throws { try await elements.finish() }

    /// Stops and discards queued frames.
    func abandon(_ error: any Error) async { await elements.abandon(error) }
}
