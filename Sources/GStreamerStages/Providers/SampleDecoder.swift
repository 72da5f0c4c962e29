import AssetWriting
import Media
import StageKit

/// A decoder for a reader's output, which uses the decoder that GStreamer selects for the codec.
final class SampleDecoder: MediaDecoder {
    /// The number of queued samples at which the reader is notified to wait.
    private static let maximumQueueLength = 16

    private let events: CodecEventQueue<DecodingEvent>
    private let samples: AsyncStream<Sample>.Continuation
    private let work: Task<Void, Never>

    init(_ plan: DecodingPlan, events deliver: @escaping @Sendable (DecodingEvent) -> Void) {
        let events = CodecEventQueue<DecodingEvent>(
            limit: Self.maximumQueueLength, wants: { .wantsSamples($0) }, deliver: deliver)
        self.events = events
        let (stream, samples) = AsyncStream.makeStream(of: Sample.self)
        self.samples = samples
        let executor = CodecExecutor("sample-decoder")
        work = Task.detached(executorPreference: executor) {
            defer { withExtendedLifetime(executor) {} }
            do {
                try await Self.run(plan, stream, events)
                events.end(Task.isCancelled ? nil : .ended)
            } catch {
                events.end(error is CancellationError ? nil : .failed(AssetReaderError(.decoding, "\(error)")))
            }
        }
    }

    private static func run(
        _ plan: DecodingPlan, _ samples: AsyncStream<Sample>, _ events: CodecEventQueue<DecodingEvent>
    ) async throws {
        let outlet = CodecOutlet<Frame>(
            announce: { events.send(.track($0)) },
            emit: { frame in plan.clipped(frame).map { events.send(.frame($0)) } })
        let damage = DamageMonitor(.frames, isFramed: true)
        let session = try await plan.start(outlet, damage: damage)
        do {
            for await sample in samples {
                events.workStarted()
                try await session.feed.push(sample)
            }
            try Task.checkCancellation()
            try await session.finish()
            // All frames have been delivered.
            if let stream = damage.figures.first, stream.total > 0 {
                throw StageError(.damagedInput, "the track is damaged: \(DamageReport.text(stream))")
            }
        } catch is OutputClosed {
            // All frames in the range have been delivered: the elements accept no more samples.
            try await session.finish()
        } catch {
            await session.abandon(error)
            throw error
        }
    }

    func decode(_ sample: Sample) {
        events.workQueued()
        samples.yield(sample)
    }

    func finish() { samples.finish() }

    func cancel() {
        events.end(nil)
        // Before the end of the samples, which would otherwise be taken for their regular end.
        work.cancel()
        samples.finish()
    }
}
