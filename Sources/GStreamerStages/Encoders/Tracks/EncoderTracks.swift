import Media
import StageKit

/// Encodes each incoming track with an encoder, which is replaced after each gap and for each new format.
///
/// Encoders send nothing until the formats of all tracks are known, so that all tracks are announced before the first
/// sample. Frames for an encoder that waits are queued here, because the frames that other encoders need may arrive
/// after them.
struct EncoderTracks<Session: TrackEncoder> {
    /// Starts the encoder or encoders of a track.
    typealias Start = (
        _ track: Track, _ ids: EncodedTrackIDs, _ gate: TrackGate, _ output: ContinuationOutlet<Sample>
    ) async throws -> Session

    /// One track: its input, the identities of its outputs, and its current encoders, which are nil during a gap.
    private struct TrackState {
        var track: Track
        let ids: EncodedTrackIDs
        var session: Session?
    }

    private let input: any Inlet<Frame>
    private let output: ContinuationOutlet<Sample>
    private let start: Start
    private let push: (Session, Frame) async throws -> Void
    private let context: StageContext
    private let gate: TrackGate
    private let queueLimit: Int
    private var trackStates: [Track.ID: TrackState] = [:]
    private var queued = QueuedMessages()

    init(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext,
        heldLimit: Int = QueuedMessages.byteLimit, start: @escaping Start,
        push: @escaping (Session, Frame) async throws -> Void
    ) {
        self.input = input
        let output = ContinuationOutlet(output, retainsTracks: true)
        self.output = output
        self.start = start
        self.push = push
        self.context = context
        self.queueLimit = heldLimit
        gate = TrackGate { tracks in
            for track in tracks { _ = output.offer(.track(track)) }
        }
    }

    /// Runs until the input ends and all encoders have delivered their output.
    mutating func run() async throws {
        do {
            while let messages = try await input.receive() {
                for message in messages {
                    if gate.isOpen { try await drainQueue() }
                    try await process(message)
                }
            }
            try await finish()
        } catch {
            gate.abandon()
            for course in trackStates.values { await course.session?.abandon(error) }
            if !(error is OutputClosed) { throw error }
        }
    }

    private mutating func process(_ message: Message<Frame>) async throws {
        switch message {
        case .track(let track):
            try await mustQueue(track.id) && trackStates[track.id] != nil ? queued.append(message) : announce(track)
        case .payload(let frame):
            try await encode(frame)
        case .gap(let id, let until):
            mustQueue(id) ? queued.append(message) : try await pause(id, until: until)
        case .end(let id):
            // Waiting for the encoder here would block the frames that the others need.
            if !queued.contains(id) { trackStates[id]?.session?.end() }
            mustQueue(id) ? queued.append(message) : try await finish(id)
        }
    }

    /// Whether messages of a track must be queued, because processing them would wait for other tracks to begin.
    private func mustQueue(_ id: Track.ID) -> Bool { !gate.isOpen || queued.contains(id) }

    /// Starts encoders for a new track. If a track changes its format, they are replaced when the next frame arrives.
    private mutating func announce(_ track: Track) async throws {
        guard let course = trackStates[track.id] else {
            let ids = EncodedTrackIDs(make: context.makeTrackID)
            trackStates[track.id] = TrackState(
                track: track, ids: ids, session: try await start(track, ids, gate, output))
            return
        }
        if course.track.format != track.format || course.track.timescale != track.timescale {
            try await suspend(track.id)
        }
        trackStates[track.id]?.track = track
    }

    private mutating func encode(_ frame: Frame) async throws {
        if !queued.contains(frame.track) {
            let session = try await session(for: frame.track)
            if try await session.waitForSpace() { return try await push(session, frame) }
        }
        queued.append(.payload(frame))
        guard queued.byteCount > queueLimit else { return }
        context.reportWarning(
            "late-track",
            "a track starts more than \(queueLimit >> 20) MiB of frames after another, which no longer waits for it")
        gate.openEarly()
        try await drainQueue()
    }

    /// Passes the queued messages to the encoders, waiting for each to accept them.
    private mutating func drainQueue() async throws {
        for message in queued.removeAll() {
            switch message {
            case .track(let track): try await announce(track)
            case .payload(let frame): try await push(session(for: frame.track), frame)
            case .gap(let id, let until): try await pause(id, until: until)
            case .end(let id): try await finish(id)
            }
        }
    }

    /// Finishes encoding the frames before a gap, then sends the gap.
    private mutating func pause(_ id: Track.ID, until: MediaTime) async throws {
        try await suspend(id)
        for id in trackStates[id]?.ids.all ?? [] { output.gap(id, until: until) }
    }

    /// Finishes the encoders of a track that will continue with others.
    private mutating func suspend(_ id: Track.ID) async throws {
        guard let session = trackStates[id]?.session else { return }
        trackStates[id]?.session = nil
        try await session.finish()
        output.replaceProducer(of: trackStates[id]?.ids.all ?? [])
    }

    private mutating func finish() async throws {
        for (id, course) in trackStates where !queued.contains(id) { course.session?.end() }
        try await drainQueue()
        for id in trackStates.keys.sorted() { try await finish(id) }
    }

    private mutating func finish(_ id: Track.ID) async throws {
        try await suspend(id)
        for id in trackStates.removeValue(forKey: id)?.ids.all ?? [] { output.end(id) }
    }

    /// The encoders of a track, newly started if it has none.
    private mutating func session(for id: Track.ID) async throws -> Session {
        guard let course = trackStates[id] else { preconditionFailure("a track must be announced before its payloads") }
        if let session = course.session { return session }
        course.ids.restart()
        let session = try await start(course.track, course.ids, gate, output)
        // A ladder may have fewer rungs for another input size.
        for id in course.ids.removeUnused() { output.end(id) }
        trackStates[id]?.session = session
        return session
    }
}
