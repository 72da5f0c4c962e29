import Media
import StageKit

/// Processes each incoming track in a session, which is replaced after each gap and for each format that it does not
/// accept.
///
/// Sessions send nothing until the formats of all tracks are known, so that all tracks are announced before the first
/// payload. Payloads for a session that waits are queued here, because the payloads that other sessions need may arrive
/// after them.
struct TrackSessions<Input: Payload, Output: Payload, Session: TrackSession> {
    /// Starts the session of a track.
    typealias Start = (
        _ track: Track, _ ids: OutputTrackIDs, _ gate: TrackGate, _ output: ContinuationOutlet<Output>
    ) async throws -> Session

    /// One track: its input, the identities of its outputs, and its current session, which is nil during a gap.
    private struct TrackState {
        var track: Track
        let ids: OutputTrackIDs
        var session: Session?
    }

    private let input: any Inlet<Input>
    private let output: ContinuationOutlet<Output>
    private let start: Start
    private let push: (Session, Input) async throws -> Void
    private let context: StageContext
    private let gate: TrackGate
    private let queueLimit: Int
    private let makeID: @Sendable () -> Track.ID
    private var trackStates: [Track.ID: TrackState] = [:]
    private var queued = QueuedMessages<Input>()

    init(
        input: any Inlet<Input>, output: any Outlet<Output>, context: StageContext,
        heldLimit: Int = QueuedMessages<Input>.byteLimit, start: @escaping Start,
        push: @escaping (Session, Input) async throws -> Void
    ) {
        let output = ContinuationOutlet(output, retainsTracks: true)
        let gate = TrackGate { tracks in
            for track in tracks { _ = output.offer(.track(track)) }
        }
        self.init(
            input: input, output: output, gate: gate, context: context, heldLimit: heldLimit,
            makeID: context.makeTrackID, start: start, push: push)
    }

    /// Announces tracks through a gate that other sessions share, with identities that `makeID` returns.
    init(
        input: any Inlet<Input>, output: ContinuationOutlet<Output>, gate: TrackGate, context: StageContext,
        heldLimit: Int = QueuedMessages<Input>.byteLimit, makeID: @escaping @Sendable () -> Track.ID,
        start: @escaping Start, push: @escaping (Session, Input) async throws -> Void
    ) {
        self.input = input
        self.output = output
        self.gate = gate
        self.start = start
        self.push = push
        self.context = context
        self.queueLimit = heldLimit
        self.makeID = makeID
    }

    /// Runs until the input ends and all sessions have delivered their output. Returns false if the output accepts no
    /// further payloads before.
    @discardableResult mutating func run() async throws -> Bool {
        do {
            while let messages = try await input.receive() {
                for message in messages {
                    if gate.isOpen { try await drainQueue() }
                    try await process(message)
                }
            }
            try await finish()
            return true
        } catch {
            gate.abandon()
            for state in trackStates.values { await state.session?.abandon(error) }
            if !(error is OutputClosed) { throw error }
            return false
        }
    }

    private mutating func process(_ message: Message<Input>) async throws {
        switch message {
        case .track(let track):
            try await mustQueue(track.id) && trackStates[track.id] != nil ? queued.append(message) : announce(track)
        case .payload(let payload):
            try await pass(payload)
        case .gap(let id, let until):
            mustQueue(id) ? queued.append(message) : try await pause(id, until: until)
        case .end(let id):
            // Waiting for the session here would block the payloads that the others need.
            if !queued.contains(id) { trackStates[id]?.session?.end() }
            mustQueue(id) ? queued.append(message) : try await finish(id)
        }
    }

    /// Whether messages of a track must be queued, because processing them would wait for other tracks to begin.
    private func mustQueue(_ id: Track.ID) -> Bool { !gate.isOpen || queued.contains(id) }

    /// Starts the session of a new track. If a track changes its format, it is replaced when the next payload arrives.
    private mutating func announce(_ track: Track) async throws {
        guard let state = trackStates[track.id] else {
            let ids = OutputTrackIDs(make: makeID)
            trackStates[track.id] = TrackState(
                track: track, ids: ids, session: try await start(track, ids, gate, output))
            return
        }
        let isChanged = state.track.format != track.format || state.track.timescale != track.timescale
        if isChanged, state.session?.accepts(track) != true { try await suspend(track.id) }
        trackStates[track.id]?.track = track
    }

    private mutating func pass(_ payload: Input) async throws {
        guard let id = payload.trackID else { return }
        if !queued.contains(id) {
            let session = try await session(for: id)
            if try await session.waitForSpace() { return try await push(session, payload) }
        }
        queued.append(.payload(payload))
        guard queued.byteCount > queueLimit else { return }
        context.reportWarning(
            "late-track",
            "a track starts more than \(queueLimit >> 20) MiB of \(Input.payloadName)s after another, which no longer waits for it"
        )
        gate.openEarly()
        try await drainQueue()
    }

    /// Passes the queued messages to the sessions, waiting for each to accept them.
    private mutating func drainQueue() async throws {
        for message in queued.removeAll() {
            switch message {
            case .track(let track): try await announce(track)
            case .payload(let payload):
                if let id = payload.trackID { try await push(session(for: id), payload) }
            case .gap(let id, let until): try await pause(id, until: until)
            case .end(let id): try await finish(id)
            }
        }
    }

    /// Finishes processing the payloads before a gap, then sends the gap.
    private mutating func pause(_ id: Track.ID, until: MediaTime) async throws {
        try await suspend(id)
        for id in trackStates[id]?.ids.all ?? [] { output.gap(id, until: until) }
    }

    /// Finishes the session of a track that will continue with another one.
    private mutating func suspend(_ id: Track.ID) async throws {
        guard let session = trackStates[id]?.session else { return }
        trackStates[id]?.session = nil
        try await session.finish()
        output.replaceProducer(of: trackStates[id]?.ids.all ?? [])
    }

    private mutating func finish() async throws {
        for (id, state) in trackStates where !queued.contains(id) { state.session?.end() }
        try await drainQueue()
        for id in trackStates.keys.sorted() { try await finish(id) }
    }

    private mutating func finish(_ id: Track.ID) async throws {
        try await suspend(id)
        for id in trackStates.removeValue(forKey: id)?.ids.all ?? [] { output.end(id) }
    }

    /// The session of a track, newly started if it has none.
    private mutating func session(for id: Track.ID) async throws -> Session {
        guard let state = trackStates[id] else { preconditionFailure("a track must be announced before its payloads") }
        if let session = state.session { return session }
        state.ids.restart()
        let session = try await start(state.track, state.ids, gate, output)
        // A ladder may have fewer rungs for another input size.
        for id in state.ids.removeUnused() { output.end(id) }
        trackStates[id]?.session = session
        return session
    }
}
