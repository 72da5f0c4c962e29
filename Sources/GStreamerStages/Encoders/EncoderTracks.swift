import Media
import StageKit

/// Gives each incoming track an encoder of its own, from its announcement to its end.
struct EncoderTracks {
    let input: any Inlet<Frame>
    let start: (Track) async throws -> EncoderSession
    let push: (EncoderSession, Frame) async throws -> Void

    init(
        input: any Inlet<Frame>, start: @escaping (Track) async throws -> EncoderSession,
        push: @escaping (EncoderSession, Frame) async throws -> Void
    ) {
        self.input = input
        self.start = start
        self.push = push
    }

    /// Runs until the input ends and all encoders have given what they had.
    func run() async throws {
        var sessions: [Track.ID: EncoderSession] = [:]
        do {
            while let messages = try await input.receive() {
                for message in messages { try await take(message, &sessions) }
            }
            for id in sessions.keys.sorted() { try await sessions.removeValue(forKey: id)?.finish() }
        } catch {
            for session in sessions.values { await session.abandon(error) }
            if !(error is OutputRefused) { throw error }
        }
    }

    private func take(_ message: Message<Frame>, _ sessions: inout [Track.ID: EncoderSession]) async throws {
        switch message {
        case .track(let track):
            // A change of format travels with the frames' own caps.
            if sessions[track.id] == nil { sessions[track.id] = try await start(track) }
        case .payload(let frame):
            guard let session = sessions[frame.track] else { preconditionFailure("a track is announced first") }
            try await push(session, frame)
        case .end(let id):
            try await sessions.removeValue(forKey: id)?.finish()
        }
    }
}
