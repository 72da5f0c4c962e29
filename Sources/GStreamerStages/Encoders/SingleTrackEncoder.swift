import Media
import StageKit

/// One track that is encoded by one encoder.
final class SingleTrackEncoder: Sendable {
    let feed: EncoderFeed
    let boundaries: ForcedKeyframes
    private let elements: ProcessingPipeline<Sample>
    private let convertsFormats: Bool
    /// Adapts the encoder to another format of its input.
    private let adapt: (@Sendable (PipelineElement, Track) -> Void)?

    /// The description must have an appsrc named `in` and an appsink named `out`. `convertsFormats` declares that its
    /// elements convert frames of other formats than the first.
    init(
        _ description: String, subject: String, capacity: Int, answersRequests: Bool = true,
        convertsFormats: Bool = false, adapt: (@Sendable (PipelineElement, Track) -> Void)? = nil,
        gate: TrackGate?, output: any Outlet<Sample>, context: StageContext
    ) throws {
        elements = try ProcessingPipeline(
            description, subject: subject, capacity: capacity, gate: gate, output: output, context: context)
        self.convertsFormats = convertsFormats
        self.adapt = adapt
        feed = EncoderFeed(elements.buffers)
        boundaries = ForcedKeyframes(answersRequests: answersRequests, report: context.report)
    }

    /// The element with this name in the description.
    func element(_ name: String) -> PipelineElement { elements.element(name) }

    /// Starts the encoder. `converter` converts its output to samples.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Sample>) async throws {
        try await elements.start(id, converter)
    }

    func accepts(_ track: Track) -> Bool {
        if convertsFormats, let adapt { adapt(element("encoder"), track) }
        return convertsFormats
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
