import Media
import StageKit
import Synchronization

/// Decodes the tracks of a stage, each in a session that is replaced after gaps and for new formats, and reports what
/// their decoders lose.
final class DecodedTracks: Sendable {
    /// Starts the session of a coded track.
    typealias Start = @Sendable (_ track: Track, _ session: SessionStart) async throws -> DecoderSession

    /// The surroundings of a new session.
    struct SessionStart: Sendable {
        let id: Track.ID
        let gate: TrackGate
        let output: any Outlet<Frame>
        let context: StageContext
        let damage: DamageMonitor
    }

    /// The monitors of a track's sessions.
    private struct DecodedTrack {
        var place: TrackOrigin?
        var monitors: [DamageMonitor] = []
    }

    private let context: StageContext
    /// The maximum number of lost or damaged frames per track.
    private let limit: Int
    private let tracks = Mutex<[Track.ID: DecodedTrack]>([:])

    init(limit: Int, _ context: StageContext) {
        self.limit = limit
        self.context = context
    }

    /// Runs until the input ends and all frames have been delivered.
    func run(input: any Inlet<Sample>, output: any Outlet<Frame>, _ start: @escaping Start) async throws {
        output.onRequest { input.request($0) }
        defer { report() }
        var sessions = TrackSessions(input: input, output: output, context: context) {
            [self] track, ids, gate, output in
            try await start(track, self.session(track, ids.id(), gate, output))
        } push: { session, sample in
            try await session.feed.push(sample)
        }
        try await sessions.run()
    }

    private func session(
        _ track: Track, _ id: Track.ID, _ gate: TrackGate, _ output: any Outlet<Frame>
    ) -> SessionStart {
        let damage = DamageMonitor(.frames, isFramed: true)
        tracks.withLock { tracks in
            tracks[track.id, default: DecodedTrack()].place = track.origin
            tracks[track.id]?.monitors.append(damage)
        }
        return SessionStart(id: id, gate: gate, output: output, context: context, damage: damage)
    }

    /// Reports the damage of each track, as an error if it has more than the limit. The sources of live media have no
    /// limit.
    private func report() {
        for (_, track) in tracks.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let figures = DamageFigures(joining: track.monitors.flatMap(\.figures))
            guard let figures else { continue }
            let subject = track.place.map { "'\($0.input)'" } ?? context.stageName
            DamageReport(subject: subject, limit: limit, figures: [figures], containerErrors: 0).send(to: context)
        }
    }
}

extension DamageFigures {
    /// The figures of all sessions of a track; nil without one.
    fileprivate init?(joining sessions: [DamageFigures]) {
        guard var sum = sessions.first else { return nil }
        for figures in sessions.dropFirst() {
            sum.repeated += figures.repeated
            sum.entered += figures.entered
            sum.lost += figures.lost
            sum.damaged += figures.damaged
            sum.errors += figures.errors
            sum.lostPackets += figures.lostPackets
            // Times of later sessions are relative to their own first samples.
            sum.times = nil
        }
        self = sum
    }
}
