import Media
import StageKit

/// Gives each incoming track an encoder, from its announcement to its end, and a fresh one behind each gap and for each
/// format.
///
/// Encoders give nothing on until the formats of all of them are known, so that all tracks are announced before the
/// first sample. Frames for one that waits are held here: those that the others need may come behind them.
struct EncoderTracks<Session: EncodingSession> {
    /// Makes the encoders of a track.
    typealias Start = (
        _ track: Track, _ ids: EncodedTrackIDs, _ gate: TrackGate, _ output: ContinuingOutlet
    ) async throws -> Session

    /// One track: what comes in, what it is called behind its encoders, and these unless there is a gap.
    private struct Course {
        var track: Track
        let ids: EncodedTrackIDs
        var session: Session?
    }

    private let input: any Inlet<Frame>
    private let output: ContinuingOutlet
    private let start: Start
    private let push: (Session, Frame) async throws -> Void
    private let context: StageContext
    private let gate: TrackGate
    private let heldLimit: Int
    private var courses: [Track.ID: Course] = [:]
    private var held = HeldMessages()

    init(
        input: any Inlet<Frame>, output: any Outlet<Sample>, context: StageContext,
        heldLimit: Int = HeldMessages.byteLimit, start: @escaping Start,
        push: @escaping (Session, Frame) async throws -> Void
    ) {
        self.input = input
        let output = ContinuingOutlet(output)
        self.output = output
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
            for course in courses.values { await course.session?.abandon(error) }
            if !(error is OutputRefused) { throw error }
        }
    }

    private mutating func take(_ message: Message<Frame>) async throws {
        switch message {
        case .track(let track):
            try await holdsBack(track.id) && courses[track.id] != nil ? held.append(message) : announce(track)
        case .payload(let frame):
            try await give(frame)
        case .gap(let id, let until):
            holdsBack(id) ? held.append(message) : try await pause(id, until: until)
        case .end(let id):
            // Waiting here for the encoder would keep the frames away that the others need.
            if !held.holds(id) { courses[id]?.session?.end() }
            holdsBack(id) ? held.append(message) : try await finish(id)
        }
    }

    /// Whether what comes for a track has to queue here, because it would wait for other tracks to begin.
    private func holdsBack(_ id: Track.ID) -> Bool { !gate.isOpen || held.holds(id) }

    /// Makes an encoder for a new track; for one that goes on in another format when the next frame comes.
    private mutating func announce(_ track: Track) async throws {
        guard let course = courses[track.id] else {
            let ids = EncodedTrackIDs(make: context.makeTrackID)
            courses[track.id] = Course(track: track, ids: ids, session: try await start(track, ids, gate, output))
            return
        }
        if course.track.format != track.format || course.track.timescale != track.timescale {
            try await suspend(track.id)
        }
        courses[track.id]?.track = track
    }

    private mutating func give(_ frame: Frame) async throws {
        if !held.holds(frame.track) {
            let session = try await session(for: frame.track)
            if try await session.waitForRoom() { return try await push(session, frame) }
        }
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
            case .payload(let frame): try await push(session(for: frame.track), frame)
            case .gap(let id, let until): try await pause(id, until: until)
            case .end(let id): try await finish(id)
            }
        }
    }

    /// Codes what came before a gap, then tells of it.
    private mutating func pause(_ id: Track.ID, until: MediaTime) async throws {
        try await suspend(id)
        for id in courses[id]?.ids.all ?? [] { output.gap(id, until: until) }
    }

    /// Codes what is left of a track that will go on with another encoder.
    private mutating func suspend(_ id: Track.ID) async throws {
        guard let session = courses[id]?.session else { return }
        courses[id]?.session = nil
        try await session.finish()
    }

    private mutating func finish() async throws {
        for (id, course) in courses where !held.holds(id) { course.session?.end() }
        try await release()
        for id in courses.keys.sorted() { try await finish(id) }
    }

    private mutating func finish(_ id: Track.ID) async throws {
        try await suspend(id)
        for id in courses.removeValue(forKey: id)?.ids.all ?? [] { output.end(id) }
    }

    /// The encoder of a track, a fresh one where it has none.
    private mutating func session(for id: Track.ID) async throws -> Session {
        guard let course = courses[id] else { preconditionFailure("a track is announced first") }
        if let session = course.session { return session }
        course.ids.beginAnew()
        let session = try await start(course.track, course.ids, gate, output)
        // A ladder may have fewer rungs for another size.
        for id in course.ids.removeUnused() { output.end(id) }
        courses[id]?.session = session
        return session
    }
}
