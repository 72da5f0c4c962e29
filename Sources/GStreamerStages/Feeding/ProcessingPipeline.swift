import Media
import StageKit
import Synchronization

/// One track that is processed by elements between an appsrc and an appsink.
final class ProcessingPipeline<Output: Payload>: Sendable {
    let buffers: BufferFeed
    private let pipeline: ElementPipeline
    private let outlets: OutletRun<Output>
    private let hasEnded = Atomic<Bool>(false)

    /// The description must have an appsrc named `in`, which queues `capacity` buffers, and an appsink named `out`.
    ///
    /// With a `gate`, the track is announced together with the tracks of other sessions that share the gate.
    init(
        _ description: String, subject: String, capacity: Int, gate: TrackGate? = nil, output: any Outlet<Output>,
        context: StageContext, damage: DamageMonitor? = nil
    ) throws {
        pipeline = try ElementPipeline(description, subject: subject, context: context, damage: damage)
        let buffers = BufferFeed(pipeline, "in", capacity: capacity)
        self.buffers = buffers
        // Weak, because the run would otherwise retain the object that retains the pipeline.
        outlets = OutletRun(pipeline, output, sharing: gate) { [weak buffers] in buffers?.wake() }
    }

    /// The element with this name in the description.
    func element(_ name: String) -> PipelineElement { pipeline.element(name) }

    /// Starts the pipeline. `converter` converts its output to payloads of a track with this place in the input.
    func start(
        _ id: Track.ID, _ converter: some TrackConverter<Output>, origin: TimeOrigin = .segment,
        place: TrackOrigin? = nil
    ) async throws {
        outlets.expect(id)
        connect(pipeline.element("out"), to: TrackOutlet(id, converter, run: outlets, place: place, origin: origin))
        outlets.completeTracks()
        do {
            try await pipeline.play()
        } catch {
            await abandon(error)
            throw error
        }
    }

    /// Waits until there is space for a buffer. Returns false if there will be none before other tracks have begun.
    func waitForSpace() async throws -> Bool {
        try await buffers.waitForSpace { [outlets] in outlets.isWaiting }
    }

    /// Signals the end of the stream. The elements process their queued buffers.
    func end() {
        guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
        buffers.end()
        pipeline.watch.arm()
    }

    /// Ends the stream and waits until all output has been delivered.
    func finish() async throws {
        end()
        do {
            try await pipeline.outcome.wait()
        } catch {
            try? await pipeline.close()
            // Elements of GStreamer 1.26 report a stream without buffers as an error.
            guard buffers.hasPushed || !(error is StageError) else { return }
            throw error
        }
        try await pipeline.close()
    }

    /// Stops and discards the buffers queued in the elements.
    func abandon(_ error: any Error) async {
        pipeline.outcome.fail(error)
        try? await pipeline.close()
    }
}
