import Media
import StageKit

/// The decoding of one track in one format. Software replaces a hardware decoder that fails, from the last random access
/// point whose frames may be missing.
final class TrackDecoder: TrackSession, @unchecked Sendable {
    // Safe because only one task uses it.
    private var session: DecoderSession
    /// The samples from the last random access point on, the first `next` of which the session has received.
    private var samples: [Sample] = []
    private var next = 0
    private let delivered: DeliveredFrames?
    private var joined: JoinedPictures?
    /// Called for each sample whose picture is not presented, because others have been at its time.
    private let whenOverlapping: @Sendable () -> Void
    private var replace: Replacement?

    /// Starts the decoder that replaces one that has failed.
    typealias Replacement = @Sendable (_ error: any Error) async throws -> DecoderSession

    /// A decoder of audio.
    init(audio session: DecoderSession) {
        (self.session, delivered, joined, whenOverlapping) = (session, nil, nil, {})
    }

    /// A decoder of video, and what replaces it; `delivered` receives its frames.
    init(
        video session: DecoderSession, delivered: DeliveredFrames? = nil, replacement: Replacement? = nil,
        whenOverlapping: @escaping @Sendable () -> Void
    ) {
        (self.session, self.delivered, replace) = (session, delivered, replacement)
        (joined, self.whenOverlapping) = (JoinedPictures(), whenOverlapping)
    }

    func waitForSpace() async throws -> Bool {
        try await attempt {
            while next < samples.count {
                guard try await session.waitForSpace() else { return false }
                try await pushNext()
            }
            return try await session.waitForSpace()
        }
    }

    /// Pushes a sample. Throws ``OutputClosed`` when the frames are no longer accepted.
    func push(_ sample: Sample) async throws {
        var sample = sample
        if let marked = joined?.mark(sample) {
            sample = marked.sample
            if marked.overlaps { whenOverlapping() }
        }
        guard replace != nil || next < samples.count else { return try await session.feed.push(sample) }
        if sample.isSync { removeDelivered() }
        samples.append(sample)
        try await attempt { while next < samples.count { try await pushNext() } }
    }

    func end() { if next == samples.count { session.end() } }

    func finish() async throws {
        try await attempt {
            while next < samples.count { try await pushNext() }
            try await session.finish()
        }
    }

    func abandon(_ error: any Error) async { await session.abandon(error) }

    private func pushNext() async throws {
        try await session.feed.push(samples[next])
        next += 1
    }

    /// Removes the samples before the last sync sample that has been presented: all frames before it have been.
    private func removeDelivered() {
        guard let last = delivered?.last,
            let sync = samples[..<next].lastIndex(where: { $0.isSync && $0.presentationTime <= last })
        else { return }
        samples.removeFirst(sync)
        next -= sync
    }

    private func attempt<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            guard let replace, !(error is OutputClosed), !(error is CancellationError) else { throw error }
            self.replace = nil
            await session.abandon(error)
            delivered?.skipDelivered()
            session = try await replace(error)
            next = 0
        }
        return try await body()
    }
}

/// Finds the pictures whose times overlap those of a recording to which another one was joined: they are decoded, and not
/// presented.
private struct JoinedPictures {
    /// The latest time, and that before the last sync sample.
    private var (latest, joint) = (MediaTime?.none, MediaTime?.none)

    /// Returns the next sample in decode order, as one to decode only if its time was presented before the last sync sample.
    mutating func mark(_ sample: Sample) -> (sample: Sample, overlaps: Bool) {
        if sample.isSync { joint = latest }
        let time = sample.presentationTime
        latest = latest.map { max($0, time) } ?? time
        // Larger steps are damage of the timestamps.
        guard let joint, time < joint, joint - time < .nanoseconds(VideoFrameTimeline.maximumStepBack) else {
            return (sample, false)
        }
        var marked = sample
        marked.flags = sample.flags.decodedOnly
        return (marked, !sample.flags.isDecodeOnly)
    }
}
