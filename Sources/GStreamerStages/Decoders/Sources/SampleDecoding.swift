package import Media
package import StageKit
import Synchronization

/// Decodes all tracks of a source of samples, each in a task, so that no track waits for the decoder of another one.
///
/// The source sends to this outlet; frames are sent to another outlet.
package final class SampleDecoding: Outlet {
    /// Thrown to a source when no further samples are needed.
    private struct Complete: Error {}

    /// One track between the source and its decoder.
    private struct Lane {
        let queue = SampleQueue()
        let output: ContinuationOutlet<Frame>
        let id: Track.ID
        var samples: PortionSamples?
        /// Whether the queue accepts no further samples.
        var isOver = false
    }

    private struct State {
        /// The lanes of the tracks to decode.
        var lanes: [Track.ID: Lane] = [:]
        /// The lanes whose tasks have not started.
        var waiting: [Track.ID] = []
    }

    private let context: StageContext
    private let output: any Outlet<Frame>
    private let portion: MediaPortion?
    private let decoder: VideoDecoderChoice
    private let damage = DecoderDamage()
    /// Whether damage does not make the run fail.
    private let acceptsDamage = Atomic(false)
    /// Whether the output accepts no further frames.
    private let isClosed = Atomic(false)
    private let state = Mutex(State())
    private let gate: TrackGate
    private let starts: (stream: AsyncStream<Track.ID>, continuation: AsyncStream<Track.ID>.Continuation)

    /// Decodes to `output`, the whole tracks or a portion of them.
    package init(
        to output: any Outlet<Frame>, portion: MediaPortion?, by decoder: VideoDecoderChoice = .auto,
        _ context: StageContext
    ) {
        (self.output, self.portion, self.decoder, self.context) = (output, portion, decoder, context)
        starts = AsyncStream.makeStream(of: Track.ID.self)
        let outlets = AnnouncedOutlets()
        self.outlets = outlets
        gate = TrackGate { outlets.announce($0) }
    }
    private let outlets: AnnouncedOutlets

    /// The number of tracks that are decoded.
    package var trackCount: Int { state.withLock { $0.lanes.count } }

    /// Declares that the source is live, so that damage does not make the run fail.
    package func acceptDamage() { acceptsDamage.store(true, ordering: .relaxed) }

    /// Runs a source until it has ended and all frames have been delivered, and reports damage, as an error if a track has
    /// more than `maxDamage` lost or damaged frames.
    package func run(
        maxDamage: Int?, _ read: @escaping @Sendable (SampleDecoding) async throws -> Void
    ) async throws {
        defer { gate.abandon() }
        // What is queued may be the rest of the file.
        let token = context.stop.onRaise { [self] in closeQueues() }
        defer { token.cancel() }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    defer { end() }
                    do { try await read(self) } catch is Complete {}
                }
                for await id in starts.stream { group.addTask { [self] in try await decode(id) } }
                try await group.waitForAll()
            }
        } catch {
            // The run fails anyway, so this is only an explanation.
            if !isClosed.load(ordering: .relaxed) { damage.report(to: context, limit: nil) }
            throw error
        }
        let limit = acceptsDamage.load(ordering: .relaxed) ? nil : maxDamage
        if !isClosed.load(ordering: .relaxed) { damage.report(to: context, limit: limit) }
    }

    package func send(_ messages: [Message<Sample>]) async throws {
        for case .track(let track) in messages { add(track) }
        for message in messages {
            if case .payload = message { startLanes() }
            for (queue, message) in admitted(message) where await !queue.send(message) { close(queue) }
        }
        try Task.checkCancellation()
        let isOver = state.withLock { state in
            !state.lanes.isEmpty && state.lanes.values.allSatisfy { $0.isOver || $0.samples?.isComplete ?? false }
        }
        if isOver { throw Complete() }
    }

    package func offer(_ message: Message<Sample>) -> Bool {
        if case .track(let track) = message { add(track) }
        if case .payload = message { startLanes() }
        for (queue, message) in admitted(message) where !queue.append(message).isOpen { close(queue) }
        return true
    }

    package func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}

    /// Adds a lane for a new track that is to be decoded.
    private func add(_ track: Track) {
        let isWanted = track.mediaType == .video || track.mediaType == .audio
        guard isWanted, portion?.mediaTypes.contains(track.mediaType) ?? true else { return }
        state.withLock { state in
            guard state.lanes[track.id] == nil else { return }
            let lane = Lane(
                output: ContinuationOutlet(output, retainsTracks: true), id: context.makeTrackID(),
                samples: portion.flatMap {
                    $0.isLimited ? PortionSamples($0, isVideo: track.mediaType == .video) : nil
                })
            state.lanes[track.id] = lane
            state.waiting.append(track.id)
            outlets.add(lane.output, lane.id)
            gate.expect(lane.id)
        }
    }

    /// Starts the tasks of new lanes. The tracks known at the start are announced together, so none starts before the
    /// first sample.
    private func startLanes() {
        let ids = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for id in ids { starts.continuation.yield(id) }
    }

    /// Returns the messages to decode, with the queues of their lanes.
    private func admitted(_ message: Message<Sample>) -> [(SampleQueue, Message<Sample>)] {
        let id: Track.ID
        switch message {
        case .track(let track): id = track.id
        case .payload(let sample): id = sample.track
        case .gap(let track, _), .end(let track): id = track
        }
        return state.withLock { state in
            guard let lane = state.lanes[id], !lane.isOver else { return [] }
            guard lane.samples != nil else { return [(lane.queue, message)] }
            var messages: [Message<Sample>] = []
            if case .end = message { messages = state.lanes[id]?.samples?.finish() ?? [] }
            messages += state.lanes[id]?.samples?.admit(message) ?? []
            return messages.map { (lane.queue, $0) }
        }
    }

    private func closeQueues() { for lane in state.withLock({ Array($0.lanes.values) }) { lane.queue.close() } }

    private func close(_ queue: SampleQueue) {
        state.withLock { state in
            for (id, lane) in state.lanes where lane.queue === queue { state.lanes[id]?.isOver = true }
        }
    }

    /// Records that the source has ended.
    private func end() {
        startLanes()
        starts.continuation.finish()
        for lane in state.withLock({ Array($0.lanes.values) }) { lane.queue.finish() }
    }

    private func decode(_ id: Track.ID) async throws {
        guard let lane = state.withLock({ $0.lanes[id] }) else { return }
        // The source must not wait for a decoder that has failed.
        defer { lane.queue.close() }
        let start = DecoderStart(
            context: context, portion: portion.flatMap { $0.isLimited ? $0 : nil }, decoder: decoder)
        var sessions = TrackSessions(
            input: lane.queue, output: lane.output, gate: gate, context: context, makeID: { lane.id }
        ) { [damage] track, ids, gate, output in
            try await start.session(for: track, ids, gate, output, damage)
        } push: { (session: TrackDecoder, sample) in
            try await session.push(sample)
        }
        // What a stopped decoder has not delivered is not damaged.
        if try await !sessions.run() { isClosed.store(true, ordering: .relaxed) }
    }
}

/// The outlets of tracks that are announced together.
private final class AnnouncedOutlets: Sendable {
    private let outlets = Mutex<[Track.ID: ContinuationOutlet<Frame>]>([:])

    func add(_ outlet: ContinuationOutlet<Frame>, _ id: Track.ID) { outlets.withLock { $0[id] = outlet } }

    func announce(_ tracks: [Track]) {
        for track in tracks { _ = outlets.withLock { $0[track.id] }?.offer(.track(track)) }
    }
}
