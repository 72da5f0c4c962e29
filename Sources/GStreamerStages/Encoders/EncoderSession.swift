import Media
import StageKit

/// One track on its way through an encoder, from its announcement to its end.
final class EncoderSession: Sendable {
    let feed: EncoderFeed
    let boundaries: ForcedBoundaries
    private let elements: ElementSession<Sample>

    /// The description has an appsrc called `in` and an appsink called `out`.
    init(
        _ description: String, subject: String, capacity: Int, answersRequests: Bool = true, gate: TrackGate?,
        output: any Outlet<Sample>, context: StageContext
    ) throws {
        elements = try ElementSession(
            description, subject: subject, capacity: capacity, gate: gate, output: output, context: context)
        feed = EncoderFeed(elements.buffers)
        boundaries = ForcedBoundaries(answersRequests: answersRequests, report: context.report)
    }

    /// The element of this name in the description.
    func element(_ name: String) -> PipelineElement { elements.element(name) }

    /// Starts, with `converter` making samples out of what the encoder gives.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Sample>) async throws {
        try await elements.start(id, converter)
    }

    /// Waits until there is room for a frame; false when there will be none before other tracks have begun.
    func waitForRoom() async throws -> Bool { try await elements.waitForRoom() }

    /// Nothing follows: codes what is left.
    func end() { elements.end() }

    /// Codes what is left and waits until all of it has been given on.
    func finish() async throws { try await elements.finish() }

    /// Stops without coding what is left.
    func abandon(_ error: any Error) async { await elements.abandon(error) }
}
