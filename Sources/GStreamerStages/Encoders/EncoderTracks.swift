import Media
import StageKit

/// Gives each incoming track an encoder of its own, from its announcement to its end.
///
/// Encoders give nothing on until the formats of all of them are known, so that all tracks are announced before the
/// first sample. Frames for one that waits are held here: those that the others need may come behind them.
struct EncoderTracks {
    private let input: any Inlet<Frame>
    private let start: (Track, TrackGate) async throws -> EncoderSession
    private let push: (EncoderSession, Frame) async throws -> Void
    private let context: StageContext
    private let gate: TrackGate
    private let heldLimit: Int
    private var sessions: [Track.ID: EncoderSession] = [:]
    private var held = HeldMessages()

    init(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext,
        heldLimit: Int = HeldMessages.byteLimit,
        start: @escaping (Track, TrackGate) async throws -> EncoderSession,
        push: @escaping (EncoderSession, Frame) async throws -> Void
    ) {
        self.input = input
        self.start = start
        self.push = push
        self.context = context
        self.heldLimit = heldLimit
        gate = TrackGate { tracks in
            for track in tracks { _ = output.offer(.track(track)) }
        }
    }

    /// Runs until the input ends and all encoders have given what they had.
    mutating func run() async throws {
        do {
            while let messages = try await input.receive() {
                for message in messages {
                    if gate.isOpen { try await release() }
                    try await take(message)
                }
            }
            try await finish()
        } catch {
            gate.abandon()
            for session in sessions.values { await session.abandon(error) }
            if !(error is OutputRefused) { throw error }
        }
    }

    private mutating func take(_ message: Message<Frame>) async throws {
        switch message {
        case .track(let track):
            held.holds(track.id) ? held.append(message) : try await announce(track)
        case .payload(let frame):
            try await give(frame)
        case .end(let id):
            // Waiting here for the encoder would keep the frames away that the others need.
            if !held.holds(id) { sessions[id]?.end() }
            gate.isOpen && !held.holds(id) ? try await finish(id) : held.append(message)
        }
    }

    private mutating func announce(_ track: Track) async throws {
        // A change of format travels with the frames' own caps.
        if sessions[track.id] == nil { sessions[track.id] = try await start(track, gate) }
    }

    private mutating func give(_ frame: Frame) async throws {
        let session = session(frame.track)
        if !held.holds(frame.track), try await session.waitForRoom() { return try await push(session, frame) }
        held.append(.payload(frame))
        guard held.byteCount > heldLimit else { return }
        context.warn(
            "late-track",
            "a track begins more than \(heldLimit >> 20) MiB of frames behind another, which do not wait for it")
        gate.openEarly()
        try await release()
    }

    /// Gives the encoders what was held, waiting for each to take it.
    private mutating func release() async throws {
        for message in held.removeAll() {
            switch message {
            case .track(let track): try await announce(track)
            case .payload(let frame): try await push(session(frame.track), frame)
            case .end(let id): try await finish(id)
            }
        }
    }

    private mutating func finish() async throws {
        for (id, session) in sessions where !held.holds(id) { session.end() }
        try await release()
        for id in sessions.keys.sorted() { try await finish(id) }
    }

    private mutating func finish(_ id: Track.ID) async throws { try await sessions.removeValue(forKey: id)?.finish() }

    private func session(_ id: Track.ID) -> EncoderSession {
        guard let session = sessions[id] else { preconditionFailure("a track is announced first") }
        return session
    }
}
