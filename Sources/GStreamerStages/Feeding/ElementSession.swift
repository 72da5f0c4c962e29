import Media
import StageKit
import Synchronization

/// One track on its way through elements between an appsrc and an appsink, from its announcement to its end.
final class ElementSession<Output: Payload>: Sendable {
    let buffers: BufferFeed
    private let pipeline: ElementPipeline
    private let outlets: OutletRun<Output>
    private let hasEnded = Atomic<Bool>(false)

    /// The description has an appsrc called `in`, which takes `capacity` buffers ahead, and an appsink called `out`.
    ///
    /// Its track is announced by itself, or together with those of other sessions that share `gate`.
    init(
        _ description: String, subject: String, capacity: Int, gate: TrackGate? = nil, output: any Outlet<Output>,
        context: StageContext, damage: DamageMonitor? = nil
    ) throws {
        pipeline = try ElementPipeline(description, subject: subject, context: context, damage: damage)
        let buffers = BufferFeed(pipeline, "in", capacity: capacity)
        self.buffers = buffers
        // Weak: the run must not keep alive what keeps the pipeline alive.
        outlets = OutletRun(pipeline, output, sharing: gate) { [weak buffers] in buffers?.wake() }
    }

    /// The element of this name in the description.
    func element(_ name: String) -> PipelineElement { pipeline.element(name) }

    /// Starts, with `converter` making payloads out of what comes out.
    func start(
        _ id: Track.ID, _ converter: some TrackConverter<Output>, origin: TimeOrigin = .segment
    ) async throws {
        outlets.expect(id)
        connect(pipeline.element("out"), to: TrackOutlet(id, converter, run: outlets, origin: origin))
        outlets.completeTracks()
        do {
            try await pipeline.play()
        } catch {
            await abandon(error)
            throw error
        }
    }

    /// Waits until there is room for a buffer; false when there will be none before other tracks have begun.
    func waitForRoom() async throws -> Bool {
        try await buffers.waitForRoom { [outlets] in outlets.isWaiting }
    }

    /// Nothing follows: works off what is inside.
    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        buffers.end()
        pipeline.watch.arm()
    }

    /// Works off what is inside and waits until all of it has been given on.
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

    /// Stops without giving on what is inside.
    func abandon(_ error: any Error) async {
        pipeline.outcome.fail(error)
        try? await pipeline.close()
    }
}
