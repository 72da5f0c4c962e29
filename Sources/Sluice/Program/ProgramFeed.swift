import Media
import StageKit

/// Sends the messages of a program into a pipeline, with track identifiers of the run.
struct ProgramFeed<Content: Payload> {
    private let output: any Outlet<Content>
    private let context: StageContext
    private let assign: (inout Content, Track.ID) -> Void
    private var ids: [Track.ID: Track.ID] = [:]

    /// Creates a feed; `assign` sets the track of a payload.
    init(_ output: any Outlet<Content>, _ context: StageContext, _ assign: @escaping (inout Content, Track.ID) -> Void)
    {
        self.output = output
        self.context = context
        self.assign = assign
    }

    /// Sends until the program finishes the input or the stage is stopped.
    mutating func run() async throws {
        let connections = context.services.value(ProgramConnections.self) { ProgramConnections() }
        guard let input = connections.input(context.stageName, Content.self) else {
            throw StageError(
                .invalidOptions, "the program is connected to '\(context.stageName)' with another kind of payload")
        }
        let token = context.stop.onRaise { input.finish() }
        defer { token.cancel() }
        while let messages = try await input.channel.next() {
            var sent: [Message<Content>] = []
            for message in messages { if let message = renumbered(message) { sent.append(message) } }
            if !sent.isEmpty { try await output.send(sent) }
        }
    }

    private mutating func renumbered(_ message: Message<Content>) -> Message<Content>? {
        switch message {
        case .track(var track):
            let id = ids[track.id] ?? context.makeTrackID()
            ids[track.id] = id
            track.id = id
            return .track(track)
        case .payload(var payload):
            guard let id = payload.trackID.flatMap({ ids[$0] }) else { return nil }
            assign(&payload, id)
            return .payload(payload)
        case .gap(let track, let until): return ids[track].map { .gap($0, until: until) }
        case .end(let track): return ids.removeValue(forKey: track).map { .end($0) }
        }
    }
}
