import Media
import StageKit
import Synchronization

/// One track on its way through an encoder, from its announcement to its end.
final class EncoderSession: Sendable {
    let pipeline: ElementPipeline
    let feed: EncoderFeed
    let boundaries: ForcedBoundaries
    private let outlets: OutletRun<Sample>
    private let hasEnded = Atomic<Bool>(false)

    /// The description has an appsrc called `in` and an appsink called `out`.
    init(
        _ description: String, subject: String, capacity: Int, gate: TrackGate, output: any Outlet<Sample>,
        context: StageContext
    ) throws {
        pipeline = try ElementPipeline(description, subject: subject, context: context)
        feed = EncoderFeed(pipeline, "in", capacity: capacity)
        boundaries = ForcedBoundaries(report: context.report)
        // Weak: the run must not keep alive what keeps the pipeline alive.
        outlets = OutletRun(pipeline, output, sharing: gate) { [weak feed] in feed?.wake() }
    }

    /// Starts, with `converter` making samples out of what the encoder gives.
    func start(_ id: Track.ID, _ converter: some TrackConverter<Sample>) async throws {
        outlets.expect(id)
        connect(pipeline.element("out"), to: TrackOutlet(id, converter, run: outlets))
        outlets.completeTracks()
        do {
            try await pipeline.play()
        } catch {
            await abandon(error)
            throw error
        }
    }

    /// Waits until there is room for a frame; false when there will be none before other tracks have begun.
    func waitForRoom() async throws -> Bool {
        try await feed.waitForRoom { [outlets] in outlets.isWaiting }
    }

    /// Nothing follows: codes what is left.
    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        feed.end()
        pipeline.watch.arm()
    }

    /// Codes what is left and waits until all of it has been given on.
    func finish() async throws {
        end()
        do {
            try await pipeline.outcome.wait()
        } catch {
            try? await pipeline.close()
            throw error
        }
        try await pipeline.close()
    }

    /// Stops without coding what is left.
    func abandon(_ error: any Error) async {
        pipeline.outcome.fail(error)
        try? await pipeline.close()
    }
}
