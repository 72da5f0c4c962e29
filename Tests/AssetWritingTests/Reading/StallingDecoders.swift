import AssetWriting
import Media
import Synchronization

/// Decoders that output frames for some samples, and then accept and output nothing.
struct StallingDecoders: DecoderProvider {
    var samples = 0
    private let cancelled = AsyncStream.makeStream(of: Void.self)

    init(samples: Int = 0) { self.samples = samples }

    /// Waits until a decoder has been cancelled.
    func isCancelled() async -> Bool { await cancelled.stream.first { _ in true } != nil }

    final class Decoder: MediaDecoder {
        let given = Atomic<Int>(0)
        let limit: Int
        let events: @Sendable (DecodingEvent) -> Void
        let whenCancelled: @Sendable () -> Void

        init(
            limit: Int, events: @escaping @Sendable (DecodingEvent) -> Void,
            whenCancelled: @escaping @Sendable () -> Void
        ) {
            (self.limit, self.events, self.whenCancelled) = (limit, events, whenCancelled)
        }

        func decode(_ sample: Sample) {
            let count = given.add(1, ordering: .relaxed).newValue
            events(
                .frame(
                    Frame(
                        track: sample.track, timescale: sample.timescale, presentationTicks: sample.presentationTicks,
                        duration: sample.duration, content: ScriptedDecoders.Content())))
            if count == limit { events(.wantsSamples(false)) }
        }
        func finish() {}
        func cancel() { whenCancelled() }
    }

    func makeDecoder(
        for request: DecodingRequest, events: @escaping @Sendable (DecodingEvent) -> Void
    ) throws(AssetReaderError) -> any MediaDecoder {
        if samples == 0 { events(.wantsSamples(false)) }
        return Decoder(limit: samples, events: events) { [cancelled] in cancelled.continuation.yield() }
    }
}
